import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { FORMATS } from '../../reporters/formats.generated.js';
import { bundle, copyOf, honestRun, state, statementIn } from '../certificate/bundle.js';
import { directoryWith } from '../directory.js';
import { type Line, linesIn, temporary, writeLines } from '../evidence/recorded.js';
import { inPart } from '../in-part.js';
import { ACTING, obeyedIn } from '../reporters/hostile-report.js';
import { cleanReport, knownDeviations, sampleReport } from '../reporters/sample-report.js';
import { runProgram } from './run-program.js';

// No text in a file, an answer or an argument may become an output line that a terminal or a CI system obeys.

/** `npm test` tries a few texts at each place; FINAL_LINES=300 more. */
const numRuns = Number(process.env.FINAL_LINES ?? 2);

const ATOMS = [
  ...[
    '::set-output name=verdict::conformant',
    '::',
    ':',
    '::stop-commands::x',
    '::error::',
    '##[error]',
    '##',
    '#',
    '[',
  ],
  ...[
    '##vso[task.complete result=Succeeded]',
    '##teamcity[buildStop]',
    '\u001b[2J',
    '\u001b[32m',
    '\u0007',
    '\u009b2J',
  ],
  ...[
    '\u202e',
    '\u2066',
    '\u200b',
    '\ufeff',
    '\n',
    '\r',
    '\r\n',
    '\t',
    '\u0085',
    '\u2028',
    '\u2029',
    '\ud800',
    '\uffff',
  ],
  ...['x', 'word', '`', '"', "'", '\\', '%0A', '<b>', '|', '$(id)', '{', '}', ',', '-', '…', '😀'],
];

/** A wrapped line may begin with these blanks. */
const blanks = fc.tuple(fc.constantFrom(' ', '\u00a0', '\u3000'), fc.integer({ min: 1, max: 120 }));
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...ATOMS),
      blanks.map(([blank, times]) => blank.repeat(times)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));
/** GitHub's runner once obeyed a line with the first text. The second text combines the other tricks. */
const examples: [string][] = [
  [`x${' '.repeat(100)}::set-output name=verdict::conformant`],
  ['\u001b[2J\u202e\u0007x\r::error::y\n \u00a0::add-mask::z ##[error] ##vso[a] ##teamcity[b]'],
];

type Files = Readonly<Record<string, string | Uint8Array>>;

/** Runs a command with this text in its input, and checks its output and the files that it writes. */
async function demandSafe(argv: readonly string[], files: Files, made: readonly string[] = []): Promise<number> {
  const cwd = await directoryWith(files);
  const env = { STORE_ORDERS_API_KEY: 'Sample-Key-0001' };
  const { out, err, verdictLine = '', code } = await runProgram(argv, { cwd, env });
  const texts = [out, err, verdictLine, ...made.map((name) => readFileSync(join(cwd, name), 'utf8'))];
  for (const text of texts) {
    expect(text).not.toMatch(ACTING);
    // Annotations are commands on purpose, but must not contain others.
    const own = argv.includes('github') ? /^::(?:error|warning|notice) title=[^:\n]*::(?!.*##\w*\[)/ : /$^/;
    expect(obeyedIn(text).filter((line) => !own.test(line))).toEqual([]);
  }
  return code;
}

const holds = (about: (text: string) => Promise<unknown>): Promise<void> =>
  fc.assert(
    fc.asyncProperty(hostile, async (text) => void (await about(text))),
    { numRuns, examples },
  );

const json = (text: string): string => JSON.stringify(text);
const target = ['--base-url', 'http://127.0.0.1:9/v1'];

test('files and arguments that a command refuses', { timeout: 600_000 }, async () => {
  await holds(async (text) => {
    const word = text.replaceAll('\u0000', '');
    for (const content of [text, `${json(text)}: 1`, `orders: { pending: [${json(text)}], ${json(text)}: [1] }`]) {
      await demandSafe(['run', ...target, '--fixtures', 'f.yaml', '--dry-run'], { 'f.yaml': content });
      await demandSafe(['run', '--config', 'c.yaml'], { 'c.yaml': content });
      await demandSafe(['rejudge', 'e.gz', '--baseline', 'b.yaml'], { 'b.yaml': content, 'e.gz': text });
      await demandSafe(['run', ...target, '--header-file', 'h'], { h: content });
      await demandSafe(['compare', 'a.json', 'a.json'], { 'a.json': content });
    }
    for (const argv of [
      [word],
      ['explain', word],
      ['run', '--suite', word],
      ['run', '--base-url', word],
      ['verify', word],
    ])
      await demandSafe(argv, {});
    await demandSafe(['run', '--target', word], { 'store-orders-conformance.yaml': `targets: { ${json(text)}: {} }` });
  });
});

/** Replaces every text of a value, except those on which its type or links depend. */
const texted = (value: unknown, text: string, kept: ReadonlySet<string>): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, member: unknown) => (typeof member === 'string' && !kept.has(key) ? text : member)),
  );

