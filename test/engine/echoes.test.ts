import { expect, test } from 'vitest';
import { Evidence } from '../../evidence/evidence.js';
import type { Exchange } from '../../evidence/exchange.js';
import { SecretHeader } from '../../evidence/secrets/header.js';
import { Secrets } from '../../evidence/secrets/redaction.js';
import type { Report } from '../../judge/report/report.js';
import { reporters } from '../../reporters/reporters.generated.js';
import { judge } from '../../runner/run.js';
import { faults } from '../../servers/faults/index.js';
import { literal, writeJson } from '../../servers/json.js';
import { jsonReply, type Reply, textReply } from '../../servers/reply.js';
import { type Behaviour, type Call, cancelPending, orderOf } from '../../servers/steps.js';
import { gatherInMemory, onlyReplies } from '../detection/in-memory.js';
import { inPart } from '../in-part.js';
import { apiKey, reveals, spellings, unicodeEscaped } from '../secrets/spellings.js';
import { fault } from './servers.js';

const isValid = ({ authorization }: Call): boolean => authorization === `Bearer ${apiKey}`;
const isCancelOf =
  (...statuses: readonly string[]) =>
  (call: Call): boolean =>
    call.operation === 'cancelOrder' && isValid(call) && statuses.includes(orderOf(call)?.status ?? 'unknown');

/** The subject of a request, as the service sees it before it answers. */
const SITUATIONS: Readonly<Record<string, (call: Call) => boolean>> = {
  listing: (call) => call.operation === 'listOrders' && isValid(call),
  'listing without the key': (call) => call.operation === 'listOrders' && !isValid(call),
  'cancel of a pending order': isCancelOf('pending'),
  'second cancel': isCancelOf('cancelled'),
  'cancel of a shipped order': isCancelOf('shipped'),
  'cancel of an order in another state': isCancelOf('delivered'),
  'cancel of an unknown id': isCancelOf('unknown'),
  'cancel without the key': (call) => call.operation === 'cancelOrder' && !isValid(call),
  'every request': () => true,
};

const STATUSES = [200, 302, 400, 401, 403, 404, 409, 422, 429, 500] as const;

const said = spellings.join(' ');
const escaped = encodeURIComponent(apiKey);

/** Replies that repeat the key, each in another part of the body. */
const BODIES: Readonly<Record<string, (status: number) => Reply>> = {
  'an Error': (status) => jsonReply(status, { code: apiKey, message: said, status }),
  'one spelling in each Error': (status) =>
    jsonReply(status, { code: spellings[status % spellings.length] ?? '', message: `bad ${apiKey}`, status }),
  'an escaped Error': (status) =>
    textReply(status, 'application/json', `{"code":"${unicodeEscaped}","status":"${unicodeEscaped}"}`),
  'names of members': (status) => jsonReply(status, { [apiKey]: 1, [`x ${said}`]: { [apiKey]: null } }),
  'orders with such names': (status) =>
    jsonReply(
      status,
      literal(`[{"id":101,"status":"${unicodeEscaped}","petId":"${escaped}","${unicodeEscaped}":"pending"}]`),
    ),
  'a page': (status) => textReply(status, `text/html; key=${escaped}`, `<html><h1>${apiKey}</h1>${said}`),
  'JSON that breaks off': (status) =>
    textReply(status, 'application/json', `{"code":${writeJson(said)},"message":"${apiKey}`),
  'a media type': (status) => textReply(status, `application/${escaped}`, '{}'),
};

const HEADERS = [
  ['Location', `/v1/${escaped}/`],
  ['Link', `</${escaped}>; rel="next"`],
  ['WWW-Authenticate', escaped],
  ['X-Cache', `HIT ${escaped}`],
  ['Age', '0'],
  ['Retry-After', '3600'],
  [`X-RateLimit-${escaped}`, escaped],
] as const;

const echoing =
  (isAbout: (call: Call) => boolean, reply: Reply): Behaviour =>
  () => ({ intercept: (call) => (isAbout(call) ? { ...reply, headers: [...reply.headers, ...HEADERS] } : undefined) });

/** The statuses that the contract has in these situations. */
const RIGHT: Readonly<Record<string, number>> = {
  'listing without the key': 401,
  'cancel without the key': 401,
  'cancel of an unknown id': 404,
  'cancel of a shipped order': 409,
};

