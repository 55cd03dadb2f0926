const base53 = 2n ** 53n;
const base54 = 2n ** 54n;
const base60 = 2n ** 60n;
const long = base53 + 1n;
const pastInt64 = 101n + 2n ** 64n;

/** What each fault shows, and where it does not show. */
export const faultLines: Readonly<Record<string, readonly string[]>> = {
  'dense-ids-as-doubles': [
    `DELETE ${base60 + 258n} => 409`,
    `DELETE ${base60 + 384n} => 404`,
    `DELETE ${base60 + 383n} => 204`,
  ],
  'dense-ids-as-doubles-one-free': [`DELETE ${base54 + 11n} => 404`, `DELETE ${base54 + 10n} => 204`],

  'key-checked-once-a-connection': [
    'GET on=a => 200 9 orders',
    'GET key=wrong on=a => 200 9 orders',
    'GET key=wrong on=b => 401',
    'GET on=b => 401',
    'DELETE 201 on=c => 409',
    'DELETE 201 key=missing on=c => 409',
  ],
  'trusts-connection-after-valid-key': [
    'GET key=wrong on=a => 401',
    'GET on=a => 200 9 orders',
    'DELETE 201 key=wrong on=a => 409',
  ],
  'trusts-connection-after-valid-key-on-listing': [
    'GET on=a => 200 9 orders',
    'GET key=wrong on=a => 200 9 orders',
    'DELETE 201 on=a => 409',
    'DELETE 201 key=wrong on=a => 401',
  ],
  'trusts-connection-after-valid-key-on-cancel': [
    'DELETE 201 on=a => 409',
    'DELETE 101 key=wrong on=a => 204',
    'GET key=wrong on=a => 401',
  ],
  'refuses-connection-after-invalid-key': [
    'GET on=a => 200 9 orders',
    'GET key=wrong on=a => 401',
    'GET on=a => 401',
    'DELETE 101 on=a => 401',
    'DELETE 101 on=b => 204',
  ],
  'remembers-header-of-connection': [
    'GET key=missing on=a => 401',
    'GET on=a => 200 9 orders',
    'GET key=missing on=a => 200 9 orders',
    'GET key=wrong on=a => 401',
  ],
  'answers-late-on-listing': [
    'GET on=a => 200 9 orders',
    'GET key=wrong on=a => 200 9 orders',
    'GET on=a => 401',
    'DELETE 201 on=a => 409',
  ],
  'answers-late-on-cancel': [
    'DELETE 101 on=a => 204',
    'DELETE 102 key=wrong on=a => 204',
    'DELETE 102 on=a => 401',
    'GET on=a => 200 9 orders',
  ],
  'kept-no-content-with-length': ['DELETE 101 => 204', 'DELETE 102 on=a => 204 Content-Length: 16, then 16 bytes'],
  'kept-no-content-length-only': ['DELETE 101 => 204', 'DELETE 102 on=a => 204 Content-Length: 16'],
  'kept-no-content-stray-bytes': ['DELETE 101 => 204', 'DELETE 102 on=a => 204, then 16 bytes'],
  'kept-no-content-body-later': [
    'DELETE 101 => 204',
    'DELETE 102 on=a => 204',
    'GET on=a => 200 9 orders, after 16 bytes',
  ],

  'no-content-length-for-long-ids': ['DELETE 101 => 204', `DELETE ${long} => 204 Content-Length: 16`],
  'no-content-length-for-small-ids': [`DELETE ${long} => 204`, 'DELETE 101 => 204 Content-Length: 16'],
  'first-no-content-with-length': ['DELETE 101 => 204 Content-Length: 16', 'DELETE 102 => 204'],
  'later-no-content-with-length': [
    'DELETE 101 => 204',
    'DELETE 102 => 204 Content-Length: 16',
    'DELETE 103 => 204 Content-Length: 16',
  ],
  'no-content-length-in-race': ['DELETE 101 => 204', 'RACE 102 x3 => 204 Content-Length: 16, 409, 409'],

  'accepts-key-at-end': ['GET key=longer-start => 200 9 orders', 'GET key=longer => 401'],
  'accepts-key-inside': ['GET key=longer-start => 200 9 orders', 'GET key=longer => 200 9 orders'],
  'accepts-end-of-key': ['GET key=shorter-start => 200 9 orders', 'GET key=shorter => 401'],
  'accepts-part-of-key': ['GET key=shorter-start => 200 9 orders', 'GET key=shorter => 200 9 orders'],
  'ignores-first-character-of-key': ['GET key=first-changed => 200 9 orders', 'GET key=last-changed => 401'],
  'ignores-last-character-of-key': [
    'GET key=last-changed => 200 9 orders',
    'GET key=shorter => 401',
    'GET key=longer => 401',
  ],
  'compares-first-8-characters-of-key': [
    'DELETE 201 key=last-changed => 409',
    'DELETE 201 key=shorter => 409',
    'DELETE 201 key=longer => 409',
    'DELETE 201 key=shorter-start => 401',
  ],
  'accepts-key-as-basic-user': [
    'GET key=basic-user => 200 9 orders',
    'GET key=basic-password => 401',
    'GET key=basic-user-password => 401',
  ],
  'accepts-key-as-basic-password': [
    'GET key=basic-user => 401',
    'GET key=basic-password => 200 9 orders',
    'GET key=basic-user-password => 200 9 orders',
  ],
  'accepts-key-as-password-of-nobody': ['GET key=basic-password => 200 9 orders', 'GET key=basic-user-password => 401'],
  'accepts-key-as-password-of-a-user': ['GET key=basic-password => 401', 'DELETE 101 key=basic-user-password => 204'],

  'delivered-before-authentication': ['DELETE 301 key=missing => 409', 'DELETE 201 key=missing => 401'],
  'long-unknown-before-authentication': [
    `DELETE ${base53 + 1_001n} key=missing => 404`,
    `DELETE ${long} key=missing => 401`,
    'DELETE 999 key=missing => 401',
  ],
  'long-ids-without-authentication': [
    `DELETE ${base53 + 1_001n} key=wrong => 404`,
    `DELETE ${long} key=wrong => 204`,
    'DELETE 101 key=wrong => 401',
  ],

  'cancel-rewrites-quantities': [
    'ORDER 103 => {"id":103,"quantity":1,"complete":false,"note":"ring the bell","status":"pending"}',
    'DELETE 101 => 204',
    'ORDER 103 => {"id":103,"quantity":0,"complete":false,"note":"ring the bell","status":"pending"}',
  ],
  'cancel-rewrites-pets': [
    'DELETE 101 => 204',
    'ORDER 202 => {"id":202,"petId":11,"quantity":3,"shipDate":"2026-01-20T12:45:30.123456Z","complete":true,"status":"shipped"}',
  ],
  'cancel-completes-others': [
    'DELETE 101 => 204',
    'ORDER 302 => {"id":302,"petId":32,"quantity":1,"complete":false,"status":"delivered"}',
  ],
  'cancels-long-ids-before-refusal': [
    'DELETE 101 key=wrong => 401',
    'DELETE 101 => 204',
    `DELETE ${long} key=wrong => 401`,
    `DELETE ${long} => 409`,
  ],
  'removes-shipped-before-refusal': ['DELETE 201 key=wrong => 401', 'ORDER 201 => not listed'],
  'removes-delivered-before-refusal': ['DELETE 301 key=wrong => 401', 'ORDER 301 => not listed'],
  'cancels-same-double-with-404': [`DELETE ${base53} => 404`, `DELETE ${long} => 409`, 'DELETE 101 => 204'],
  'cancels-same-32-bits-with-404': [`DELETE ${101n + 2n ** 32n} => 404`, 'DELETE 101 => 409', 'DELETE 102 => 204'],

  'second-shipped-404': ['DELETE 201 => 409', 'DELETE 202 => 404'],
  'long-shipped-404': ['DELETE 201 => 409', `DELETE ${base53 + 1_001n} => 404`],
  'second-delivered-204': ['DELETE 301 => 409', 'DELETE 302 => 204'],
  'long-delivered-204': ['DELETE 301 => 409', `DELETE ${base53 + 1_003n} => 204`],
  'long-delivered-500': ['DELETE 301 => 409', `DELETE ${base53 + 1_003n} => 500`],

  'reads-number-at-start': ['DELETE 101abc => 204', 'DELETE 102.5 => 204', 'DELETE 103 => 204', 'DELETE abc => 404'],
  'reads-number-at-start-with-404': ['DELETE 101abc => 404', 'DELETE 101 => 409', 'DELETE 102 => 204'],
  'truncates-fractions': ['DELETE 101.5 => 204', 'DELETE 101 => 409', 'DELETE 102abc => 404'],
  'rounds-fractions-up': ['DELETE 103.5 => 204', 'DELETE 104 => 409', 'DELETE 103.4 => 204'],
  'wraps-at-2-64': [`DELETE ${pastInt64} => 204`, 'DELETE 101 => 409', `DELETE ${2n ** 63n} => 404`],
  'saturates-at-int64': [`DELETE ${2n ** 63n} => 204`, `DELETE ${2n ** 63n - 1n} => 409`],
  'reads-text-as-zero': ['DELETE abc => 204', 'DELETE 0 => 409', 'DELETE 101 => 204'],
  'drops-sign': ['DELETE -101 => 204', 'DELETE 101 => 409', 'DELETE -999 => 404'],

  'list-query-limit-lacks-one': ['GET ?limit=1 => 200 8 orders', 'GET ?page=2 => 200 9 orders'],
  'list-query-per-page-lacks-one': ['GET ?per_page=1 => 200 8 orders', 'GET ?limit=1 => 200 9 orders'],
  'list-query-offset-by-pages': ['GET ?offset=19 => 200 9 orders', 'GET ?offset=20 => 200 0 orders'],
  'list-query-500': ['GET ?status=pending => 500', 'GET => 200 9 orders'],
  'list-query-501': ['GET ?limit=1 => 501', 'GET ?offset=1 => 501', 'GET => 200 9 orders'],
  'list-query-redirect': ['GET ?page=2 => 302 Location: /v1/store/orders', 'GET => 200 9 orders'],
  'list-query-202': ['GET ?limit=1 => 202 9 orders', 'GET => 200 9 orders'],
  'list-query-204': ['GET ?page=2 => 204', 'GET => 200 9 orders'],
  'list-query-envelope': ['GET ?page=2 => 200', 'GET => 200 9 orders'],
  'list-query-error-with-200': ['GET ?status=pending => 200', 'GET => 200 9 orders'],
  'list-query-link-next': [
    'GET ?limit=1 => 200 9 orders Link: </v1/store/orders?limit=1&page=2>; rel="next"',
    'GET => 200 9 orders',
  ],
  'list-query-206': ['GET ?limit=1 => 206 9 orders Content-Range: orders 0-8/9', 'GET => 200 9 orders'],

  'accept-none-listing-html': [
    'GET => 200 Content-Type: text/html',
    'GET accept=*/* => 200 9 orders',
    'GET accept=application/json => 200 9 orders',
  ],
  'accept-any-listing-html': ['GET accept=*/* => 200 Content-Type: text/html', 'GET => 200 9 orders'],
  'accept-any-listing-text': [
    'GET accept=*/* => 200 9 orders Content-Type: text/plain;charset=UTF-8',
    'GET => 200 9 orders',
  ],
  'accept-none-listing-406': ['GET => 406', 'GET accept=application/json => 200 9 orders'],
  'accept-none-401-html': ['GET key=wrong => 401 Content-Type: text/html', 'GET key=wrong accept=*/* => 401'],
  'accept-none-404-html': ['DELETE 999 => 404 Content-Type: text/html', 'DELETE 999 accept=*/* => 404'],
  'accept-any-401-html': ['GET key=wrong accept=*/* => 401 Content-Type: text/html', 'GET key=wrong => 401'],
  'accept-any-404-problem': [
    'DELETE 999 accept=*/* => 404 Content-Type: application/problem+json',
    'DELETE 999 => 404',
  ],
  'accept-any-409-html': ['DELETE 201 accept=*/* => 409 Content-Type: text/html', 'DELETE 201 => 409'],

  'cancel-race-within-2-ms': ['RACE 101 x4 => 204, 204, 204, 204', 'DELETE 101 => 409'],
  'cancel-race-between-workers': ['RACE 101 x4 => 204, 204, 409, 409', 'DELETE 101 => 409'],

  'digits-only-router-html': [
    'DELETE -999 => 404 Content-Type: text/html; charset=utf-8',
    'DELETE 0 => 404 Content-Type: text/html; charset=utf-8',
    'DELETE 999 => 404',
  ],
  'digits-only-router-text': ['DELETE -1 => 404 Content-Type: text/plain; charset=utf-8', 'DELETE 999 => 404'],
  'digits-only-router-problem': ['DELETE -1 => 400 Content-Type: application/problem+json', 'DELETE 999 => 404'],

  'quantity-twice-last-right': [
    'ORDER 103 => {"quantity":"2","id":103,"quantity":1,"complete":false,"note":"ring the bell","status":"pending"}',
  ],
  'id-twice-last-right': ['ORDER 104 => {"id":"a3f1c2d4","id":104,"status":"pending"}'],
  'ship-date-twice-last-right': [
    'ORDER 102 => {"shipDate":null,"id":102,"petId":12,"quantity":40,"shipDate":"2026-03-05T00:00:00-08:00","status":"pending"}',
  ],

  'pending-409': ['DELETE 104 => 409', 'ORDER 104 => {"id":104,"status":"pending"}', 'DELETE 201 => 409'],
};
