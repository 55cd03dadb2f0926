import { Evidence } from '../../evidence/evidence.js';
import { type Exchange, headerValues, type ResponseRecord, responseOf } from '../../evidence/exchange.js';
import { idText } from '../../evidence/request.js';
import { tool } from '../../interface/helpers/helpers.js';
import { causesOf, exchangesOf } from '../../judge/causes/causes.js';
import { judgeEvidence, judgementsOf, newestEdition } from '../../judge/judge.js';
import {
  type ErrorRecord,
  errorReply,
  jsonReply,
  type Reply,
  withHeader,
  withoutBody,
  withoutHeader,
} from '../../servers/reply.js';
import { type Behaviour, type Call, cancelPending, orderJson, orderOf, type Steps } from '../../servers/steps.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import type { Repair, RightAnswer } from '../../suites/terms/repair.js';
import { situationIn } from '../../suites/terms/situation.js';
import { type Changed, gatherInMemory } from './in-memory.js';

// Follows repairs to the word: a server that gives the answers that a repair tells, to each request that the cause quotes.

/** The field in which each request has its id. */
const LABEL = 'x-request-of-the-suite';

export interface Found {
  readonly id: string;
  readonly repair: Repair;
  readonly quoted: readonly Exchange[];
  readonly headline: string;
}

interface Judged {
  readonly evidence: Evidence;
  readonly causes: readonly Found[];
  readonly verdict: string;
}

export async function judged(server: Changed): Promise<Judged> {
  const { evidence: data } = await gatherInMemory(server, { labels: LABEL });
  const evidence = new Evidence(data);
  const judgements = judgementsOf(storeOrdersInterface, evidence, newestEdition(storeOrdersInterface), false);
  const { causes, causeOf, repairs } = causesOf(judgements, evidence);
  const { verdict } = judgeEvidence(evidence, { tool, strict: false });
  return {
    evidence,
    verdict,
    causes: causes.map(({ id, headline }) => ({
      id,
      headline,
      repair: repairs.get(id) ?? { text: '' },
      quoted: [...causeOf].flatMap(([broken, cause]) => (cause === id ? exchangesOf(broken) : [])),
    })),
  };
}

/** The answers that a repair tells to give, by the ids of the requests that its cause quotes. */
function told({ repair: { answer }, quoted }: Found, evidence: Evidence): ReadonlyMap<string, RightAnswer> {
  return new Map(
    quoted.flatMap((exchange) => {
      const right =
        answer === 'of its situation' ? situationIn(evidence, { exchange, request: exchange.request }).right : answer;
      return right ? [[idText(exchange.request.id), right] as const] : [];
    }),
  );
}

/** The quoted requests whose answer is already as the repair tells: whoever reads it finds nothing to do. */
export function alreadyDone(found: Found, evidence: Evidence): readonly string[] {
  const answers = told(found, evidence);
  return found.quoted.flatMap((exchange) => {
    const right = answers.get(idText(exchange.request.id));
    return right && isSo(right, exchange) ? [`${found.id}: ${idText(exchange.request.id)}: ${found.repair.text}`] : [];
  });
}

function isSo({ status, or, body, headers = {} }: RightAnswer, exchange: Exchange): boolean {
  const response = responseOf(exchange);
  if (!response || (status !== undefined && ![status, or].includes(response.status))) return false;
  const isSent = ([name, value]: readonly [string, string]): boolean =>
    headerValues(response, name.toLowerCase()).join() === value;
  return Object.entries(headers).every(isSent) && (!body || isBody[body](response));
}

const isBody: Readonly<Record<NonNullable<RightAnswer['body']>, (response: ResponseRecord) => boolean>> = {
  Error: (response) => {
    const text = new TextDecoder().decode(response.body.head);
    const isJson = headerValues(response, 'content-type').join() === 'application/json' && text.startsWith('{');
    const { code, message, status }: Partial<ErrorRecord> =
      isJson && response.body.end === 'complete' ? parsed(text) : {};
    return typeof code === 'string' && typeof message === 'string' && status === response.status;
  },
  // Whether these are all orders, the answer alone does not show.
  orders: () => false,
  none: (response) => {
    const announced = headerValues(response, 'content-length').concat(headerValues(response, 'transfer-encoding'));
    return response.body.length === 0 && !response.stray?.length && announced.every((value) => value === '0');
  },
};

