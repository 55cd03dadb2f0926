import { expect, test } from 'vitest';
import type { Exchange } from '../../evidence/exchange.js';
import { type Fingerprint, fits } from '../../judge/causes/fingerprint.js';
import { fingerprints } from '../../judge/causes/frameworks.generated.js';
import { lookOf } from '../../judge/causes/look.js';

/** Frameworks that refuse bad keys with another status, which a repair of error bodies does not change. */
const refusing = fingerprints.filter(({ signs }) => signs.every(({ trait, text }) => trait === 'refused' && text));

/** The repairs that give every error the three members. */
const repairs = fingerprints.filter(({ repair }) =>
  ['code', 'message', 'status'].every((name) => repair.includes(name)),
);

/** An Error as one framework's repair writes it, with the words of another framework. */
function answerAfter(repaired: Fingerprint, { looks, signs }: Fingerprint) {
  const [, message = ''] = /: "([^"]+)"\}$/.exec(looks) ?? [];
  const [status = 403] = signs[0]?.statuses ?? [];
  const body = Buffer.from(JSON.stringify({ code: repaired.id, message, status }));
  const response = {
    status,
    reason: '',
    headers: [['Content-Type', 'application/json']] as const,
    body: { length: body.length, head: body, whole: true, codings: [], end: 'complete' } as const,
  };
  const exchange = { outcome: { kind: 'response', response } } as unknown as Exchange;
  return { exchange, request: exchange.request, response, status, look: lookOf(response) };
}

test("a framework is recognised by its words after any other framework's repair", () => {
  const pairs = refusing.flatMap((other) => repairs.map((repaired) => ({ repaired, other })));
  expect(refusing.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['django-rest-framework-403', 'fastapi-bearer-403']),
  );
  expect(repairs.length).toBeGreaterThan(20);
  const trait = [{ kind: 'refused', id: 'refused-403' }] as const;
  const lost = pairs.filter(({ repaired, other }) => !fits(other, trait, [answerAfter(repaired, other)]));
  expect(lost.map(({ repaired, other }) => `${other.id} after ${repaired.id}`)).toEqual([]);
  // The first framework that matches names the cause, so a status alone must not match.
  const named = pairs.map(
    ({ repaired, other }) =>
      fingerprints.find((each) => fits(each, trait, [answerAfter(repaired, other)]))?.id === other.id,
  );
  expect(named).not.toContain(false);
});
