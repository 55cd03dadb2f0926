import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, must, run, StepFailed, startListening } from './processes.mjs';
import { postgresPrograms } from './toolchains.mjs';

/** Databases for the examples: a new one for each start of a service. All are removed at the end. */
export class Databases {
  #folder = mkdtempSync(join(tmpdir(), 'store-orders-examples-'));
  #server;
  #count = 0;

  /** @returns the environment variables that name the database */
  async create(kind) {
    this.#count += 1;
    const name = `orders${this.#count}`;
    if (kind === 'sqlite') return { ORDERS_DB: join(this.#folder, `${name}.db`) };
    this.#server ??= startPostgres(join(this.#folder, 'postgres'));
    const { port } = await this.#server;
    const url = `postgres://postgres@127.0.0.1:${port}`;
    await must(['psql', `${url}/postgres`, '-Xqc', `CREATE DATABASE ${name}`], {});
    return { DATABASE_URL: `${url}/${name}`, JDBC_URL: `jdbc:postgresql://127.0.0.1:${port}/${name}` };
  }

  async stop() {
    const server = await this.#server?.catch(() => undefined);
    await server?.stop('SIGINT'); // "fast shutdown": open connections are closed
    this.remove();
  }

  /** Also called when the runner is interrupted. */
  remove() {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function startPostgres(folder) {
  const programs = postgresPrograms();
  mkdirSync(folder);
  const user = process.getuid() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}; // initdb refuses to run as root
  if (user.uid !== undefined) {
    chownSync(folder, user.uid, user.gid);
    chownSync(join(folder, '..'), user.uid, user.gid);
  }
  const options = { cwd: folder, ...user };
  await must(
    [join(programs, 'initdb'), '-D', folder, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8'],
    options,
  );
  const port = await freePort();
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off', '-c', 'max_connections=200'];
  const command = [join(programs, 'postgres'), '-D', folder, '-p', String(port), '-k', folder, ...settings];
  const server = await startListening(command, port, options);
  // PostgreSQL accepts connections before it is ready for queries.
  while ((await run(['psql', `postgres://postgres@127.0.0.1:${port}/postgres`, '-Xqc', 'SELECT 1'], {})).code !== 0) {
    if (server.hasEnded()) throw new StepFailed(`PostgreSQL ended.\n${server.output()}`);
    await sleep(100);
  }
  return { port, stop: server.stop };
}

const idOf = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
