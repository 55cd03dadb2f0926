import type {
  Counts,
  ExchangeEvidence,
  Finding,
  OrderMoment,
  Report,
  RequirementResult,
  ScenarioResult,
} from '../../runner/judge/report.js';
import { none } from '../engine/judgement.js';

/** Of the verdicts that some result has. */
const counts = (some: Partial<Counts>): Counts => ({ ...none, ...some });

const requirement = (
  id: string,
  clause: string,
  level: RequirementResult['level'],
  verdict: RequirementResult['verdict'],
  scenarios: readonly string[],
  rest: Partial<RequirementResult> = {},
): RequirementResult => ({
  ...{ id, clause, level, operation: 'both', text: `Text of ${id}.`, verdict },
  ...rest,
  scenarios,
});

const scenario = (
  id: string,
  title: string,
  state: ScenarioResult['state'],
  requirements: readonly string[],
  rest: Partial<ScenarioResult> = {},
): ScenarioResult => {
  const suite = id.split('.')[0] ?? id;
  return { id, suite, title, requirements, state, durationMs: state === 'sent' ? 12.4 : 0, ...rest };
};

const finding = (id: string, rest: Partial<Finding>): Finding => ({
  ...{ requirement: id, cause: id, level: 'must', message: 'The status is different.' },
  ...{ expected: '204', actual: '200', at: 'status', exchange: 'cancel.pending/cancel' },
  scenario: 'cancel.pending',
  ...rest,
});

const moment = (exchange: string, at: number, stage: string, rest: Partial<OrderMoment>): OrderMoment => ({
  ...{ exchange, at, stage, kind: 'sighting', text: '' },
  ...rest,
});

const KEY = ['Authorization', 'Bearer $STORE_ORDERS_API_KEY'] as const;
const ORDERS = 'https://orders.example/v1/store/orders';

export const listing = {
  id: 'listing/before',
  scenario: 'list.schema',
  stage: 'look',
  startedAt: '2026-11-21T03:00:00.100Z',
  durationMs: 8.25,
  attempts: 2,
  request: { method: 'GET', url: ORDERS, headers: [KEY, ['Accept', 'application/json']], credential: 'valid' },
  response: {
    status: 200,
    reason: 'OK',
    headers: [['Content-Type', 'application/json']],
    body: { length: 26, text: '[{"id":9007199254740993}]\n', whole: true, digest: 'sha256:00ff', end: 'complete' },
  },
  curl: `curl -H "Authorization: Bearer $STORE_ORDERS_API_KEY" ${ORDERS}`,
} as const satisfies ExchangeEvidence;

const cancel: ExchangeEvidence = {
  id: 'cancel.pending/cancel',
  scenario: 'cancel.pending',
  stage: 'cancelled',
  startedAt: '2026-11-21T03:00:00.200Z',
  durationMs: 5,
  attempts: 1,
  request: { method: 'DELETE', url: `${ORDERS}/101`, headers: [KEY], credential: 'valid' },
  response: { failure: 'The connection was reset while the response was read.' },
  curl: `curl -X DELETE -H 'Authorization: Bearer '"$STORE_ORDERS_API_KEY" ${ORDERS}/101`,
};

const reason = (text: string) => ({ reason: text });
const unreadable = reason('The listing after the cancels could not be read.');
const noOther = reason('The fixtures declare `other: none`: this implementation has no other state.');
const noShipped = reason('The fixtures declare no shipped order: add 2 more shipped orders.');
const orderZero = reason('The listing holds order 0, so its cancel could succeed: remove it from the store.');
const unavailable = reason('The target answered 503 three times; try again when it is up.');
const notSelected = reason('It was not selected.');
const leftOut = { ...notSelected, leftOut: true } as const;
const defect = reason('TypeError: url is undefined\n    at prefix.ts:3');

const repeatedMember = {
  level: 'should',
  message: 'An order repeats the member "note".',
  expected: 'distinct member names',
  at: 'body /0/note',
} as const;
const noVersion = {
  headline: 'The base address does not end with its version.',
  shown: { expected: '/v1 at the end', actual: 'https://orders.example', at: 'base address', exchange: null },
};
const answeredWith200 = { message: 'The cancel of pending order 101 was answered with 200.' };

