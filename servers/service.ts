import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type Order, OrderStore } from './order.js';
import { errorReply, jsonReply, type Reply, withHeader } from './reply.js';
import { type Behaviour, type Call, type Http, type Refusal, referenceSteps, type Steps } from './steps.js';

export interface ServiceOptions {
  readonly apiKey: string;
  readonly orders: readonly Order[];
  /** The difference from the reference. */
  readonly behaviour?: Behaviour | undefined;
}

/** A request, from any source. */
export interface Incoming extends Pick<Call, 'connection' | 'isKept'>, Pick<IncomingMessage, 'method' | 'url'> {
  readonly headers: IncomingHttpHeaders;
}

export interface Answer {
  readonly reply: Reply;
  /** Sends the answer if it needs a special way. */
  readonly send?: (http: Http) => void | Promise<void>;
}

/** The Store Orders Interface with a store of its own, without the network in front of it. */
export class Service {
  readonly steps: Steps;
  readonly #apiKey: string;
  readonly #orders: OrderStore;

  constructor({ apiKey, orders, behaviour }: ServiceOptions) {
    this.steps = { ...referenceSteps, ...behaviour?.(referenceSteps) };
    this.#apiKey = apiKey;
    this.#orders = new OrderStore(orders);
  }

  async answer(incoming: Incoming): Promise<Answer> {
    const routed = this.#route(incoming);
    if (!('operation' in routed)) return { reply: routed };
    const steps = this.steps.choose?.(routed) ?? this.steps;
    const reply = steps.finish(await answer(routed, steps), routed);
    return steps.send === referenceSteps.send
      ? { reply }
      : { reply, send: (http) => steps.send(reply, Object.assign(routed, http)) };
  }

  /** The call that a request makes, or the refusal if it is for no operation. */
  #route({ method, url, headers, connection, isKept }: Incoming): Call | Reply {
    const [path = '', search = ''] = (url ?? '').split('?', 2);
    const base = `${this.steps.prefix}/store/orders`;
    const segment = path.startsWith(`${base}/`) ? path.slice(base.length + 1) : undefined;
    if (path !== base && (!segment || segment.includes('/'))) {
      return errorReply({ status: 404, code: 'no_such_path', message: 'No operation has this path.' });
    }
    const operation = segment === undefined ? 'listOrders' : 'cancelOrder';
    const allowed = operation === 'listOrders' ? 'GET' : 'DELETE';
    if (method !== allowed) {
      const refused = { status: 405, code: 'method_not_allowed', message: `Only ${allowed} is possible here.` };
      return withHeader(errorReply(refused), 'Allow', allowed);
    }
    const idText = percentDecoded(segment ?? '');
    const query = new URLSearchParams(search);
    const { authorization } = headers;
    const [apiKey, orders] = [this.#apiKey, this.#orders];
    return { operation, idText, query, headers, authorization, apiKey, orders, connection, isKept };
  }
}

const percentDecoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

const answer = async (call: Call, steps: Steps): Promise<Reply> => {
  const intercepted = await steps.intercept(call);
  if (intercepted !== undefined) return intercepted;
  const refuse = (refusal: Refusal): Reply => errorReply(steps.errors[refusal], steps.renderError);
  if (!steps.authenticate(call)) return refuse('unauthorized'); // §5.3: whatever the order
  switch (call.operation) {
    case 'listOrders': {
      const rendered = steps.select(call.orders, call).map((order) => steps.renderOrder(order));
      return jsonReply(200, steps.renderListing(rendered, call));
    }
    case 'cancelOrder': {
      const id = steps.parseId(call.idText);
      if (id === undefined) return refuse('not-an-id');
      const order = steps.find(call.orders, id);
      if (order === undefined) return refuse('not-found');
      const outcome = await steps.cancel(call.orders, order);
      return outcome === 'cancelled' ? { status: 204, headers: [] } : refuse(outcome);
    }
  }
};
