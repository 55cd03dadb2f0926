import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { printableJson } from '../reporters/printable.js';
import { EVIDENCE_FILE, REPORT_FILE, STATEMENT_FILE, sha256 } from './bundle.js';
import { jsonText, type Signer, seal } from './dsse.js';
import { publicKeyText } from './keys.js';
import { judgeAgain, readRun } from './run.js';
import { type Claims, statementOf } from './statement.js';

/**
 * Writes report and statement of a bundle next to its evidence. Without a signer, the statement is not signed.
 * @returns the length of the text in the evidence
 */
export async function writeBundle(directory: string, claims: Claims, signer?: Signer): Promise<number> {
  const run = await readRun(createReadStream(join(directory, EVIDENCE_FILE)), Number.POSITIVE_INFINITY);
  const report = judgeAgain(run);
  const text = printableJson(report);
  const publicKey = signer && publicKeyText(signer.publicKey);
  const statement = statementOf(report, run, sha256(text), { ...claims, publicKey });
  const envelope = await seal(JSON.stringify(statement), signer);
  await writeFile(join(directory, REPORT_FILE), text, { flush: true });
  await writeFile(join(directory, STATEMENT_FILE), jsonText(envelope), { flush: true });
  return run.characters;
}
