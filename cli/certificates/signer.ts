import { createPublicKey, randomBytes, verify as verifySignature } from 'node:crypto';
import { resolve } from 'node:path';
import type { Signer } from '../../certificate/certify.js';
import { preAuthEncoding, type Sign, signWith } from '../../certificate/dsse.js';
import { keyidOf, PASSPHRASE_VARIABLE, privateKeyFrom, publicKeyFrom, publicKeyText } from '../../certificate/keys.js';
import { readTextFile } from '../../runner/input/text-file.js';
import { UsageError } from '../../runner/input/usage-error.js';
import { runInShell } from '../../runner/orders/hook.js';
import { reasonOf } from '../shell/files.js';
import type { Io } from '../shell/io.js';

export interface SignFlags {
  readonly signKey?: string;
  readonly signCommand?: string;
  readonly publicKey?: string;
}

/**
 * What signs, tried out: a run whose bundle cannot be signed would have cancelled orders for nothing.
 * @throws UsageError
 */
export async function signerFrom({ signKey, signCommand, publicKey }: SignFlags, io: Io): Promise<Signer | undefined> {
  if (signKey !== undefined && signCommand !== undefined) {
    throw new UsageError('--sign-key and --sign-command both say how to sign; give one of them.');
  }
  if (signKey !== undefined) return signerOf(signKey, '--sign-key', io);
  if (signCommand === undefined) return undefined;
  if (publicKey === undefined) {
    throw new UsageError(
      '--sign-command: Give the public key that its signatures are checked with as --public-key FILE.',
    );
  }
  const path = resolve(io.cwd, publicKey);
  const key = publicKeyFrom(await readTextFile(path, '--public-key'), `--public-key: ${path}`);
  const signer = { keyid: keyidOf(key), publicKey: publicKeyText(key), sign: signBy(signCommand, io) };
  const probe = preAuthEncoding('text/plain', randomBytes(16));
  if (verifySignature(null, probe, key, await signer.sign(probe))) return signer;
  throw new UsageError(
    `--sign-command: What it printed is not an Ed25519 signature by the key in ${path} of the bytes on its standard input.`,
  );
}

/** @throws UsageError */
export async function signerOf(file: string, option: string, io: Io): Promise<Signer> {
  const path = resolve(io.cwd, file);
  const passphrase = io.env[PASSPHRASE_VARIABLE] || undefined;
  const key = privateKeyFrom(await readTextFile(path, option), `${option}: ${path}`, passphrase);
  const publicKey = createPublicKey(key);
  return { keyid: keyidOf(publicKey), publicKey: publicKeyText(publicKey), sign: signWith(key) };
}

const SIGNATURE_BYTES = 64;

/** A vault answers within seconds; a person may have to touch a token. */
const SIGN_TIMEOUT_MS = 60_000;

/** A shell runs it; it gets the bytes on standard input, and prints the signature, as it is or in Base64. */
const signBy =
  (command: string, io: Io): Sign =>
  async (bytes) => {
    const printed = await outputOf(command, bytes, io);
    if (printed.length === SIGNATURE_BYTES) return printed;
    const decoded = Buffer.from(printed.toString('latin1').trim(), 'base64');
    if (decoded.length === SIGNATURE_BYTES) return decoded;
    throw new UsageError(
      `--sign-command: Expected a signature of ${SIGNATURE_BYTES} bytes, as it is or in Base64; it printed ${printed.length} bytes.`,
    );
  };

async function outputOf(
  command: string,
  input: Uint8Array,
  { cwd, env, killed, interrupted, err }: Io,
): Promise<Buffer> {
  const timeout = AbortSignal.timeout(SIGN_TIMEOUT_MS);
  const ends = AbortSignal.any([killed, interrupted, timeout]);
  try {
    return await runInShell(
      command,
      { input, directory: cwd, env, tell: (bytes) => err(Buffer.from(bytes).toString()) },
      ends,
    );
  } catch (error) {
    const how = timeout.aborted ? `did not end within ${SIGN_TIMEOUT_MS / 1000} s` : reasonOf(error);
    throw new UsageError(`--sign-command ${how}, so nothing is signed.`, { cause: error });
  }
}
