import { ANSWER_WITHOUT_KEY, EXPECTED, type Situation, UNSTEADY } from './kinds.js';
import { BODIES } from './looks.js';

interface Explanation {
  readonly names: readonly string[];
  /** What follows the name in the id of a cause, after a dash; absent: nothing. */
  readonly ends?: 'status' | 'anything';
  text(name: string, end: string): string;
}

/** What the contract has for a status that a situation gets. */
function statusText(situation: Situation, status: string): string {
  if (situation === 'other') {
    return `A cancel of an order that is neither pending nor shipped gets ${status}. Only a pending order can be cancelled, so no 2xx is right here, and no 5xx (\`store-orders-conformance explain cancel.other-state\`).`;
  }
  if (situation === 'cancelled') {
    return `A second cancel gets ${status}. A cancelled order is no longer pending, so no 2xx is right here, and no 5xx (\`store-orders-conformance explain cancel.again\`).`;
  }
  const { what, status: expected, requirement } = EXPECTED[situation] ?? {};
  return what === undefined
    ? `An orderId that is not an int64, such as \`abc\` or 2^63, gets ${status}. It must not cancel anything, and must not be a server error.`
    : `${what} gets ${status}. The contract has ${expected} for it (\`store-orders-conformance explain ${requirement}\`).`;
}

const CANCELLED_TWICE =
  'Cancelling a pending order gets 204 where it must not: for a second time, or for several of the cancels that are sent at the same instant.';

const THE_ERROR =
  'A 401 and a 404 must carry an Error, each with its own status: `{"code": "…", "message": "…", "status": 401}`.';

/** In an id, its slash is a dash. */
const mediaType = (type = ''): string => type.replace('-', '/');

/** The causes that no fingerprint and no requirement names: what their deviations share. */
const EXPLANATIONS: readonly Explanation[] = [
  {
    names: ['listing', 'pending', 'cancelled', 'shipped', 'other', 'unknown', 'not-int64'],
    ends: 'status',
    text: (situation, status) =>
      situation === 'pending' && status === '204' ? CANCELLED_TWICE : statusText(situation as Situation, status),
  },
  {
    names: ['refused'],
    ends: 'status',
    text: (_, status) => `Requests without the valid key get ${status}. The contract has 401 for them.`,
  },
  {
    names: ['every-cancel'],
    ends: 'status',
    text: (_, status) =>
      `Every cancel gets ${status}, with any key or none. Serve DELETE /store/orders/{orderId} below the base address, at exactly that path.`,
  },
  {
    names: ['unsteady'],
    ends: 'status',
    text: (_, status) => `Some requests get ${status}, and others like them do not. ${UNSTEADY}`,
  },
  {
    names: ['no-answer-without-key'],
    text: () =>
      `Requests without the valid key get no answer, each time that they are sent, while other requests do. ${ANSWER_WITHOUT_KEY}`,
  },
  {
    names: ['key-not-checked'],
    text: () =>
      'Requests without the valid key get what only the valid key must get. Compare the whole key, exactly, and refuse all else with 401 before anything is looked up.',
  },
  {
    names: ['order-before-key'],
    text: () =>
      'The order is looked up before the key is checked, so a cancel without the valid key gets 404 or 409. Check the key first, and answer 401.',
  },
  {
    names: ['connection'],
    text: () =>
      'On a kept connection, a request is answered as if the key or the id of an earlier request were its own. Keep nothing of a request with the connection; a fresh connection shows nothing wrong.',
  },
  {
    names: ['digits-members'],
    text: () => 'Numbers of orders are listed as strings. Write them without quotes.',
  },
  {
    names: Object.keys(BODIES).map((body) => `error-as-${body}`),
    text: (name) => `An error ${BODIES[name.slice('error-as-'.length) as keyof typeof BODIES]}. ${THE_ERROR}`,
  },
  {
    names: ['error-with'],
    ends: 'anything',
    text: (_, members) =>
      `Error bodies are objects with these members (with their type, if not string): ${members}. ${THE_ERROR}`,
  },
  {
    names: ['json-as'],
    ends: 'anything',
    text: (_, type) =>
      `JSON is sent ${type === 'no-type' ? 'without a Content-Type' : `as ${mediaType(type)}`}. Send it as application/json.`,
  },
  {
    names: ['body-as'],
    ends: 'anything',
    text: (_, type) =>
      `Bodies are sent ${type === 'no-type' ? 'without a Content-Type' : `as ${mediaType(type)}`}, and are not JSON.`,
  },
  {
    names: ['answer'],
    ends: 'anything',
    text: (_, exchange) => `One answer is wrong in more than one place: that to the request ${exchange}.`,
  },
];

/** What a cause with this id is about; undefined where no report can have such a cause. */
export function explanationOf(cause: string): string | undefined {
  for (const { names, ends, text } of EXPLANATIONS) {
    const rest = ends === undefined ? '' : ends === 'status' ? '-(\\d{3})' : '-(.+)';
    const [, name, end = ''] = new RegExp(`^(${names.join('|')})${rest}$`).exec(cause) ?? [];
    if (name !== undefined) return text(name, end);
  }
  return undefined;
}

/** Ids for suggestions, as far as they can be known. */
export const explainedCauses = (status: string): readonly string[] =>
  EXPLANATIONS.flatMap(({ names, ends }) => {
    if (ends === 'anything') return [];
    return ends === 'status' ? names.map((name) => `${name}-${status}`) : names;
  });
