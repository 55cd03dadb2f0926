import type { OrderMoment, Report, ReportOrder } from '../../judge/report/report.js';
import { orderLine } from '../order-line.js';
import { row, table } from '../page/frame.js';
import { badge, foldedSection, idLink, idLinks, more, section } from '../page/parts.js';
import { excerpt, type Markup, markup, prose } from '../printable.js';
import type { UnjudgedGroup } from '../view.js';
import { clauseName, countOf, durationOf } from '../wording.js';

/** Requirements that were left open, grouped by reason. */
export function unjudgedView(groups: readonly UnjudgedGroup[], { requirements }: Report): Markup {
  const isRequirement = new Set(requirements.map(({ id }) => id));
  const blocks = groups.map(
    ({ verdict, title, reason, ids }) => markup`<article data-item data-verdict="${verdict}">
<p>${badge(verdict)} ${prose(reason)}</p>
${idLinks(ids, title.replace(`${verdict}, `, ''), (id) => (isRequirement.has(id) ? 'req' : 'scenario'))}</article>
`,
  );
  return section('not-judged', 'Not judged', blocks);
}

export function questionsView({ ambiguities }: Report): Markup {
  if (ambiguities.length === 0) return markup``;
  const rows = ambiguities.map(({ id, clause, question, observed }) =>
    row(clauseName(clause), markup`${prose(question)} <code>${excerpt(id)}</code>`, prose(excerpt(observed))),
  );
  return foldedSection('questions', 'Open questions of the contract', countOf(rows.length, 'question'), [
    more('The contract does not say. No verdict depends on it; this is what the target does.'),
    table(['Clause', 'Question', 'Observed'], rows),
  ]);
}

/** A run can cancel thousands of orders. */
const LEDGER_ROWS = 1000;

export function ledgerView({ deletions }: Report): Markup {
  if (deletions.length === 0) return markup``;
  const rows = deletions
    .slice(0, LEDGER_ROWS)
    .map(({ orderId, scenario, purpose, authorized, status }) =>
      row(
        markup`<code>${excerpt(orderId)}</code>`,
        markup`${prose(purpose)} ${idLink('scenario', scenario)}`,
        authorized ? 'valid key' : 'no valid key',
        status === null ? markup`<span class="none">no answer</span>` : markup`<span class="status">${status}</span>`,
      ),
    );
  const rest = deletions.length - rows.length;
  return foldedSection('ledger', 'DELETEs sent', `${deletions.length}, in the order of sending`, [
    table(['Order', 'Why it was sent', 'Key', 'Answer'], rows),
    ...(rest > 0 ? [more(`and ${rest} more; the JSON report has them`)] : []),
  ]);
}

/** A server can lose a thousand orders. */
const ORDERS_SHOWN = 40;

/** The story of each order that something happened to: a line, and each moment with its exchange, folded. */
export function ordersView({ orders = [] }: Pick<Report, 'orders'>): Markup {
  const rest = orders.length - ORDERS_SHOWN;
  return section('orders', `What happened to ${countOf(orders.length, 'order')}`, [
    ...orders.slice(0, ORDERS_SHOWN).map(orderView),
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
