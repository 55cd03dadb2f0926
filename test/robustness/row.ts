import type { Socket } from 'node:net';
import type { LiveTransportOptions } from '../../runner/http/live.js';

/** Where a server is, and what a run must know of it. */
export interface Place {
  readonly baseUrl: string;
  readonly options?: Partial<LiveTransportOptions>;
}

/** One hostile behaviour of a server, a proxy or a network. The document says what becomes of it. */
export interface Row {
  readonly id: string;
  /** What the server does, as a sentence without subject and full stop. */
  readonly does: string;
  /** The bytes that answer each request, after which the connection ends; or what answers, the first request being 0. */
  readonly answer?: string | Buffer | ((socket: Socket, request: number) => void);
  /** Called for each connection, before any request. */
  readonly onConnect?: (socket: Socket) => void;
  /** For what is not a plain server. */
  readonly start?: () => Promise<Place>;
  /** How often the request is sent on a kept connection; what becomes of the last one counts. */
  readonly times?: number;
  /** Of the transport. Only rows that must run into it have a short one. */
  readonly timeoutMs?: number;
  /** Of the listing: from then on, the run is over. */
  readonly deadlineMs?: number;
}

export interface Group {
  readonly title: string;
  /** What each of its rows may take at most, all waiting included. */
  readonly withinMs: number;
  readonly rows: readonly Row[];
}

export const group = (title: string, withinMs: number, rows: readonly Row[]): Group => ({ title, withinMs, rows });

/** A behaviour that is all in its answer. */
export const row = (id: string, does: string, answer: NonNullable<Row['answer']>, more: Partial<Row> = {}): Row => ({
  id,
  does,
  answer: typeof answer === 'string' ? Buffer.from(answer, 'latin1') : answer,
  ...more,
});

/** Short, for what never ends. */
export const SHORT_MS = 400;

export const json = (body: string | Buffer, fields = ''): Buffer =>
  Buffer.concat([
    Buffer.from(
      `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${fields}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
      'latin1',
    ),
    Buffer.from(body),
  ]);

export const chunked = (chunks: string): string => `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`;

export const TWO = '[{"id":1},{"id":2}]';

/** Writes the first text, and then the next one again and again: at once, or with pauses. */
export const endless =
  (first: string, next: string, pauseMs?: number) =>
  (socket: Socket): void => {
    socket.write(first, 'latin1');
    if (pauseMs !== undefined) {
      const drip = setInterval(() => socket.write(next, 'latin1'), pauseMs);
      socket.on('close', () => clearInterval(drip));
      return;
    }
    const piece = Buffer.from(next.repeat(Math.ceil(65_536 / next.length)), 'latin1');
    const pour = (): void => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', pour);
    pour();
  };

/** Writes a text, and then nothing more. */
export const stall =
  (text: string) =>
  (socket: Socket): void => {
    socket.write(text, 'latin1');
  };

/** Writes a text, and resets the connection once it has arrived. */
export const reset =
  (text: string) =>
  (socket: Socket): void => {
    socket.write(text, 'latin1', () => setTimeout(() => socket.resetAndDestroy(), 20));
  };
