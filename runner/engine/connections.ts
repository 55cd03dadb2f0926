import { idText, orderOf, type Request } from '../../evidence/request.js';
import { groupBy } from '../../interface/helpers/helpers.js';

/** The requests on one connection, in order. */
export type ConnectionRequests = readonly Request[];

export const connectionsOf = (requests: readonly Request[]): ConnectionRequests[] => [
  ...groupBy(requests, ({ connection, id }) => connection ?? idText(id)).values(),
];

/** True if the request can use up an order. */
export const mayCancel = (request: Request): boolean =>
  request.credential === 'valid' && orderOf(request)?.state === 'pending';

/**
 * How early to send the requests of a connection. To tell a query that is refused each time from an outage, listings
 * must begin after its first answer. So queries go first.
 */
export const urgencyOf = (connection: ConnectionRequests): number =>
  connection[0]?.role === 'query' ? Number.MAX_VALUE : connection.length;
