import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startReference } from '../../servers/reference.js';
import type { Variant } from '../../servers/variant.js';
import { incompleteServers } from '../../servers/variants/incomplete.js';
import { variants } from '../../servers/variants/index.js';
import { limitVariants } from '../../servers/variants/live-systems.js';
import { Connection } from './connection.js';
import { expectLines, played } from './lines.js';
import { shownApart, variantLines } from './variant-lines.js';

const byId = new Map<string, Variant>(
  [...variants, ...incompleteServers, ...limitVariants].map((variant) => [variant.id, variant]),
);

test('every incomplete server is shown, and what is shown is a variant', () => {
  const shown = [...Object.keys(variantLines), ...shownApart];
  expect(incompleteServers.filter(({ id }) => !shown.includes(id))).toEqual([]);
  expect(shown.filter((id) => !byId.has(id))).toEqual([]);
});

describe('a variant shows', () => {
  test.each(Object.entries(variantLines))('%s', async (id, lines) => {
    const { behaviour, ...rest } = variant(id);
    await expectLines({ behaviour, ...rest }, lines);
    // These two have orders of their own, and behave as the reference does.
    if (['largest-ids-taken', 'dense-ids-none-free'].includes(id)) return;
    const requests = lines.filter((line) => !line.startsWith('WAIT'));
    expect(await played(rest, requests), 'the reference answers otherwise').not.toEqual(requests);
  });
});

const variant = (id: string): Variant => {
  const found = byId.get(id);
  if (found === undefined) throw new Error(`There is no variant "${id}".`);
  return found;
};

const apiKey = 'Test-Key-1234';
const valid = `Authorization: Bearer ${apiKey}\r\n`;

/** Requests to a variant on connections that are kept. */
const withServer = async (id: string, use: (port: number, path: string) => Promise<void>) => {
  const server = await startReference({ apiKey, ...variant(id) });
  try {
    await use(server.port, '/v1/store/orders');
  } finally {
    await server.close();
  }
};

const get = (path: string, fields = valid) => `GET ${path} HTTP/1.1\r\nHost: a\r\n${fields}\r\n`;
const cancel = (path: string, id: string, fields = valid) =>
  `DELETE ${path}/${id} HTTP/1.1\r\nHost: a\r\n${fields}\r\n`;

/** One answer on a connection of its own. */
const answerTo = async (port: number, text: string) => {
  const connection = await Connection.open(port);
  connection.write(text);
  const answer = await connection.answer();
  connection.close();
  return answer;
};

