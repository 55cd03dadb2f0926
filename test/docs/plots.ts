import { readFileSync } from 'node:fs';
import { type Markup, markup } from '../../reporters/printable.js';
import { byNumber } from '../../reporters/wording.js';
import { faults } from '../../servers/faults/index.js';
import { storeOrdersInterface } from '../../suites/contract.js';

const style = `text{font:12px system-ui,sans-serif;fill:#57606a}.axis{stroke:#d9dfe5}.pass{fill:#18703a}.a{fill:#0a56b8;stroke:#0a56b8}.b{fill:#855300;stroke:#855300}@media(prefers-color-scheme:dark){text{fill:#9aa5b1}.axis{stroke:#2b333c}.pass{fill:#57c278}.a{fill:#7ab5ff;stroke:#7ab5ff}.b{fill:#e0ab45;stroke:#e0ab45}}polyline.a,polyline.b{fill:none;stroke-width:2}text.a,text.b{stroke:none}`;

/** A picture that needs nothing else, for light and dark pages. */
const picture = (title: string, width: number, height: number, content: readonly Markup[]): string =>
  markup`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img"><title>${title}</title><style>${style}</style>
${content}</svg>
`.source;

/** A column a requirement, clause after clause; a row a fault: a cell where the fault breaks the requirement. */
export function heatMap(): string {
  const columns = [...storeOrdersInterface.requirements].sort((a, b) => byNumber(a.clause, b.clause));
  const indexOf = new Map(columns.map(({ id }, index) => [id as string, index]));
  const rows = faults
    .map(({ requirements }) => requirements.flatMap((id) => indexOf.get(id) ?? []).sort((a, b) => a - b))
    .sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0) || a.length - b.length);
  const [left, top, width, height] = [8, 24, 8, 2];
  const places = rows.flatMap((row, y) => row.map((x) => [left + x * width, top + y * height] as const));
  const heads = columns.flatMap(({ clause }, index) => {
    const part = clause.split('.')[0] ?? clause;
    const before = columns[index - 1]?.clause.split('.')[0];
    return part === before || part === '0' || part === '1'
      ? []
      : [markup`<text x="${left + index * width}" y="16">§${part}</text>\n`];
  });
  const title = `${rows.length} faults (rows) and the ${columns.length} requirements (columns) that each of them breaks`;
  return picture(title, left * 2 + columns.length * width, top + rows.length * height + 8, [
    ...heads,
    markup`<path class="pass" d="${places.map(([x, y]) => `M${x} ${y}h${width - 1}v${height}h-${width - 1}z`).join('')}"/>`,
  ]);
}

interface Series {
  readonly name: string;
  readonly mark: 'a' | 'b';
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** Lines from point to point, named at their ends. @param ticks of the horizontal axis: where, and how it is called */
function lineChart(
  title: string,
  unit: string,
  series: readonly Series[],
  ticks: readonly (readonly [number, string])[],
) {
  const [width, height, left, bottom] = [640, 260, 48, 220] as const;
  const most = Math.max(...series.flatMap(({ points }) => points.map(([, y]) => y)));
  const widest = Math.max(...ticks.map(([x]) => x));
  const xOf = (x: number): number => Math.round(left + (x / widest) * 420);
  const yOf = (y: number): number => Math.round(bottom - (y / most) * 180);
  const lines = series.map(({ name, mark, points }) => {
    const places = points.map(([x, y]) => [xOf(x), yOf(y)] as const);
    const [endX = 0, endY = 0] = places.at(-1) ?? [];
    return markup`<polyline class="${mark}" points="${places.map(String).join(' ')}" fill="none"/>${places.map(([x, y]) => markup`<circle class="${mark}" cx="${x}" cy="${y}" r="3"/>`)}<text class="${mark}" x="${endX + 8}" y="${endY + (mark === 'a' ? -2 : 12)}">${name}</text>\n`;
  });
  const labels = ticks.map(([x, name]) => markup`<text x="${xOf(x)}" y="240" text-anchor="middle">${name}</text>`);
  const scale = [0, most / 2, most].map(
    (y) =>
      markup`<line class="axis" x1="${left}" x2="${xOf(widest)}" y1="${yOf(y)}" y2="${yOf(y)}"/><text x="40" y="${yOf(y) + 4}" text-anchor="end">${y < 20 ? y.toFixed(1) : Math.round(y)}</text>\n`,
  );
  return picture(title, width, height, [markup`<text x="4" y="16">${unit}</text>\n`, ...scale, ...labels, ...lines]);
}

/** The cells of the rows of the measured tables that begin like this. */
const measured = (pattern: RegExp): string[][] =>
  readFileSync(new URL('../../docs/generated/performance.md', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => pattern.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));

/** MB/s against the size of a listing: this suite, and what JSON.parse alone takes. */
export function throughput(): string {
  const rows = (who: string) => measured(new RegExp(`^\\| uniform, \\d+ MB: ${who}`));
  const points = (who: string) =>
    rows(who).map(([, name = '', speed = '']) => {
      return [Math.log10(Number(/(\d+) MB/.exec(name)?.[1])) - 1, Number(speed)] as const;
    });
  const series: Series[] = [
    { name: 'this suite', mark: 'a', points: points('this suite') },
    { name: 'read and JSON.parse', mark: 'b', points: points('floor') },
  ];
  const ticks = [10, 100, 1000].map((size) => [Math.log10(size) - 1, `${size} MB`] as const);
  return lineChart('MB/s against the size of the listing, beside JSON.parse', 'MB/s', series, ticks);
}

/** Seconds of a whole run against the latency of each response. */
export function latency(): string {
  const runs = measured(/^\| \d+ ms +\| +1 \|/).map(([, wait = '', , speed = '']) => {
    return [Number.parseInt(wait, 10), 1 / Number(speed)] as const;
  });
  const series: Series[] = [{ name: 'a whole run', mark: 'a', points: runs }];
  const ticks = runs.map(([wait]) => [wait, `${wait} ms`] as const);
  return lineChart('Seconds of a run against the latency of each response', 'seconds', series, ticks);
}
