import type { Evidence } from '../evidence/evidence.js';
import { type Exchange, statusOf } from '../evidence/exchange.js';
import { idText } from '../evidence/request.js';
import { STAGES } from '../evidence/stages.js';
import { saidOnce } from '../interface/helpers/helpers.js';
import { fixtureWarnings } from '../suites/orders/contradictions.js';
import { millisecondsOf } from '../suites/orders/sighting.js';
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
  return [...first.values()].map((window) => orderOf(evidence, window));
}

/** True if a wrong fixture explains that the order was never as declared. Then nothing shows that it changed. */
const wasWrongFromTheStart = ({ since, kinds }: Window): boolean => since === undefined && kinds.includes('fixture');

function orderOf(evidence: Evidence, { timeline, since, sighting, suspects }: Window): ReportOrder {
  const { order, sightings } = timeline;
  const moment = (exchange: Exchange): Pick<OrderMoment, 'exchange' | 'at' | 'stage'> => ({
    exchange: idText(exchange.request.id),
    at: millisecondsOf(evidence, exchange, 'end'),
    stage: STAGES[exchange.request.stage].label,
  });
  const sightingMoments = sightings
    .filter(({ of }) => of === sighting.of)
    .map(
      (each): OrderMoment => ({
        ...moment(each.exchange),
        kind: 'sighting',
        // A 404 ends the line of the order in the drawing, whatever it means.
        shows: statusOf(each.exchange) === 404 ? 'gone' : each.shows,
        text: `${sightingText(each)} (${idText(each.exchange.request.id)})`,
      }),
    );
  const cancels = suspects.map((event): OrderMoment => {
    const text = `${cancelsOf([event.exchange], order)} got ${statusOf(event.exchange) ?? 'no answer'}`;
    return { ...moment(event.exchange), kind: 'suspect', text };
  });
  const stages = [...sightingMoments, ...cancels].sort((one, other) => one.at - other.at);
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

/** A store may have thousands of wrong fixtures; the report has the first ones. */
const MAX_WARNINGS = 100;

/** One sentence for each mistake in the fixtures that the first listing shows. */
export function warningsIn(evidence: Evidence): readonly string[] {
  const warnings = saidOnce(fixtureWarnings(evidence));
  const more = warnings.length - MAX_WARNINGS;
  const rest = more > 0 ? [`The listing contradicts ${more} more declared orders.`] : [];
  return [...warnings.slice(0, MAX_WARNINGS), ...rest];
}
