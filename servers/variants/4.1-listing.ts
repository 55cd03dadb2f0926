import { unknownIds } from '../../fixtures/unknown-ids.js';
import { listingEach, listingWith, onListing } from '../changes.js';
import { type Json, literal } from '../json.js';
import { bodyText, errorReply, withBody } from '../reply.js';
import type { Behaviour } from '../steps.js';
import type { Variant } from '../variant.js';

const respelling = (respell: (text: string) => string): Behaviour =>
  onListing((reply) => withBody(reply, respell(bodyText(reply))));

/** Indents JSON like a pretty printer. It works on the text, since parsing would round long ids. */
const indented = (text: string): string =>
  text.replace(/("(?:[^"\\]|\\.)*"?)|([[{,])|([\]}])|(:)/g, (token, text, open, close, colon) => {
    if (text) return token;
    if (open) return `${token}\r\n\t`;
    if (close) return `\r\n${token}`;
    return colon ? ' : ' : token;
  });

const escaped = (text: string): string =>
  JSON.stringify(text).replace(/[^"\\]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const nested = (depth: number): Json => (depth === 0 ? 'the end' : { deeper: [nested(depth - 1)] });

const reordering =
  (reorder: (orders: readonly Json[]) => readonly Json[]): Behaviour =>
  () => ({ renderListing: reorder });

/** Each listing starts at another order, so no two in a row have the same sequence. */
const rotating: Behaviour = () => {
  let turns = 0;
  return {
    renderListing: (orders) => {
      turns += 1;
      const cut = (turns * 4) % Math.max(orders.length, 1);
      return [...orders.slice(cut), ...orders.slice(0, cut)];
    },
  };
};

const refusingQueries =
  (status: number): Behaviour =>
  ({ authenticate }) => ({
    intercept: (call) =>
      call.operation === 'listOrders' && call.query.size > 0 && authenticate(call)
        ? errorReply({ status, code: 'unknown_parameter', message: 'This operation has no query parameters.' })
        : undefined,
  });

const withoutIds = { unknown: unknownIds };

export const listingVariants: readonly Variant[] = [
  {
    id: 'further-members',
    summary: 'lists members that the contract does not name, objects and arrays among them',
    behaviour: listingWith({ customer: { name: 'Ada', tags: ['a', 'b'] }, price: 12.5, discount: null, ids: [1, 1] }),
  },
  {
    id: 'ids-only',
    summary: 'lists no member of an order but its id',
    behaviour: listingEach(({ id }) => ({ id: id ?? null })),
  },
  {
    id: 'orders-without-id',
    summary: 'lists orders without their ids',
    behaviour: listingWith({ id: undefined }),
    ...withoutIds,
  },
  {
    id: 'empty-orders',
    summary: 'lists each order as an empty object',
    behaviour: listingEach(() => ({})),
    ...withoutIds,
  },
  {
    id: 'status-under-another-name',
    summary: 'carries the status of an order in `state`, in upper case',
    behaviour: listingEach(({ status, ...members }) => ({ ...members, state: String(status).toUpperCase() })),
  },
  {
    id: 'similar-member-names',
    summary:
      'lists members whose names differ from those of the contract in letter case only, with values of other types',
    behaviour: listingWith({ ID: 'A-1', PetId: null, ShipDate: 'soon', COMPLETE: 'yes' }),
  },
  {
    id: 'strange-member-names',
    summary:
      'lists members with names that trip naive code: empty, `__proto__`, `constructor`, names with slashes and tildes',
    behaviour: listingWith(
      Object.fromEntries(['', '__proto__', 'constructor', 'a/b~c', '0'].map((name) => [name, [1]])),
    ),
  },
  {
    id: 'escaped-member-names',
    summary: 'spells the names of members with escapes',
    behaviour: respelling((text) =>
      text.replaceAll('"id":', '"\\u0069d":').replaceAll('"quantity":', '"quantit\\u0079":'),
    ),
  },
  {
    id: 'escaped-unicode',
    summary: 'spells every character of a text as an escape',
    behaviour: listingWith({ note: literal(escaped('Grüße an Ævar 🐈')) }),
  },
  {
    id: 'non-ascii-text',
    summary: 'lists text beyond ASCII, surrogate pairs and the line separator U+2028 as UTF-8',
    behaviour: listingWith({ note: 'Grüße, 猫 🐈‍⬛ \u2028 \u007f' }),
  },
  {
    id: 'brackets-in-text',
    summary: 'lists text that looks like JSON: brackets, quotes and backslashes',
    behaviour: listingWith({ note: '}],{"id":101,"quantity":"1"} \\" \\\\' }),
  },
  {
    id: 'long-text',
    summary: 'lists texts of 20,000 characters',
    behaviour: listingWith({ note: 'täxt '.repeat(4_000) }),
  },
  {
    id: 'nested-members',
    summary: 'lists a member nested 40 levels deep',
    behaviour: listingWith({ tree: nested(20) }),
  },
  {
    id: 'same-name-in-nested-objects',
    summary: 'uses `id` again inside of nested objects, where it is not the id of an order',
    behaviour: listingWith({ customer: { id: 'c-1', shipDate: null }, items: [{ id: 101 }, { id: 101 }] }),
  },
  {
    id: 'many-orders',
    summary: 'lists 3,000 further orders',
    behaviour: ({ renderListing }) => ({
      renderListing: (orders, call) =>
        renderListing(
          [...orders, ...Array.from({ length: 3_000 }, (_, n) => ({ id: 700_000 + n, quantity: n }))],
          call,
        ),
    }),
  },
  { id: 'pretty-printed', summary: 'indents the listing', behaviour: respelling(indented) },
  {
    id: 'white-space-around',
    summary: 'sends white space before and after the listing',
    behaviour: respelling((text) => `\r\n\t ${text} \n\n`),
  },
  {
    id: 'reversed-listing',
    summary: 'lists the newest order first',
    behaviour: reordering((orders) => [...orders].reverse()),
  },
  { id: 'changing-order', summary: 'lists the orders in another sequence each time', behaviour: rotating },
  {
    id: 'query-parameters-400',
    summary: 'answers a listing with a query with 400',
    behaviour: refusingQueries(400),
  },
  {
    id: 'query-parameters-422',
    summary: 'answers a listing with a query with 422',
    behaviour: refusingQueries(422),
  },
];
