import type { KeyObject } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { attest, summaryOf } from '../../certificate/attest.js';
import { textOf } from '../../certificate/bundle/json.js';
import { publicKeyFrom } from '../../certificate/signing/keys.js';
import type { Verification } from '../../certificate/verify/result.js';
import { verify } from '../../certificate/verify/verify.js';
import { readTextFile } from '../../runner/input/text-file.js';
import { UsageError } from '../../runner/input/usage-error.js';
import { parseWholeNumber } from '../../runner/input/whole-number.js';
import { derivation } from '../certificates/derivation.js';
import { signerOf } from '../certificates/signer.js';
import { verificationText } from '../certificates/verification-text.js';
import { reasonOf, writeWhole } from '../shell/files.js';
import type { ExitCode, Io } from '../shell/io.js';

export interface VerifyFlags {
  readonly trust?: readonly string[];
  readonly sigstore?: string;
  readonly nonce?: string;
  readonly maxAge?: string;
  readonly attest?: string;
  readonly verifier?: string;
  readonly format?: 'text' | 'json';
}

/** Checks a bundle, offline. 0: verified, 1: not. */
export async function verifyCommand(given: string, flags: VerifyFlags, io: Io): Promise<ExitCode> {
  const path = resolve(io.cwd, given);
  await demandBundle(path);
  const trusted = await Promise.all((flags.trust ?? []).map((file) => trustedKey(file, io, '--trust')));
  const maxAgeDays =
    flags.maxAge === undefined ? undefined : parseWholeNumber('--max-age', flags.maxAge, { min: 0, max: 36_500 });
  const programme = flags.attest === undefined ? undefined : await signerOf(flags.attest, '--attest', io);
  const sigstore =
    flags.sigstore === undefined
      ? undefined
      : await readTextFile(resolve(io.cwd, flags.sigstore), `--sigstore: ${flags.sigstore}`);
  const { nonce } = flags;
  const verification = await verify(path, derivation, { trusted, sigstore, nonce, maxAgeDays, now: Date.now() });
  io.out(flags.format === 'json' ? textOf(verification) : verificationText(verification));
  const id = flags.verifier ?? (programme && `urn:store-orders-conformance:key:sha256:${programme.keyid}`);
  const summary = id === undefined ? undefined : summaryOf(verification, id);
  if (programme && summary) {
    const file = `${path.replace(/\.tar\.gz$/, '')}.summary.dsse.json`;
    await writeWhole(file, textOf(await attest(summary, programme)));
    io.err(`Verification summary (${verification.verified ? 'PASSED' : 'FAILED'}): ${file}\n`);
  }
  return codeOf(verification);
}

const codeOf = ({ verified }: Verification): ExitCode => (verified ? 0 : 1);

async function demandBundle(path: string): Promise<void> {
  try {
    await stat(path);
  } catch (error) {
    throw new UsageError(`The bundle ${path} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}

export async function trustedKey(file: string, io: Io, option: string): Promise<KeyObject> {
  const path = resolve(io.cwd, file);
  const subject = `${option}: ${path}`;
  return publicKeyFrom(await readTextFile(path, subject), subject);
}
