import type { Change, ComparedRequirement, ComparedRun, Comparison, OnlyIn, Side } from '../runner/judge/compare.js';
import { comparisonPage } from './html/comparison-page.js';
import { prose } from './markdown-text.js';
import { excerpt, printable, printableJson } from './printable.js';
import { clauseName, countOf, groupBy, someOf } from './wording.js';

type Renderer = (comparison: Comparison) => string;

/** What is shown, worst first; the rest is only counted. */
const SHOWN = {
  'newly-broken': 'Newly broken',
  'no-longer-judged': 'No longer judged',
  'still-broken': 'Still broken',
  fixed: 'Fixed',
  'newly-judged': 'Newly judged',
  'no-longer-applicable': 'No longer applicable',
} as const satisfies Partial<Record<Change, string>>;

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

const idsText = (ids: readonly string[]): string => someOf(ids.map(excerpt)) || 'none';

function differenceLines({ differences, only }: Comparison): string[] {
  const ofIds = ([what, { old, new: now }]: [string, OnlyIn]): string[] =>
    old.length + now.length === 0
      ? []
      : [`${what}: only in the old report: ${idsText(old)}; only in the new report: ${idsText(now)}`];
  return [
    ...differences.map(({ what, old, new: now }) => `${what}: ${excerpt(old)} → ${excerpt(now)}`),
    ...Object.entries(only).flatMap(ofIds),
  ];
}

/** Where and what it is, and what there is to say of it. */
interface Entry {
  readonly about: readonly string[];
  readonly name: string;
  readonly said?: string;
}

interface Part {
  readonly title: string;
  /** Entries of which the same is said below them. */
  readonly items: readonly { readonly entries: readonly Entry[]; readonly below: readonly string[] }[];
}

const DIFFERENCES = "The two runs differ, so a change need not be the target's";

/** What a reader looks for, under its title; each format shows it in its own way. */
function partsOf(comparison: Comparison): Part[] {
  const { requirements, ambiguities } = comparison;
  const differences = differenceLines(comparison).map((name) => ({ entries: [{ about: [], name }], below: [] }));
  const changes = Object.entries(SHOWN).map(([change, title]) => {
    const own = requirements.filter((requirement) => requirement.change === change);
    const items = [...groupBy(own, ({ message }) => message)].map(([message, alike]) => ({
      entries: alike.map(({ id, level, clause, ...sides }) => {
        return { about: [level, clauseName(clause)], name: id, said: sidesText(sides) };
      }),
      below: message === undefined ? [] : [excerpt(message)],
    }));
    return { title: `${title} (${own.length})`, items };
  });
  const answers = ambiguities.map(({ id, clause, old, new: now }) => ({
    entries: [{ about: [clauseName(clause)], name: id }],
    below: [`old: ${excerpt(old ?? 'absent')}`, `new: ${excerpt(now ?? 'absent')}`],
  }));
  return [
    { title: DIFFERENCES, items: differences },
    ...changes,
    { title: `Open questions of the contract with another answer (${ambiguities.length})`, items: answers },
  ].filter(({ items }) => items.length > 0);
}

/** The last line: what the exit code says. */
function conclusion({ worse, counts, requirements, ambiguities }: Comparison): string {
  const amounts = Object.entries(SHOWN).flatMap(([change, title]) => {
    const count = counts[change as keyof typeof SHOWN];
    return count === 0 ? [] : [`${count} ${title.toLowerCase()}`];
  });
  const others = counts.unchanged + counts['still-not-judged'];
  const open = counts['still-not-judged'] === 0 ? '' : `, ${counts['still-not-judged']} of them still not judged`;
  const answers =
    ambiguities.length === 0 ? [] : [`${countOf(ambiguities.length, 'open question')} with another answer`];
  const said = [...amounts, `${others} of ${countOf(requirements.length, 'requirement')} as before${open}`, ...answers];
  const isSame = counts['still-broken'] + others === requirements.length && ambiguities.length === 0;
  return `${worse ? 'WORSE' : isSame ? 'UNCHANGED' : 'NOT WORSE'}: ${said.join(', ')}.`;
}

const text: Renderer = (comparison) =>
  [
    `old  ${printable(runText(comparison.old))}`,
    `new  ${printable(runText(comparison.new))}`,
    '',
    ...partsOf(comparison).flatMap(({ title, items }) => [
      title === DIFFERENCES ? `${title}:` : title,
      ...items.flatMap(({ entries, below }) => [
        ...entries.map(({ about, name, said }) => {
          return `  ${[...about, printable(name)].join('  ')}${said === undefined ? '' : `: ${said}`}`;
        }),
        ...below.map((line) => `      ${line}`),
      ]),
      '',
    ]),
    conclusion(comparison),
    '',
  ].join('\n');

const markdown: Renderer = (comparison) => {
  const [first = '', rest = ''] = conclusion(comparison).split(/:(.*)/s);
  const nameOf = ({ name, said }: Entry): string => (said === undefined ? prose(name) : `**${prose(name)}**: ${said}`);
  const sections = partsOf(comparison).map(({ title, items }) => {
    const lines = items.map(({ entries, below }) => {
      const named = entries.map((entry) => [...entry.about, nameOf(entry)].join(' '));
      return `- ${[...named, ...below.map(prose)].join('<br>')}`;
    });
    return `## ${title}\n\n${lines.join('\n')}`;
  });
  const runs = `- **old**: ${prose(runText(comparison.old))}\n- **new**: ${prose(runText(comparison.new))}`;
  return `${[`# ${first}`, prose(rest.trim()), runs, ...sections].join('\n\n')}\n`;
};

/** All formats of a comparison, by the name that `compare --format` takes; JSON is as `schemas/compare.schema.json` has it. */
export const comparisonFormats = { text, markdown, html: comparisonPage, json: printableJson } satisfies Record<
  string,
  Renderer
>;
