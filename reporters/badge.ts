import type { Report } from '../runner/judge/report.js';
import { markup } from './markup.js';
import { printableJson } from './printable.js';
import type { Reporter } from './reporter.js';
import { runSentence } from './wording.js';

/** Each is told from the others by its words and its colour; white text on the colour has a contrast of at least 4.5. */
const STATES = {
  complete: { message: 'conformant (complete)', width: 127, color: '2e7d32' },
  incomplete: { message: 'conformant, incomplete', width: 131, color: '8a6100' },
  outOfDate: { message: 'conformant, baseline out of date', width: 190, color: 'c62828' },
  nonconformant: { message: 'nonconformant', width: 83, color: 'c62828' },
  inconclusive: { message: 'inconclusive', width: 67, color: '6a6a6a' },
} as const;

const LABEL = { text: 'store orders', width: 67 };

/** The verdict in one line: the JSON of shields.io's endpoint badge where the path ends in `.json`, an SVG elsewhere. */
export const badge: Reporter = (report, { path = '' }) => {
  const state = STATES[stateOf(report)];
  return /\.json$/i.test(path) ? endpoint(state) : picture(state, titleOf(report));
};

function stateOf({ verdict, complete, baselineOutOfDate }: Report): keyof typeof STATES {
  if (verdict !== 'conformant') return verdict;
  if (baselineOutOfDate) return 'outOfDate';
  return complete ? 'complete' : 'incomplete';
}

type State = (typeof STATES)[keyof typeof STATES];

/** https://shields.io/badges/endpoint-badge; the address of the badge cannot override the colour of an error. */
const endpoint = ({ message, color }: State): string =>
  printableJson({
    schemaVersion: 1,
    label: LABEL.text,
    message,
    color,
    isError: message !== STATES.complete.message,
  });

const titleOf = (report: Report): string => {
  const { contract, edition, startedAt } = report;
  return `${contract.name} ${contract.version}, edition ${edition.id}, ${startedAt}: ${runSentence(report)}`;
};

/** Of a certificate: its class, and the day of its run. */
export function certificateBadge(report: Report, className: string): string {
  const message = `${className}, ${report.startedAt.slice(0, 10)}`;
  return picture(
    { message, width: Math.round(message.length * AVERAGE), color: STATES.complete.color },
    titleOf(report),
  );
}

/** Pixels of a character of such a text, in Verdana of 11 pixels. */
const AVERAGE = 6.6;

interface Shown {
  readonly message: string;
  readonly width: number;
  readonly color: string;
}

/** Self-contained: no font, style, script or picture from elsewhere, and no id that a page could have as well. */
function picture({ message, width, color }: Shown, title: string): string {
  const left = LABEL.width + 10;
  const right = width + 10;
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${LABEL.text}: ${message}">
  <title>${title}</title>
  <rect width="${left + right}" height="20" rx="3" fill="#${color}"/>
  <path d="M3 0H${left}V20H3A3 3 0 0 1 0 17V3A3 3 0 0 1 3 0Z" fill="#555"/>
  <g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11" aria-hidden="true">
    <text x="${left / 2}" y="14" textLength="${LABEL.width}">${LABEL.text}</text>
    <text x="${left + right / 2}" y="14" textLength="${width}">${message}</text>
  </g>
</svg>
`.source;
}
