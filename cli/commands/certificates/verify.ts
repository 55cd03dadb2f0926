import type { KeyObject } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { verify } from '../../../certificate/verify.js';
import { asUsageError } from '../../../interface/helpers/usage-error.js';
import { printableJson } from '../../../reporters/printable.js';
import { parseWholeNumber } from '../../../runner/settings/assemble.js';
import type { ExitCode, Io } from '../../shell/io.js';
import { publicKeyAt } from './signer.js';
import { verificationText } from './verification-text.js';

/** Options of `verify` and `registry` for the keys to trust. */
export interface TrustFlags {
  readonly trust?: readonly string[];
  readonly programme?: readonly string[];
  readonly maxBytes?: string;
}

interface VerifyFlags extends TrustFlags {
  readonly format?: 'text' | 'json';
}

/** Checks a bundle, offline. Exit code 0: verified; 1: not; 3: derived, but not signed with a named key. */
export async function verifyCommand(bundle: string, flags: VerifyFlags, io: Io): Promise<ExitCode> {
  const path = resolve(io.cwd, bundle);
  await lstat(path).catch(asUsageError((why) => `The bundle ${path} cannot be read: ${why}.`));
  const trust = await trustFrom(flags, io);
  const { verification } = await verify(path, { ...trust, now: Date.now() });
  io.out(flags.format === 'json' ? printableJson(verification) : verificationText(verification));
  return EXIT_CODES[verification.result];
}

const EXIT_CODES = { verified: 0, refused: 1, derived: 3 } as const;

export async function trustFrom(flags: TrustFlags, io: Io) {
  const keys = (files: readonly string[] = [], option: string): Promise<KeyObject[]> =>
    Promise.all(files.map((file) => publicKeyAt(file, option, io)));
  const { maxBytes } = flags;
  const limits = { min: 1, max: Number.MAX_SAFE_INTEGER };
  return {
    trusted: await keys(flags.trust, '--trust'),
    programmes: await keys(flags.programme, '--programme'),
    maxBytes: maxBytes === undefined ? undefined : parseWholeNumber('--max-bytes', maxBytes, limits),
  };
}
