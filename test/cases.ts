import { expect } from 'vitest';
import { stringify } from 'yaml';
import { expectGolden, readGolden } from './golden.js';
import { inPart } from './in-part.js';
import { refusal } from './refusal.js';

/**
 * Reads each input of a file of cases, and compares the value or the error message with that file. A case is a title
 * after `## `, an input, and after `=>` the outcome, which `-u` writes. No outcome may contain the text "sesame", which stands
 * for a secret.
 * @param every `npm test` tries one of so many cases; the others keep their outcomes
 */
export async function holdCases(path: string, read: (input: string) => unknown, every = 1): Promise<void> {
  const [, ...cases] = `\n${readGolden(path)}`.split('\n## ');
  const told: string[] = [];
  const tried = inPart(cases, every);
  for (const each of cases) {
    const [written = '', kept] = each.split('\n=>');
    if (kept !== undefined && !tried.includes(each)) {
      told.push(`## ${each.trimEnd()}\n`);
      continue;
    }
    const [, ...lines] = written.split('\n');
    const outcome = await outcomeOf(() => read(lines.join('\n')));
    told.push(`## ${written}\n=>\n${outcome}\n`);
  }
  expect(told).not.toEqual([]);
  await expectGolden(told.join('\n'), path);
}

/** The error message, or the value that was read, as indented lines. */
async function outcomeOf(read: () => unknown): Promise<string> {
  let value: unknown;
  const message = await refusal(async () => {
    value = await read();
  });
  const said = typeof value === 'string' ? value : stringify(value, { lineWidth: 0 });
  const outcome = message === 'no error' ? said : message;
  expect(outcome).not.toContain('sesame');
  return outcome.trimEnd().replaceAll(/^(?=.)/gm, '  ');
}
