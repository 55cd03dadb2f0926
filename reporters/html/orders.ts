import type { OrderMoment, Report, ReportOrder } from '../../runner/judge/report.js';
import { orderLine } from '../order-line.js';
import { row, table } from '../page/frame.js';
import { idLink, more, section } from '../page/parts.js';
import { excerpt, type Markup, markup } from '../printable.js';
import { countOf, durationOf } from '../wording.js';

/** A server can lose a thousand orders. */
const SHOWN = 40;

/** The story of each order that something happened to: a line, and each moment with its exchange, folded. */
export function ordersView({ orders = [] }: Pick<Report, 'orders'>): Markup {
  const rest = orders.length - SHOWN;
  return section('orders', `What happened to ${countOf(orders.length, 'order')}`, [
    ...orders.slice(0, SHOWN).map(orderView),
    ...(rest > 0 ? [more(`and ${countOf(rest, 'more order')}; the JSON report has them`)] : []),
  ]);
}

function orderView(order: ReportOrder): Markup {
  const { id, state, stages } = order;
  const { signs, words } = orderLine(order);
  return markup`<details class="order" data-item><summary><strong>${excerpt(id)}</strong>, declared ${state}: <span aria-hidden="true">${signs}</span> ${words}</summary>
${table(['When', 'Stage', 'What', 'Exchange'], stages.map(momentRow))}</details>
`;
}

const momentRow = ({ exchange, at, stage, text }: OrderMoment): Markup =>
  row(durationOf(at), excerpt(stage), excerpt(text), idLink('exchange', exchange));
