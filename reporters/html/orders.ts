import type { Report, ReportOrder } from '../../runner/judge/report.js';
import { type Moment, percent, sign, timeline } from '../drawing.js';
import { orderLine, signOf } from '../order-line.js';
import { anchorOf, more, section } from '../page/parts.js';
import { excerpt, type Markup, markup } from '../printable.js';
import { countOf, durationOf } from '../wording.js';

/** A server can lose a thousand orders. */
const SHOWN = 40;

/** The story of each order that something happened to, one line each. A moment has the same place in all lines. */
export function ordersView({ orders = [] }: Pick<Report, 'orders'>): Markup {
  const moments = orders.flatMap(({ stages }) => stages).sort((a, b) => a.at - b.at);
  const columns = new Map([...new Set(moments.map(({ exchange }) => exchange))].map((id, index) => [id, index]));
  const placeOf = (exchange: string): number => percent((columns.get(exchange) ?? 0) + 0.5, columns.size);
  const rest = orders.length - SHOWN;
  return section(
    'orders',
    `What happened to ${countOf(orders.length, 'order')}`,
    orders.length === 0
      ? []
      : [
          markup`<p class="note legend">${sign('declared')} as declared ${sign('changed')} changed ${sign('gone')} gone ${sign('suspect')} may have done it; it changed within the shaded window</p>\n`,
          ...orders.slice(0, SHOWN).map((order) => orderView(order, placeOf)),
          ...(rest > 0 ? [more(`and ${countOf(rest, 'more order')}; the JSON report has them`)] : []),
        ],
  );
}

function orderView(order: ReportOrder, placeOf: (exchange: string) => number): Markup {
  const { id, state, stages, window } = order;
  const moments = stages.map((moment): Moment => {
    const { exchange, at, stage, text } = moment;
    const name = `${excerpt(text)} (${excerpt(stage)}, ${durationOf(at)}, ${excerpt(exchange)})`;
    return { x: placeOf(exchange), mark: signOf(moment), name, href: `#${anchorOf('exchange', exchange)}` };
  });
  const shaded = window && ([window.after === undefined ? 0 : placeOf(window.after), placeOf(window.before)] as const);
  return markup`<figure class="order" data-item>
<figcaption><strong>${excerpt(id)}</strong> ${orderLine(order).words}</figcaption>
${timeline(`Order ${excerpt(id)}, declared ${state}`, moments, shaded)}</figure>
`;
}