/** Every verdict, and texts that a format can stumble over: markup, quotes, line breaks, control and non-BMP characters. */
export const sampleReport: Report = {
  format: 'store-orders-conformance/report/2',
  tool: { name: 'store-orders-conformance', version: '0.1.0' },
  contract: {
    name: 'Store Orders Interface',
    version: '1.0.0',
    clauses: [
      { clause: '0', title: 'Preamble' },
      { clause: '1', title: 'What the service does' },
      { clause: '3', title: 'States and transitions' },
      { clause: '4.1', title: 'listOrders' },
      { clause: '4.2', title: 'cancelOrder' },
      { clause: '5', title: 'Authentication' },
    ],
  },
  edition: { id: '2026.1', digest: `sha256:${'0'.repeat(64)}` },
  target: { baseUrl: 'https://orders.example/v1', name: 'staging' },
  startedAt: '2026-11-21T03:00:00.000Z',
  durationMs: 1234.5,
  verdict: 'nonconformant',
  complete: false,
  strict: false,
  counts: counts({ pass: 1, fail: 2, warn: 1, blocked: 3, inconclusive: 1, skipped: 2, 'not-applicable': 1, error: 1 }),
  requirementCounts: {
    must: counts({ pass: 1, fail: 2, blocked: 1, inconclusive: 2, skipped: 1, 'not-applicable': 1, error: 1 }),
    should: counts({ warn: 1, blocked: 1 }),
    may: counts({}),
  },
  causes: [
    {
      id: 'fastapi-detail',
      headline: 'Every 401 and 404 is `{"detail": …, "<b>": …}`.',
      level: 'must',
      requirements: ['cancel.pending.status', 'cancel.pending.no-body', 'list.repeated-members'],
      blocks: [],
      findings: 3,
      answers: 24,
      expected: 'application/json: {"code": "…", "message": "…", "status": 401}',
      actual: 'application/json: {"detail":"<i>\u001b[2J"}',
      at: 'body',
      exchange: 'cancel.pending/cancel',
      likely: { name: 'FastAPI or Starlette (HTTPException)', looks: '{"detail": "Not authenticated"}' },
      repair: 'Register a handler that writes the Error:\n  @app.exception_handler(HTTPException)',
    },
    {
      id: 'base.version-prefix',
      headline: noVersion.headline,
      level: 'must',
      requirements: ['base.version-prefix'],
      blocks: [],
      findings: 1,
      answers: 0,
      ...noVersion.shown,
      repair: 'Serve the operations below `/v1`.',
    },
  ],
  requirements: [
    requirement('list.array', '4.1', 'must', 'pass', ['list.schema'], { exchanges: ['listing/before'] }),
    requirement('list.repeated-members', '2', 'should', 'warn', ['list.members']),
    requirement('cancel.pending.status', '4.2', 'must', 'fail', ['cancel.pending'], {
      exchanges: ['listing/before', 'cancel.pending/cancel'],
    }),
    requirement('cancel.pending.no-body', '4.2', 'must', 'fail', ['cancel.pending']),
    requirement('cancel.others', '1', 'must', 'inconclusive', ['cancel.pending'], unreadable),
    requirement('cancel.other-state', '3.1', 'must', 'not-applicable', ['cancel.other'], noOther),
    requirement(
      'cancel.shipped.status',
      '4.2',
      'must',
      'blocked',
      ['cancel.shipped', 'cancel.shipped-again'],
      noShipped,
    ),
    requirement('cancel.unknown.zero-negative', '4.2', 'should', 'blocked', ['cancel.zero'], orderZero),
    requirement('auth.first', '5.3', 'must', 'inconclusive', ['auth.first'], unavailable),
    requirement('auth.list.basic', '5.2', 'must', 'skipped', ['auth.basic', 'auth.scheme'], notSelected),
    requirement('base.version-prefix', '0', 'must', 'error', ['base.prefix', 'base.path'], defect),
    requirement('list.later', '4.1', 'must', 'fail', ['list.later'], { scored: false }),
    requirement('auth.later', '5', 'should', 'blocked', ['list.later'], { ...noShipped, scored: false }),
  ],
  suites: [
    { id: 'list', title: 'The listing (§2, §4.1)' },
    { id: 'cancel', title: 'Cancelling an order (§4.2)' },
    { id: 'auth', title: 'Authentication (§5)' },
    { id: 'base', title: 'The base address (§0)' },
  ],
  findings: [
    finding('list.repeated-members', {
      ...repeatedMember,
      actual: '{"note":"<b>\u001b[2J\u0000 & 😀 \ud800\u202e","note":1}',
      exchange: 'listing/before',
      scenario: 'list.members',
    }),
    finding('cancel.pending.status', { ...answeredWith200, cause: 'fastapi-detail' }),
    finding('cancel.pending.no-body', {
      message: 'The 204 has a body.\nMost clients hide it.',
      expected: 'no body',
      actual: 'line 1\r\nline 2 ]]> "quoted" \'too\'',
      at: 'body',
    }),
    finding('base.version-prefix', { message: noVersion.headline, ...noVersion.shown, scenario: 'base.path' }),
    finding('list.later', {
      message: 'The <listing> lacks *what* is new.',
      exchange: 'listing/before',
      scenario: 'list.later',
    }),
  ],
  scenarios: [
    scenario('list.schema', 'The listing is an array of orders', 'sent', ['list.array'], { durationMs: 1500 }),
    scenario('list.members', 'Members of an order have distinct names', 'sent', ['list.repeated-members']),
    scenario('cancel.pending', 'Cancelling a pending order is answered with 204', 'sent', ['cancel.pending.status'], {
      ...unreadable,
    }),
    scenario('cancel.shipped', 'Cancelling a shipped order: 409', 'blocked', ['cancel.shipped.status'], noShipped),
    scenario('cancel.shipped-again', 'A shipped order stays so', 'blocked', ['cancel.shipped.status'], noShipped),
    scenario('cancel.other', 'An order in another state stays', 'skipped', ['cancel.other-state'], noOther),
    scenario('cancel.zero', 'Cancelling order 0: 404', 'blocked', ['cancel.unknown.zero-negative'], orderZero),
    scenario('auth.first', 'A cancel without a key: 401', 'sent', ['auth.first'], unavailable),
    scenario('auth.basic', 'The scheme Basic is refused', 'skipped', ['auth.list.basic'], leftOut),
    scenario('auth.scheme', 'Another scheme is refused', 'skipped', ['auth.list.basic'], leftOut),
    scenario('base.prefix', 'The base address ends with /v1', 'blocked', ['base.version-prefix'], defect),
    scenario('base.path', 'The base address has a version', 'sent', ['base.version-prefix']),
    scenario('list.later', 'The listing is as a later edition demands', 'sent', ['list.later', 'auth.later']),
  ],
  ambiguities: [
    {
      id: '409-body',
      clause: '7',
      question: 'What is the shape of the body of a 409?',
      observed: 'an Error, "code": "SHIPPED\u0007"',
    },
    {
      id: 'rate-limit-headers',
      clause: '8.2',
      question: 'Which rate-limit headers are sent?',
      observed: 'not observed: no response had one',
    },
  ],
  deletions: [
    { orderId: '101', scenario: 'cancel.pending', purpose: 'the cancel that is judged', authorized: true, status: 200 },
    { orderId: '102', scenario: 'auth.first', purpose: 'a cancel without a key', authorized: false, status: null },
  ],
  orders: [
    {
      id: '102',
      state: 'pending',
      stages: [
        moment('listing/before', 100, 'look', { shows: 'declared', text: 'pending in the listing' }),
        moment('cancel.pending/cancel', 205, 'cancelled', { kind: 'suspect', text: 'cancel of 101 got no answer' }),
        moment('listing/after', 300, 'last', { shows: 'gone', text: 'not in the listing <b>' }),
      ],
      window: { after: 'listing/before', before: 'listing/after' },
      suspects: ['cancel.pending/cancel'],
    },
    {
      id: '9223372036854775807',
      state: 'shipped',
      stages: [moment('listing/after', 300, 'last', { shows: 'changed', text: 'quantity 2 instead of 1' })],
      suspects: [],
    },
  ],
  fixtures: ['Order 102 is declared pending, but the listing does not hold it.'],
  notes: ['No order carries `shipDate`:\nits format could not be seen.'],
  requestCount: 3,
  exchanges: [listing, cancel],
};

