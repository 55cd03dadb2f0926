import { rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fingerprintOf, keyidOf, newKeyPair, PASSPHRASE_VARIABLE } from '../../../certificate/keys.js';
import { asUsageError } from '../../../interface/helpers/usage-error.js';
import { type ExitCode, type Io, prose } from '../../shell/io.js';

/** Writes a new key pair. It never overwrites a file: a lost key cannot sign any more. */
export async function keygenCommand({ output }: { readonly output: string }, io: Io): Promise<ExitCode> {
  const path = resolve(io.cwd, output);
  const passphrase = io.env[PASSPHRASE_VARIABLE] || undefined;
  const { privatePem, publicPem, publicKey } = newKeyPair(passphrase);
  await writeNew(path, privatePem, 0o600);
  await writeNew(`${path}.pub`, publicPem, 0o644).catch(async (error: unknown) => {
    await rm(path);
    throw error;
  });
  const protection =
    passphrase === undefined ? `not encrypted; set ${PASSPHRASE_VARIABLE} to change that` : 'encrypted';
  const lines = [
    `Private key   ${path} (${protection}). Keep it to yourself.`,
    `Public key    ${path}.pub. Give it to those who verify.`,
    `Fingerprint   ${fingerprintOf(keyidOf(publicKey))}`,
  ];
  io.out(prose(`${lines.join('\n')}\n`, io));
  return 0;
}

async function writeNew(path: string, text: string, mode: number): Promise<void> {
  const failed = (why: string) =>
    `--output: ${path} cannot be written: ${why}; a key is never overwritten. Choose another path.`;
  await writeFile(path, text, { flag: 'wx', mode }).catch(asUsageError(failed));
}