/** Each situation with each status; and with each body, where that is judged. */
const rows = Object.keys(SITUATIONS).flatMap((situation, from) => {
  const bodies = Object.keys(BODIES);
  const withStatus = STATUSES.map((status, at) => [situation, status, bodies[(from + at) % bodies.length]] as const);
  const withBody = bodies.map((body) => [situation, RIGHT[situation] ?? 200, body] as const);
  return [...withStatus, ...withBody];
});

/** The lines of a report in every format. */
const linesOf = (report: Report): readonly string[] => [
  ...new Set(Object.values(reporters).flatMap((render) => render(report, { detail: 'verbose' }).split('\n'))),
];

test.each(inPart(rows, 61))(
  'no report holds the key: a %s gets %i and %s',
  async (situation, status = 200, body = '') => {
    const [isAbout, reply] = [SITUATIONS[situation], BODIES[body]];
    if (!isAbout || !reply) throw new Error(`Nothing is called ${situation} or ${body}.`);
    const { evidence, run } = await gatherInMemory({ behaviour: echoing(isAbout, reply(status)), apiKey });
    const lines = linesOf(judge(run, evidence));
    expect(lines.filter(reveals)).toEqual([]);
    expect(lines.some((line) => line.includes('[redacted]'))).toBe(true);
  },
);

/** Each order shows the key in its state and in a judged member, and each 204 changes another order, too. */
const inValues: Behaviour = () => ({
  renderOrder: ({ id, status }) =>
    literal(`{"id":${id},"status":"${unicodeEscaped} ${status}","petId":"${escaped} ${status}"}`),
  cancel: (orders, order) => {
    const outcome = cancelPending(orders, order);
    const [along] = orders.all().filter(({ status }) => status === 'pending');
    if (along && outcome === 'cancelled') orders.put({ ...along, status: 'cancelled' });
    return outcome;
  },
});

test('no report holds the key: values of orders that change', async () => {
  const { evidence, run } = await gatherInMemory({ behaviour: inValues, apiKey });
  const report = judge(run, evidence);
  expect(linesOf(report).filter(reveals)).toEqual([]);
  const messages = report.findings.map(({ message }) => message);
  const texts = ['is listed as "[redacted] cancelled"', ' is "[redacted] cancelled"'];
  expect(texts.filter((text) => !messages.some((message) => message.includes(text)))).toEqual([]);
});

/** The evidence of a run with other secrets. */
const withSecrets = (evidence: Evidence, values: readonly string[]): Evidence => {
  const secrets = new Secrets(values.map((value) => new SecretHeader('X-Tenant', value)));
  const exchanges = evidence.exchanges.map((exchange): Exchange => {
    const { outcome } = exchange;
    if (outcome.kind === 'failure') return exchange;
    return { ...exchange, outcome: { kind: 'response', response: { ...outcome.response, secrets } } };
  });
  return new Evidence({ ...evidence, exchanges });
};

/** Long words and identifiers, such as a secret may be. */
const wordsIn = (text: string): ReadonlySet<string> => new Set(text.match(/[A-Za-z][\w./-]{6,}\w/g));

const sentBy = ({ exchanges }: Evidence): string =>
  exchanges
    .flatMap(({ outcome }) => (outcome.kind === 'response' ? outcome.response : []))
    .map(({ reason, headers, body }) => [reason, ...headers.flat(), Buffer.from(body.head).toString()].join('\n'))
    .join('\n');

/** Some of the faults, of all clauses. */
const inMemory = faults.filter(onlyReplies).filter((_, index) => index % 16 === 0);

test.each(
  inPart(
    inMemory.map(({ id }) => id),
    19,
  ),
)(
  'a secret that is an ordinary word changes no verdict, and no sentence where the target does not say it: %s',
  async (id) => {
    const { evidence, run } = await gatherInMemory({ ...fault(id), apiKey });
    const report = judge(run, evidence);
    const sent = sentBy(evidence);
    const isSaid = (word: string): boolean => sent.includes(word.slice(0, 8)) || sent.includes(word.slice(-8));
    const words = [...wordsIn(JSON.stringify(report))].filter((word) => !isSaid(word));
    expect(words.length).toBeGreaterThan(200);
    expect(judge(run, withSecrets(evidence, words))).toEqual(report);

    const redacted = judge(run, withSecrets(evidence, [...wordsIn(sent)]));
    const verdicts = ({ requirements, verdict }: Report) => [verdict, ...requirements.map((each) => each.verdict)];
    expect(verdicts(redacted)).toEqual(verdicts(report));
    expect(redacted).not.toEqual(report);
  },
);
