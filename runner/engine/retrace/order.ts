import type { Evidence } from '../../evidence/evidence.js';
import type { Exchange } from '../../evidence/exchange.js';
import { idText, type Request, repetitionsOf } from '../../evidence/request.js';
import type { Retraced } from './retraced.js';

/** Whether the exchanges were begun and ended in an order that the plan allows. */
export function orderContradictions(requests: readonly Retraced[], evidence: Evidence): string[] {
  const gap = eventProblem(evidence.exchanges);
  if (gap !== undefined) return [gap];
  return [...crowdProblems(evidence), ...requests.flatMap((retraced) => waitProblems(retraced, requests))];
}

/** Every beginning and every end of an exchange is one event, and they are counted without a gap. */
function eventProblem(exchanges: readonly Exchange[]): string | undefined {
  const seen = new Set<number>();
  for (const { request, begun, ended } of exchanges) {
    const id = idText(request.id);
    if (begun >= ended) return `${id} ended before it was begun.`;
    if (seen.has(begun) || seen.has(ended)) return `${id} was begun or ended at the same event as another exchange.`;
    seen.add(begun).add(ended);
  }
  const last = Math.max(-1, ...seen);
  return last === seen.size - 1
    ? undefined
    : `The events of the run count to ${last + 1}, and ${exchanges.length} exchanges account for ${seen.size} of them: exchanges are missing.`;
}

/** More exchanges in flight than the plan allows; those that go out together count as one. */
function crowdProblems({ exchanges, plan }: Evidence): string[] {
  const events = exchanges
    .flatMap((exchange) => [
      { at: exchange.begun, exchange },
      { at: exchange.ended, exchange },
    ])
    .sort((a, b) => a.at - b.at);
  const inFlight = new Map<string, number>();
  for (const { at, exchange } of events) {
    const place = exchange.request.together ?? `${idText(exchange.request.id)} ${exchange.begun}`;
    const count = (inFlight.get(place) ?? 0) + (at === exchange.begun ? 1 : -1);
    if (count > 0) inFlight.set(place, count);
    else inFlight.delete(place);
    if (inFlight.size > plan.concurrency) {
      return [
        `${idText(exchange.request.id)} was begun while ${plan.concurrency} others were in flight, the most that the plan allows.`,
      ];
    }
  }
  return [];
}

function waitProblems({ request, attempts }: Retraced, requests: readonly Retraced[]): string[] {
  const byId = new Map(requests.map((retraced) => [idText(retraced.request.id), retraced]));
  return [...attempts].flatMap(([each, exchanges]) => {
    const id = idText(each.id);
    const [first] = exchanges;
    if (!first) return [];
    const again = exchanges.find((exchange, index) => exchange.begun < (exchanges[index - 1]?.ended ?? 0));
    if (again) return [`${id} was sent again before its first attempt had ended.`];
    const early = request.after.find((earlier) => {
      const other = byId.get(idText(earlier));
      return other && endOf(other, each) > first.begun;
    });
    return early === undefined ? [] : [`${id} was begun before ${idText(early)} had ended, which it waits for.`];
  });
}

/** The event after which nothing more was sent for a request, as another one waits for it. */
function endOf({ request, attempts }: Retraced, waiting: Request): number {
  const same = repetitionsOf(request).filter(({ connection }) => connection && connection === waiting.connection);
  const awaited = same.length > 0 ? same : repetitionsOf(request);
  return Math.max(-1, ...awaited.flatMap((each) => (attempts.get(each) ?? []).map(({ ended }) => ended)));
}
