import { createPublicKey, type KeyObject, randomBytes, sign, verify } from 'node:crypto';
import { resolve } from 'node:path';
import { preAuthEncoding, type Signer } from '../../../certificate/dsse.js';
import { PASSPHRASE_VARIABLE, privateKeyFrom, publicKeyFrom } from '../../../certificate/keys.js';
import { readText } from '../../../interface/helpers/text-file.js';
import { reasonOf, UsageError } from '../../../interface/helpers/usage-error.js';
import { runInShell } from '../../../runner/fixtures/hook.js';
import type { Io } from '../../shell/io.js';

export interface SignFlags {
  readonly signKey?: string;
  readonly signCommand?: string;
  readonly publicKey?: string;
}

/** The signer, after a trial signature: a run whose bundle cannot be signed would cancel orders for nothing. */
export async function signerFrom(flags: SignFlags, io: Io): Promise<Signer | undefined> {
  const { signKey, signCommand: command } = flags;
  if (signKey !== undefined) return signerOf(signKey, '--sign-key', io);
  if (command === undefined) return undefined;
  if (flags.publicKey === undefined) {
    throw new UsageError(
      '--sign-command: Give the public key that its signatures are checked with as --public-key FILE.',
    );
  }
  const publicKey = await publicKeyAt(flags.publicKey, '--public-key', io);
  const signer: Signer = { publicKey, sign: async (bytes) => signatureIn(await outputOf(command, bytes, io)) };
  const probe = preAuthEncoding('text/plain', randomBytes(16));
  if (verify(null, probe, publicKey, await signer.sign(probe))) return signer;
  throw new UsageError(
    `--sign-command: What it printed is not an Ed25519 signature by the key in ${flags.publicKey} of the bytes on its standard input, as it is or in Base64.`,
  );
}

async function signerOf(file: string, option: string, io: Io): Promise<Signer> {
  const path = resolve(io.cwd, file);
  const subject = `${option}: ${path}`;
  const key = privateKeyFrom(await readText(path, subject), subject, io.env[PASSPHRASE_VARIABLE]);
  return { publicKey: createPublicKey(key), sign: async (bytes) => sign(null, bytes, key) };
}

export async function publicKeyAt(file: string, option: string, io: Io): Promise<KeyObject> {
  const path = resolve(io.cwd, file);
  const subject = `${option}: ${path}`;
  return publicKeyFrom(await readText(path, subject), subject);
}

const SIGNATURE_BYTES = 64;

const signatureIn = (printed: Buffer): Buffer =>
  printed.length === SIGNATURE_BYTES ? printed : Buffer.from(printed.toString('latin1'), 'base64');

/** A vault answers within seconds; a person may have to touch a token. */
const SIGN_TIMEOUT_MS = 60_000;

/** Runs a shell command that reads the bytes on standard input and prints the signature. */
async function outputOf(command: string, input: Uint8Array, io: Io): Promise<Buffer> {
  const { cwd, env, killed, interrupted, err } = io;
  const timeout = AbortSignal.timeout(SIGN_TIMEOUT_MS);
  const ends = AbortSignal.any([killed, interrupted, timeout]);
  const tell = (bytes: Uint8Array) => err(Buffer.from(bytes).toString());
  try {
    return await runInShell(command, { input, directory: cwd, env, tell }, ends);
  } catch (error) {
    const how = timeout.aborted ? `did not end within ${SIGN_TIMEOUT_MS / 1000} s` : reasonOf(error);
    throw new UsageError(`--sign-command ${how}, so nothing is signed.`, { cause: error });
  }
}