function parsed(text: string): Partial<ErrorRecord> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** The server with these answers. `other`: with the other status, where a repair names two. */
const repaired =
  (answers: ReadonlyMap<string, RightAnswer>, isOther: boolean, behaviour?: Behaviour): Behaviour =>
  (reference) => {
    const faulty: Steps = { ...reference, ...behaviour?.(reference) };
    return {
      ...faulty,
      choose: (call) => {
        const steps = faulty.choose?.(call) ?? faulty;
        const right = answers.get(String(call.headers[LABEL]));
        if (!right) return steps;
        if (right.status === undefined) {
          return { ...steps, finish: (reply, of) => withParts(steps.finish(reply, of), right, of) };
        }
        const status = isOther ? (right.or ?? right.status) : right.status;
        return { ...steps, intercept: (of) => answerWith({ ...right, status }, of), finish: (reply) => reply };
      },
    };
  };

function answerWith({ status = 0, body }: RightAnswer, call: Call): Reply {
  if (body === 'orders') return jsonReply(status, call.orders.all().map(orderJson));
  if (body === 'Error') return errorReply({ status, code: 'repaired', message: 'As told.' });
  const order = orderOf(call);
  // "Once the order is cancelled."
  if (status === 204 && order?.status === 'pending') cancelPending(call.orders, order);
  return { status, headers: status === 204 ? [] : [['Content-Length', '0']] };
}

function withParts(reply: Reply, { body, headers = {} }: RightAnswer, call: Call): Reply {
  const { status } = reply;
  const bare = withoutHeader(withoutHeader(withoutHeader(reply, 'Content-Length'), 'Content-Encoding'), 'Content-Type');
  const parts = {
    orders: () => ({ ...bare, ...pick(jsonReply(status, call.orders.all().map(orderJson)), bare) }),
    Error: () => ({ ...bare, ...pick(errorReply({ status, code: 'repaired', message: 'As told.' }), bare) }),
    none: () => withoutBody(bare),
  };
  return Object.entries(headers).reduce(
    (changed, [name, value]) => (value === '' ? withoutHeader(changed, name) : withHeader(changed, name, value)),
    body ? parts[body]() : reply,
  );
}

const pick = ({ body, headers }: Reply, { headers: kept }: Reply) => ({
  ...(body && { body }),
  headers: [...kept, ...headers.filter(([name]) => name === 'Content-Type')],
});

/**
 * A repaired answer lets further requests be sent, which may get the same wrong answer; and some findings quote one listing of
 * several. So the cause may quote more, at most each request of a run.
 */
const ROUNDS = 60;

/**
 * Follows the repair of one cause of a server: gives the answers that it tells to each request that a finding of the cause
 * quotes. Says what is wrong with the repair; empty if nothing is. Causes that quote other requests are the server's own: some
 * show only once this one is gone.
 */
export async function follow(server: Changed, id: string, before: Judged, isOther = false): Promise<string[]> {
  const answers = new Map<string, RightAnswer>();
  let now = before;
  for (let round = 0; round < ROUNDS; round++) {
    const cause = now.causes.find((each) => each.id === id);
    const further = cause ? [...told(cause, now.evidence)].filter(([request]) => !answers.has(request)) : [];
    if (further.length === 0) break;
    for (const [request, right] of further) answers.set(request, right);
    now = await judged({ ...server, behaviour: repaired(answers, isOther, server.behaviour) });
  }
  const known = before.causes.map((cause) => cause.id);
  return now.causes.flatMap(({ id: found, headline, quoted }) => {
    if (found === id) return [`${id} is still there: ${headline}`];
    const isByRepair = quoted.some(({ request }) => answers.has(idText(request.id)));
    return known.includes(found) || !isByRepair ? [] : [`${id}: ${found} came: ${headline}`];
  });
}