/** The same run, where the target, and whoever wrote the fixtures, put this text wherever they can. */
export const hostileReport = (text: string): Report => ({
  ...sampleReport,
  target: { ...sampleReport.target, name: text },
  causes: sampleReport.causes.map((cause) => ({ ...cause, headline: text, actual: text, at: text, repair: text })),
  requirements: sampleReport.requirements.map((result) =>
    result.reason === undefined ? result : { ...result, reason: text },
  ),
  findings: sampleReport.findings.map((found) => ({ ...found, message: text, actual: text, at: text })),
  scenarios: sampleReport.scenarios.map((result) =>
    result.reason === undefined ? result : { ...result, reason: text },
  ),
  ambiguities: sampleReport.ambiguities.map((result) => ({ ...result, observed: text })),
  fixtures: [text],
  notes: [text],
  exchanges: sampleReport.exchanges.map((exchange) => ({
    ...exchange,
    response:
      'failure' in exchange.response
        ? { failure: text }
        : {
            ...exchange.response,
            reason: text,
            headers: ['Content-Type', 'Location', 'Set-Cookie', text].map((name) => [name, text] as const),
            body: { ...exchange.response.body, text },
          },
  })),
});

/** Every text of a value replaced; names of members stay. */
export const withTexts = <Value>(value: Value, text: string): Value =>
  JSON.parse(JSON.stringify(value), (_, member: unknown) => (typeof member === 'string' ? text : member));

