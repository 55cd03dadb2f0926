import type { AmbiguityResult, Finding, Report, Verdict } from '../../index.js';

/**
 * What a report tells the vendor in words, once where it says the same of several exchanges; the port masked. Of the
 * ambiguity register, only what is observed otherwise in `usual`.
 */
export function told({ requirements, scenarios, ambiguities, fixtures }: Report, usual?: Report): string {
  const isUsual = ({ id, observed }: AmbiguityResult) =>
    usual?.ambiguities.some((entry) => entry.id === id && entry.observed === observed) === true;
  const lines = [
    ...fixtures.map((suspicion) => `fixtures: ${suspicion}`),
    ...alike(scenarios.flatMap(({ findings }) => findings)).flatMap(describe),
    ...unjudged(requirements),
    ...reasons(scenarios),
    ...scenarios.flatMap(({ id, notes }) => notes.map((note) => `${id} notes: ${note}`)),
    ...ambiguities.filter((entry) => !isUsual(entry)).map(({ id, observed }) => `${id}: ${observed}`),
  ];
  return lines
    .map(visible)
    .join('\n')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT');
}

const judged: readonly Verdict[] = ['pass', 'fail', 'warn'];

const unjudged = (requirements: Report['requirements']): string[] => {
  const open = requirements.filter(({ verdict }) => !judged.includes(verdict));
  return open.length === 0 ? [] : [`not judged: ${open.map(({ id, verdict }) => `${id} (${verdict})`).join(', ')}`];
};

/** Once for all scenarios that have the same. */
function reasons(scenarios: Report['scenarios']): string[] {
  const known = new Map<string, string[]>();
  for (const { id, verdict, reason } of scenarios) {
    if (reason === undefined) continue;
    const text = `${verdict}: ${reason}`;
    known.set(text, [...(known.get(text) ?? []), id]);
  }
  return [...known].map(([text, ids]) => `${ids.join(', ')} ${ids.length === 1 ? 'is' : 'are'} ${text}`);
}

/** Text that a diff can show: what a target sends may have control characters, and characters without a width. */
const visible = (line: string): string =>
  line.replaceAll(/[\p{Cc}\p{Cf}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

/** Findings that differ in the exchange, and in what came, alone. */
function alike(findings: readonly Finding[]): (readonly [Finding, ...Finding[]])[] {
  const groups = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings) {
    const key = `${finding.requirement} ${finding.message}`;
    const group = groups.get(key);
    if (group) group.push(finding);
    else groups.set(key, [finding]);
  }
  return [...groups.values()];
}

const describe = ([{ requirement, level, message, expected, actual, at, exchange }, ...more]: readonly [
  Finding,
  ...Finding[],
]): string[] => [
  `${requirement} (${level}): ${message}`,
  `  at ${at} of ${exchange}${more.length > 0 ? `, and ${more.length} more` : ''}`,
  `  expected: ${expected}`,
  `  actual:   ${actual}`,
];
