import type { Report } from '../../judge/report/report.js';
import { flagOf, optionRows } from './option-table.js';

/** The option of the library for each flag: `timeoutMs`, `fresh: true`. */
const members: ReadonlyMap<string, string> = new Map(
  optionRows.flatMap(([name, { library, group, type }]) => {
    const member = library ?? (group === 'TLS' ? `tls.${name}` : undefined);
    return member ? [[flagOf(name), `${member}${type === 'switch' ? ': true' : ''}`] as const] : [];
  }),
);

const inWords = (text: string): string =>
  text.replaceAll(/(--[a-z]+(?:-[a-z]+)*)(?: (?=\d))?(\d*)/g, (flag, name: string, value: string) => {
    const member = members.get(name);
    return member ? `\`${member}${value && `: ${value}`}\`` : flag;
  });

/** The report with its advice about options in the words of the library. */
export const inLibraryWords = (report: Report): Report =>
  JSON.parse(JSON.stringify(report), (key, value: unknown) => {
    if (!['reason', 'obstacle', 'notes', 'fixtures'].includes(key)) return value;
    return Array.isArray(value) ? value.map(inWords) : typeof value === 'string' ? inWords(value) : value;
  });
