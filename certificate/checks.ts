import { headerValues } from '../runner/evidence/exchange.js';
import type { LoadedEvidence } from '../runner/evidence/file/reader.js';
import type { JudgedContract } from '../runner/judge/judge.js';
import type { Report } from '../runner/judge/report.js';
import type { Edition } from '../runner/judge/requirement.js';
import { validateReport } from '../runner/judge/validators.generated.js';
import { parsed } from './dsse.js';
import { type Conformance, type Digests, isScored, type Statement, statementOf, statementText } from './statement.js';
import { type Check, checkThat, type Difference } from './verification.js';

const DIGESTED = ['report.json', 'evidence.jsonl.gz'] as const;

/** The statement names every file with its SHA-256. */
export function checkDigest({ subject }: Statement, name: (typeof DIGESTED)[number], digest: string): Check {
  const stated = subject[1 + DIGESTED.indexOf(name)]?.digest.sha256;
  const problem = `${name} was changed: its SHA-256 is ${digest}; the statement says ${stated ?? 'nothing'}.`;
  const holds = 'Report and evidence have the SHA-256 that the statement names.';
  return checkThat('digests', stated === digest ? [] : [problem], holds);
}

const DAY_MS = 86_400_000;

/** The clocks of who certifies and who verifies differ. */
const CLOCKS_MS = 10 * 60_000;

/** Of the run, not of the signature: one that is signed again is not younger. */
export function checkAge({ startedAt }: Report, maxDays: number, now: number): Check {
  const age = now - Date.parse(startedAt);
  const days = Math.max(0, Math.floor(age / DAY_MS));
  const shown = `The run began at ${startedAt}, ${days} days ago; at most ${maxDays} are allowed`;
  if (age < -CLOCKS_MS) return checkThat('age', [`The run began at ${startedAt}, which is in the future.`], '');
  return checkThat('age', age <= maxDays * DAY_MS ? [] : [`${shown} (--max-age). Certify again.`], `${shown}.`);
}

/** It shows that the run is not older than the nonce: every request of it carried that. */
export function checkNonce(
  { nonce }: Conformance,
  { evidence }: LoadedEvidence,
  expected: string | undefined,
): Check[] {
  if (nonce === undefined && expected === undefined) return [];
  const without = evidence.exchanges.filter(({ sent }) => headerValues(sent, NONCE_HEADER).join() !== (nonce ?? ''));
  const found = nonce === undefined ? 'The run was made without a nonce' : `The run was made with the nonce ${nonce}`;
  const problems = [
    ...(expected === undefined || nonce === expected
      ? []
      : [`${found}; expected ${expected}. Certify again with --nonce ${expected}.`]),
    ...(without.length === 0 ? [] : [`${without.length} requests did not carry the nonce that the statement names.`]),
  ];
  return [checkThat('nonce', problems, `Every request carried the nonce ${nonce}.`)];
}

/** As the suite sends it, in lower case. */
const NONCE_HEADER = 'store-orders-conformance-nonce';

/** Whether the evidence is of this contract and whole, and its bodies are those that were received. */
export function checkEvidence(
  { header, evidence, altered }: LoadedEvidence,
  { name, version }: Pick<JudgedContract, 'name' | 'version'>,
): Check {
  const { contract } = header;
  const missing = evidence.missing(() => true);
  const problems = [
    ...(contract.name === name && contract.version === version
      ? []
      : [`The evidence is of ${contract.name} ${contract.version}; this version judges ${name} ${version}.`]),
    ...(missing.length === 0
      ? []
      : [
          `${missing.length} requests of the plan have no exchange, such as one of ${missing[0]?.scenario}: they were taken away, or the run was cut short.`,
        ]),
    ...evidence.defects.map(({ scenario }) => `The suite itself failed in ${scenario} of that run.`),
    ...altered.map((id) => `The body of ${id} was changed: its digest is another one.`),
  ];
  return checkThat(
    'evidence',
    problems,
    `${evidence.exchanges.length} exchanges; bodies have the digests that they came with.`,
  );
}

