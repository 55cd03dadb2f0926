// Drawings for the pages: SVG as text, and squares that are links. The style sheet has colours and sizes.
import type { RequirementResult } from '../runner/judge/report.js';
import { type Content, type Markup, markup } from './printable.js';
import { countOf, someOf } from './wording.js';

/** One square. Its name says what it is about, and its state; `href` is the link, if there is one. */
export interface Square {
  readonly mark: string;
  readonly name: string;
  readonly href: string | undefined;
}

/** A line of squares. Screen readers read their names. */
export const squares = (title: Content, line: readonly Square[]): Markup =>
  markup`<li><span>${title}</span> <span>${line.map(squareView)}</span></li>\n`;

const squareView = ({ mark, name, href }: Square): Markup =>
  href === undefined
    ? markup`<span class="square ${mark}" role="img" aria-label="${name}"></span>`
    : markup`<a class="square ${mark}" href="${href}" aria-label="${name}"></a>`;

export const grid = (label: string, lines: readonly Markup[]): Markup =>
  markup`<nav class="grid" aria-label="${label}"><ul>\n${lines}</ul></nav>\n`;

export const percent = (part: number, whole: number): number => Math.round((part / whole) * 10_000) / 100;

/** A bar of shares side by side. The text next to it says the same. */
export function bar(shares: readonly (readonly [mark: string, amount: number])[]): Markup {
  const whole = shares.reduce((sum, [, amount]) => sum + amount, 0) || 1;
  let before = 0;
  const rects = shares.map(([mark, amount]) => {
    const rect = markup`<rect class="${mark}" x="${percent(before, whole)}%" width="${percent(amount, whole)}%" height="100%"/>`;
    before += amount;
    return rect;
  });
  return markup`<svg class="bar" aria-hidden="true">${rects}</svg>\n`;
}

type Judged = Pick<RequirementResult, 'id' | 'verdict'>;

const CELL = { width: 8, height: 16, gap: 4 } as const;

/** The main part of a clause. Cells of different parts have a gap between them. */
export const partOf = (clause: string): string => clause.split('.')[0] ?? clause;

/** The left edge of each cell of a strip, and the right edge of the last one. */
export function placesOf(parts: readonly string[]): { readonly places: readonly number[]; readonly width: number } {
  let gaps = 0;
  const places = parts.map((part, index) => {
    if (index > 0 && parts[index - 1] !== part) gaps += CELL.gap;
    return index * CELL.width + gaps;
  });
  return { places, width: parts.length * CELL.width + gaps };
}

/**
 * A strip with a narrow square for each requirement, without links. Screen readers read the requirements that do not
 * hold. All squares of one mark are one path; squares that do not hold are half as high.
 */
export function strip(
  columns: readonly Pick<RequirementResult, 'id' | 'clause'>[],
  results: readonly Judged[],
): Markup {
  const verdicts = new Map(results.map(({ id, verdict }) => [id, verdict]));
  const cells = columns.map(({ id }) => ({ id, mark: verdicts.get(id) ?? 'skipped' }));
  const { places, width } = placesOf(columns.map(({ clause }) => partOf(clause)));
  const paths = [...new Set(cells.map(({ mark }) => mark))].map((of) => {
    const height = of === 'pass' ? CELL.height : CELL.height / 2;
    const own = places.filter((_, index) => cells[index]?.mark === of);
    const tops = own.map((x) => [x, CELL.height - height] as const);
    return cellsOf(tops, { width: CELL.width - 1, height }, of);
  });
  const others = cells.filter(({ mark }) => mark !== 'pass');
  const names = someOf(others.map(({ id, mark }) => `${id} (${mark.replace('-', ' ')})`));
  const words = `${cells.length - others.length} held${others.length === 0 ? '' : `; ${names}`}`;
  return markup`<svg class="strip" role="img" aria-label="${words}" width="${width}" height="${CELL.height}">${paths}</svg>`;
}

/** The words for the colours, by mark. */
export const COLOURS = {
  ...{ pass: 'held', fail: 'broken', warn: 'deviating', known: 'known', inconclusive: 'open', skipped: 'skipped' },
  'not-applicable': 'not applicable',
};

