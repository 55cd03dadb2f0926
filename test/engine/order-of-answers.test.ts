import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Evidence, type EvidenceData } from '../../runner/evidence/evidence.js';
import type { Exchange } from '../../runner/evidence/exchange.js';
import type { Request } from '../../runner/evidence/request.js';
import { STAGES } from '../../runner/evidence/stages.js';
import { tool } from '../../runner/helpers/helpers.js';
import { judgeEvidence } from '../../runner/judge/judge.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { type Changed, gatherInMemory } from '../detection/in-memory.js';
import { inPart } from '../in-part.js';
import { nameOf } from './made-up.js';
import { fault, variant } from './servers.js';
import { stepsOf } from './steps.js';

const judged = (evidence: EvidenceData) => {
  const options = { tool, strict: false };
  const { verdict, complete, requirements } = judgeEvidence(storeOrdersInterface, new Evidence(evidence), options);
  return { verdict, complete, requirements: requirements.map(({ id, verdict: got }) => `${id}: ${got}`) };
};

/** What is sent in one go: an exchange, or those of a group. */
interface Move {
  readonly exchanges: readonly Exchange[];
  /** Moves of which every exchange must have ended before. */
  readonly after: ReadonlySet<Move>;
}

/** The exchanges as moves, with what each waited for: the stages before it, cancels in turn, its kept connection, the attempt before. */
function movesOf({ exchanges }: EvidenceData): Move[] {
  const groupOf = ({ request, begun }: Exchange): string => request.together ?? `${begun}`;
  const groups = new Map<string, Exchange[]>();
  for (const exchange of exchanges) groups.set(groupOf(exchange), [...(groups.get(groupOf(exchange)) ?? []), exchange]);
  const moves = [...groups.values()].map((own) => ({ exchanges: own, after: new Set<Move>() }));
  for (const move of moves) {
    for (const earlier of moves.filter((other) => other !== move && isBefore(other, move))) {
      const waits = move.exchanges.some((exchange) => earlier.exchanges.some((other) => mustFollow(exchange, other)));
      if (waits) move.after.add(earlier);
    }
  }
  return moves;
}

function mustFollow({ request }: Exchange, { request: earlier }: Exchange): boolean {
  if (earlier === request || stepsOf(earlier).last < stepsOf(request).first) return true;
  if (request.connection !== undefined && request.connection === earlier.connection) return true;
  const takesTurn = ({ stage, role }: Request) => Boolean(STAGES[stage].inTurn) && role === 'cancel';
  return request.stage === earlier.stage && takesTurn(request) && takesTurn(earlier);
}

/** Of several attempts, only the earlier ones. */
const isBefore = (earlier: Move, move: Move): boolean =>
  earlier.exchanges.every(({ ended }) => move.exchanges.every(({ begun }) => ended < begun));

/** Another order of the same events in which nothing goes out before what it waited for. Each choice takes one step. */
function reordered(evidence: Evidence, choices: readonly number[]): EvidenceData {
  const waiting = new Set(movesOf(evidence));
  const inFlight = new Map<Exchange, { readonly begun: number; readonly move: Move }>();
  const ended = new Set<Exchange>();
  const exchanges: Exchange[] = [];
  let events = 0;
  for (let step = 0; waiting.size + inFlight.size > 0; step++) {
    const ready = [...waiting].filter(
      ({ exchanges: own, after }) =>
        (inFlight.size === 0 || inFlight.size + own.length <= evidence.plan.concurrency) &&
        [...after].every((earlier) => earlier.exchanges.every((exchange) => ended.has(exchange))),
    );
    const options = [...ready, ...inFlight.keys()];
    const chosen = options[(choices[step % choices.length] ?? 0) % options.length];
    if (!chosen) throw new Error('Nothing can be sent, and nothing is in flight.');
    if ('exchanges' in chosen) {
      waiting.delete(chosen);
      for (const exchange of chosen.exchanges) inFlight.set(exchange, { begun: events++, move: chosen });
    } else {
      exchanges.push({ ...chosen, begun: inFlight.get(chosen)?.begun ?? 0, ended: events++ });
      inFlight.delete(chosen);
      ended.add(chosen);
    }
  }
  return { ...evidence, exchanges: exchanges.sort((a, b) => a.begun - b.begun) };
}

const servers: readonly (Changed & { readonly id: string })[] = [
  { id: 'the reference' },
  ...['orders-without-id', 'temporarily-unavailable'].map(variant),
  // Not what changes orders while listings go out beside it: what these show belongs to their instant.
  ...['cancels-everything-pending', 'cancel-not-atomic', 'unknown-409', 'pending-500'].map(fault),
];

/** Of each server. */
const ORDERS = Number(process.env.ORDERS ?? 1);

describe('the answers of a target get the same verdicts in every order that the plan allows', () => {
  test.each(inPart(servers, 2))('$id', async (server) => {
    const { evidence } = await gatherInMemory(server);
    const expected = judged(evidence);
    const choices = fc.array(fc.nat({ max: 997 }), { minLength: 50, maxLength: 150 });
    fc.assert(
      fc.property(choices, (chosen) => {
        expect(judged(reordered(evidence, chosen))).toEqual(expected);
      }),
      { seed: 20_260_131, numRuns: ORDERS },
    );
  });
});

test('the orders differ, and keep what each request waited for', async () => {
  const { evidence } = await gatherInMemory();
  const order = (choices: readonly number[]) => reordered(evidence, choices).exchanges;
  const idsOf = (exchanges: readonly Exchange[]) => exchanges.map(nameOf);
  expect(idsOf(order([0]))).not.toEqual(idsOf(order([5, 3, 8, 1])));
  for (const choices of [[0], [5, 3, 8, 1], [996]]) {
    const exchanges = order(choices);
    expect(idsOf(exchanges).sort()).toEqual(idsOf(evidence.exchanges).sort());
    const early = exchanges.filter((exchange) =>
      exchanges.some(
        (other) => stepsOf(other.request).last < stepsOf(exchange.request).first && other.ended > exchange.begun,
      ),
    );
    expect(early).toEqual([]);
  }
});
