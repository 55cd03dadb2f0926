import { createPublicKey } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { digestsOf, type FileName, STATEMENT_FILE } from '../../certificate/bundle/files.js';
import { textOf } from '../../certificate/bundle/json.js';
import {
  type Claims,
  type ResourceDescriptor,
  type Statement,
  statementText,
} from '../../certificate/bundle/statement.js';
import { packBundle, type Signer, writeFiles } from '../../certificate/certify.js';
import type { Derivation } from '../../certificate/derivation.js';
import { seal as sealPayload, signWith } from '../../certificate/signing/dsse.js';
import { keyidOf, newKeyPair, pemOf, privateKeyFrom } from '../../certificate/signing/keys.js';
import { openEnvelope } from '../../certificate/verify/envelope.js';
import type { Verification } from '../../certificate/verify/result.js';
import { type VerifyOptions, verify } from '../../certificate/verify/verify.js';
import { derivation } from '../../cli/certificates/derivation.js';
import { judgeServer } from '../../cli/reference/detection.js';
import { editionOf } from '../../runner/conform.js';
import { loadEvidence } from '../../runner/evidence/file/reader.js';
import { EvidenceWriter } from '../../runner/evidence/file/writer.js';
import type { Report } from '../../runner/judge/report.js';
import { held } from '../../runner/judge/rule.js';
import { Secrets } from '../../runner/secrets/secrets.js';
import { tool } from '../../runner/settings/tool.js';
import type { Variant } from '../../servers/variant.js';
import { storeOrdersInterface } from '../../suites/contract.js';

export const temporary = (): string => mkdtempSync(join(tmpdir(), 'store-orders-certificate-'));

export const remove = (directory: string): void => rmSync(directory, { recursive: true, force: true });

export function signerOf(pem: string): Signer {
  const key = privateKeyFrom(pem, 'test');
  const publicKey = createPublicKey(key);
  return { keyid: keyidOf(publicKey), publicPem: pemOf(publicKey), sign: signWith(key) };
}

export const newSigner = (): Signer => signerOf(newKeyPair().privatePem);

const EVIDENCE = 'evidence.jsonl.gz';

/** Judges the reference, changed like this, and leaves the evidence in the directory. */
export function record(directory: string, changed?: Variant): Promise<Report> {
  const { name, version } = storeOrdersInterface;
  const edition = editionOf(storeOrdersInterface, undefined).id;
  return judgeServer(changed, {
    onPlan: (plan, target) =>
      new EvidenceWriter(
        join(directory, EVIDENCE),
        { tool, contract: { name, version }, target, strict: false, edition, plan },
        new Secrets([]),
      ),
  });
}

export interface BundleOptions {
  readonly signer?: Signer | undefined;
  readonly claims?: Partial<Claims>;
  /** What the report and all that follows from it is made with. */
  readonly madeWith?: Derivation;
}

/** Makes a bundle of the evidence in a directory, and packs it beside it; returns the archive. */
export async function bundle(directory: string, { signer, claims, madeWith = derivation }: BundleOptions = {}) {
  const loaded = await loadEvidence(join(directory, EVIDENCE));
  const subject = { name: 'petstore', version: '2.3.1' };
  const all: Claims = { subject, issuedAt: new Date().toISOString(), selfCheck: { result: 'skipped' }, ...claims };
  const connection = { proxy: false, ownAuthorities: false, clientCertificate: false };
  const surroundings = { runtime: { node: 'v20', platform: 'linux' }, timeoutMs: 1, deadlineMs: 1, connection };
  await writeFiles(directory, { derivation: madeWith, loaded, surroundings, claims: all, signer });
  const archive = `${directory}.tar.gz`;
  await packBundle(directory, { subject: all.subject, isSigned: signer !== undefined }, archive);
  return archive;
}

/** A suite in which every rule holds, whatever the evidence says. */
export const credulous: Derivation = {
  ...derivation,
  contract: {
    ...derivation.contract,
    rules: derivation.contract.rules.map((rule) => ({ ...rule, judge: () => [held()] })),
  },
};

export const verified = (path: string, options: Partial<VerifyOptions> = {}): Promise<Verification> =>
  verify(path, derivation, { trusted: [], now: Date.now(), ...options });

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

export function changeEvidence(directory: string, change: (lines: Line[]) => Line[]): void {
  const path = join(directory, EVIDENCE);
  const lines = gunzipSync(readFileSync(path)).toString().trimEnd().split('\n');
  const changed = change(lines.map((line) => JSON.parse(line)));
  writeFileSync(path, gzipSync(`${changed.map((line) => JSON.stringify(line)).join('\n')}\n`));
}

/** Takes the digests of the files as they are now into the statement, and signs it again. */
export async function seal(
  directory: string,
  signer?: Signer,
  change = (statement: Statement): Statement => statement,
) {
  const file = join(directory, STATEMENT_FILE);
  const opened = openEnvelope(readFileSync(file, 'utf8'));
  if (typeof opened === 'string') throw new Error(opened);
  const { statement } = opened;
  const [named, ...files] = statement.subject;
  const digests = await digestsOf(
    directory,
    files.map(({ name }) => name as FileName),
  );
  const again = (entry: ResourceDescriptor): ResourceDescriptor => {
    const sha256 = digests.get(entry.name as FileName);
    return sha256 === undefined ? entry : { ...entry, digest: { sha256 } };
  };
  const { predicate } = statement;
  const sealed = change({
    ...statement,
    subject: [...(named ? [named] : []), ...files.map(again)],
    predicate: { ...predicate, configuration: predicate.configuration.map(again) },
  });
  writeFileSync(file, textOf(await sealPayload(Buffer.from(statementText(sealed)), signer)));
}
