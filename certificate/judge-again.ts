import type { LoadedEvidence } from '../runner/evidence/file/reader.js';
import type { Edition } from '../runner/judge/edition.js';
import { type JudgedContract, judge } from '../runner/judge/judge.js';
import type { Report } from '../runner/judge/report.js';

/** The edition that a run was scored by; undefined where this version does not know it. */
export const editionIn = ({ header }: LoadedEvidence, { editions }: JudgedContract): Edition | undefined =>
  editions.find(({ id }) => id === header.edition);

/** What follows from saved evidence: its secrets were left out before it was saved. */
export const judgeAgain = ({ header, evidence }: LoadedEvidence, contract: JudgedContract, edition: Edition): Report =>
  judge(contract, evidence, { tool: header.tool, strict: header.strict, edition });
