import type { AmbiguityResult, Finding, Report } from '../../index.js';
import { groupBy } from '../../interface/helpers/helpers.js';
import { familiesOf } from '../families.js';

/**
 * The texts of a report, each once, with the port masked. `usual` is another report: its reasons, notes
 * and ambiguities are left out.
 */
export function reportText(report: Report, usual?: Report): string {
  const { requirements, findings, ambiguities, fixtures, notes, causes, obstacle } = report;
  const isUsual = ({ id, observed }: AmbiguityResult) =>
    // Depends on time: another cancel may already have removed the order.
    (id === 'other-state-cancel' && observed === 'status 409; status 404') ||
    usual?.ambiguities.some((entry) => entry.id === id && entry.observed === observed) === true;
  const lines = [
    ...(obstacle === undefined ? [] : [`obstacle: ${obstacle}`]),
    ...causes.flatMap(({ id, headline, likely, repair }) => {
      // Chance decides how many cancels of a race succeed.
      const text = /^(cancelled|raced)-204$/.test(id) ? '' : `: ${headline}`;
      return [
        `cause ${id}${text}${likely ? ` [${likely.name}]` : ''}`,
        ...repair.split('\n').map((line) => `  repair: ${line}`),
      ];
    }),
    ...fixtures.map((suspicion) => `fixtures: ${suspicion}`),
    ...requirements.flatMap(({ id }) =>
      distinct(findings.filter(({ requirement }) => requirement === id)).flatMap(describe),
    ),
    ...reasons(requirements, usual?.requirements),
    // Time decides whether a connection is closed before it is used again.
    ...notes
      .filter((note) => !usual?.notes.includes(note) && !/kept connection/.test(note))
      .map((note) => `note: ${note}`),
    ...ambiguities.filter((entry) => !isUsual(entry)).map(({ id, observed }) => `${id}: ${observed}`),
  ];
  return withoutTimes(
    lines
      .map(visible)
      .join('\n')
      .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT'),
  );
}

/**
 * Masks what depends on time: when and in which listing an order was seen, what showed it again, how many other cancels were
 * in flight, and which of several orders showed a deviation first.
 */
export const withoutTimes = (text: string): string =>
  text
    .replaceAll(/(?:as first listed|there) again at /g, 'back again at ')
    .replaceAll(/(again )?at \d+\.\d\d s(?: \([^)]+\))?/g, (moment: string, again = '') => {
      const [cancel = ''] = again ? [] : (/ \(its [^)]+\)/.exec(moment) ?? []);
      return `${again}at TIME${cancel}`;
    })
    .replaceAll(/(?:a cancel|cancels) of \d[\d, and]*\(204\)/g, 'cancels of others (204)')
    .replaceAll(/between \d+\.\d\d s and \d+\.\d\d s/g, 'between TIME and TIME')
    .replaceAll(/^(cause .*?: Order) \d+(?= .* at TIME)/gm, '$1 ID');

type Requirements = Report['requirements'];

/** Reasons why requirements were not judged, each once, without those of `usual`. */
function reasons(requirements: Requirements, usual: Requirements = []): string[] {
  const all = requirements.map(({ id }) => id);
  const textOf = ({ verdict, reason }: Requirements[number]) => reason && `${verdict}: ${reason}`;
  const before = new Map(usual.map((each) => [each.id, textOf(each)]));
  const others = requirements.filter((each) => textOf(each) !== before.get(each.id));
  return [...groupBy(others, (each) => textOf(each) ?? each.verdict)].map(([text, members]) => {
    const ids = members.map(({ id }) => id);
    return `${familiesOf(ids, all)} ${ids.length === 1 ? 'is' : 'are'} ${text}`;
  });
}

/** Escapes characters that a diff cannot show: control characters, and those without a width. */
const visible = (line: string): string =>
  line.replaceAll(/[\p{Cc}\p{Cf}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

/** One of those that differ in the exchange, and in what came, alone: which come at all may depend on time, as do races. */
function distinct(findings: readonly Finding[]): readonly Finding[] {
  const ordered = [...findings].sort((a, b) => (`${a.at} ${a.actual}` < `${b.at} ${b.actual}` ? -1 : 1));
  const groups = new Map(ordered.reverse().map((finding) => [isRace(finding) ? '' : finding.message, finding]));
  return [...groups.values()].sort((a, b) => (a.message < b.message ? -1 : 1));
}

/** Chance decides how many cancels succeed, and of how many orders. */
const isRace = ({ requirement }: Finding): boolean => requirement === 'cancel.race';

function describe(finding: Finding): string[] {
  const { requirement, level, message, expected, actual, at } = finding;
  if (isRace(finding)) return [`${requirement} (${level}): several succeeded`];
  return [`${requirement} (${level}): ${message}`, `  at ${at}`, `  expected: ${expected}`, `  actual:   ${actual}`];
}