/** What was judged again entitles to a certificate. */
export function checkVerdict(derived: Report, edition: Edition): Check {
  const scored = derived.requirements.filter(isScored);
  const broken = scored.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
  const ids = new Set(scored.map(({ id }) => id));
  const missing = Object.keys(edition.requirements).filter((id) => !ids.has(id));
  const leftOut = scored.filter(({ verdict }) => verdict === 'skipped');
  const problems = [
    ...missing.map((id) => `${id} is a requirement of edition ${edition.id}, and this version does not judge it.`),
    ...broken.map(({ id, verdict }) => `The evidence shows ${id}: ${verdict}.`),
    ...(derived.verdict === 'conformant' ? [] : [`Judged again, the run is ${derived.verdict}.`]),
    ...leftOut.map(({ id }) => `The run left ${id} out: a certificate is about all requirements.`),
    ...(derived.complete ? [] : ['Judged again, the run is not complete.']),
  ];
  const { must, should } = derived.requirementCounts;
  const remark = should.warn > 0 ? `, ${should.warn} of level should broken` : '';
  return checkThat('verdict', problems, `Judged again: conformant and complete, ${must.pass} must held${remark}.`);
}

/** The report in the bundle is the one that follows from the evidence. */
export function checkReport(text: string, expected: string, derived: Report, tool: Report['tool']) {
  if (text === expected) {
    const message = 'report.json is the report that follows from the evidence, to the byte.';
    return { check: checkThat('report', [], message), differences: [] };
  }
  const report = parsed(text);
  const [error] = validateReport(report);
  if (error) {
    const problem = `report.json${error.instancePath} ${error.message ?? 'is not what is expected'}.`;
    return { check: checkThat('report', [problem], ''), differences: [] };
  }
  const differences = differencesOf(report as Report, derived);
  const { version } = derived.tool;
  const problems = differences.map(
    ({ requirement, certified, derived: now }) =>
      `${requirement}: the report says ${certified ?? 'nothing'}, the evidence ${now ?? 'nothing'}.`,
  );
  if (problems.length === 0 && version === tool.version) {
    problems.push(`report.json is not the report that follows from the evidence: ${placeOf(text, expected)}.`);
  }
  const message = `Written by version ${version}, judged again by ${tool.version}: every requirement has the same verdict.`;
  return { check: checkThat('report', problems, message), differences };
}

function differencesOf(certified: Report, derived: Report): Difference[] {
  const before = new Map(certified.requirements.map(({ id, verdict }) => [id, verdict]));
  const after = new Map(derived.requirements.map(({ id, verdict }) => [id, verdict]));
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((requirement) => ({
      requirement,
      certified: before.get(requirement) ?? null,
      derived: after.get(requirement) ?? null,
    }))
    .filter((difference) => difference.certified !== difference.derived);
}

function placeOf(text: string, expected: string): string {
  const lines = expected.split('\n');
  const at = text.split('\n').findIndex((line, index) => line !== lines[index]);
  return at < 0 ? 'it was cut off' : `line ${at + 1} differs`;
}

/** The statement says what report and files say; only its claims are its own. */
export function checkStatement(
  statement: Statement,
  derived: Report,
  declared: readonly string[],
  digests: Digests,
): Check {
  const expected = statementOf(derived, declared, digests, statement.predicate.conformance);
  const said = new Map(membersOf(statement));
  const wrong = membersOf(expected).find(([name, value]) => JSON.stringify(value) !== JSON.stringify(said.get(name)));
  const what = wrong ? `The statement's \`${wrong[0]}\`` : 'The statement';
  const isSame = statementText(expected) === statementText(statement);
  return checkThat(
    'statement',
    isSame ? [] : [`${what} is not what report and files say.`],
    `${statement.predicate.result}: it says what report and files say.`,
  );
}

/** Those of the predicate, and those that this suite adds to it. */
const membersOf = ({ predicate: { conformance, ...others } }: Statement): [string, unknown][] =>
  Object.entries({ ...conformance, ...others });
