import type { Report, Verdict } from '../runner/judge/report.js';
import { printableJson, printableLines } from './printable.js';
import type { Reporter } from './reporter.js';
import { type Deviation, deviationText, type JudgedRequirement, viewOf } from './view.js';
import { requirementName, runSentence, unscoredTitle } from './wording.js';

type Outcome = 'passed' | 'failed' | 'cantTell' | 'inapplicable' | 'untested';

/** Everything that a reader needs is in the document: nothing is fetched. */
const CONTEXT = {
  earl: 'http://www.w3.org/ns/earl#',
  ptr: 'http://www.w3.org/2009/pointers#',
  dct: 'http://purl.org/dc/terms/',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  'earl:assertedBy': { '@type': '@id' },
  'earl:subject': { '@type': '@id' },
  'earl:test': { '@type': '@id' },
  'earl:mode': { '@type': '@id' },
  'earl:outcome': { '@type': '@id' },
  'ptr:reference': { '@type': '@id' },
  'dct:isPartOf': { '@type': '@id' },
  'dct:date': { '@type': 'xsd:dateTime' },
};

/** W3C's Evaluation and Report Language 1.0, in JSON-LD: an assertion about the whole contract, and one per requirement. */
export const earl: Reporter = (report) => {
  const { requirements } = viewOf(report);
  return printableJson({
    '@context': CONTEXT,
    '@graph': [
      ...participants(report),
      ...requirements.map(({ requirement }) => ({
        '@id': criterionId(report, requirement.id),
        '@type': ['earl:TestCriterion', 'earl:TestRequirement'],
        'dct:identifier': requirement.id,
        'dct:title': printableLines(requirementName(requirement)),
        'dct:isPartOf': criterionId(report),
      })),
      assertion(report, criterionId(report), runOutcome(report), runSentence(report)),
      ...requirements.map((judged) => requirementAssertion(report, judged)),
    ],
  });
};

function participants(report: Report) {
  const { tool, contract, target, edition } = report;
  return [
    {
      '@id': toolId(report),
      '@type': ['earl:Assertor', 'earl:Software'],
      'dct:title': tool.name,
      'dct:hasVersion': tool.version,
    },
    {
      '@id': iri(target.baseUrl),
      '@type': 'earl:TestSubject',
      'dct:title': printableLines(target.name ?? target.baseUrl),
    },
    {
      '@id': criterionId(report),
      '@type': ['earl:TestCriterion', 'earl:TestRequirement'],
      'dct:title': printableLines(contract.name),
      'dct:hasVersion': printableLines(contract.version),
      'dct:description': `The requirements of edition ${edition.id} are scored.`,
    },
  ];
}

/** A package URL (ECMA-427). */
const toolId = ({ tool }: Report): string => iri(`pkg:npm/${tool.name}@${tool.version}`);

/** Without the tool's version: the same requirement has the same name in the reports of all versions. */
const criterionId = ({ tool }: Report, id = 'contract'): string => iri(`pkg:npm/${tool.name}#${id}`);

/** What an IRI must not contain as it is (RFC 3987 §2.2) is percent-encoded. */
const iri = (text: string): string => printableLines(text).replace(/[\s<>"{}|\\^`]/g, encodeURIComponent);

function assertion(report: Report, test: string, outcome: Outcome, info: string, pointers: readonly object[] = []) {
  return {
    '@type': 'earl:Assertion',
    'earl:assertedBy': toolId(report),
    'earl:subject': iri(report.target.baseUrl),
    'earl:test': test,
    'earl:mode': 'earl:automatic',
    'earl:result': {
      '@type': 'earl:TestResult',
      'earl:outcome': `earl:${outcome}`,
      'dct:date': report.startedAt,
      ...(info !== '' && { 'earl:info': printableLines(info) }),
      ...(pointers.length > 0 && { 'earl:pointer': pointers }),
    },
  };
}

/** Only a complete run tells about the whole contract. */
function runOutcome({ verdict, complete }: Report): Outcome {
  if (verdict === 'nonconformant') return 'failed';
  return verdict === 'conformant' && complete ? 'passed' : 'cantTell';
}

const OUTCOMES: Readonly<Record<Verdict, Outcome>> = {
  pass: 'passed',
  fail: 'failed',
  // The requirement is broken; its level, which says that the run is not red for it, is in its title.
  warn: 'failed',
  inconclusive: 'cantTell',
  error: 'cantTell',
  blocked: 'untested',
  skipped: 'untested',
  'not-applicable': 'inapplicable',
};

function requirementAssertion(report: Report, { requirement, deviations, rest }: JudgedRequirement) {
  const { id, verdict, reason, scored } = requirement;
  const apart = scored === false ? [unscoredTitle(report)] : [];
  const info = [...apart, ...deviations.map(deviationText), ...rest, reason ?? []].flat().join('\n\n');
  return assertion(report, criterionId(report, id), OUTCOMES[verdict], info, deviations.map(pointer));
}

/** Where in the target's answers the deviation shows, in the words of the report: `status`, `body /3/id`. */
const pointer = ({ fields, evidence }: Deviation) => ({
  '@type': 'ptr:ExpressionPointer',
  'ptr:expression': printableLines(new Map(fields).get('at') ?? ''),
  'ptr:reference': evidence && iri(evidence.request.url),
});
