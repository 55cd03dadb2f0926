import { randomBytes } from 'node:crypto';
import type { LoadedEvidence } from '../../runner/evidence/file/reader.js';
import { loadEvidence } from '../../runner/evidence/file/reader.js';
import type { JudgedContract } from '../../runner/judge/judge.js';
import type { Report } from '../../runner/judge/report.js';
import type { Publishable } from '../bundle/statement.js';
import { editionIn, judgeAgain } from '../judge-again.js';
import { LEFT_OUT, publishEvidence } from './publish.js';

/** Replaces the evidence by what everybody may see, and says what that can no longer show: both are judged. */
export async function makePublishable(
  path: string,
  loaded: LoadedEvidence,
  contract: JudgedContract,
): Promise<Publishable> {
  const before = reportOf(loaded, contract);
  await publishEvidence(path, randomBytes(16).toString('hex'));
  const after = reportOf(await loadEvidence(path), contract);
  const verdicts = new Map(after.requirements.map(({ id, verdict }) => [id, verdict]));
  const answers = new Map(after.ambiguities.map(({ id, observed }) => [id, observed]));
  return {
    leftOut: LEFT_OUT,
    notDerivable: before.requirements.filter(({ id, verdict }) => verdicts.get(id) !== verdict).map(({ id }) => id),
    otherAnswers: before.ambiguities.filter(({ id, observed }) => answers.get(id) !== observed).map(({ id }) => id),
  };
}

function reportOf(loaded: LoadedEvidence, contract: JudgedContract): Report {
  const edition = editionIn(loaded, contract);
  if (!edition) throw new Error(`There is no edition ${loaded.header.edition}.`);
  return judgeAgain(loaded, contract, edition);
}
