import { cpSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { END, GZIP_HEADER, gzipTrailer, headerOf, paddingOf } from '../../certificate/archive/format.js';
import { FILE_NAMES, type FileName, sha256 } from '../../certificate/bundle/files.js';
import type { Conformance } from '../../certificate/bundle/statement.js';
import { subjectText } from '../../certificate/bundle/subject.js';
import { openEnvelope } from '../../certificate/verify/envelope.js';
import { problemsOf, validatorOf } from '../schemas/schema-validator.js';
import { bundle, copyOf, newSigner, record, refusals, remove, seal, temporary, verified } from './bundle.js';

// Changes to a signed bundle by who does not have the key.

const [vendor, stranger] = [newSigner(), newSigner()];
let signed: string;
let archive: string;
let other: string;
let unsigned: string;
const copies: string[] = [];

const copy = (directory: string): string => {
  const made = copyOf(directory);
  copies.push(made);
  return made;
};

beforeAll(async () => {
  signed = temporary();
  await record(signed);
  unsigned = copy(signed);
  archive = await bundle(signed, { signer: vendor });
  await bundle(unsigned);
  other = temporary();
  await record(other);
  await bundle(other, { signer: vendor });
});
afterAll(() => {
  for (const directory of [signed, other, ...copies]) {
    remove(directory);
    remove(`${directory}.tar.gz`);
  }
});

const read = (directory: string, name: string): Buffer => readFileSync(join(directory, name));
const write = (directory: string, name: string, bytes: Uint8Array | string) =>
  writeFileSync(join(directory, name), bytes);

/** With its first byte that is a letter changed to another one. */
function withAnotherByte(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  const at = Math.floor(changed.length / 2);
  changed[at] = (changed[at] as number) ^ 1;
  return changed;
}

describe('a changed directory is refused, and the message names what was changed', () => {
  test.each(FILE_NAMES)('a byte of %s', async (name) => {
    const directory = copy(signed);
    write(directory, name, withAnotherByte(read(directory, name)));
    const verification = await verified(directory);
    expect(verification.verified).toBe(false);
    const named = { 'statement.dsse.json': /^envelope|^signature/, 'signing-key.pub': /^signature/ };
    expect(refusals(verification)[0]).toMatch(
      { ...named }[name as keyof typeof named] ?? `digests: ${name} was changed`,
    );
  });

  const CHANGES: readonly (readonly [string, RegExp, (directory: string) => void | Promise<void>])[] = [
    ...FILE_NAMES.filter((name) => name !== 'signing-key.pub').map(
      (name) =>
        [
          `${name} removed`,
          new RegExp(`^files: ${name} is missing`),
          (directory: string) => unlinkSync(join(directory, name)),
        ] as const,
    ),
    [
      'the key removed',
      /^signature: .*holds no Ed25519 public key/,
      (directory) => unlinkSync(join(directory, 'signing-key.pub')),
    ],
    ['a file added', /^files: The bundle holds "notes.txt"/, (directory) => write(directory, 'notes.txt', 'see')],
    [
      'a file that is a link',
      /^files: report.html is a link/,
      (directory) => {
        renameSync(join(directory, 'report.html'), join(directory, '..', `${directory.split('/').at(-1)}.html`));
        symlinkSync(`${directory}.html`, join(directory, 'report.html'));
      },
    ],
    [
      'evidence of another run',
      /^digests: evidence.jsonl.gz was changed/,
      (directory) => cpSync(join(other, 'evidence.jsonl.gz'), join(directory, 'evidence.jsonl.gz')),
    ],
    [
      'the statement of another run',
      /^digests: /,
      (directory) => cpSync(join(other, 'statement.dsse.json'), join(directory, 'statement.dsse.json')),
    ],
    [
      'the signature of another run',
      /^signature: The signature does not fit the statement/,
      (directory) => {
        const [own, theirs] = [directory, other].map((from) =>
          JSON.parse(read(from, 'statement.dsse.json').toString()),
        );
        write(
          directory,
          'statement.dsse.json',
          `${JSON.stringify({ ...own, signatures: theirs.signatures }, null, 2)}\n`,
        );
      },
    ],
    [
      'the signature removed',
      /^signature: The bundle holds a public key, and no signature/,
      (directory) => {
        const own = JSON.parse(read(directory, 'statement.dsse.json').toString());
        write(directory, 'statement.dsse.json', `${JSON.stringify({ ...own, signatures: [] }, null, 2)}\n`);
      },
    ],
    [
      'a verdict in the report, with its digest in the statement',
      /^signature: The signature does not fit the statement/,
      async (directory) => {
        const text = read(directory, 'report.json').toString();
        write(directory, 'report.json', text.replace('"verdict": "pass"', '"verdict": "warn"'));
        const { signatures } = JSON.parse(read(directory, 'statement.dsse.json').toString());
        await seal(directory);
        const sealed = JSON.parse(read(directory, 'statement.dsse.json').toString());
        write(directory, 'statement.dsse.json', `${JSON.stringify({ ...sealed, signatures }, null, 2)}\n`);
      },
    ],
    [
      'the edition renamed',
      /^signature: The signature does not fit/,
      (directory) => forge(directory, (text) => text.replaceAll('2026.1', '2026.2')),
    ],
    [
      'the subject renamed',
      /^signature: The signature does not fit/,
      (directory) => forge(directory, (text) => text.replaceAll('petstore', 'catstore')),
    ],
  ];

  test.each(CHANGES)('%s', async (_what, expected, change) => {
    const directory = copy(signed);
    await change(directory);
    const verification = await verified(directory);
    expect(verification.verified).toBe(false);
    expect(refusals(verification)[0]).toMatch(expected);
    rmSync(`${directory}.html`, { force: true });
  });

  /** Changes the payload, and leaves the signature as it is. */
  function forge(directory: string, change: (text: string) => string): void {
    const envelope = JSON.parse(read(directory, 'statement.dsse.json').toString());
    const payload = change(Buffer.from(envelope.payload, 'base64').toString());
    write(
      directory,
      'statement.dsse.json',
      `${JSON.stringify({ ...envelope, payload: Buffer.from(payload).toString('base64') }, null, 2)}\n`,
    );
  }

  test('signed again with another key: refused by who knows the key of the vendor, and shown to who does not', async () => {
    const directory = copy(signed);
    await bundle(directory, { signer: stranger });
    expect(await verified(directory)).toMatchObject({
      verified: true,
      signature: { state: 'unknown-signer', keyid: stranger.keyid },
    });
    const { createPublicKey } = await import('node:crypto');
    const refused = await verified(directory, { trusted: [createPublicKey(vendor.publicPem)] });
    expect(refusals(refused)).toEqual([
      expect.stringMatching(/^signature: Signed by SHA256:.* which is not a key that you trust/),
    ]);
    expect(refusals(await verified(unsigned, { trusted: [createPublicKey(vendor.publicPem)] }))).toEqual([
      expect.stringMatching(/^signature: The bundle is unsigned/),
    ]);
  });

  test('too old, and without the nonce', async () => {
    const now = Date.now() + 8 * 86_400_000;
    expect(refusals(await verified(signed, { now, maxAgeDays: 7 }))).toEqual([
      expect.stringMatching(/^age: The run began at .*, 8 days ago; at most 7/),
    ]);
    expect(refusals(await verified(signed, { nonce: 'abcdefgh' }))).toEqual([
      expect.stringMatching(/^nonce: The run was made without a nonce; expected abcdefgh/),
    ]);
  });
});

/** An archive of these blocks. */
const gzipped = (...blocks: readonly Uint8Array[]): Buffer => {
  const tar = Buffer.concat(blocks);
  return Buffer.concat([GZIP_HEADER, deflateRawSync(tar), gzipTrailer(crc32(tar), tar.length)]);
};

const FOLDER = 'petstore-2.3.1';
const file = (name: string, content = 'x'): Buffer =>
  Buffer.concat([headerOf(name, content.length), Buffer.from(content), paddingOf(content.length)]);

/** A header with these bytes in it, and a checksum that fits. */
function header(name: string, ...changes: readonly (readonly [at: number, text: string])[]): Buffer {
  const block = headerOf(name, 0);
  for (const [at, text] of changes) block.write(text, at, 'latin1');
  block.write('        ', 148, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

const TYPE_AT = 156;

describe('a hostile archive is refused, and the message names what is wrong', () => {
  const real = (): Buffer => readFileSync(archive);
  const tarOf = (): Buffer => gunzipSync(real());
  const ARCHIVES: readonly (readonly [string, RegExp, () => Buffer])[] = [
    ['cut off', /^archive: The archive (was cut off|is damaged)/, () => real().subarray(0, real().length - 2000)],
    [
      'cut off within a file',
      /^archive: The archive was cut off within evidence.jsonl.gz/,
      () => gzipped(tarOf().subarray(0, 41_000)),
    ],
    [
      'cut off before its end',
      /^archive: The archive was cut off: its last blocks/,
      () => gzipped(file(`${FOLDER}/junit.xml`)),
    ],
    ['nothing', /^archive: The archive is not a gzip file/, () => Buffer.alloc(0)],
    ['empty', /^archive: The archive is empty/, () => gzipped(END)],
    ['not an archive', /^archive: The archive is not a gzip file/, () => Buffer.from('<html>'.repeat(10))],
    [
      'packed by another program, with its name in the gzip header',
      /The gzip header of the archive is not the one that `certify` writes. If you packed it again, unpack it/,
      () =>
        Buffer.concat([
          GZIP_HEADER.subarray(0, 3),
          Buffer.from('\x08\0\0\0\0\0\xffname\0', 'latin1'),
          real().subarray(10),
        ]),
    ],
    [
      'a link after what another program packed',
      /which is a symbolic link/,
      () =>
        gzipped(
          header(`${FOLDER}/`, [TYPE_AT, '5']),
          header(`${FOLDER}/junit.xml`, [100, '0000600']),
          header(`${FOLDER}/report.json`, [TYPE_AT, '2'], [157, '/etc/passwd']),
          END,
        ),
    ],
    ['bytes after it', /^archive: /, () => Buffer.concat([real(), Buffer.from('more')])],
    ['another archive after it', /^archive: /, () => Buffer.concat([real(), real()])],
    [
      'bytes after the end of the tar',
      /^archive: The archive does not end where it says/,
      () => gzipped(tarOf(), Buffer.from('more')),
    ],
    [
      'a symbolic link',
      /"petstore-2.3.1\/report.json", which is a symbolic link/,
      () => gzipped(header(`${FOLDER}/report.json`, [TYPE_AT, '2'], [157, '/etc/passwd']), END),
    ],
    [
      'a hard link',
      /which is a hard link/,
      () => gzipped(header(`${FOLDER}/report.json`, [TYPE_AT, '1'], [157, '../x']), END),
    ],
    [
      'a directory',
      /holds the directory "petstore-2.3.1\/" itself/,
      () => gzipped(header(`${FOLDER}/`, [TYPE_AT, '5']), END),
    ],
    ['a device', /which is a device/, () => gzipped(header(`${FOLDER}/report.json`, [TYPE_AT, '3']), END)],
    [
      'an extended header',
      /which is an entry of the type "x"/,
      () => gzipped(header(`${FOLDER}/report.json`, [TYPE_AT, 'x']), END),
    ],
    [
      'an absolute path',
      /"\/etc\/report.json", which is an absolute path/,
      () => gzipped(file('/etc/report.json'), END),
    ],
    [
      'a climbing path',
      /"..\/report.json", which climbs out of its folder/,
      () => gzipped(file('../report.json'), END),
    ],
    [
      'a climbing path further on',
      /which climbs out of its folder/,
      () => gzipped(file(`${FOLDER}/../../report.json`), END),
    ],
    ['a path of Windows', /which would be a path of its own on Windows/, () => gzipped(file('C:\\report.json'), END)],
    [
      'a file that no bundle has',
      /holds notes.txt, which no bundle has/,
      () => gzipped(file(`${FOLDER}/notes.txt`), END),
    ],
    [
      'a doubled name',
      /holds junit.xml twice/,
      () => gzipped(file(`${FOLDER}/junit.xml`), file(`${FOLDER}/junit.xml`, 'y'), END),
    ],
    [
      'two folders',
      /has files in two folders, petstore-2.3.1 and other/,
      () => gzipped(file(`${FOLDER}/junit.xml`), file('other/report.json'), END),
    ],
    [
      'a file larger than any',
      /says that configuration.json has 2000000 bytes/,
      () => gzipped(headerOf(`${FOLDER}/configuration.json`, 2_000_000), END),
    ],
    [
      'an executable file',
      /describes junit.xml in another way/,
      () => gzipped(header(`${FOLDER}/junit.xml`, [100, '0000755']), END),
    ],
    [
      'a wrong checksum',
      /the header of .* has a wrong checksum/,
      () => gzipped(file(`${FOLDER}/junit.xml`).fill('9', 150, 151), END),
    ],
    [
      'a bomb',
      /a decompression bomb/,
      () => gzipped(headerOf(`${FOLDER}/evidence.jsonl.gz`, 300_000_000), Buffer.alloc(300_000_000 + 200 * 512), END),
    ],
  ];

  test.each(ARCHIVES)('%s', async (_what, expected, make) => {
    const path = join(temporary(), 'bundle.tar.gz');
    writeFileSync(path, make());
    const verification = await verified(path);
    expect(verification.verified).toBe(false);
    expect(refusals(verification)[0]).toMatch(expected);
    remove(join(path, '..'));
  });

  test('the same files make the same archive', async () => {
    const again = copy(signed);
    const { pack } = await import('../../certificate/archive/pack.js');
    await pack(again, FILE_NAMES, FOLDER, `${again}.tar.gz`);
    expect(readFileSync(`${again}.tar.gz`).equals(real())).toBe(true);
  });
});

/** As small as a generator can be that repeats what it did: mulberry32. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** One change to some bytes: a bit, a byte, or a piece. */
function tamper(bytes: Buffer, random: (below: number) => number): Buffer {
  const at = random(bytes.length);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (random(5)) {
    case 0:
      return Buffer.concat([before, Buffer.from([(bytes[at] as number) ^ (1 << random(8))]), after.subarray(1)]);
    case 1:
      return Buffer.concat([before, after.subarray(1 + random(16))]);
    case 2:
      return Buffer.concat([before, Buffer.from([random(256)]), after]);
    case 3:
      return before;
    default: {
      const length = 1 + random(64);
      return Buffer.concat([before, after.subarray(0, length), after]);
    }
  }
}

/** Thousands with TAMPERINGS=5000. */
const TAMPERINGS = Number(process.env.TAMPERINGS ?? 40);

describe(`${TAMPERINGS} random changes, none of which passes`, () => {
  const none = (what: string, wrong: readonly string[]) =>
    expect(wrong, `${what}: these changes were not seen`).toEqual([]);

  test('to the files of a signed bundle, and to those of an unsigned one', { timeout: 600_000 }, async () => {
    const wrong: string[] = [];
    for (let seed = 1; seed <= TAMPERINGS; seed++) {
      const random = randomFrom(seed);
      const from = random(2) === 0 ? signed : unsigned;
      const names = FILE_NAMES.filter((name) => from === signed || name !== 'signing-key.pub');
      const name = names[random(names.length)] as FileName;
      const whole = read(from, name);
      // What the statement of an unsigned bundle claims is protected by nothing: another test says what that is.
      if (from === unsigned && name === 'statement.dsse.json') continue;
      const changed = tamper(whole, random);
      if (changed.equals(whole)) continue;
      write(from, name, changed);
      if ((await verified(from)).verified) wrong.push(`seed ${seed}: ${name}`);
      write(from, name, whole);
    }
    none('files', wrong);
  });

  test('to the archive', { timeout: 600_000 }, async () => {
    const whole = readFileSync(archive);
    const directory = temporary();
    const path = join(directory, 'bundle.tar.gz');
    const wrong: string[] = [];
    for (let seed = 1; seed <= TAMPERINGS; seed++) {
      const changed = tamper(whole, randomFrom(seed));
      writeFileSync(path, changed);
      if (changed.equals(whole) || !(await verified(path)).verified) continue;
      // Bits that fill up a byte of compressed data mean nothing (RFC 1951): the files are the same.
      if (!gunzipSync(changed).equals(gunzipSync(whole))) wrong.push(`seed ${seed}`);
    }
    remove(directory);
    none('archive', wrong);
  });
});

describe('what only a signature protects', () => {
  const claims: Readonly<Record<string, Partial<Conformance>>> = {
    'what was certified': { subject: { name: 'catstore', version: '9.9.9' } },
    'the self-check': { selfCheck: { result: 'passed', faults: 1, variants: 1, requirements: 1 } },
    'when it was issued': { issuedAt: new Date(Date.now() + 60_000).toISOString() },
  };

  test.each(Object.entries(claims))(
    '%s: an unsigned bundle with another one is verified, and says that it is a claim',
    async (_what, claim) => {
      const directory = copy(unsigned);
      await seal(directory, undefined, ({ subject: [, ...files], predicate, ...rest }) => {
        const conformance = { ...predicate.conformance, ...claim };
        const name = subjectText(conformance.subject);
        return {
          ...rest,
          subject: [{ name, digest: { sha256: sha256(name) } }, ...files],
          predicate: { ...predicate, conformance },
        };
      });
      const verification = await verified(directory);
      expect(refusals(verification)).toEqual([]);
      expect(verification.notProven.join()).toContain(
        'it is unsigned, and subject, time, self-check and nonce are claims',
      );
    },
  );

  test('an unsigned bundle says so', async () => {
    expect(statSync(unsigned).isDirectory()).toBe(true);
    const { checks } = await verified(unsigned);
    expect(checks.find(({ check }) => check === 'signature')?.message).toBe(
      'The bundle is unsigned: who handed it in is not known.',
    );
  });
});

test('statement, configuration and result keep to their schemas', async () => {
  const opened = openEnvelope(read(signed, 'statement.dsse.json').toString());
  expect(opened).toBeTypeOf('object');
  if (typeof opened === 'string') return;
  expect(problemsOf(validatorOf('schemas/statement.schema.json'), opened.statement)).toEqual([]);
  const configuration = JSON.parse(read(signed, 'configuration.json').toString());
  expect(problemsOf(validatorOf('schemas/configuration.schema.json'), configuration)).toEqual([]);
  const validate = validatorOf('schemas/verification.schema.json');
  for (const result of [await verified(archive), await verified(unsigned, { trusted: [], nonce: 'abcdefgh' })]) {
    expect(problemsOf(validate, result)).toEqual([]);
  }
});
