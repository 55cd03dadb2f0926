import { allRequestsOf, type Look } from '../../evidence/plan.js';
import { idText } from '../../evidence/request.js';
import type { Report } from '../../judge/report/report.js';
import { planRequests } from '../../runner/engine/plan.js';
import type { Line } from '../evidence/recorded.js';
import { Random as Generator } from '../listing/random.js';

// Edits by a forger who hides a deviation in the evidence of a run without inventing an answer.

export type Random = (below: number) => number;

export const randomFrom = (seed: number): Random => {
  const random = new Generator(seed);
  return (below) => random.below(below);
};

const pick = <T>(items: readonly T[], random: Random): T => items[random(items.length)] as T;

const idOf = ({ exchange, body }: Line): string | undefined => body ?? (exchange && idText(exchange.request));

/** Removes these exchanges and their bodies. */
function remove(lines: Line[], isGone: (id: string) => boolean): void {
  const left = lines.filter((line) => !isGone(idOf(line) ?? ''));
  lines.splice(0, lines.length, ...left);
}

const exchangesIn = (lines: readonly Line[]): Line[] => lines.flatMap(({ exchange }) => exchange ?? []);

const scenarioOf = (id: string): string => id.slice(0, id.lastIndexOf('/'));

const LISTS = ['pending', 'shipped', 'other'] as const;

interface Scene {
  readonly lines: Line[];
  readonly inputs: Line;
  readonly isBlamed: (id: string) => boolean;
  readonly report: Report;
  readonly random: Random;
}

const ATTACKS = {
  'removes what is blamed': ({ lines, isBlamed }) => remove(lines, isBlamed),
  'removes the scenarios of what is blamed': ({ lines, isBlamed }) => {
    const ids = lines.map((line) => idOf(line) ?? '');
    const scenarios = new Set(ids.filter(isBlamed).map(scenarioOf));
    remove(lines, (id) => scenarios.has(scenarioOf(id)));
  },
  'says that what is blamed got no answer': ({ lines, isBlamed }) => {
    const failure = { kind: 'timeout', message: 'No response came in time.' };
    for (const exchange of exchangesIn(lines)) {
      if (isBlamed(idText(exchange.request))) exchange.outcome = { kind: 'failure', failure };
    }
  },
  'removes at random': ({ lines, random }) => {
    const share = 1 + random(9);
    remove(lines, (id) => id !== '' && random(10) < share);
  },
  'removes what is blamed, and says that the run was stopped': ({ lines, isBlamed }) => {
    lines.at(-1).end.stopped = 'It does not apply.';
    remove(lines, isBlamed);
  },
  'duplicates an exchange': ({ lines, random }) => {
    const all = lines.filter(({ exchange }) => exchange);
    const line = pick(all, random);
    lines.splice(lines.indexOf(line), 0, line);
  },
  'puts another exchange in the place of what is blamed': ({ lines, isBlamed, random }) => {
    const all = exchangesIn(lines);
    const others = all.filter(({ request }) => !isBlamed(idText(request)));
    for (const exchange of all.filter(({ request }) => isBlamed(idText(request)))) {
      const { request, begun, ended } = exchange;
      Object.assign(exchange, structuredClone(pick(others, random)), { request, begun, ended });
    }
  },
  'renames exchanges': ({ lines, random }) => {
    const [a, b] = [pick(exchangesIn(lines), random), pick(exchangesIn(lines), random)];
    [a.request, b.request] = [b.request, a.request];
  },
  'forgets kept connections': ({ lines }) => {
    for (const { sent } of exchangesIn(lines)) if (sent.kept !== undefined) sent.kept = 0;
  },
  'selects other scenarios': ({ inputs, random }) => {
    inputs.select.scenarios = [pick(['auth-*', 'cancel-*', 'list*', 'cancel-unknown-*'], random)];
  },
  'selects other requirements': ({ inputs, report }) => {
    const held = report.requirements.filter(({ verdict }) => verdict === 'pass');
    inputs.select.requirements = held.map(({ id }) => id);
  },
  'says that the run was read-only': ({ inputs }) => Object.assign(inputs, { readOnly: true }),
  'says that nothing was sent at the same time': ({ inputs }) => Object.assign(inputs, { concurrency: 1 }),
  'repeats requests': ({ inputs }) => Object.assign(inputs, { repeat: 2 }),
  'moves an order to another state': ({ inputs, random }) => {
    const [from, to] = [pick(LISTS, random), pick(LISTS, random)];
    inputs.orders[to].push(inputs.orders[from].pop());
  },
  'forgets an order': ({ inputs, random }) => {
    const list = inputs.orders[pick(LISTS, random)];
    list.splice(random(list.length), 1);
  },
} satisfies Readonly<Record<string, (scene: Scene) => void>>;

type AttackName = keyof typeof ATTACKS;

export const ATTACK_NAMES = Object.keys(ATTACKS) as AttackName[];

/** The lines of a run that shows a deviation, after an attack. */
export function attacked(name: AttackName, untouched: readonly Line[], report: Report, random: Random): Line[] {
  const lines = structuredClone([...untouched]);
  const blamed = new Set(report.findings.map(({ exchange }) => exchange));
  ATTACKS[name]({ lines, inputs: lines[0].inputs, isBlamed: (id) => blamed.has(id), report, random });
  return lines;
}

/** Removes what the plan after this first listing does not contain, so that the rest is consistent. */
export function pruned(untouched: readonly Line[], look?: Look): Line[] {
  const lines = [...untouched];
  const { orders, ...inputs } = lines[0].inputs;
  const ids = Object.fromEntries(
    ['pending', 'shipped', 'other', 'unknown'].map((name) => [name, orders[name].map(BigInt)]),
  );
  const forged = { ...inputs, orders: { ...orders, ...ids } };
  const planned = planRequests(forged, look && { ...look, lookUp: planRequests(forged).lookUp });
  const known = new Set(allRequestsOf(planned).map(({ id }) => idText(id)));
  remove(lines, (id) => id !== '' && !known.has(id));
  return lines;
}
