import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { recording, replay } from '../../runner/http/replay.js';
import { defaultRetryPolicy, sendWithRetry } from '../../runner/http/retry.js';
import {
  CollectingSink,
  closeAll,
  del,
  failureOf,
  get,
  httpTarget,
  liveTransport,
  must,
  never,
  send,
  testKey,
  wire,
} from './target.js';

afterEach(closeAll);

const listing = randomBytes(200_000);

/** A target with one answer of each sort, by path. */
const startTarget = (): Promise<string> => {
  let refusals = 0;
  return httpTarget((request, response) => {
    const path = request.url ?? '';
    if (path.endsWith('/reset')) request.socket.destroy();
    else if (path.endsWith('/busy') && refusals++ < 2) response.writeHead(503).end('later');
    else if (path.endsWith('/gzip')) response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(listing));
    else if (path.endsWith('/cut')) {
      response.writeHead(200, { 'content-length': '100', connection: 'close' }).write('[{}');
      setTimeout(() => request.socket.destroy(), 20);
    } else if (path.endsWith('/echo'))
      response.writeHead(401, { 'x-echo': `${request.headers.authorization}` }).end(request.headers.authorization);
    else if (request.method === 'DELETE') response.writeHead(204).end();
    else response.end(listing);
  });
};

describe('a recording', () => {
  test('replays every exchange and body as they were, through JSON', async () => {
    const recorder = recording(liveTransport(await startTarget()), testKey);
    const paths = ['/all', '/gzip', '/cut', '/reset', '/all?stop'];
    const requests = paths.map((path) => ({ ...get(path), id: path }));
    const readAll = async (transport: typeof recorder | ReturnType<typeof replay>) => {
      const results: unknown[] = [];
      for (const request of requests) {
        const sink = new CollectingSink(request.path === '/all?stop' ? 1 : undefined);
        const exchange = await transport.send(request, never, sink);
        results.push({ exchange, bytes: request.path === '/all?stop' ? [] : sink.bytes, ends: sink.ends });
      }
      results.push(await send(transport, del()), await send(transport, wire(del())), await send(transport, get()));
      return results;
    };
    const live = await readAll(recorder);
    const replayed = await readAll(replay(JSON.parse(JSON.stringify(recorder.recorded()))));
    expect(replayed).toEqual(live);
  });

  test('holds each attempt of a repeated request, and replays them without pauses', async () => {
    const recorder = recording(liveTransport(await startTarget()));
    const policy = { ...defaultRetryPolicy, pause: async () => undefined };
    const sinkFactory = () => new CollectingSink();
    const live = await sendWithRetry(recorder, get('/busy'), never, sinkFactory, policy);
    const document = recorder.recorded();
    expect(document.exchanges.map(({ id }) => id)).toEqual(['test/get', 'test/get', 'test/get']);
    const replayed = await sendWithRetry(replay(document), get('/busy'), never, sinkFactory, policy);
    expect(replayed.exchange).toEqual(live.exchange);
    expect(must(replayed.sink).bytes.equals(must(live.sink).bytes)).toBe(true);
  });

  test('never holds the key, even where the target echoes it', async () => {
    const recorder = recording(liveTransport(await startTarget()), testKey);
    await recorder.send(get('/echo'), never, new CollectingSink());
    await send(recorder, wire(del('echo', 'case')));
    const text = JSON.stringify(recorder.recorded());
    const decoded = text.replace(/"[A-Za-z0-9+/]{8,}={0,2}"/g, (base64) => Buffer.from(base64, 'base64').toString());
    for (const value of ['Sample-Key-0001', 'sAMPLE-kEY-0001', testKey.reveal()]) {
      expect(text).not.toContain(value);
      expect(decoded).not.toContain(value);
    }
    expect(decoded.match(/Bearer \[redacted\]/g)).toHaveLength(5);
  });

  test('answers what it does not hold with a failure that says so', async () => {
    const recorder = recording(liveTransport(await startTarget()));
    await send(recorder, get('/all'));
    const player = replay(recorder.recorded());
    expect(failureOf(await send(player, del()))).toEqual({
      kind: 'connect',
      message:
        'The recording holds no exchange test/delete, or not that many attempts of it. Record the run again with the scenarios that are to be judged.',
    });
    expect(failureOf(await player.send(get('/all'), never, new CollectingSink())).message).toContain(
      'The recording holds no whole body for the exchange test/get.',
    );
    expect(failureOf(await send(player, get('/all'))).message).toContain('not that many attempts of it');
    await player.close();
  });

  test('of another format is refused', () => {
    const other = JSON.parse('{"format":"something/2","exchanges":[]}');
    expect(() => replay(other)).toThrow(
      'A recording has the format store-orders-conformance/recording/1, this one has "something/2". Record again.',
    );
  });
});
