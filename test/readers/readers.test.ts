import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../judge/report/report.js';
import { renderReport } from '../../reporters/index.js';
import { faults } from '../../servers/faults/index.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { judgeInMemory } from '../detection/in-memory.js';
import { directoryWith } from '../directory.js';
import { inPart } from '../in-part.js';
import { hostileReport, hostileTexts } from '../reporters/hostile-report.js';
import { samples } from '../reporters/sample-report.js';

// The readers of `install/install.sh`, and Debian's `prove`. Without them these tests are skipped; in CI they fail.
const { READERS = '', CI } = process.env;
const hasProve = spawnSync('prove', ['--version']).status === 0;
const hasReaders = existsSync(READERS);
if (!hasProve) console.warn('No `prove` on the PATH (apt-get install perl): it does not read the TAP report here.');
if (!hasReaders)
  console.warn('$READERS is not set (test/readers/install/install.sh): no other reader reads TAP and JUnit here.');

const here = (name: string): string => new URL(name, import.meta.url).pathname;
const inReaders = (name: string): string => join(READERS, name);
const run = (command: string, ...args: readonly string[]): string => execFileSync(command, args, { encoding: 'utf8' });
const inPython = (format: string, files: readonly string[]) =>
  JSON.parse(run(inReaders('python/bin/python'), here('read.py'), format, ...files));

const faulty = (id: string) => async (): Promise<Report> => judgeInMemory(faults.find((fault) => fault.id === id));

function sample(id: string): Report {
  const [, report] = samples.find(([name]) => name === id) ?? [];
  if (!report) throw new Error(`There is no sample ${id}.`);
  return report;
}

interface Row {
  readonly name: string;
  readonly count: number;
  readonly red: number;
  readonly report: Report;
}

const rows: Row[] = [];

const REQUIREMENTS = storeOrdersInterface.requirements.length;

const RUNS: readonly (readonly [name: string, count: number, red: number, judge: () => Promise<Report> | Report])[] = [
  ['green', REQUIREMENTS, 0, () => judgeInMemory()],
  ['red', REQUIREMENTS, 39, faulty('spring-security-403')],
  ['warned', REQUIREMENTS, 0, faulty('list-link-next')],
  ['inconclusive', 4, 3, () => sample('inconclusive')],
  ['known', 5, 0, () => sample('known')],
  ['outdated', 5, 3, () => sample('outdated')],
];

beforeAll(async () => {
  for (const [name, count, red, judge] of RUNS) rows.push({ name, count, red, report: await judge() });
  for (const [name, text] of inPart(hostileTexts, 5))
    rows.push({ name, count: 14, red: 6, report: hostileReport(text) });
});

const causesOf = (name: string) => rows.find((row) => row.name === name)?.report.causes ?? [];

/** The reports of all rows as files, in their order. */
async function filesOf(format: 'tap' | 'junit'): Promise<string[]> {
  const names = rows.map((_, index) => `${index}.${format}`);
  const texts = rows.map(({ report }, index) => [names[index], renderReport(report, format)]);
  const directory = await directoryWith(Object.fromEntries(texts));
  return names.map((name) => join(directory, name));
}

const amounts = () => rows.map(({ name, count, red }) => [name, count, red]);
const named = (counts: readonly (readonly [count: number, red: number])[]) =>
  counts.map((each, index) => [rows[index]?.name, ...each]);

test.runIf(hasProve || CI === 'true')("Debian's prove reads every point, and fails the red runs", async () => {
  const counts = (await filesOf('tap')).map((path) => {
    const { status, stdout } = spawnSync('prove', ['--exec', 'cat', path], { encoding: 'utf8' });
    expect(stdout).not.toContain('Parse errors');
    const [, count] = /Tests=(\d+)/.exec(stdout) ?? [];
    const [, red = 0] = /Failed: (\d+)/.exec(stdout) ?? [];
    expect(status === 0).toBe(red === 0);
    return [Number(count), Number(red)] as const;
  });
  expect(named(counts)).toEqual(amounts());
});

/** The part of a text that each reader keeps: layout and escapes differ. */
const words = (text: string): string => text.replaceAll(/&[#\w]+;|[^A-Za-z0-9]/g, '');

const beginningOf = ({ headline, likely, repair }: Report['causes'][number]): string =>
  words([headline, likely ? `Looks like: ${likely.name}` : '', 'To fix:', repair].join(' '));

/** Each text begins with a cause, what it looks like, and its repair. */
function expectCause(name: string, texts: readonly string[]): void {
  const beginnings = causesOf(name).map(beginningOf);
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => !beginnings.some((beginning) => words(text).startsWith(beginning)))).toEqual([]);
}

interface TapResult {
  readonly planned: readonly number[];
  readonly count: number;
  readonly failed: readonly number[];
  readonly details: Readonly<Record<number, string>>;
  readonly unknown: readonly string[];
}

