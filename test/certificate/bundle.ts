import { createPublicKey, sign } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVIDENCE_FILE, REPORT_FILE, STATEMENT_FILE, sha256 } from '../../certificate/bundle.js';
import { envelopeIn, jsonText, payloadOf, type Signer, seal } from '../../certificate/dsse.js';
import { newKeyPair, privateKeyFrom } from '../../certificate/keys.js';
import { type Claims, writeBundle } from '../../certificate/statement.js';
import type { Verification } from '../../certificate/verification.js';
import { type VerifyOptions, verify } from '../../certificate/verify.js';
import { type Line, record, temporary } from '../evidence/recorded.js';

let evidence: Buffer | undefined;

/** A directory with the evidence of the reference, which is judged once. */
export async function honestRun(): Promise<string> {
  const directory = temporary();
  const path = join(directory, EVIDENCE_FILE);
  if (evidence) {
    writeFileSync(path, evidence);
  } else {
    await record(directory);
    evidence = readFileSync(path);
  }
  return directory;
}

/** A new key, with its public key in PEM. */
export function newSigner(): Signer & { readonly publicPem: string } {
  const { privatePem, publicPem } = newKeyPair();
  const key = privateKeyFrom(privatePem, 'test');
  return { publicKey: createPublicKey(key), sign: async (bytes) => sign(null, bytes, key), publicPem };
}

const claimed: Claims = {
  subject: { name: 'petstore', version: '2.3.1' },
  issuedAt: new Date().toISOString(),
};

/** Makes a bundle of the evidence in a directory. */
export const bundle = (directory: string, signer?: Signer, claims: Partial<Claims> = {}): Promise<number> =>
  writeBundle(directory, { ...claimed, ...claims }, signer);

/** The statement in the envelope of a directory. */
export function statementIn(directory: string): Line {
  const envelope = envelopeIn(readFileSync(join(directory, STATEMENT_FILE), 'utf8'));
  return envelope && JSON.parse(payloadOf(envelope).toString());
}

export async function state(directory: string, payload: string, signer?: Signer): Promise<void> {
  writeFileSync(join(directory, STATEMENT_FILE), jsonText(await seal(payload, signer)));
}

/** States this, with the digests of the files as they are now. */
export function restate(directory: string, statement: Line, signer?: Signer): Promise<void> {
  for (const [index, name] of [REPORT_FILE, EVIDENCE_FILE].entries()) {
    statement.subject[index + 1].digest.sha256 = sha256(readFileSync(join(directory, name)));
  }
  return state(directory, JSON.stringify(statement), signer);
}

export const verified = async (path: string, options: Partial<VerifyOptions> = {}): Promise<Verification> =>
  (await verify(path, { trusted: [], now: Date.now(), ...options })).verification;

/** Why a bundle is refused; otherwise its result, its class and its signer. */
export async function outcomeOfBundle(path: string, options?: Partial<VerifyOptions>): Promise<string> {
  const { result, verified: isVerified, class: of, signature, checks } = await verified(path, options);
  const wrong = checks.filter(({ ok }) => !ok).map(({ check, message }) => `${check}: ${message}`);
  if (wrong.length > 0) return wrong.join('\n');
  return `${isVerified ? 'verified' : 'not verified'}: ${result}, ${of}, ${signature?.state}`;
}

/** A copy that a test may change. */
export function copyOf(directory: string): string {
  const copy = temporary();
  cpSync(directory, copy, { recursive: true });
  return copy;
}
