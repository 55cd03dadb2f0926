import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { judge } from '../runner/judge/judge.js';
import { EVIDENCE_FILE, hashed, REPORT_FILE, STATEMENT_FILE, sha256 } from './bundle.js';
import { jsonText, type Sign, seal } from './dsse.js';
import { type Claims, statementOf, statementText } from './statement.js';
import { type Derivation, declaredIn } from './verify.js';

export interface Signer {
  readonly keyid: string;
  /** SPKI, DER, Base64. */
  readonly publicKey: string;
  readonly sign: Sign;
}

export interface BundleInput {
  readonly derivation: Derivation;
  readonly claims: Omit<Claims, 'publicKey'>;
  /** Absent: the bundle is unsigned. */
  readonly signer?: Signer | undefined;
}

/** Writes report and statement of a bundle beside the evidence, which is in the directory already. */
export async function writeBundle(directory: string, { derivation, claims, signer }: BundleInput): Promise<void> {
  const { contract, load, reportText } = derivation;
  const hash = createHash('sha256');
  const path = join(directory, EVIDENCE_FILE);
  const loaded = await load(path, hashed(createReadStream(path), hash));
  const { header, evidence } = loaded;
  const edition = contract.editions.find(({ id }) => id === header.edition);
  if (!edition) throw new Error(`There is no edition ${header.edition}.`);
  const { tool, strict } = header;
  const report = judge(contract, evidence, { tool, strict, edition });
  const text = reportText(report);
  const digests = { report: sha256(text), evidence: hash.digest('hex') };
  const signed = { ...claims, publicKey: signer?.publicKey };
  const statement = statementOf(report, declaredIn(loaded), digests, signed);
  const envelope = await seal(Buffer.from(statementText(statement)), signer);
  await writeFile(join(directory, REPORT_FILE), text, { flush: true });
  await writeFile(join(directory, STATEMENT_FILE), jsonText(envelope), { flush: true });
}
