import type { Failure } from '../../evidence/exchange.js';
import type { ListingReading } from '../../evidence/listing/index.js';
import { allRequestsOf, type Plan } from '../../evidence/plan.js';
import { idText, type Request, type RequestId } from '../../evidence/request.js';
import type { OutgoingRequest, SentExchange } from '../../runner/http/transport.js';
import { type CancelSpec, type Scenario, scenario } from '../../suites/terms/scenario.js';

/** A listing that was read to its end and holds these orders, all of them in order. */
export const listingOf = (ids: readonly bigint[], differs: Partial<ListingReading> = {}): ListingReading => ({
  count: ids.length,
  withoutId: 0,
  lists: (id) => ids.includes(id),
  sameDouble: (id) => ids.filter((other) => other !== id && Number(other) === Number(id)),
  elements: new Map(),
  deviations: [],
  repeatedIds: { count: 0, examples: [] },
  repeatedMembers: { count: 0, examples: [] },
  quantityNotPositive: 0,
  ...differs,
});

/** Reads the text by which a report names a request. */
export function idOf(text: string): RequestId {
  const [, scenario = '', name = '', nth = '1'] = /^([^/]*)\/(.*?)(?:#(\d+))?$/.exec(text) ?? [];
  return { scenario, name, nth: Number(nth) };
}

/** The text by which a report names the request of an exchange. */
export const nameOf = ({ request }: { readonly request: Request }): string => idText(request.id);

/** A listing with the valid key, unless `differs` changes that. */
export const requestOf = (id: string, differs: Partial<Request> = {}): Request => ({
  id: idOf(id),
  role: 'listing',
  aim: { kind: 'listing' },
  credential: 'valid',
  purpose: '',
  stage: 'look',
  ...differs,
});

/** A request to which no answer came. */
export const unanswered = (
  { request, method, path, orderId }: OutgoingRequest,
  kind: Failure['kind'] = 'timeout',
): SentExchange => ({
  request,
  sent: { method, url: path, ...(orderId !== undefined && { orderId }), headers: [] },
  outcome: { kind: 'failure', failure: { kind, message: 'No answer came.' } },
  startedAt: new Date(0).toISOString(),
  durationMs: 0,
});

/** A cancel as this plan would send it. */
export const deleteOf = (
  plan: Plan,
  id: string,
  orderId: string,
  credential: Request['credential'] = 'valid',
): OutgoingRequest => ({
  request:
    allRequestsOf(plan).find((request) => idText(request.id) === id && request.credential === credential) ??
    requestOf(id, { credential, aim: { kind: 'order', order: { id: 101n, state: 'pending' } } }),
  method: 'DELETE',
  path: `/store/orders/${orderId}`,
  orderId,
});

/** A cancel of the scenario's own order with the valid key. */
export const cancelOwn: CancelSpec<never> = {
  stage: 'cancelled',
  role: 'cancel',
  credential: 'valid',
  order: 'own',
  purpose: 'must succeed',
};

/** A scenario that sends nothing by default. */
export const madeUpScenario = <const Name extends string = never>(
  differs: Partial<Scenario<Name>> & Pick<Scenario, 'id'>,
): Scenario =>
  scenario<Name>({ title: `Scenario ${differs.id}`, requests: {} as Scenario<Name>['requests'], ...differs });
