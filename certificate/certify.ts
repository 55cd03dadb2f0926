import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoadedEvidence } from '../runner/evidence/file/reader.js';
import { pack } from './archive/pack.js';
import { catalogueText } from './bundle/catalogue.js';
import { configurationOf, declaredIn, type Surroundings } from './bundle/configuration.js';
import { digestsOf, FILE_NAMES, type FileName, KEY_FILE, STATEMENT_FILE } from './bundle/files.js';
import { textOf } from './bundle/json.js';
import { type Claims, statementOf, statementText } from './bundle/statement.js';
import { folderOf } from './bundle/subject.js';
import type { Derivation } from './derivation.js';
import { editionIn, judgeAgain } from './judge-again.js';
import { type Sign, seal } from './signing/dsse.js';

export interface Signer {
  readonly keyid: string;
  /** SPKI, PEM. */
  readonly publicPem: string;
  readonly sign: Sign;
}

export interface BundleInput {
  readonly derivation: Derivation;
  readonly loaded: LoadedEvidence;
  readonly surroundings: Surroundings;
  readonly claims: Claims;
  /** Absent: the bundle is unsigned. */
  readonly signer?: Signer | undefined;
}

/** Writes all files of a bundle but the evidence, which is in the directory already. */
export async function writeFiles(
  directory: string,
  { derivation, loaded, surroundings, claims, signer }: BundleInput,
): Promise<void> {
  const edition = editionIn(loaded, derivation.contract);
  if (!edition) throw new Error(`There is no edition ${loaded.header.edition}.`);
  const report = judgeAgain(loaded, derivation.contract, edition);
  const { header } = loaded;
  const { renderings, contract } = derivation;
  const write = (name: FileName, text: string) => writeFile(join(directory, name), text, { flush: true });
  await write('report.json', renderings['report.json'](report));
  await write('report.html', renderings['report.html'](report));
  await write('junit.xml', renderings['junit.xml'](report));
  await write('catalogue.json', catalogueText(contract, report.edition));
  await write('configuration.json', textOf(configurationOf(header, surroundings)));
  if (signer) await write(KEY_FILE, signer.publicPem);
  const names = FILE_NAMES.filter((name) => name !== STATEMENT_FILE && (signer !== undefined || name !== KEY_FILE));
  const digests = await digestsOf(directory, names);
  const statement = statementOf({ report, declared: declaredIn(header.plan), digests, claims });
  await write(STATEMENT_FILE, textOf(await seal(Buffer.from(statementText(statement)), signer)));
}

/** Packs a directory of a bundle beside itself, as `<directory>.tar.gz`. */
export async function packBundle(
  directory: string,
  { subject, isSigned }: { readonly subject: Claims['subject']; readonly isSigned: boolean },
  path: string,
): Promise<void> {
  const names = FILE_NAMES.filter((name) => isSigned || name !== KEY_FILE);
  await pack(directory, names, folderOf(subject), path);
}
