import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeWhole } from '../../cli/shell/files.js';
import { defectSentence } from '../../cli/shell/io.js';
import { LedgerFile } from '../../cli/shell/ledger-file.js';
import { directoryWith } from '../directory.js';
import { play } from './transcript.js';

/** Makes every later write to this open file fail. */
function fillDisk(path: string): void {
  const target = (name: string): string => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`);
    } catch {
      return ''; // the descriptor of the listing itself
    }
  };
  const descriptor = Number(readdirSync('/proc/self/fd').find((name) => target(name) === path));
  closeSync(descriptor);
  // The system gives the lowest free number.
  const opened: number[] = [];
  while (!opened.includes(descriptor) && opened.length < 1000) opened.push(openSync('/dev/full', 'a'));
  for (const other of opened) if (other !== descriptor) closeSync(other);
}

test('the files of a run', async () => {
  let isFull = false;
  await play(import.meta.url, 'files', {
    stores: (cwd) => ({
      'a folder in the place of a report': {
        onRequest: () => mkdirSync(join(cwd, 'a.json/inside'), { recursive: true }),
      },
      'a disk that is full': {
        onRequest: () => {
          if (!isFull) fillDisk(join(cwd, 'full.json.ledger.jsonl'));
          isFull = true;
        },
      },
    }),
  });
});

test('a report replaces an earlier one only when it is complete', async () => {
  const cwd = await directoryWith({ report: 'before' });
  const path = join(cwd, 'report');
  await writeWhole(path, 'after');
  expect([readFileSync(path, 'utf8'), readdirSync(cwd)]).toEqual(['after', ['report']]);
  mkdirSync(`${path}.partial`); // a write there fails
  const failure: unknown = await writeWhole(path, 'later').catch((error: unknown) => error);
  // A full disk is not a defect of the suite, whichever command meets it.
  expect(defectSentence(failure)).toMatch(new RegExp(`^Writing ${path} failed: .+\\.\n$`));
  expect(readFileSync(path, 'utf8')).toBe('after');
});

test('of two runs that begin at the same instant, only one gets the ledger', async () => {
  const cwd = await directoryWith({});
  const [one, other] = [1, 2].map(() => new LedgerFile('--report json', join(cwd, 'out.json')));
  one?.begin(undefined);
  expect(() => other?.begin(undefined)).toThrow(/ cannot be written: it exists already\. Nothing was sent\.$/);
  one?.end(false);
  expect(readdirSync(cwd)).toEqual([]);
});
