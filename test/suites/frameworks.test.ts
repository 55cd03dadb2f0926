import { expect, test } from 'vitest';
import type { Exchange } from '../../evidence/exchange.js';
import { type Fingerprint, fits } from '../../judge/causes/fingerprint.js';
import { fingerprints } from '../../judge/causes/frameworks.generated.js';
import { shapeOf } from '../../judge/causes/shape.js';

/** Frameworks that refuse bad keys with another status than 401, which a repair of error bodies does not change. */
const refusing = fingerprints.filter(({ signs }) => signs.some(({ trait }) => trait === 'refused'));

/** The repairs that give every error the three members. */
const repairs = fingerprints.filter(({ repair }) =>
  ['code', 'message', 'status'].every((name) => repair.includes(name)),
);

/** A value for each header that a framework is recognised by. A repair of bodies does not remove it. */
const HEADERS: Readonly<Record<string, string>> = {
  'x-amzn-errortype': 'ForbiddenException',
  'apigw-requestid': 'Kx8e6jJ0oAMEJ8A=',
  'www-authenticate': 'Bearer error="invalid_request"',
  'cache-control': 'no-cache, no-store, max-age=0, must-revalidate',
  allow: 'GET, HEAD, OPTIONS',
};

type Sign = Fingerprint['signs'][number];

/** An Error as one framework's repair writes it, with the words and headers of another framework. */
function answerAfter(repaired: Fingerprint, { looks }: Fingerprint, { statuses = [403], text, header }: Sign) {
  const [, quoted] = /: "([^"]+)"\}/.exec(looks) ?? [];
  const [status = 403] = statuses;
  const message = text ? (quoted ?? looks) : 'The API key is missing or invalid.';
  const body = Buffer.from(JSON.stringify({ code: repaired.id, message, status }));
  const [name = '', value] = header ?? [];
  const kept = header ? [[name, HEADERS[name] ?? ''] as const] : [];
  expect([name, value?.test(HEADERS[name] ?? '') ?? true]).toEqual([name, true]);
  const response = {
    status,
    reason: '',
    headers: [['Content-Type', 'application/json'] as const, ...kept],
    body: { length: body.length, head: body, whole: true, codings: [], end: 'complete' } as const,
  };
  const exchange = { outcome: { kind: 'response', response } } as unknown as Exchange;
  return { exchange, request: exchange.request, response, status, shape: shapeOf(response) };
}

const trait = [{ kind: 'refused', id: 'refused-403' }] as const;

/** The signs of a wrong status that a repair of bodies leaves: words and headers. */
const lasting = ({ signs }: Fingerprint): readonly Sign[] =>
  signs.filter(({ trait, text, header }) => trait === 'refused' && (text ?? header) !== undefined);

test("a framework that refuses with a wrong status is recognised after any other framework's repair", () => {
  expect(repairs.length).toBeGreaterThan(20);
  expect(refusing.filter((other) => lasting(other).length === 0).map(({ id }) => id)).toEqual([]);
  const tried = refusing.flatMap((other) =>
    lasting(other).flatMap((sign) => repairs.map((repaired) => ({ repaired, other, sign }))),
  );
  // The first that fits names the cause.
  const lost = tried.filter(({ repaired, other, sign }) => {
    const answers = [answerAfter(repaired, other, sign)];
    return fingerprints.find((each) => fits(each, trait, answers))?.id !== other.id;
  });
  expect(lost.map(({ repaired, other }) => `${other.id} after ${repaired.id}`)).toEqual([]);
});

test('the lines that write a 401 send its challenge, too', () => {
  // The others pass on the headers of an exception, or their entry point sends the challenge.
  const withHeaders =
    /www-?authenticate|headers=(exc|error)\.headers|exception_handler\(exc, context\)|AuthenticationEntryPoint/i;
  const of401 = repairs.filter(({ repair }) => repair.includes('401'));
  expect(of401.filter(({ repair }) => !withHeaders.test(repair)).map(({ id }) => id)).toEqual([]);
});
