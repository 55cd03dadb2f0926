/** An aligned Markdown table, readable in a terminal as well. The first column is text, the others are numbers. */
export function markdownTable(columns, rows) {
  const lines = [columns, ...rows].map((row) => row.map(String));
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i].length), 4));
  const render = (line) =>
    `| ${line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join(' | ')} |`;
  const rule = `| ${widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [render(lines[0]), rule, ...lines.slice(1).map(render)].join('\n');
}

/** A number with this many decimals. */
export const decimals = (value, digits) => value.toFixed(digits);

/** A row of the table of targets; `atMost` or `atLeast` is the bound. */
export function target(what, { atMost, atLeast, measured, digits = 2, unit = '' }) {
  const wanted = atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`;
  const met = atMost === undefined ? measured >= atLeast : measured <= atMost;
  return [what, `${wanted}${unit}`, `${decimals(measured, digits)}${unit}`, met ? 'yes' : 'NO'];
}

/** A part of the benchmark as Markdown. */
export function renderPart({ title, targets, tables }) {
  const sections = [
    `## ${title}`,
    ...(targets.length > 0 ? [markdownTable(['target', 'wanted', 'measured', 'met'], targets)] : []),
    ...tables.flatMap(({ caption, columns, rows }) => [caption, markdownTable(columns, rows)]),
  ];
  return sections.join('\n\n');
}