/** The style and the script of a page are files of their own, which other tests look at. */
export const withoutAssets = (page: string): string =>
  page.replaceAll(/(<(style|script)>).*(<\/\2>)/gs, '$1…$3').replaceAll(/sha256-[\w+/]+=*/g, 'sha256-…');

const hostile: readonly string[] = [
  Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).join(''),
  'right \u202e to \u2066 left \u2069 \u200b \u2028 \u2029 \ufeff',
  'lone \ud800 surrogates \udc00 and \ufffe \uffff',
  ']]> --> */ <!-- <![CDATA[ <?xml ?>',
  '</script></style></svg></title><script>alert(1)</script><img src=x onerror=alert(1)>',
  '"quoted" \'too\' &amp; &lt; &#60; % %0A::error::x %25',
  'one\n::error::two\r\n::set-env name=PATH::x\n\n    four\n\ttab',
  '# SKIP # TODO \\# not ok 2 - x',
  '\n...\n---\nok 1\n1..0\nBail out!\n  ...\n',
  '| a | b |\n| --- | --- |\n\\| `|` \\`|` ``` ` ~~~',
  '@team, (@org/team) a@b.example #1 GH-1 org/repo#1 !1 https://evil.example/x?y=@z www.evil.example. `@team` ``@team` @`x`@y',
  '[x](https://evil.example) ![x](https://evil.example/x.png) <https://evil.example> [x]: https://evil.example',
  '</details>\n\n# heading\n\n- item\n\n1. item\n===\n---\n> quote\n<br><b>bold</b>',
  '$(rm -rf /) $HOME %PATH% \u001b[2J \u001b]0;title\u0007',
  'x'.repeat(5_000),
  '<@`|\\#'.repeat(700),
  '',
];

/** What can end a text, a line or a document too early, in one of the formats; whole texts make names that nobody reads. */
export const hostileTexts = hostile.map((text) => [JSON.stringify(text).slice(0, 80), text] as const);

/** Nothing deviates and nothing is left open. */
export const cleanReport: Report = {
  ...sampleReport,
  target: { baseUrl: 'http://127.0.0.1:8080/v1' },
  durationMs: 321,
  verdict: 'conformant',
  complete: true,
  counts: counts({ pass: 1 }),
  requirementCounts: { must: counts({ pass: 1 }), should: counts({}), may: counts({}) },
  causes: [],
  requirements: sampleReport.requirements.slice(0, 1),
  findings: [],
  scenarios: [scenario('list.schema', 'The listing is an array of orders', 'sent', ['list.array'])],
  ambiguities: [],
  deletions: [],
  orders: [],
  fixtures: [],
  notes: [],
  requestCount: 1,
  exchanges: [{ ...listing, attempts: 1 }],
};

