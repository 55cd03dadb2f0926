import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SUITE } from './judge.mjs';
import { freePort, must, startListening } from './processes.mjs';
import { isPresent } from './toolchains.mjs';

export const EXAMPLES = fileURLToPath(new URL('..', import.meta.url));

/** @param names of the examples; if empty, all */
export function readExamples(names) {
  const all = readdirSync(EXAMPLES).filter((name) => existsSync(join(EXAMPLES, name, 'example.json')));
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0)
    throw new Error(`Expected the names of examples, found ${unknown}. There are: ${all.join(', ')}.`);
  return all.filter((name) => names.length === 0 || names.includes(name)).map((name) => new Example(name));
}

/** Whether the service answers a listing: some accept connections before their tables exist. */
async function lists(baseUrl, key) {
  try {
    const headers = { Authorization: `Bearer ${key}`, Connection: 'close' };
    const response = await fetch(`${baseUrl}/store/orders`, { headers, signal: AbortSignal.timeout(10_000) });
    await response.arrayBuffer();
    return response.status < 500;
  } catch {
    return false; // not listening yet, or not HTTP
  }
}

/** An implementation of the interface, and the same service in the default style of its framework. */
export class Example {
  constructor(name) {
    this.name = name;
    this.folder = join(EXAMPLES, name);
    this.manifest = JSON.parse(readFileSync(join(this.folder, 'example.json'), 'utf8'));
    this.title = this.manifest.title;
  }

  missing() {
    const needed = [this.manifest.toolchain, ...(this.manifest.database === 'postgres' ? ['postgres'] : [])];
    return needed.filter((toolchain) => !isPresent(toolchain));
  }

  build() {
    return must(this.manifest.build, { cwd: this.folder });
  }

  fixtures(kind) {
    const own = join(this.folder, 'default', 'orders.yaml');
    return kind === 'default' && existsSync(own) ? own : join(this.folder, 'orders.yaml');
  }

  /** Starts the service with a new database, or as a replica of a service with this environment. */
  async start(kind, databases, replica) {
    const port = await freePort();
    const key = replica?.API_KEY ?? `Key-${randomBytes(12).toString('hex')}-aB`; // with letters of both cases
    const env = {
      ...this.manifest.env,
      ...(replica ?? (await databases.create(this.manifest.database))),
      PORT: String(port),
      API_KEY: key,
    };
    const command = kind === 'good' ? this.manifest.start : this.manifest.default.start;
    const baseUrl = `http://127.0.0.1:${port}/v1`;
    const service = await startListening(command, port, { cwd: this.folder, env }, () => lists(baseUrl, key));
    return {
      port,
      stop: service.stop,
      output: service.output,
      target: { baseUrl, fixtures: this.fixtures(kind), env: { ...env, STORE_ORDERS_API_KEY: key } },
    };
  }

  /** Runs the example's own test command, which calls the suite. */
  async runTests(databases) {
    const env = { ...this.manifest.env, ...(await databases.create(this.manifest.database)), SUITE: `node "${SUITE}"` };
    return must(this.manifest.test, { cwd: this.folder, env });
  }
}
