import { type CancelSpec, type Scenario, scenario } from '../../runner/engine/scenario.js';
import type { Failure } from '../../runner/evidence/exchange.js';
import type { OutgoingRequest, SentExchange } from '../../runner/http/transport.js';
import type { ListingReading } from '../../runner/listing/index.js';

/** A listing that was read to its end and holds these orders, all of them in order. */
export const listingOf = (ids: readonly bigint[], differs: Partial<ListingReading> = {}): ListingReading => ({
  count: ids.length,
  withoutId: 0,
  lists: (id) => ids.includes(id),
  elements: new Map(),
  deviations: [],
  repeatedIds: { count: 0, examples: [] },
  repeatedMembers: { count: 0, examples: [] },
  quantityNotPositive: 0,
  ...differs,
});

/** A request to which no answer came. */
export const unanswered = (
  { id, operation, method, path, credential }: OutgoingRequest,
  kind: Failure['kind'] = 'timeout',
): SentExchange => ({
  id,
  request: { operation, method, url: path, headers: [], credential },
  outcome: { kind: 'failure', failure: { kind, message: 'No answer came.' } },
  startedAt: new Date(0).toISOString(),
  durationMs: 0,
});

export const deleteOf = (
  id: string,
  orderId: string,
  credential: OutgoingRequest['credential'] = 'valid',
): OutgoingRequest => ({
  id,
  operation: 'cancelOrder',
  method: 'DELETE',
  path: `/store/orders/${orderId}`,
  credential,
});

/** A cancel of the scenario's own order with the valid key. */
export const cancelOwn: CancelSpec<never> = {
  operation: 'cancelOrder',
  credential: 'valid',
  order: 'own',
  purpose: 'must succeed',
};

/** A scenario that sends nothing, unless told otherwise. */
export const madeUpScenario = <const Name extends string = never>(
  differs: Partial<Scenario<Name>> & Pick<Scenario, 'id'>,
): Scenario =>
  scenario<Name>({ title: `Scenario ${differs.id}`, requests: {} as Scenario<Name>['requests'], ...differs });