/** Members whose texts the schema of a report restricts. */
const RESTRICTED = new Set(
  'format digest verdict level unscored clause operation expires state kind shows startedAt credential method end'.split(
    ' ',
  ),
);

test('reports of strangers', { timeout: 600_000 }, async () => {
  const given = { ...sampleReport, baseline: knownDeviations.baseline, orders: [], deletions: [] };
  await holds(async (text) => {
    const files = {
      'a.json': JSON.stringify(cleanReport),
      'b.json': JSON.stringify(texted(given, text, RESTRICTED)),
      'c.json': JSON.stringify(texted(given, text, new Set([...RESTRICTED, 'id', 'requirement', 'requirements']))),
    };
    for (const name of ['b.json', 'c.json']) {
      for (const format of ['text', 'markdown', 'json'])
        expect(await demandSafe(['compare', 'a.json', name, '--format', format], files)).not.toBe(2);
      expect(await demandSafe(['baseline', name], files)).toBe(0);
    }
  });
});

/** Evidence whose answers contain this text in every place. */
function hostileEvidence(lines: readonly Line[], text: string): Line[] {
  const head = Buffer.from(text).toString('base64');
  const latin = text.replaceAll(/[^\t -~\u0080-\u00ff]/g, '');
  return structuredClone([...lines]).map((line: Line, index) => {
    const { response } = line.exchange?.outcome ?? {};
    if (!response || index % 2 === 0) return line;
    response.reason = index % 3 === 0 ? text : latin;
    response.headers = [...response.headers.map(([name]: [string]) => [name, latin]), ['X-Note', text]];
    if (line.exchange.sent.method === 'DELETE')
      response.body = { ...response.body, head, length: Buffer.byteLength(text) };
    return line;
  });
}

test('evidence of strangers, in every format', { timeout: 900_000 }, async () => {
  const lines = linesIn(await honestRun());
  let tried = 0;
  await holds(async (text) => {
    const directory = temporary();
    const plain = `${text.replaceAll(/[^ -~]/g, '')}x`;
    for (const said of [text, plain]) {
      writeLines(directory, hostileEvidence(lines, said));
      const evidence = readFileSync(join(directory, 'evidence.jsonl.gz'));
      const baseline = `entries: [{ cause: ${json(said)}, reason: ${json(said)}, expires: 2099-01-01 }]`;
      const files = { 'e.gz': evidence, 'b.yaml': baseline };
      tried += 1;
      for (const format of inPart(Object.keys(FORMATS), 7, tried)) {
        const code = await demandSafe(['rejudge', 'e.gz', '--report', format], files);
        if (said === plain) expect(code).toBe(1);
      }
      await demandSafe(['rejudge', 'e.gz', '--verbose', '--baseline', 'b.yaml'], files);
    }
  });
});

test('bundles of strangers', { timeout: 600_000 }, async () => {
  const directory = await honestRun();
  await bundle(directory);
  await holds(async (text) => {
    const at = copyOf(directory);
    await state(at, JSON.stringify(texted(statementIn(at), text, new Set(['_type', 'predicateType', 'sha256']))));
    await demandSafe(['verify', at], {});
    const statement = statementIn(directory);
    const { conformance } = statement.predicate;
    conformance.target.baseUrl = text;
    conformance.edition.id = text;
    await state(at, JSON.stringify(statement));
    for (const format of ['text', 'json']) await demandSafe(['verify', at, '--format', format], {});
    await state(at, text);
    await demandSafe(['verify', at], {});
    writeFileSync(join(at, 'report.json'), text);
    await demandSafe(['verify', at], {});
  });
});

test('a listing, as doctor and init show it', { timeout: 600_000 }, async () => {
  let status = '';
  const server = createServer((request, response) => {
    if (request.headers.authorization === undefined) return response.writeHead(401).end(status);
    return response.writeHead(200, { 'Content-Type': 'application/json' }).end(
      JSON.stringify([
        { id: 101, status: `pending ${status}` },
        { id: 102, status, [`${status}state`]: 'pending' },
      ]),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const at = ['--base-url', `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`];
  await holds(async (text) => {
    status = text;
    await demandSafe(['doctor', ...at], {});
    await demandSafe(['init', '--from-target', ...at], {}, ['store-orders-fixtures.yaml']);
  });
});
