import type { HeaderLine } from '../../runner/evidence/file/lines.js';
import type { Edition } from '../../runner/judge/edition.js';
import type { Report, Verdict } from '../../runner/judge/report.js';
import { validateReport } from '../../runner/judge/validators.generated.js';
import { catalogueText } from '../bundle/catalogue.js';
import { type Configuration, configurationOf } from '../bundle/configuration.js';
import { canonical, parsed, textOf } from '../bundle/json.js';
import { type Claims, isScored, type Stated, type Statement, statementOf } from '../bundle/statement.js';
import { validateConfiguration } from '../bundle/validators.generated.js';
import type { Derivation } from '../derivation.js';
import { type Check, checkThat } from './check.js';

/** A requirement with another verdict than the bundle says; null: not among its requirements. */
export interface Difference {
  readonly requirement: string;
  readonly certified: Verdict | null;
  readonly derived: Verdict | null;
}

/** What was judged again entitles to a certificate. */
export function checkVerdict(derived: Report, edition: Edition): Check {
  const scored = derived.requirements.filter(isScored);
  const broken = scored.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
  const ids = new Set(scored.map(({ id }) => id));
  const missing = Object.keys(edition.requirements).filter((id) => !ids.has(id));
  const problems = [
    ...missing.map((id) => `${id} is a requirement of edition ${edition.id}, and this version does not judge it.`),
    ...broken.map(({ id, verdict }) => `The evidence shows ${id}: ${verdict}.`),
    ...(derived.verdict === 'conformant' ? [] : [`Judged again, the run is ${derived.verdict}.`]),
    ...(derived.complete ? [] : ['Judged again, the run is not complete: a `must` requirement was not judged.']),
  ];
  const { must, should } = derived.requirementCounts;
  const total = scored.length;
  const remark = should.warn > 0 ? `, ${should.warn} of level should broken` : '';
  return checkThat(
    'verdict',
    problems,
    `Judged again: conformant and complete, ${must.pass} must held${remark}, of ${total} requirements.`,
  );
}

/** The report in the bundle says what the evidence says, requirement by requirement. */
export function checkReport(text: string, derived: Report, { tool, renderings }: Derivation) {
  const report = parsed(text);
  const [error] = validateReport(report);
  if (error) {
    const problem = `report.json${error.instancePath} ${error.message ?? 'is not what is expected'}.`;
    return { check: checkThat('report', [problem], ''), differences: [] };
  }
  const differences = differencesOf(report as Report, derived);
  const isSameVersion = derived.tool.version === tool.version;
  const isEqual = renderings['report.json'](derived) === text;
  const problems = [
    ...differences.map(
      ({ requirement, certified, derived: now }) =>
        `${requirement}: the report says ${certified ?? 'nothing'}, the evidence ${now ?? 'nothing'}.`,
    ),
    ...(isSameVersion && !isEqual
      ? [`The report is not the one that follows from the evidence${placeOf(report, derived)}.`]
      : []),
  ];
  const message = isSameVersion
    ? 'report.json is the report that follows from the evidence, to the byte.'
    : `Made by version ${derived.tool.version}, judged again by ${tool.version}: every requirement has the same verdict.`;
  return { check: checkThat('report', problems, message), differences };
}

function differencesOf(certified: Report, derived: Report): Difference[] {
  const before = new Map(certified.requirements.map(({ id, verdict }) => [id, verdict]));
  const after = new Map(derived.requirements.map(({ id, verdict }) => [id, verdict]));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((requirement) => {
    const difference = {
      requirement,
      certified: before.get(requirement) ?? null,
      derived: after.get(requirement) ?? null,
    };
    return difference.certified === difference.derived ? [] : [difference];
  });
}

