import type { Requirement } from '../runner/judge/requirement.js';

/**
 * What the contract says, word for word, by clause, and by requirement where its clause says several things. Between the
 * parts of a quotation, the contract says more; a test looks for each part in docs/contract.md.
 */
export const QUOTES: Readonly<Record<string, readonly string[]>> = {
  '0': ['All bodies are JSON (`application/json`).'],
  '1': ['Cancel one order by its identifier.'],
  '2': ['JSON object returned with error responses that have a body. All three fields are required.'],
  'order.object': ['JSON object. No field is marked required.'],
  'order.id': ['| id | integer | int64 | Unique order identifier. |'],
  'order.id-unique': ['Unique order identifier.'],
  'order.members-unique': ['JSON object. No field is marked required.'],
  'order.pet-id': ['| petId | integer | int64 | Identifier of the animal in this order. |'],
  'order.quantity': ['| quantity | integer | - | Number of units ordered. |'],
  'order.ship-date': ['| shipDate | string | date-time (ISO 8601) | Expected or actual ship date. |'],
  'order.ship-date-rfc3339': ['| shipDate | string | date-time (ISO 8601) | Expected or actual ship date. |'],
  'order.complete': ['| complete | boolean | - | Whether the order has been fulfilled. |'],
  '3': ['Only an order whose status is `pending` can be cancelled.'],
  '3.1': ['Only an order whose status is `pending` can be cancelled.'],
  '3.2': ['An order that has already shipped cannot be reversed; cancelling it is refused with status 409.'],
  '4.1': ['| 200 | JSON array of Order objects: all orders placed in the store, in one response. |'],
  'list.status-table': ['| 200 | JSON array of Order objects', '| 401 | Error object (missing or invalid API key). |'],
  '4.2': ['| 404 | The requested order could not be found. | Error object |'],
  'cancel.pending.status': ['| 204 | Order was pending and is cancelled. | none |'],
  'cancel.pending.no-body': ['| 204 | Order was pending and is cancelled. | none |'],
  'cancel.told-apart': ['orderId: integer, int64, required; identifier of the order to cancel'],
  'cancel.told-apart.above-2-53': ['orderId: integer, int64, required; identifier of the order to cancel'],
  'cancel.not-int64': ['orderId: integer, int64, required; identifier of the order to cancel'],
  'cancel.status-table': [
    '| 204 | Order was pending and is cancelled.',
    '| 401 | Missing or invalid API key.',
    '| 404 | The requested order could not be found.',
    '| 409 | The order cannot be cancelled because it has already shipped.',
  ],
  '5': ['Every operation requires authentication with an API key sent as a bearer token.'],
  '5.2': ['The key is sent in the `Authorization` header as `Bearer <API_KEY>`.'],
  '5.3': ['When the key is missing or invalid, the response is 401 with an Error body.'],
  '7': ['| 404 | cancelOrder | order identified by orderId does not exist | Error object |'],
  'cancel.shipped.body-json': ['All bodies are JSON (`application/json`).'],
  '8': ['listOrders returns all orders; it has no filtering and no pagination'],
  '8.1': ['listOrders returns all orders; it has no filtering and no pagination'],
  '8.2': ['Request rate limits and payload size limits: not shown.'],
  '9': ['The version is carried in the path prefix: `/v1` on every base address.'],
  '9.1': ['The version is carried in the path prefix: `/v1` on every base address.'],
};

/** Sentences of the contract stand in quotation marks; a row of one of its tables is told without them. */
export const quoteOf = ({ id, clause }: Pick<Requirement, 'id' | 'clause'>): string | undefined =>
  (QUOTES[id] ?? QUOTES[clause])?.map((part) => (part.startsWith('|') ? rowText(part) : `“${part}”`)).join('; ');

/** `204: order was pending and is cancelled; no body`. */
function rowText(row: string): string {
  const [name = '', ...cells] = row.replace(/^\| | \|$/g, '').split(' | ');
  const texts = cells.filter((cell) => cell !== '-').map((cell) => (cell === 'none' ? 'no body' : inside(cell)));
  return `${name}: ${texts.join('; ')}`;
}

/** As it stands within a sentence: names keep their letter case. */
const inside = (cell: string): string =>
  cell.replace(/\.$/, '').replace(/^(?!Error )[A-Z](?=[a-z])/, (first) => first.toLowerCase());
