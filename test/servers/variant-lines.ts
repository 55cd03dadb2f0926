const base54 = 2n ** 54n;
const tenBadKeys = Array.from({ length: 10 }, () => 'GET key=wrong on=a => 401');
const tooMany = (seconds: number) => `429 Retry-After: ${seconds}`;

/** What each variant shows, one line a request. */
export const variantLines: Readonly<Record<string, readonly string[]>> = {
  'cancel-moves-ship-dates': [
    'DELETE 101 => 204',
    'ORDER 202 => {"id":202,"petId":22,"quantity":3,"shipDate":"2026-02-01T00:00:00Z","complete":true,"status":"shipped"}',
  ],
  'cancel-empties-the-order': [
    'DELETE 103 => 204',
    'ORDER 103 => {"id":103,"quantity":0,"complete":false,"note":"ring the bell","status":"cancelled"}',
  ],
  'other-orders-change': [
    'ORDER 880001 => {"id":880001,"petId":1,"quantity":1,"complete":false}',
    'ORDER 880001 => {"id":880001,"petId":2,"quantity":2,"complete":false}',
  ],
  'not-an-id-404-html': [
    'DELETE abc => 404 Content-Type: text/html',
    `DELETE ${2n ** 63n} => 404 Content-Type: text/html`,
    'DELETE -1 => 404',
  ],
  'lenient-integers': ['DELETE +101 => 204', 'DELETE 0102 => 204', 'DELETE 103.5 => 404', 'DELETE abc => 404'],
  'charset-for-anything': [
    'GET accept=*/* => 200 9 orders Content-Type: application/json; charset=utf-8',
    'GET => 200 9 orders',
  ],
  'largest-ids-taken': [`DELETE ${2n ** 63n - 1n} => 409`, `DELETE ${2n ** 63n - 2n} => 409`],
  'undeclared-largest-id': ['GET => 200 10 orders', `DELETE ${2n ** 63n - 1n} => 409`],
  'undeclared-zero': ['ORDER 0 => {"id":0,"quantity":1}', 'DELETE 0 => 409'],
  'undeclared-minus-one': ['ORDER -1 => {"id":-1,"quantity":1}', 'DELETE -1 => 409'],
  'undeclared-largest-uint32': ['ORDER 4294967295 => {"id":4294967295,"quantity":1}', 'DELETE 4294967295 => 409'],
  'undeclared-largest-int32': ['ORDER 2147483647 => {"id":2147483647,"quantity":1}', 'DELETE 2147483647 => 409'],
  'lockout-of-invalid-keys': [
    ...tenBadKeys,
    `GET key=wrong on=a => ${tooMany(1)}`,
    'GET => 200 9 orders',
    'WAIT 1050 => ok',
    'GET key=wrong on=a => 401',
  ],
  'lockout-after-3-keys': [
    'GET key=wrong => 401',
    'GET key=wrong => 401',
    'GET key=wrong => 401',
    `GET => ${tooMany(1)}`,
    'WAIT 1050 => ok',
    'GET => 200 9 orders',
  ],
  'lockout-of-everybody': [
    ...tenBadKeys,
    `GET key=wrong on=a => ${tooMany(1)}`,
    `GET => ${tooMany(1)}`,
    'WAIT 1050 => ok',
    'GET => 200 9 orders',
  ],
  'listing-breaks-off-once': [
    'GET key=wrong => 401',
    'GET => 200 cut off',
    'GET => 200 9 orders',
    'GET => 200 9 orders',
  ],

  'dense-ids-none-free': [
    ...[6n, 8n, 9n, 10n].map((offset) => `DELETE ${base54 + offset} => 409`),
    `DELETE ${base54 + 7n} => 204`,
  ],
  'second-run': [
    'ORDER 104 => {"id":104,"status":"cancelled"}',
    'DELETE 104 => 409',
    'DELETE 101 => 409',
    'DELETE 201 => 409',
  ],
  'second-run-without-status': ['ORDER 104 => {"id":104}', 'DELETE 104 => 409'],
  'second-run-not-listed': ['GET => 200 4 orders', 'DELETE 104 => 404', 'DELETE 201 => 409'],
  'key-expires': [
    ...Array.from({ length: 15 }, () => 'DELETE 201 on=a => 409'),
    'DELETE 201 on=a => 401',
    'GET => 401',
  ],
};

/** Shown by tests of their own. */
export const shownApart = [
  'not-an-id-404-empty',
  'closes-after-401',
  'closes-after-204',
  'deeply-nested-members',
  'very-long-element',
  'long-error-bodies',
  'deeply-nested-errors',
  'error-members-twice',
  'idle-connections-408',
  'idle-connections-closed',
  'unasked-continue',
  'tabs-around-values',
  'space-after-length',
  'space-after-coding',
  'one-request-at-a-time',
  'rate-limit-5',
  'rate-limit-20',
];