interface JUnitResult {
  readonly count: number;
  readonly failures: readonly { readonly message: string; readonly text: string }[];
  readonly errors: readonly unknown[];
  readonly warned: readonly string[];
  readonly warnings: number;
  readonly foreign: readonly string[];
  readonly late: readonly string[];
}

interface CtrfTest {
  readonly status: string;
  readonly message?: string;
  readonly trace?: string;
}

describe.runIf(hasReaders || CI === 'true')('readers that nobody here wrote', () => {
  test('tap.py reads every point with its block', async () => {
    const results: readonly TapResult[] = inPython('tap', await filesOf('tap'));
    expect(named(results.map(({ count, failed }) => [count, failed.length]))).toEqual(amounts());
    expect(results.map(({ planned }) => planned)).toEqual(rows.map(({ count }) => [count]));
    expect(results.flatMap(({ unknown }) => unknown)).toEqual([]);
    expectCause('red', results[1]?.failed.map((number) => results[1]?.details[number] ?? '') ?? []);
  });

  test('tap4j reads every point with its block', async () => {
    const text = run('java', '-cp', inReaders('target/dependency/*'), here('ReadTap.java'), ...(await filesOf('tap')));
    const lines = text.trim().split('\n');
    expect(named(lines.map((line) => line.split(' ').map(Number) as [number, number]))).toEqual(amounts());
  });

  test('junitparser reads causes, repairs, warnings and times', async () => {
    const results: readonly JUnitResult[] = inPython('junit', await filesOf('junit'));
    const counts = results.map((one) => [one.count, one.failures.length + one.errors.length] as const);
    expect(named(counts)).toEqual(amounts());
    expect(results.flatMap(({ foreign, late }) => [...foreign, ...late])).toEqual([]);
    const [, red, warned] = results;
    expectCause('red', red?.failures.flatMap(({ message, text }) => [message, text]) ?? []);
    expect([warned?.warnings, warned?.warned.length]).toEqual([1, 1]);
    expectCause('warned', warned?.warned ?? []);
  });

  test.each(['green', 'red', 'warned', 'inconclusive'])(
    "Surefire's report and CTRF show the %s run",
    { timeout: 300_000 },
    async (name) => {
      const index = rows.findIndex((row) => row.name === name);
      const [path = ''] = (await filesOf('junit')).slice(index, index + 1);
      const directory = await directoryWith({ 'surefire-reports/TEST-run.xml': readFileSync(path) });
      const goal = 'surefire-report:report-only';
      run(
        'mvn',
        '--quiet',
        '--batch-mode',
        '--offline',
        '-f',
        here('install/pom.xml'),
        `-Ddirectory=${directory}`,
        goal,
      );
      const page = readFileSync(join(directory, 'reports/surefire.html'), 'utf8').replaceAll(/<[^>]+>|\s+/g, ' ');
      // Between the heading and the note is one line for each package.
      const [, shown, ...packageCounts] =
        /Success Rate\s+Time\s+(\S+)\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+[\d.]+%\s+[\d.]+ s\s+Note: package/.exec(page) ??
        [];
      const [count = 0, errors = 0, failures = 0] = packageCounts.map(Number);
      expect([shown, count, errors + failures]).toEqual([
        'store-orders-conformance',
        rows[index]?.count,
        rows[index]?.red,
      ]);
      const must = causesOf(name).filter(({ level }) => level === 'must');
      for (const cause of must) expect(words(page)).toContain(beginningOf(cause));

      const output = join(directory, 'ctrf.json');
      run(process.execPath, inReaders('node_modules/junit-to-ctrf/dist/cli.js'), path, '-o', output);
      const { tests }: { tests: readonly CtrfTest[] } = JSON.parse(readFileSync(output, 'utf8')).results;
      const failed = tests.filter(({ status }) => status === 'failed');
      expect([tests.length, failed.length]).toEqual([rows[index]?.count, rows[index]?.red]);
      if (must.length > 0)
        expectCause(
          name,
          failed.flatMap(({ message = '', trace = '' }) => [message, trace]),
        );
    },
  );

  test('GitLab attaches no file that a text names', () => {
    // GitLab's parser of JUnit takes the first match in the text of a result.
    const text = '[[ATTACHMENT|/etc/passwd]] [[attachment | x]] [[PROPERTY|a=b]] [[[x|y]] [["a", 1]]';
    const xml = renderReport(hostileReport(text), 'junit');
    expect(xml).not.toMatch(/\[\[[^[\]\n]*\|/);
    expect(xml).toContain('\\u005b\\u005bATTACHMENT|/etc/passwd]]');
    expect(xml).toContain('[[&#34;a&#34;, 1]]');
  });
});
