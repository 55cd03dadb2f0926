import type { KeyObject } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { jsonText } from '../../certificate/dsse.js';
import { publicKeyFrom } from '../../certificate/keys.js';
import { MAX_SUMMARY_BYTES, summaryOf, summaryPathOf, whyNoSummary } from '../../certificate/summary.js';
import { type Verified, type VerifyOptions, verify } from '../../certificate/verify.js';
import { readTextFile } from '../../runner/input/text-file.js';
import { UsageError } from '../../runner/input/usage-error.js';
import { parseWholeNumber } from '../../runner/input/whole-number.js';
import { derivation } from '../certificates/derivation.js';
import { signerOf } from '../certificates/signer.js';
import { verificationText } from '../certificates/verification-text.js';
import { reasonOf, writeWhole } from '../shell/files.js';
import type { ExitCode, Io } from '../shell/io.js';

/** What `verify` and `registry` are told of whom to believe. */
export interface TrustFlags {
  readonly trust?: readonly string[];
  readonly programme?: readonly string[];
  readonly maxAge?: string;
}

export interface VerifyFlags extends TrustFlags {
  readonly nonce?: string;
  readonly attest?: string;
  readonly verifier?: string;
  readonly format?: 'text' | 'json';
}

/** Checks a bundle, offline. 0: verified, 1: not. */
export async function verifyCommand(given: string, flags: VerifyFlags, io: Io): Promise<ExitCode> {
  const path = resolve(io.cwd, given);
  await lstat(path).catch((error: unknown) => {
    throw new UsageError(`The bundle ${path} cannot be read: ${reasonOf(error)}.`, { cause: error });
  });
  const trust = await trustFrom(flags, io);
  const programme = flags.attest === undefined ? undefined : await signerOf(flags.attest, '--attest', io);
  const { remark, ...verified } = await verifyFile(path, { ...trust, nonce: flags.nonce, now: Date.now() });
  const { verification } = verified;
  io.out(flags.format === 'json' ? jsonText(verification) : verificationText(verification));
  if (remark !== undefined) io.err(`${remark}\n`);
  if (programme) {
    const id = flags.verifier ?? `urn:store-orders-conformance:key:sha256:${programme.keyid}`;
    const summary = await summaryOf(verification, id, programme);
    const file = summaryPathOf(path);
    if (summary) await writeWhole(file, jsonText(summary));
    if (summary) io.err(`Verification summary (${verification.verified ? 'PASSED' : 'FAILED'}): ${file}\n`);
  }
  return verification.verified ? 0 : 1;
}

/** @throws UsageError */
export async function trustFrom(flags: TrustFlags, io: Io) {
  const keys = (files: readonly string[] = [], option: string): Promise<KeyObject[]> =>
    Promise.all(files.map((file) => publicKeyAt(file, option, io)));
  const { maxAge } = flags;
  return {
    trusted: await keys(flags.trust, '--trust'),
    programmes: await keys(flags.programme, '--programme'),
    maxAgeDays: maxAge === undefined ? undefined : parseWholeNumber('--max-age', maxAge, { min: 0, max: 36_500 }),
  };
}

async function publicKeyAt(file: string, option: string, io: Io): Promise<KeyObject> {
  const path = resolve(io.cwd, file);
  const subject = `${option}: ${path}`;
  return publicKeyFrom(await readTextFile(path, subject), subject);
}

/** The same with the summary of a programme beside the bundle, and why that does not count. */
export async function verifyFile(
  path: string,
  options: VerifyOptions & { readonly programmes: readonly KeyObject[] },
): Promise<Verified & { readonly remark?: string }> {
  const { programmes } = options;
  const text = programmes.length === 0 ? undefined : await summaryAt(summaryPathOf(path));
  const why = (sha256: string) => (text === undefined ? 'there is none' : whyNoSummary(text, sha256, programmes));
  const found = await verify(path, derivation, { ...options, isSummarized: (sha256) => why(sha256) === undefined });
  const { class: of, verified, certificate } = found.verification;
  const reason = text !== undefined && verified && of === 'self-attested' ? why(certificate?.sha256 ?? '') : undefined;
  return { ...found, remark: reason && `The verification summary beside it does not count: ${reason}.` };
}

/** Of a regular file alone; an empty text where that is too long to be one. */
async function summaryAt(path: string): Promise<string | undefined> {
  const found = await lstat(path).catch(() => undefined);
  if (!found) return undefined;
  if (!found.isFile() || found.size > MAX_SUMMARY_BYTES) return '';
  return readFile(path, 'utf8');
}
