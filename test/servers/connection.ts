import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface Answer {
  readonly status: number;
  /** The status line and the fields, as sent. */
  readonly head: string;
  readonly body: string;
}

/** A connection to loopback on which requests are written as text; bytes are read as Latin-1, one character each. */
export class Connection {
  readonly #socket: Socket;
  #unread = '';
  #isEnded = false;
  #wake: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => {
      this.#unread += chunk.toString('latin1');
      this.#wake();
    });
    socket.on('error', () => undefined); // followed by `close`
    socket.on('close', () => {
      this.#isEnded = true;
      this.#wake();
    });
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect(port, '127.0.0.1');
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new Connection(socket);
  }

  write(text: string): void {
    this.#socket.write(text);
  }

  /** The next response, interim ones left out: what its own framing says is its body, or less where the connection ends. */
  async answer(): Promise<Answer> {
    const head = (await this.#until((text) => endOf(text, '\r\n\r\n'))).slice(0, -4);
    const status = Number(head.split(' ', 2)[1]);
    if (status < 200) return await this.answer();
    const field = (name: string) => new RegExp(`^${name}:\\s*(.*?)\\s*$`, 'im').exec(head)?.[1];
    const length = field('content-length');
    if (status === 204) return { status, head, body: '' };
    if (field('transfer-encoding') !== undefined) {
      return { status, head, body: await this.#until((text) => endOf(text, '0\r\n\r\n')) };
    }
    return { status, head, body: await this.#until((text) => Math.min(Number(length ?? Infinity), text.length + 1)) };
  }

  /** What came without being read as a response, within a moment. */
  async leftover(waitMs: number): Promise<string> {
    await delay(waitMs);
    return this.#unread;
  }

  /** All that comes until the server ends the connection. */
  async rest(): Promise<string> {
    return this.#until(() => Infinity);
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Takes the text up to the end that is found, or all of it once the connection has ended. */
  async #until(find: (text: string) => number): Promise<string> {
    for (;;) {
      const end = find(this.#unread);
      if (end <= this.#unread.length || this.#isEnded) {
        const taken = this.#unread.slice(0, end);
        this.#unread = this.#unread.slice(end);
        return taken;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

const endOf = (text: string, mark: string): number => {
  const at = text.indexOf(mark);
  return at < 0 ? Infinity : at + mark.length;
};
