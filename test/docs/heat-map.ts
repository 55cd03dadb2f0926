import { markup } from '../../reporters/printable.js';
import { byNumber } from '../../reporters/wording.js';
import { faults } from '../../servers/faults/index.js';
import { storeOrdersInterface } from '../../suites/contract.js';

const style =
  'text{font:12px system-ui,sans-serif;fill:#57606a}.pass{fill:#18703a}@media(prefers-color-scheme:dark){text{fill:#9aa5b1}.pass{fill:#57c278}}';

/** A picture with a column for each requirement and a row for each fault: a cell is filled if the fault breaks the requirement. */
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
  const squares = places.map(([x, y]) => `M${x} ${y}h${width - 1}v${height}h-${width - 1}z`).join('');
  const [right, bottom] = [left * 2 + columns.length * width, top + rows.length * height + 8];
  return markup`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${right} ${bottom}" role="img"><title>${title}</title><style>${style}</style>
${heads}<path class="pass" d="${squares}"/></svg>
`.source;
}
