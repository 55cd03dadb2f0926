import type { Change, ComparedRequirement, ComparedRun, Comparison, OnlyIn, Side } from '../runner/judge/compare.js';
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

const sections = ({ requirements }: Comparison) =>
  Object.entries(SHOWN).flatMap(([change, title]) => {
    const own = requirements.filter((requirement) => requirement.change === change);
    return own.length === 0 ? [] : [{ title: `${title} (${own.length})`, own }];
  });

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

/** How the runs differ, a line each. */
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

const DIFFERENCES = "The two runs differ, so a change need not be the target's";
const AMBIGUITIES = 'Open questions of the contract with another answer';

/** The last line: what the exit code says. */
export function conclusion({ worse, counts, requirements, ambiguities }: Comparison): string {
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

const text: Renderer = (comparison) => {
  const { ambiguities } = comparison;
  const block = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [title, ...lines, ''];
  return [
    `old  ${printable(runText(comparison.old))}`,
    `new  ${printable(runText(comparison.new))}`,
    '',
    ...block(
      `${DIFFERENCES}:`,
      differenceLines(comparison).map((line) => `  ${line}`),
    ),
    ...sections(comparison).flatMap(({ title, own }) => block(title, byMessage(own).flatMap(groupLines))),
    ...block(
      `${AMBIGUITIES} (${ambiguities.length})`,
      ambiguities.flatMap(({ id, clause, old, new: now }) => [
        `  ${clauseName(clause)}  ${printable(id)}`,
        `      old: ${excerpt(old ?? 'absent')}`,
        `      new: ${excerpt(now ?? 'absent')}`,
      ]),
    ),
    conclusion(comparison),
    '',
  ].join('\n');
};

type Group = readonly [message: string | undefined, own: readonly ComparedRequirement[]];

const byMessage = (requirements: readonly ComparedRequirement[]): Group[] => [
  ...groupBy(requirements, ({ message }) => message),
];

const groupLines = ([message, own]: Group): string[] => [
  ...own.map((entry) => `  ${entry.level}  ${clauseName(entry.clause)}  ${printable(entry.id)}: ${sidesText(entry)}`),
  ...(message === undefined ? [] : [`      ${excerpt(message)}`]),
];

const markdown: Renderer = (comparison) => {
  const section = (title: string, items: readonly string[]): string[] =>
    items.length === 0 ? [] : [`## ${title}`, items.join('\n')];
  const [first = '', rest = ''] = conclusion(comparison).split(/:(.*)/s);
  const { ambiguities } = comparison;
  return `${[
    `# ${first}`,
    prose(rest.trim()),
    `- **old**: ${prose(runText(comparison.old))}\n- **new**: ${prose(runText(comparison.new))}`,
    ...section(
      DIFFERENCES,
      differenceLines(comparison).map((line) => `- ${prose(line)}`),
    ),
    ...sections(comparison).flatMap(({ title, own }) => section(title, byMessage(own).map(groupItem))),
    ...section(
      `${AMBIGUITIES} (${ambiguities.length})`,
      ambiguities.map(
        ({ id, clause, old, new: now }) =>
          `- ${clauseName(clause)} ${prose(id)}<br>old: ${prose(excerpt(old ?? 'absent'))}<br>new: ${prose(excerpt(now ?? 'absent'))}`,
      ),
    ),
  ].join('\n\n')}\n`;
};

const groupItem = ([message, own]: Group): string =>
  [
    ...own.map(
      ({ id, clause, level, ...sides }) => `${level} ${clauseName(clause)} **${prose(id)}**: ${sidesText(sides)}`,
    ),
    ...(message === undefined ? [] : [prose(excerpt(message))]),
  ]
    .join('<br>')
    .replace(/^/, '- ');

/** All formats of a comparison, by the name that `compare --format` takes; JSON is as `schemas/compare.schema.json` has it. */
export const comparisonFormats = { text, markdown, json: printableJson } satisfies Record<string, Renderer>;