const depthOf = (text: string): number => {
  let [depth, deepest] = [0, 0];
  for (const character of text) {
    if (character === '[' || character === '{') depth += 1;
    if (character === ']' || character === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
};

describe('large and deep bodies', () => {
  test('deeply-nested-members are 2,000 levels in an order', async () => {
    await withServer('deeply-nested-members', async (port, path) => {
      const { body } = await answerTo(port, get(path));
      expect(depthOf(body)).toBe(2_002);
      expect(JSON.parse(body)).toHaveLength(9);
    });
  });

  test('very-long-element is an order of 1 MB, and the others are as they were', async () => {
    await withServer('very-long-element', async (port, path) => {
      const { body } = await answerTo(port, get(path));
      const lengths = (JSON.parse(body) as readonly object[]).map((order) => JSON.stringify(order).length);
      expect(lengths.filter((length) => length > 999_000)).toHaveLength(1);
      expect(lengths.filter((length) => length < 200)).toHaveLength(8);
    });
  });

  test.each([
    ['long-error-bodies', 200_000, 1],
    ['deeply-nested-errors', 10_000, 2_001],
    ['error-members-twice', 50, 1],
  ])('%s are Errors all the same', async (id, length, depth) => {
    await withServer(id, async (port, path) => {
      const answers = [
        await answerTo(port, get(path, '')),
        await answerTo(port, cancel(path, '999')),
        await answerTo(port, cancel(path, '201')),
      ];
      expect(answers.map(({ status, body }) => [status, JSON.parse(body)])).toEqual(
        [401, 404, 409].map((status) => [
          status,
          expect.objectContaining({ code: expect.any(String), message: expect.any(String), status }),
        ]),
      );
      for (const { body } of answers) {
        expect(body.length).toBeGreaterThan(length);
        expect(depthOf(body)).toBe(depth);
      }
    });
  });

  test('error-members-twice have the wrong values first', async () => {
    await withServer('error-members-twice', async (port, path) => {
      const { body } = await answerTo(port, cancel(path, '999'));
      expect(body).toBe(
        '{"status":500,"code":null,"message":"No order has this id.","code":"order_not_found","status":404}',
      );
    });
  });
});

describe('legal and rare HTTP', () => {
  test.each([
    ['idle-connections-408', /^HTTP\/1\.1 408 Request Timeout\r\n/],
    ['idle-connections-closed', /^$/],
  ])('%s: an idle connection ends, one that is used does not', { retry: 3 }, async (id, lastWords) => {
    await withServer(id, async (port, path) => {
      const connection = await Connection.open(port);
      for (let turn = 0; turn < 4; turn += 1) {
        connection.write(get(path));
        expect((await connection.answer()).status).toBe(200);
        await delay(40);
      }
      expect(await connection.rest()).toMatch(lastWords);
    });
  });

  test('unasked-continue comes before each response', { retry: 3 }, async () => {
    await withServer('unasked-continue', async (port, path) => {
      const connection = await Connection.open(port);
      connection.write(cancel(path, '101'));
      expect(await connection.leftover(50)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 204 No Content\r\n/);
      connection.close();
    });
  });

  test.each([
    ['tabs-around-values', /\r\nContent-Type:\tapplication\/json\t\r\nContent-Length:\t\d+\t\r\n/],
    ['space-after-length', /\r\nContent-Length: \d+ \r\n/],
    ['space-after-coding', /\r\nTransfer-Encoding: chunked \t(\r\n|$)/],
  ])('%s', async (id, spelling) => {
    await withServer(id, async (port, path) => {
      const { status, head, body } = await answerTo(port, get(path));
      expect([status, head]).toEqual([200, expect.stringMatching(spelling)]);
      expect(body).toContain('"id":101');
    });
  });
});

test('not-an-id-404-empty has no body', async () => {
  await withServer('not-an-id-404-empty', async (port, path) => {
    const { status, head, body } = await answerTo(port, cancel(path, 'abc'));
    expect([status, head, body]).toEqual([404, expect.not.stringMatching(/content-type/i), '']);
    expect((await answerTo(port, cancel(path, '999'))).body).toContain('"status":404');
  });
});

test.each([
  ['closes-after-401', { '401': true, '204': false }],
  ['closes-after-204', { '401': false, '204': true }],
])('%s, and keeps the others', { retry: 3 }, async (id, closes) => {
  await withServer(id, async (port, path) => {
    const closed: Record<string, boolean> = {};
    for (const text of [cancel(path, '101', ''), cancel(path, '101')]) {
      const connection = await Connection.open(port);
      connection.write(text);
      const { status } = await connection.answer();
      await connection.leftover(30);
      closed[status] = connection.isEnded;
      connection.close();
    }
    expect(closed).toEqual(closes);
  });
});

describe('one connection at a time', () => {
  test('a second one waits until the server has closed the first after its response', async () => {
    await withServer('one-request-at-a-time', async (port, path) => {
      const [first, second] = [await Connection.open(port), await Connection.open(port)];
      second.write(get(path));
      expect(await second.leftover(50)).toBe('');
      first.write(get(path));
      expect((await first.answer()).head).toMatch(/^connection: close$/im);
      expect((await second.answer()).status).toBe(200);
    });
  });
});

describe('a rate limit', () => {
  test.each([5, 20])('of %i a second refuses what is more, until the next second', async (perSecond) => {
    await withServer(`rate-limit-${perSecond}`, async (port, path) => {
      const connection = await Connection.open(port);
      const statuses: number[] = [];
      for (let count = 0; count < 3 * perSecond; count += 1) {
        connection.write(cancel(path, '201'));
        const { status, head } = await connection.answer();
        statuses.push(status);
        if (status === 429) expect(head).toMatch(/^Retry-After: 1$/m);
      }
      // A second may begin in between.
      const served = statuses.filter((status) => status === 409).length;
      expect([perSecond, 2 * perSecond]).toContain(served);
      expect(statuses.filter((status) => status === 429)).toHaveLength(3 * perSecond - served);
      await delay(1_050);
      connection.write(cancel(path, '201'));
      expect((await connection.answer()).status).toBe(409);
      connection.close();
    });
  });
});