/** Nothing was selected that could be judged. */
export const nothingJudged: Report = {
  ...cleanReport,
  verdict: 'inconclusive',
  complete: false,
  counts: counts({ skipped: 1 }),
  requirementCounts: { ...cleanReport.requirementCounts, must: counts({ skipped: 1 }) },
  requirements: [requirement('list.array', '4.1', 'must', 'skipped', [], notSelected)],
  scenarios: [],
};

/** What a reader of a format must be able to read, with a name for the test. */
export const readable: readonly (readonly [name: string, report: Report])[] = [
  ['a run with every verdict', sampleReport],
  ['a clean run', cleanReport],
  ['a run of which nothing was judged', nothingJudged],
  ...hostileTexts.map(([name, text]) => [name, hostileReport(text)] as const),
];

/** One requirement is broken in this many scenarios. */
export const withFinding = (actual: string, times: number): Report => {
  const [found, ...others] = Array.from({ length: times }, (_, index) =>
    finding('list.array', {
      message: `Listing ${index} is not an array.`,
      expected: 'a JSON array',
      actual,
      at: 'body',
      exchange: `list.${index}/list`,
      scenario: `list.${index}`,
    }),
  );
  if (!found) throw new Error('It is to be broken at least once.');
  const { message: headline, expected, at, exchange } = found;
  const about = {
    expected,
    actual,
    at,
    exchange,
    blocks: [],
    findings: times,
    answers: times,
    repair: 'Answer with an array.',
  };
  return {
    ...cleanReport,
    requirements: cleanReport.requirements.map((entry) => ({ ...entry, verdict: 'fail' })),
    findings: [found, ...others],
    scenarios: [found, ...others].map(({ scenario: id }) =>
      scenario(id, 'The listing is an array of orders', 'sent', ['list.array']),
    ),
    causes: [{ id: 'list.array', headline, level: 'must', requirements: ['list.array'], ...about }],
  };
};

/** Two known deviations, one of them about to expire, beside entries of every other state; texts are hostile. */
export const baselineReport: Report = {
  ...cleanReport,
  verdict: 'nonconformant',
  complete: false,
  counts: counts({ pass: 1, fail: 1, blocked: 1, warn: 1 }),
  requirementCounts: { must: counts({ pass: 1, fail: 1, blocked: 1 }), should: counts({ warn: 1 }), may: counts({}) },
  requirements: [
    requirement('cancel.pending.status', '4.2', 'must', 'fail', ['cancel.pending'], { known: true }),
    requirement('list.array', '4.1', 'must', 'pass', ['list.schema']),
    requirement('cancel.shipped.status', '4.2', 'must', 'blocked', ['cancel.shipped'], noShipped),
    requirement('list.repeated-members', '2', 'should', 'warn', ['list.schema'], { known: true }),
  ],
  findings: [
    finding('cancel.pending.status', answeredWith200),
    finding('list.repeated-members', {
      ...repeatedMember,
      actual: '{"note":1,"note":1}',
      exchange: null,
      scenario: 'list.schema',
    }),
  ],
  scenarios: [
    scenario('list.schema', 'The listing is an array of orders', 'sent', ['list.array', 'list.repeated-members']),
    scenario('cancel.pending', 'Cancelling a pending order is answered with 204', 'sent', ['cancel.pending.status']),
  ],
  baseline: [
    {
      requirement: 'cancel.pending.status',
      reason: 'The gateway rewrites it: <b>\u001b[2J\u202e # `&` ]]>\nSee the issue.',
      issue: 'https://issues.example/1?a=1&b="2"',
      expires: '2027-01-31',
      state: 'known',
    },
    {
      requirement: 'list.repeated-members',
      reason: 'An old library.',
      expires: '2026-11-30',
      state: 'known',
      remark: 'It expires in 9 days.',
    },
    {
      requirement: 'cancel.pending.status',
      cause: 'gateway',
      reason: 'Another.',
      expires: '2026-11-20',
      state: 'expired',
      remark: 'It has expired.',
    },
    {
      requirement: 'list.array',
      reason: 'Was broken.',
      expires: '2027-01-31',
      state: 'unneeded',
      remark: 'It is no longer needed: the requirement is held. Delete the entry.',
    },
    {
      requirement: 'cancel.shipped.status',
      reason: 'May be broken.',
      expires: '2027-01-31',
      state: 'unjudged',
      remark: 'It may or may not be needed.',
    },
  ],
};
