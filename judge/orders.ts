import type { Evidence } from '../evidence/evidence.js';
import { type Exchange, isSuccess, statusOf } from '../evidence/exchange.js';
import { declaredOrders } from '../evidence/plan.js';
import { idText, orderOf } from '../evidence/request.js';
import { STAGES } from '../evidence/stages.js';
import { saidOnce } from '../interface/helpers/helpers.js';
import { readListings } from '../suites/answers/answers.js';
import { fixtureWarnings } from '../suites/orders/contradictions.js';
import { millisecondsOf } from '../suites/orders/sighting.js';
import { listedState } from '../suites/orders/state.js';
import type { Timeline } from '../suites/orders/timeline.js';
import { type Window, windows } from '../suites/orders/windows.js';
import { cancelsOf, sightingText } from '../suites/orders/words.js';
import type { OrderMoment, ReportOrder } from './report/report.js';

/** The limit of entries for one order. Entries near the change are kept. */
const MAX_MOMENTS = 60;

/** The timelines of the orders that something happened to, in the order of the fixtures. */
export function ordersIn(evidence: Evidence): readonly ReportOrder[] {
  const first = new Map<Timeline, Window>();
  for (const window of windows(evidence)) {
    if (!wasWrongFromTheStart(window) && !first.has(window.timeline)) first.set(window.timeline, window);
  }
  return [...first.values()].map((window) => reportOrderOf(evidence, window));
}

/** True if a wrong fixture explains that the order was never as declared. Then nothing shows that it changed. */
const wasWrongFromTheStart = ({ since, kinds }: Window): boolean => since === undefined && kinds.includes('fixture');

function reportOrderOf(evidence: Evidence, { timeline, since, sighting, suspects }: Window): ReportOrder {
  const { order, sightings } = timeline;
  const moment = (exchange: Exchange) => ({
    ended: exchange.ended,
    exchange: idText(exchange.request.id),
    at: millisecondsOf(evidence, exchange, 'end'),
    stage: STAGES[exchange.request.stage].label,
  });
  const listedAt = sightings.findLast(({ by, shows }) => by === 'listing' && shows !== 'gone')?.exchange.begun ?? 0;
  const sightingMoments = sightings
    .filter(({ of }) => of === sighting.of)
    .map((each) => ({
      ...moment(each.exchange),
      kind: 'sighting' as const,
      // A 404 ends the line of the order in the drawing, whatever it means, unless a later listing shows the order.
      shows: statusOf(each.exchange) !== 404 ? each.shows : each.exchange.ended < listedAt ? 'refused' : 'gone',
      text: `${sightingText(each)} (${idText(each.exchange.request.id)})`,
    }));
  const cancels = suspects.map((event) => {
    const text = `${cancelsOf([event.exchange], order)} got ${statusOf(event.exchange) ?? 'no answer'}`;
    return { ...moment(event.exchange), kind: 'suspect' as const, text };
  });
  // Milliseconds do not order answers that came in the same one.
  const stages = [...sightingMoments, ...cancels]
    .sort((one, other) => one.ended - other.ended)
    .map(({ ended, ...stage }): OrderMoment => stage);
  const changedAt = stages.findIndex(({ exchange }) => exchange === idText(sighting.exchange.request.id));
  const from = Math.max(0, changedAt - MAX_MOMENTS / 2);
  return {
    id: String(order.id),
    state: order.state,
    stages: stages.slice(from, from + MAX_MOMENTS),
    window: {
      ...(since && { after: idText(since.exchange.request.id) }),
      before: idText(sighting.exchange.request.id),
    },
    suspects: suspects.slice(-MAX_MOMENTS).map(({ exchange }) => idText(exchange.request.id)),
  };
}

/**
 * One sentence for each order that this run cancelled, though it was not declared pending. A success is none where the
 * last listing shows the state of the order as the first one did.
 */
export function cancelledBesides(evidence: Evidence): readonly string[] {
  const last = readListings(evidence).at(-1);
  const others = declaredOrders(evidence.plan).filter(({ state }) => state !== 'pending');
  return others.flatMap((order) => {
    const success = evidence.exchanges.find(
      (each) => isSuccess(statusOf(each)) && each.sent.method === 'DELETE' && orderOf(each.request)?.id === order.id,
    );
    const [was, is] = [listedState(evidence, order), listedState(evidence, order, last?.reading.elements)];
    if (!success || (is && is.all === was?.all)) return [];
    const { id, state } = order;
    return `Order ${id}, declared ${state}: this run cancelled it. Its cancel got ${statusOf(success)} (${idText(success.request.id)}).`;
  });
}

/** A store may have thousands of wrong fixtures; the report has the first ones. */
const MAX_WARNINGS = 100;

/** One sentence for each mistake in the fixtures that the first listing shows. */
export function warningsIn(evidence: Evidence): readonly string[] {
  const warnings = saidOnce(fixtureWarnings(evidence));
  const more = warnings.length - MAX_WARNINGS;
  const rest = more > 0 ? [`The listing contradicts ${more} more declared orders.`] : [];
  return [...warnings.slice(0, MAX_WARNINGS), ...rest];
}