export const legend: Markup = markup`<p class="legend">${Object.entries(COLOURS).map(([mark, word]) => markup`<span class="dot ${mark}"></span> ${word} `)}</p>\n`;

/** Rectangles of one size and mark, as one path. */
export const cellsOf = (
  places: readonly (readonly [x: number, y: number])[],
  { width, height }: { readonly width: number; readonly height: number },
  mark: string,
): Markup =>
  markup`<path class="${mark}" d="${places.map(([x, y]) => `M${x} ${y}h${width}v${height}h-${width}z`).join('')}"/>`;

/** A moment on a line: its place, its look, and its tooltip. */
export interface Moment {
  /** In percent of the width. */
  readonly x: number;
  readonly mark: 'declared' | 'changed' | 'gone' | 'suspect';
  readonly name: string;
  readonly href: string;
}

/** A line with moments. `shaded` is the range in which the change happened, in percent. */
export function timeline(
  label: string,
  moments: readonly Moment[],
  shaded?: readonly [from: number, to: number],
): Markup {
  const window = shaded
    ? markup`<rect class="window" opacity="0.2" x="${shaded[0]}%" width="${Math.max(0, shaded[1] - shaded[0])}%" height="30"/>`
    : markup``;
  return markup`<svg class="timeline" role="group" aria-label="${label}">${window}<line x1="0" x2="100%" y1="15" y2="15"/>
${moments.map(momentView)}</svg>
`;
}

const SHAPES: Readonly<Record<Moment['mark'], Markup>> = {
  declared: markup`<circle r="6"/>`,
  changed: markup`<circle r="6"/><path d="M0-6a6 6 0 0 1 0 12z"/>`,
  gone: markup`<circle r="6"/>`,
  suspect: markup`<rect x="-3" y="-12" width="6" height="24" rx="2"/>`,
};

/** A moment's sign for a legend. */
export const sign = (mark: Moment['mark']): Markup =>
  markup`<svg class="sign ${mark}" width="16" height="16" viewBox="-12 -12 24 24" aria-hidden="true">${SHAPES[mark]}</svg>`;

function momentView({ x, mark, name, href }: Moment): Markup {
  const [at, anchor] = x < 34 ? [0, 'start'] : x > 66 ? [100, 'end'] : [50, 'middle'];
  return markup`<a class="moment ${mark}" href="${href}" aria-label="${name}"><svg x="${x}%" y="15" overflow="visible">${SHAPES[mark]}</svg><text x="${at}%" y="46" text-anchor="${anchor}">${name}</text></a>
`;
}

/** The time span of an exchange. Only deviating ones are links. */
export interface Span {
  readonly from: number;
  readonly ms: number;
  readonly mark: string;
  readonly name: string;
  readonly href: string | undefined;
}

/** The width of a lane in units. Nothing is narrower than one unit. */
const UNITS = 500;

/** Nobody can distinguish more of them. */
const MAX_PLAIN = 300;

/** A group of exchanges, to scale. Exchanges that look the same are drawn once. */
export function lane(spans: readonly Span[], whole: number): Markup {
  const shapeOf = ({ from, ms }: Span): string => {
    const width = Math.max(1, Math.round((ms / whole) * UNITS));
    return `M${Math.min(Math.round((from / whole) * UNITS), UNITS - width)} 0h${width}v10h-${width}z`;
  };
  const plain = new Set(spans.filter(({ href }) => href === undefined).map(shapeOf));
  const links = spans.map((span) =>
    span.href === undefined
      ? markup``
      : markup`<a href="${span.href}" aria-label="${span.name}"><path class="${span.mark}" d="${shapeOf(span)}"/></a>`,
  );
  return markup`<svg class="lane" viewBox="0 0 ${UNITS} 10" preserveAspectRatio="none" role="group" aria-label="${countOf(spans.length, 'exchange')}"><path d="${[...plain].slice(0, MAX_PLAIN).join('')}"/>${links}</svg>`;
}
