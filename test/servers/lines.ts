import { expect } from 'vitest';
import { type ReferenceOptions, type RunningReference, startReference } from '../../servers/reference.js';
import { type Answer, Connection } from './connection.js';

const apiKey = 'Test-Key-1234';

const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;

const credentials: Readonly<Record<string, string | undefined>> = {
  valid: `Bearer ${apiKey}`,
  missing: undefined,
  wrong: 'Bearer Tast-Kay-1238',
  longer: `Bearer ${apiKey}5`,
  shorter: 'Bearer Test-Key-123',
  'longer-start': `Bearer x${apiKey}`,
  'extra-word': `Bearer ${apiKey} junk`,
  'shorter-start': 'Bearer est-Key-1234',
  'first-changed': 'Bearer Best-Key-1234',
  'last-changed': 'Bearer Test-Key-1235',
  'basic-user': basic(`${apiKey}:`),
  'basic-password': basic(`:${apiKey}`),
  'basic-user-password': basic(`user:${apiKey}`),
};

/**
 * What a server shows, one line a request: `DELETE 101 key=wrong on=a => 401`. `key` names a credential, `accept` is the
 * header, and `on` names a connection that is kept; without it a request has a connection of its own. `ORDER 101` is
 * the order as a listing shows it, `RACE 101 x4` are four cancels whose last bytes are written together, and
 * `WAIT 100` waits that many milliseconds.
 */
export const expectLines = async (options: Omit<ReferenceOptions, 'apiKey'>, lines: readonly string[]) => {
  expect(await played(options, lines)).toEqual(lines);
};

export const played = async (
  options: Omit<ReferenceOptions, 'apiKey'>,
  lines: readonly string[],
): Promise<readonly string[]> => {
  const server = await startReference({ apiKey, ...options });
  const player = new Player(server);
  try {
    const seen: string[] = [];
    for (const line of lines) {
      const [request = ''] = line.split(' => ');
      seen.push(`${request} => ${await player.play(request)}`);
    }
    return seen;
  } finally {
    player.close();
    await server.close();
  }
};

class Player {
  readonly #server: RunningReference;
  readonly #kept = new Map<string, Connection>();

  constructor(server: RunningReference) {
    this.#server = server;
  }

  async play(request: string): Promise<string> {
    const [method = '', ...words] = request.split(' ');
    const target = words[0]?.includes('=') && !words[0].startsWith('?') ? '' : (words[0] ?? '');
    const option = (name: string) => words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
    switch (method) {
      case 'GET':
      case 'DELETE':
        return await this.#exchange(method, target, option);
      case 'ORDER':
        return await this.#order(target);
      case 'RACE':
        return await this.#race(target, Number(words[1]?.slice(1)));
      case 'WAIT': {
        await new Promise((resolve) => setTimeout(resolve, Number(target)));
        return 'ok';
      }
      default:
        throw new Error(`There is no request "${request}".`);
    }
  }

  close(): void {
    for (const connection of this.#kept.values()) connection.close();
  }

  async #exchange(method: string, target: string, option: (name: string) => string | undefined): Promise<string> {
    const name = option('on');
    const connection = (name && this.#kept.get(name)) || (await Connection.open(this.#server.port));
    if (name !== undefined) this.#kept.set(name, connection);
    connection.write(this.#text(method, target, { ...fieldsOf(option), ...(!name && { Connection: 'close' }) }));
    const answer = await connection.answer();
    const stray = answer.status === 204 ? await connection.leftover(10) : '';
    if (name === undefined) connection.close();
    return shown(answer) + (stray === '' ? '' : `, then ${stray.length} bytes`);
  }

  async #order(id: string): Promise<string> {
    const connection = await Connection.open(this.#server.port);
    connection.write(this.#text('GET', '', { Authorization: credentials.valid, Connection: 'close' }));
    const { body } = await connection.answer();
    connection.close();
    return new RegExp(`\\{[^{}]*"id":${id}(?:\\}|,[^{}]*\\})`).exec(body)?.[0] ?? 'not listed';
  }

  async #race(id: string, count: number): Promise<string> {
    const connections = await Promise.all(Array.from({ length: count }, () => Connection.open(this.#server.port)));
    const text = this.#text('DELETE', id, { Authorization: credentials.valid, Connection: 'close' });
    for (const connection of connections) connection.write(text.slice(0, -1));
    await new Promise((resolve) => setTimeout(resolve, 10));
    for (const connection of connections) connection.write(text.slice(-1));
    const answers = await Promise.all(connections.map((connection) => connection.answer()));
    for (const connection of connections) connection.close();
    return answers.map(shown).sort().join(', ');
  }

  #text(method: string, target: string, fields: Readonly<Record<string, string | undefined>>): string {
    const path = `${new URL(this.#server.baseUrl).pathname}/store/orders`;
    const head = Object.entries({ Host: '127.0.0.1', ...fields })
      .flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}\r\n`]))
      .join('');
    const suffix = target === '' || target.startsWith('?') ? target : `/${target}`;
    return `${method} ${path}${suffix} HTTP/1.1\r\n${head}\r\n`;
  }
}

const fieldsOf = (option: (name: string) => string | undefined) => {
  const key = option('key') ?? 'valid';
  if (!(key in credentials)) throw new Error(`There is no credential "${key}".`);
  return { Authorization: credentials[key], Accept: option('accept') };
};

const usual = ['date', 'connection', 'keep-alive', 'www-authenticate', 'transfer-encoding'];

/** Status, what its body is, and the fields that the reference does not send. */
const shown = ({ status, head, body }: Answer): string => {
  if (head === '') return 'nothing';
  const fields = head
    .split('\r\n')
    .slice(1)
    .filter((field) => {
      const [name = '', value = ''] = field.toLowerCase().split(/:\s*/, 2);
      if (name === 'content-length') return status === 204;
      return !usual.includes(name) && !(name === 'content-type' && value === 'application/json');
    });
  const text = [status, ...kindOf(body), ...fields].join(' ');
  const strayBytes = head.indexOf('HTTP/1.1');
  return strayBytes > 0 ? `${text}, after ${strayBytes} bytes` : text;
};

const kindOf = (body: string): string[] => {
  if (!body.startsWith('[')) return [];
  try {
    const orders: unknown = JSON.parse(body);
    return Array.isArray(orders) ? [`${orders.length} orders`] : [];
  } catch {
    return ['cut off'];
  }
};
