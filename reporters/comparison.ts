import { groupBy } from '../interface/helpers/helpers.js';
import type { Change, ComparedRequirement, ComparedRun, Comparison, Side } from '../judge/report/compare.js';
import { prose } from './markdown-text.js';
import { excerpt, printableJson, safeLines } from './printable.js';
import { clauseName, contractText, countOf, someOf, targetText } from './wording.js';

/** Worst first. */
const TITLES: Readonly<Record<Change, string>> = {
  'newly-broken': 'Newly broken',
  'no-longer-judged': 'No longer judged',
  'still-broken': 'Still broken, or not judged before',
  'newly-judged': 'Newly judged: the older report does not have them',
  fixed: 'Fixed, or not judged before',
};

const sideText = (side: Side | null): string =>
  side === null
    ? 'absent'
    : `${side.verdict}${side.known ? ' (known)' : ''}${side.scored === false ? ' (not scored)' : ''}`;

function sidesText({ old, new: now }: Pick<ComparedRequirement, 'old' | 'new'>): string {
  const levels = old && now && old.level !== now.level ? `, ${old.level} → ${now.level}` : '';
  return `${sideText(old)} → ${sideText(now)}${levels}`;
}

/** `fail → fail, now 401`. One run neither finds nor repairs for sure a deviation that shows by chance, so its change says how often it was seen. */
const howChanged = (entry: ComparedRequirement): string =>
  [
    entry.level,
    sidesText(entry),
    ...(entry.now === undefined ? [] : [`now ${excerpt(entry.now)}`]),
    ...(entry.attempts === undefined ? [] : [excerpt(entry.attempts)]),
  ].join(', ');

/** `nonconformant (complete), https://orders.example/v1, 2026-11-21T03:00:00.000Z, edition 2026.1, …`. */
function runText({ verdict, baselineOutOfDate, complete, target, tool, ...run }: ComparedRun): string {
  const outcome = `${verdict}${baselineOutOfDate ? ', with a baseline that is out of date' : ''}`;
  const strict = run.strict ? ', strict' : '';
  const scoring = `${contractText(run)}, ${tool.name} ${tool.version}${strict}`;
  return `${outcome} (${complete ? 'complete' : 'not complete'}), ${targetText({ target })}, ${run.startedAt}, ${scoring}`;
}

/** The reason for the exit code: `WORSE: newly broken: 24 requirements, 5 causes.` */
function conclusion({ worse, requirements }: Comparison): string {
  const amounts = Object.keys(TITLES).flatMap((change) => {
    const entries = requirements.filter((requirement) => requirement.change === change);
    return entries.length === 0 ? [] : [`${change.replaceAll('-', ' ')}: ${amountOf(entries)}`];
  });
  const nothing = amounts.length === 0 ? ['nothing changed, and nothing is broken'] : amounts;
  return `${worse ? 'WORSE' : 'NOT WORSE'}: ${nothing.join('; ')}.`;
}

/** `24 requirements, 5 causes`. */
function amountOf(entries: readonly ComparedRequirement[]): string {
  const causes = new Set(entries.flatMap(({ cause }) => cause?.id ?? []));
  const amount = causes.size === 0 ? [] : [countOf(causes.size, 'cause')];
  return [countOf(entries.length, 'requirement'), ...amount].join(', ');
}

/**
 * Makes a text format. Its parts are the prefixes of a title, a heading, an item, and a line below an item.
 * @param safe makes quotes of the reports harmless
 */
const rendered =
  ([title, heading, item, more]: readonly [string, string, string, string], safe: (text: string) => string) =>
  (comparison: Comparison): string => {
    const { requirements } = comparison;
    /** Requirements that share a cause, or else a reason. There is one line for each way in which they changed. */
    const group = (entries: readonly ComparedRequirement[]): string[] => {
      const [{ cause, message = '' } = {}] = entries;
      const about = cause ? `${safe(cause.headline)} (cause ${safe(cause.id)})` : safe(message);
      const lines = [...groupBy(entries, howChanged)].map(
        ([how, same]) => `${how}: ${someOf(same.map(({ id, clause }) => `${safe(id)} (${clauseName(clause)})`))}`,
      );
      return about === '' ? lines.map((line) => item + line) : [item + about, ...lines.map((line) => more + line)];
    };
    const changes = Object.entries(TITLES).flatMap(([change, name]) => {
      const entries = requirements.filter((requirement) => requirement.change === change);
      if (entries.length === 0) return [];
      const groups = groupBy(entries, ({ cause, message }) => cause?.id ?? `reason ${message}`);
      return [`\n${heading}${name} (${amountOf(entries)})\n`, ...[...groups.values()].flatMap(group)];
    });
    const lines = [
      `${title}${conclusion(comparison)}\n`,
      `${item}old: ${safe(runText(comparison.old))}`,
      `${item}new: ${safe(runText(comparison.new))}`,
      ...changes,
      '',
    ];
    return safeLines(lines.join('\n'));
  };

/**
 * All formats of a comparison, by their name in `compare --format`. `schemas/compare.schema.json` describes the JSON.
 */
export const comparisonFormats = {
  text: rendered(['', '', '  ', '    '], excerpt),
  markdown: rendered(['# ', '## ', '- ', '  - '], prose),
  json: printableJson,
} satisfies Record<string, (comparison: Comparison) => string>;
