import { plan } from '../../runner/engine/plan.js';
import { allRequestsOf } from '../../runner/evidence/plan.js';
import { idText } from '../../runner/evidence/request.js';
import type { Report } from '../../runner/judge/report.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import type { Line } from './bundle.js';

// What a forger does with the evidence of a run that shows a deviation, short of making up an answer.

export type Random = (below: number) => number;

/** As small as a generator can be that repeats what it did: mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const pick = <T>(items: readonly T[], random: Random): T => items[random(items.length)] as T;

const idOf = ({ exchange, body }: Line): string | undefined => body ?? (exchange && idText(exchange.request));

/** Without these exchanges and their bodies. */
const without = (lines: readonly Line[], isGone: (id: string) => boolean): Line[] =>
  lines.filter((line) => {
    const id = idOf(line);
    return id === undefined || !isGone(id);
  });

const exchangesIn = (lines: readonly Line[]): Line[] => lines.flatMap(({ exchange }) => exchange ?? []);

/** The exchanges that the report blames. */
const blamed = ({ scenarios }: Report): ReadonlySet<string> =>
  new Set(scenarios.flatMap(({ findings }) => findings.map(({ exchange }) => exchange ?? '')));

type Attack = (lines: Line[], report: Report, random: Random) => Line[];

const onInputs =
  (change: (inputs: Line, random: Random) => void): Attack =>
  (lines, _report, random) => {
    change(lines[0].inputs, random);
    return lines;
  };

const LISTS = ['pending', 'shipped', 'other'] as const;

export const ATTACKS: Readonly<Record<string, Attack>> = {
  'removes what is blamed': (lines, report) => without(lines, (id) => blamed(report).has(id)),
  'removes the scenarios of what is blamed': (lines, report) => {
    const scenarios = new Set([...blamed(report)].map((id) => id.slice(0, id.lastIndexOf('/'))));
    return without(lines, (id) => scenarios.has(id.slice(0, id.lastIndexOf('/'))));
  },
  'removes at random': (lines, _report, random) => {
    const share = 1 + random(9);
    return without(lines, () => random(10) < share);
  },
  'removes what is blamed, and says that the run was stopped': (lines, report) => {
    lines.at(-1).end.stopped = 'It does not apply.';
    return without(lines, (id) => blamed(report).has(id));
  },
  'removes what is blamed, and gives a reason': (lines, report) => {
    const reason = { unjudged: 'not-applicable', reason: 'It does not apply.' };
    lines.at(-1).end.unsent = Object.fromEntries([...blamed(report)].map((id) => [id, reason]));
    return without(lines, (id) => blamed(report).has(id));
  },
  'swaps two exchanges in time': (lines, _report, random) => {
    const [a, b] = [pick(exchangesIn(lines), random), pick(exchangesIn(lines), random)];
    [a.begun, a.ended, b.begun, b.ended] = [b.begun, b.ended, a.begun, a.ended];
    return lines;
  },
  'moves what is blamed to the end': (lines, report) => {
    let last = Math.max(...exchangesIn(lines).map(({ ended }) => ended));
    for (const exchange of exchangesIn(lines).filter(({ request }) => blamed(report).has(idText(request)))) {
      exchange.begun = ++last;
      exchange.ended = ++last;
    }
    return lines;
  },
  'duplicates an exchange': (lines, _report, random) => {
    const at = pick(
      [...lines.keys()].filter((index) => lines[index].exchange),
      random,
    );
    return [...lines.slice(0, at), lines[at], ...lines.slice(at)];
  },
  'puts another exchange in the place of what is blamed': (lines, report, random) => {
    const others = exchangesIn(lines).filter(({ request }) => !blamed(report).has(idText(request)));
    for (const exchange of exchangesIn(lines).filter(({ request }) => blamed(report).has(idText(request)))) {
      const { request: _, begun: _b, ended: _e, ...other } = structuredClone(pick(others, random));
      Object.assign(exchange, other);
    }
    return lines;
  },
  'renames exchanges': (lines, _report, random) => {
    const [a, b] = [pick(exchangesIn(lines), random), pick(exchangesIn(lines), random)];
    [a.request, b.request] = [b.request, a.request];
    return lines;
  },
  'forgets kept connections': (lines) => {
    for (const { sent } of exchangesIn(lines)) if (sent.kept !== undefined) sent.kept = 0;
    return lines;
  },
  'selects other scenarios': onInputs((inputs, random) => {
    inputs.select.scenarios = [pick(['auth-*', 'cancel-*', 'list*', '*-unknown-*'], random)];
  }),
  'selects other requirements': (lines, report) => {
    const broken = new Set(report.scenarios.flatMap(({ findings }) => findings.map(({ requirement }) => requirement)));
    lines[0].inputs.select.requirements = report.requirements.map(({ id }) => id).filter((id) => !broken.has(id));
    return lines;
  },
  'says that the run was read-only': onInputs((inputs) => {
    inputs.readOnly = true;
  }),
  'says that nothing was sent at the same time': onInputs((inputs) => {
    inputs.concurrency = 1;
  }),
  'repeats requests': onInputs((inputs) => {
    inputs.repeat = 2;
  }),
  'moves an order to another state': onInputs((inputs, random) => {
    const [from, to] = [pick(LISTS, random), pick(LISTS, random)];
    inputs.orders[to].push(inputs.orders[from].pop());
  }),
  'forgets an order': onInputs((inputs, random) => {
    const list = inputs.orders[pick(LISTS, random)];
    list.splice(random(list.length), 1);
  }),
};

/** The same, after which everything is removed that the plan no longer holds: what is left agrees with itself. */
export function pruned(lines: Line[]): Line[] {
  const { orders, ...inputs } = lines[0].inputs;
  const ids = (list: readonly string[]) => list.map(BigInt);
  const { pending, shipped, other, unknown } = orders;
  const lists = { pending: ids(pending), shipped: ids(shipped), other: ids(other), unknown: ids(unknown) };
  const planned = plan(storeOrdersInterface, { ...inputs, orders: { ...orders, ...lists } });
  const known = new Set(allRequestsOf(planned).map(({ id }) => idText(id)));
  return lines.filter((line) => known.has(idOf(line) ?? '') || idOf(line) === undefined);
}
