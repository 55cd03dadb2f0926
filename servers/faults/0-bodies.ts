import { finishing, onListing } from '../changes.js';
import type { Fault } from '../fault.js';
import { errorReply, withBody, withHeader } from '../reply.js';
import type { Behaviour, Call } from '../steps.js';

const acceptOf = ({ headers }: Call): string | undefined => headers.accept;

const without = (call: Call): boolean => acceptOf(call) === undefined;
const anything = (call: Call): boolean => acceptOf(call) === '*/*';

const page = '<!doctype html><title>Store orders</title>';

/** Answers with an HTML page if the request has no preference. */
const pageFor = (status: number, concerns: (call: Call) => boolean): Behaviour =>
  finishing((reply, call) =>
    reply.status === status && concerns(call) ? withBody(withHeader(reply, 'Content-Type', 'text/html'), page) : reply,
  );

const typedFor = (status: number, concerns: (call: Call) => boolean, mediaType: string): Behaviour =>
  finishing((reply, call) =>
    reply.status === status && concerns(call) ? withHeader(reply, 'Content-Type', mediaType) : reply,
  );

/** Bodies that depend on `Accept`, for requests without it or that accept any type. */
export const negotiationFaults: readonly Fault[] = [
  {
    id: 'accept-none-listing-html',
    summary: 'lists as an HTML page where a request has no `Accept`',
    who: 'Rails and Symfony, whose format by default is HTML.',
    requirements: ['list.content-type', 'list.json'],
    behaviour: pageFor(200, without),
  },
  {
    id: 'accept-any-listing-empty',
    summary: 'lists nothing where a request accepts `*/*`',
    who: 'A second serializer for clients without `Accept`, which got no query.',
    requirements: ['list.complete'],
    behaviour: ({ select }) => ({ select: (orders, call) => (anything(call) ? [] : select(orders, call)) }),
  },
  {
    id: 'accept-none-null-pets',
    summary: 'lists the `petId` of all orders as null where a request has no `Accept`',
    who: 'A second serializer that does not load related rows.',
    requirements: ['order.pet-id'],
    behaviour: (reference) => ({
      choose: (call) =>
        without(call) ? { ...reference, renderOrder: (order) => ({ id: order.id, petId: null }) } : reference,
    }),
  },
  {
    id: 'accept-any-listing-html',
    summary: 'lists as an HTML page where a request accepts `*/*`',
    who: 'The browsable interface of Django REST framework, where it comes first in the list of renderers.',
    requirements: ['list.content-type', 'list.json'],
    behaviour: pageFor(200, anything),
  },
  {
    id: 'accept-any-listing-text',
    summary: 'sends the listing as `text/plain` where a request accepts `*/*`',
    who: 'Content negotiation that takes the first type it can write.',
    requirements: ['list.content-type'],
    behaviour: typedFor(200, anything, 'text/plain;charset=UTF-8'),
  },
  {
    id: 'accept-none-listing-406',
    summary: 'answers a listing without `Accept` with 406',
    who: 'Gateways that demand the header.',
    requirements: ['list.status', 'list.status-table'],
    behaviour: onListing((reply, call) =>
      without(call) ? errorReply({ status: 406, code: 'not_acceptable', message: 'Accept is missing.' }) : reply,
    ),
  },
  ...([401, 404] as const).map((status) => ({
    id: `accept-none-${status}-html`,
    summary: `sends an HTML page with a ${status} where a request has no \`Accept\``,
    who: 'Error pages that are JSON only where a request asks for it by name.',
    requirements: [`error.${status}.content-type`, `error.${status}.json`],
    behaviour: pageFor(status, without),
  })),
  {
    id: 'accept-any-401-html',
    summary: 'sends an HTML page with a 401 where a request accepts `*/*`',
    who: 'Laravel and Devise, which ask whether a request “expects JSON”.',
    requirements: ['error.401.content-type', 'error.401.json'],
    behaviour: pageFor(401, anything),
  },
  {
    id: 'accept-any-404-problem',
    summary: 'sends a 404 as `application/problem+json` where a request accepts `*/*`',
    who: 'Spring, which prefers the type of its own problem details.',
    requirements: ['error.404.content-type'],
    behaviour: typedFor(404, anything, 'application/problem+json'),
  },
  {
    id: 'accept-any-409-html',
    summary: 'sends an HTML page with a 409 where a request accepts `*/*`',
    who: 'Spring Boot’s error page, which prefers HTML for clients that accept anything.',
    requirements: ['cancel.shipped.body-json'],
    behaviour: pageFor(409, anything),
  },
];