/** The first member that differs, for the message. */
function placeOf(report: unknown, derived: Report): string {
  const found = Object(report) as Record<string, unknown>;
  const expected = derived as unknown as Record<string, unknown>;
  const names = [...new Set([...Object.keys(found), ...Object.keys(expected)])];
  const name = names.find((member) => canonical(found[member] ?? null) !== canonical(expected[member] ?? null));
  return name === undefined ? ' (in its spelling)' : `: \`${name}\` differs`;
}

export interface OtherFiles {
  readonly 'report.html': string;
  readonly 'junit.xml': string;
  readonly 'catalogue.json': string;
  readonly 'configuration.json': string;
}

/** The files that follow from the report and the evidence are the ones that this version writes. */
export function checkOtherFiles(
  files: OtherFiles,
  derived: Report,
  header: HeaderLine,
  { contract, renderings, tool }: Derivation,
): Check {
  const isSameVersion = header.tool.version === tool.version;
  const expected: Partial<OtherFiles> = {
    'configuration.json': configurationAgain(files['configuration.json'], header),
    ...(isSameVersion && {
      'report.html': renderings['report.html'](derived),
      'junit.xml': renderings['junit.xml'](derived),
      'catalogue.json': catalogueText(contract, derived.edition),
    }),
  };
  const names = Object.keys(expected) as (keyof OtherFiles)[];
  const problems = names
    .filter((name) => files[name] !== expected[name])
    .map((name) => `${name} is not the one that follows from the evidence.`);
  return checkThat('files-derived', problems, `${names.join(', ')}: as they follow from the evidence.`);
}

/** Undefined where the file is not a configuration at all. */
function configurationAgain(text: string, header: HeaderLine): string {
  const value = parsed(text);
  if (validateConfiguration(value).length > 0) return '';
  return textOf(configurationOf(header, value as Configuration));
}

/** The statement says what report and files say; only its claims are its own. */
export function checkStatement(statement: Statement, stated: Omit<Stated, 'claims'>, { tool }: Derivation): Check {
  const { subject, issuedAt, selfCheck, nonce, publishable } = statement.predicate.conformance;
  const claims: Claims = {
    subject,
    issuedAt,
    selfCheck,
    ...(nonce !== undefined && { nonce }),
    ...(publishable && { publishable }),
  };
  const expected = statementOf({ ...stated, claims });
  const isSameVersion = stated.report.tool.version === tool.version;
  const compared = isSameVersion ? expected : withSchemasOf(expected, statement);
  const problems = differingMembers(statement, compared).map(
    (name) => `The statement's \`${name}\` is not what report and files say.`,
  );
  return checkThat('statement', problems, `${statement.predicate.result}: it says what report and files say.`);
}

/** Another version has other schemas, whose digests are not known here. */
function withSchemasOf(expected: Statement, { predicate }: Statement): Statement {
  const isSchema = ({ name }: { readonly name: string }) => name.startsWith('schemas/');
  const configuration = [
    ...expected.predicate.configuration.filter((entry) => !isSchema(entry)),
    ...predicate.configuration.filter(isSchema),
  ];
  return { ...expected, predicate: { ...expected.predicate, configuration } };
}

/** Of the statement, its predicate and what this suite adds to that. */
function differingMembers(found: Statement, expected: Statement): string[] {
  const { predicate, ...rest } = found;
  const { conformance, ...standard } = predicate;
  const { predicate: wanted, ...wantedRest } = expected;
  const { conformance: wantedConformance, ...wantedStandard } = wanted;
  return [
    ...namesOfDifferent(rest, wantedRest),
    ...namesOfDifferent(standard, wantedStandard),
    ...namesOfDifferent(conformance, wantedConformance),
  ];
}

function namesOfDifferent(a: object, b: object): string[] {
  const [left, right] = [new Map<string, unknown>(Object.entries(a)), new Map<string, unknown>(Object.entries(b))];
  const names = [...new Set([...left.keys(), ...right.keys()])];
  return names.filter((name) => canonical(left.get(name) ?? null) !== canonical(right.get(name) ?? null));
}
