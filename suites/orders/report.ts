import type { Evidence } from '../../runner/evidence/evidence.js';
import { type Exchange, statusOf } from '../../runner/evidence/exchange.js';
import { idText } from '../../runner/evidence/request.js';
import { STAGES } from '../../runner/evidence/stages.js';
import type { OrderMoment, ReportOrder } from '../../runner/judge/report.js';
import type { Conflict } from './conflicts.js';
import { diagnosis, type Explained } from './diagnosis.js';
import type { Timeline } from './timeline.js';
import { looks, millisecondsOf, witnessOf } from './words.js';

/** Of a run with thousands of repetitions, what is nearest to the change. */
const MAX_MOMENTS = 60;

/** Of a store that lost thousands of orders. */
const MAX_ORDERS = 1000;

/** The timelines of the orders that something happened to, in the order of the fixtures. */
export function ordersIn(evidence: Evidence): readonly ReportOrder[] {
  const first = new Map<Timeline, Conflict>();
  for (const explained of diagnosis(evidence)) {
    const { conflict } = explained;
    if (!wasWrongFromTheStart(explained) && !first.has(conflict.timeline)) first.set(conflict.timeline, conflict);
  }
  return [...first].slice(0, MAX_ORDERS).map(([timeline, conflict]) => orderOf(evidence, timeline, conflict));
}

/** Of an order that was never as it is declared, where a wrong fixture explains that, nothing shows that it changed. */
const wasWrongFromTheStart = ({ conflict, mistakes }: Explained): boolean =>
  conflict.since === undefined && mistakes.includes('fixture');

function orderOf(evidence: Evidence, timeline: Timeline, { since, sighting, suspects }: Conflict): ReportOrder {
  const { order, sightings } = timeline;
  const moment = (exchange: Exchange): Pick<OrderMoment, 'exchange' | 'at' | 'stage'> => ({
    exchange: idText(exchange.request.id),
    at: millisecondsOf(evidence, exchange),
    stage: STAGES[exchange.request.stage].shown,
  });
  const seen = sightings
    .filter(({ of }) => of === sighting.of)
    .map((each): OrderMoment => {
      const word = looks(order, each);
      const shows = word === 'gone' ? word : each.shows;
      return { ...moment(each.exchange), kind: 'sighting', shows, text: `${word} (${witnessOf(each)})` };
    });
  const done = suspects.map(({ exchange }): OrderMoment => {
    const { orderId } = exchange.sent;
    const whose = orderId === String(order.id) ? 'it' : orderId;
    return {
      ...moment(exchange),
      kind: 'suspect',
      text: `cancel of ${whose} got ${statusOf(exchange) ?? 'no answer'}`,
    };
  });
  const stages = [...seen, ...done].sort((one, other) => one.at - other.at);
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
