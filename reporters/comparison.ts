import type { Change, ComparedRequirement, ComparedRun, Comparison, Side } from '../runner/judge/compare.js';
import type { Report } from '../runner/judge/report.js';
import { comparisonPage } from './comparison-page.js';
import { prose } from './markdown-text.js';
import { excerpt, printableJson } from './printable.js';
import { clauseName, groupBy } from './wording.js';

/** Worst first. */
const TITLES: Readonly<Record<Change, string>> = {
  'newly-broken': 'Newly broken',
  'no-longer-judged': 'No longer judged',
  'now-judged-broken': 'Now judged, and broken',
  'still-broken': 'Still broken',
  fixed: 'Fixed',
  'now-judged-held': 'Now judged, and held',
};

const sideText = (side: Side | null): string =>
  side === null
    ? 'absent'
    : `${side.verdict}${side.known ? ' (known)' : ''}${side.scored === false ? ' (not scored)' : ''}`;

function sidesText({ old, new: now }: Pick<ComparedRequirement, 'old' | 'new'>): string {
  const levels = old && now && old.level !== now.level ? `, ${old.level} → ${now.level}` : '';
  return `${sideText(old)} → ${sideText(now)}${levels}`;
}

/** `nonconformant (complete), https://orders.example/v1, 2026-11-21T03:00:00.000Z`. */
const runText = ({ verdict, baselineOutOfDate, complete, target, startedAt }: ComparedRun): string =>
  `${verdict}${baselineOutOfDate ? ', with a baseline that is out of date' : ''} (${complete ? 'complete' : 'not complete'}), ${target.baseUrl}, ${startedAt}`;

/** What the exit code says. */
function conclusion({ worse, counts }: Comparison): string {
  const amounts = Object.entries(TITLES).flatMap(([change, title]) => {
    const count = counts[change as Change];
    const remark = change === 'now-judged-broken' ? ' (hidden before, so not a regression)' : '';
    return count === 0 ? [] : [`${count} ${title.toLowerCase().replace(',', '')}${remark}`];
  });
  const nothing = amounts.length === 0 ? ['nothing changed, and nothing is broken'] : amounts;
  return `${worse ? 'WORSE' : 'NOT WORSE'}: ${nothing.join(', ')}.`;
}

/** Markdown that reads as well where nobody renders it; `shown` makes what the reports say harmless there. */
const rendered =
  (shown: (text: string) => string) =>
  (comparison: Comparison): string => {
    const { requirements, ambiguities, differences } = comparison;
    const changes = Object.entries(TITLES).map(([change, title]) => {
      const own = requirements.filter((requirement) => requirement.change === change);
      const items = [...groupBy(own, ({ message }) => message)].flatMap(([message, alike]) => [
        ...alike.map(
          ({ id, level, clause, ...sides }) => `- ${level} ${clauseName(clause)} ${shown(id)}: ${sidesText(sides)}`,
        ),
        ...(message === undefined ? [] : [`  ${shown(message)}`]),
      ]);
      return { title: `${title} (${own.length})`, items };
    });
    const parts = [
      {
        title: "The two runs differ, so a change need not be the target's",
        items: differences.map(({ what, old, new: now }) => `- ${what}: ${shown(old)} → ${shown(now)}`),
      },
      ...changes,
      {
        title: `Open questions of the contract with another answer (${ambiguities.length})`,
        items: ambiguities.map(
          ({ id, clause, old, new: now }) =>
            `- ${clauseName(clause)} ${shown(id)}: ${shown(old ?? 'absent')} → ${shown(now ?? 'absent')}`,
        ),
      },
    ].filter(({ items }) => items.length > 0);
    return [
      `# ${conclusion(comparison)}\n`,
      `- old: ${shown(runText(comparison.old))}`,
      `- new: ${shown(runText(comparison.new))}`,
      ...parts.flatMap(({ title, items }) => [`\n## ${title}\n`, ...items]),
      '',
    ].join('\n');
  };

/** Of two reports and what changed between them. */
type Renderer = (comparison: Comparison, reports: Readonly<Record<'old' | 'new', Report>>) => string;

/** All formats of a comparison, by the name that `compare --format` takes; JSON is as `schemas/compare.schema.json` has it. */
export const comparisonFormats = {
  text: rendered(excerpt),
  markdown: rendered(prose),
  html: comparisonPage,
  json: printableJson,
} satisfies Record<string, Renderer>;
