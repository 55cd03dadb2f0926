import { type Answer, type Evidence, isSilence } from '../../evidence/evidence.js';
import type { Exchange } from '../../evidence/exchange.js';
import { isUnjudged, type Unjudged } from '../../evidence/unjudged.js';
import type { OrderState } from '../../interface/interface.js';
import type { AmbiguityId, RequirementId } from './ids.js';
import type { Repair } from './repair.js';
import type { Ambiguity, Level, Requirement } from './requirement.js';
import type { Observation, Result, Rule } from './rule.js';
import type { Scenario } from './scenario.js';

/** One file of this folder: what it demands, and which questions it observes. */
export interface ClauseFile {
  readonly demands: readonly Demand[];
  readonly questions?: readonly OpenQuestion[];
}

/** One requirement and the rule that judges it. */
export interface Demand {
  readonly requirement: Requirement<RequirementId>;
  readonly rule: Rule<RequirementId>;
  /** Parts of the contract, word for word, as `docs/contract.md` has them. */
  readonly quotes: readonly string[];
}

/** One question that the contract leaves open, and how a run observes what the target does. */
export interface OpenQuestion {
  readonly ambiguity: Ambiguity;
  observe(evidence: Evidence): readonly Observation[];
  /** Parts of the contract, word for word, that leave it open. */
  readonly quotes: readonly string[];
}

/** The words of a requirement, which users read. */
export interface DemandText {
  /** The demand in this project's words: whole sentences on one line. */
  readonly text: string;
  /** The reason, if the text alone does not say it. */
  readonly why?: string | undefined;
  /** Tells an implementer how to repair a deviation. */
  readonly fix: Repair | string;
  /** Only if it differs from the quotation of the clause. */
  readonly quotes?: readonly string[];
  /** Only if it differs from the operation of the clause. */
  readonly operation?: Requirement['operation'];
  /** Every order that a run cancels in this state shows it, so a run that selects it cancels all of them. */
  readonly judgesEvery?: OrderState;
}

/** Judges each answer by itself. */
export interface AnswerCheck {
  /** The requirement is judged in full only if all these scenarios ran. They may be in another file. */
  readonly needs: readonly Scenario[];
  /** The answers to judge, and an `Unjudged` for each missing one. */
  answers(evidence: Evidence): readonly (Answer | Unjudged)[];
  judge(answer: Answer, evidence: Evidence): Result | readonly Result[];
  /** Judges a request that never gets an answer. Absent: it is not judged. */
  judgeSilence?(exchange: Exchange): Result;
}

/** Judges the whole run: for requirements that no single answer shows. */
export interface RunCheck {
  readonly needs: readonly Scenario[];
  judgeRun(evidence: Evidence): readonly Result[];
}

/** Starts a clause of the contract: its number, the operation that it is about, and its sentences or rows of tables. */
export function clause(id: string, clauseOperation: Requirement['operation'], ...clauseQuotes: readonly string[]) {
  const demand =
    (level: Level) =>
    (name: RequirementId, about: DemandText & (AnswerCheck | RunCheck)): Demand => {
      const { text, why, fix, quotes = clauseQuotes, operation = clauseOperation, judgesEvery } = about;
      const repair = typeof fix === 'string' ? { text: fix } : fix;
      const quote = quotes.map(quoted).join('; ');
      return {
        requirement: { id: name, clause: id, level, operation, text, ...(why && { why }), fix: repair, quote },
        rule: {
          requirement: name,
          needs: about.needs.map((scenario) => scenario.id),
          ...(judgesEvery && { judgesEvery }),
          judge: (evidence) => ('judgeRun' in about ? about.judgeRun(evidence) : judgeAnswers(about, evidence)),
        },
        quotes,
      };
    };
  const open = (name: AmbiguityId, question: string, observe: OpenQuestion['observe']): OpenQuestion => ({
    ambiguity: { id: name, clause: id, question },
    observe,
    quotes: clauseQuotes,
  });
  return { must: demand('must'), should: demand('should'), open };
}

const judgeAnswers = ({ answers, judge, judgeSilence }: AnswerCheck, evidence: Evidence): Result[] =>
  judgeEach(answers(evidence), (answer) => judge(answer, evidence), judgeSilence);

/** Judges each answer. A missing answer stays unjudged, unless `judgeSilence` judges requests that never get one. */
export const judgeEach = (
  results: readonly (Answer | Unjudged)[],
  judgeOne: (answer: Answer) => Result | readonly Result[],
  judgeSilence?: (exchange: Exchange) => Result,
): Result[] =>
  results.flatMap((result) => {
    if (!isUnjudged(result)) return judgeOne(result);
    return judgeSilence && isSilence(result) ? judgeSilence(result.silent) : result;
  });

/** A sentence in quotation marks; a row of a table without them: `204: order was pending and is cancelled; no body`. */
const quoted = (part: string): string => (part.startsWith('|') ? rowText(part) : `“${part}”`);

function rowText(row: string): string {
  const [name = '', ...cells] = row.replace(/^\| | \|$/g, '').split(' | ');
  const texts = cells.filter((cell) => cell !== '-').map((cell) => (cell === 'none' ? 'no body' : inside(cell)));
  return `${name}: ${texts.join('; ')}`;
}

/** A cell as part of a sentence: names keep their letter case. */
const inside = (cell: string): string =>
  cell.replace(/\.$/, '').replace(/^(?!Error )[A-Z](?=[a-z])/, (first) => first.toLowerCase());
