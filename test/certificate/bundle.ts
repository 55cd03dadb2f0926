import { createPublicKey } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { archiveOf, EVIDENCE_FILE } from '../../certificate/bundle.js';
import { type Signer, writeBundle } from '../../certificate/certify.js';
import { signWith } from '../../certificate/dsse.js';
import { keyidOf, newKeyPair, privateKeyFrom, publicKeyText } from '../../certificate/keys.js';
import type { Claims } from '../../certificate/statement.js';
import { folderOf } from '../../certificate/subject.js';
import type { Verification } from '../../certificate/verification.js';
import { type Derivation, type VerifyOptions, verify } from '../../certificate/verify.js';
import { derivation } from '../../cli/certificates/derivation.js';
import { judgeServer } from '../../cli/reference/detection.js';
import { writeWhole } from '../../cli/shell/files.js';
import { EvidenceWriter } from '../../runner/evidence/file/writer.js';
import type { Report } from '../../runner/judge/report.js';
import { held } from '../../runner/judge/rule.js';
import { editionOf } from '../../runner/run.js';
import { tool } from '../../runner/settings/tool.js';
import type { Variant } from '../../servers/variant.js';
import { storeOrdersInterface } from '../../suites/contract.js';

export const temporary = (): string => mkdtempSync(join(tmpdir(), 'store-orders-certificate-'));

export const remove = (directory: string): void => rmSync(directory, { recursive: true, force: true });

export function signerOf(pem: string): Signer {
  const key = privateKeyFrom(pem, 'test');
  const publicKey = createPublicKey(key);
  return { keyid: keyidOf(publicKey), publicKey: publicKeyText(publicKey), sign: signWith(key) };
}

/** With the public key in PEM, as a file has it. */
export function newSigner(): Signer & { readonly publicPem: string } {
  const { privatePem, publicPem } = newKeyPair();
  return { ...signerOf(privatePem), publicPem };
}

/** Judges the reference, changed like this, and leaves the evidence in the directory. */
export function record(directory: string, changed?: Variant): Promise<Report> {
  const { name, version } = storeOrdersInterface;
  const edition = editionOf(storeOrdersInterface, undefined).id;
  return judgeServer(changed, {
    record: ({ plan, target }) => {
      const about = { tool, contract: { name, version }, target, strict: false, edition, inputs: plan.inputs };
      return new EvidenceWriter(join(directory, EVIDENCE_FILE), about);
    },
  });
}

export interface BundleOptions {
  readonly signer?: Signer | undefined;
  readonly claims?: Partial<Claims>;
  /** What report and statement are made with. */
  readonly madeWith?: Derivation;
}

/** Makes a bundle of the evidence in a directory, and packs it beside it; returns the archive. */
export async function bundle(directory: string, { signer, claims, madeWith = derivation }: BundleOptions = {}) {
  const subject = { name: 'petstore', version: '2.3.1' };
  const all: Claims = { subject, issuedAt: new Date().toISOString(), selfCheck: { result: 'skipped' }, ...claims };
  await writeBundle(directory, { derivation: madeWith, claims: all, signer });
  const archive = `${directory}.tar.gz`;
  await writeWhole(archive, archiveOf(directory, folderOf(all.subject)));
  return archive;
}

/** A suite in which every rule holds, whatever the evidence says: a forger's. */
export const credulous: Derivation = {
  ...derivation,
  contract: {
    ...derivation.contract,
    rules: derivation.contract.rules.map((rule) => ({ ...rule, judge: () => [held()] })),
  },
};

export const verified = async (path: string, options: Partial<VerifyOptions> = {}): Promise<Verification> =>
  (await verify(path, derivation, { trusted: [], now: Date.now(), ...options })).verification;

/** The checks that were refused, with what they say. */
export const refusals = ({ checks }: Verification): string[] =>
  checks.filter(({ ok }) => !ok).map(({ check, message }) => `${check}: ${message}`);

/** A copy that a test may change. */
export function copyOf(directory: string): string {
  const copy = temporary();
  cpSync(directory, copy, { recursive: true });
  return copy;
}

// biome-ignore lint/suspicious/noExplicitAny: the lines are changed in ways that no type allows
export type Line = any;

export const linesIn = (directory: string): Line[] =>
  gunzipSync(readFileSync(join(directory, EVIDENCE_FILE)))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

export const writeLines = (directory: string, lines: readonly Line[]): void =>
  writeFileSync(
    join(directory, EVIDENCE_FILE),
    gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { level: 1 }),
  );
