import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deletesOf, startStore } from '../engine/store.js';
import { FIXTURES, ONE_CANCEL, onDelete, place } from './place.js';
import { runProgram } from './run-program.js';

/** From now on, nothing can be written to the file that is open there. */
function fillDisk(path: string): void {
  const target = (name: string): string => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`);
    } catch {
      return ''; // that of the listing itself
    }
  };
  const descriptor = Number(readdirSync('/proc/self/fd').find((name) => target(name) === path));
  closeSync(descriptor);
  // The lowest number that is free is given first.
  const opened: number[] = [];
  while (!opened.includes(descriptor) && opened.length < 1000) opened.push(openSync('/dev/full', 'a'));
  for (const other of opened) if (other !== descriptor) closeSync(other);
}

describe('the ledger file', () => {
  test('has every DELETE before the target gets it, and goes away when the report is written', async () => {
    const missing: string[] = [];
    let path = '';
    const store = await startStore({
      behaviour: onDelete((id) => {
        const noted = readFileSync(path, 'utf8').split('\n').slice(1, -1);
        if (!noted.some((line) => JSON.parse(line).orderId === id)) missing.push(id);
      }),
    });
    const { cwd, run } = await place(store);
    path = join(cwd, 'out.json.ledger.jsonl');
    const { code } = await run('--report', 'json=out.json', '--evidence', 'e');
    expect([code, missing, deletesOf(store).length > 50]).toEqual([0, [], true]);
    expect(readdirSync(cwd).sort()).toEqual(['e', 'orders.yaml', 'out.json']);
  });

  test('of a run that was cut off is told by the next one, which does not fail for it', async () => {
    const store = await startStore();
    const left = [
      '{"ledger":1}',
      '{"orderId":"101","authorized":true,"declared":true}',
      '{"orderId":"102","authorized":false,"declared":true}',
      '{"orderId":"999","authorized":true,"declared":false}',
      '{"orderId":"20',
    ].join('\n');
    const { cwd, run } = await place(store, { 'e.ledger.jsonl': left });
    const { code, err } = await run('--evidence', 'e', '--report', 'terminal');
    expect(code).toBe(0);
    expect(err).toBe(
      `An earlier run was cut off before its report was written, and left ${join(cwd, 'e.ledger.jsonl')}. It may have cancelled 101. This run uses other orders first.\n`,
    );
    expect(existsSync(join(cwd, 'e.ledger.jsonl'))).toBe(false);
  });

  test('holds back every DELETE where it cannot be written: exit code 4, one sentence', async () => {
    let path = '';
    const store = await startStore({
      behaviour: () => ({
        intercept: () => {
          if (path !== '') fillDisk(path);
          path = '';
          return undefined;
        },
      }),
    });
    const { cwd, run } = await place(store);
    path = join(cwd, 'out.json.ledger.jsonl');
    const { code, err } = await run('--report', 'json=out.json');
    expect([code, err]).toEqual([
      4,
      expect.stringMatching(
        /^Writing the ledger \S+ failed, so no further DELETE was sent: no space is left on the device\.\n$/,
      ),
    ]);
    expect(deletesOf(store)).toEqual([]);
    expect(JSON.parse(readFileSync(join(cwd, 'out.json'), 'utf8')).deletions).toEqual([]);
  });

  describe('of a run that was cut off', () => {
    const LEFT = '{"ledger":1}\n{"orderId":"101","authorized":true,"declared":true}\n';
    /** Whether a cancel of the order is noted there. */
    const names = (cwd: string, order: string) =>
      readFileSync(join(cwd, 'out.json.ledger.jsonl'), 'utf8').includes(`{"orderId":"${order}","authorized":true`);

    test('is there until that of the next run has its orders, which may be killed at its first request', async () => {
      let cwd = '';
      const named: boolean[] = [];
      const store = await startStore({
        behaviour: () => ({
          intercept: () => {
            named.push(names(cwd, '101'));
            return undefined;
          },
        }),
      });
      const command = 'cp out.json.ledger.jsonl provisioning';
      const fixtures = `${FIXTURES}provision:\n  command: ${command} && echo '{"orders":{}}'\n`;
      const there = await place(store, { 'orders.yaml': fixtures, 'out.json.ledger.jsonl': LEFT });
      cwd = there.cwd;
      const { code, err } = await there.run('--report', 'json=out.json');
      expect([code, err]).toEqual([0, expect.stringContaining('It may have cancelled 101.')]);
      expect(readFileSync(join(cwd, 'provisioning'), 'utf8')).toContain('"orderId":"101"');
      expect([named.length > 0, named.includes(false)]).toEqual([true, false]);
      expect(existsSync(join(cwd, 'out.json.ledger.jsonl'))).toBe(false);
    });

    test('keeps its orders where the next one sends nothing, or is interrupted', async () => {
      const store = await startStore();
      const fixtures = `${FIXTURES}provision:\n  command: exit 7\n`;
      const { cwd, run } = await place(store, { 'failing.yaml': fixtures, 'out.json.ledger.jsonl': LEFT });
      expect((await run('--report', 'json=out.json', '--fixtures', 'failing.yaml')).code).toBe(2);
      expect(names(cwd, '101')).toBe(true);
      const interrupted = AbortSignal.abort(130);
      const words = ['--base-url', store.baseUrl, '--fixtures', 'orders.yaml', '--report', 'json=out.json'];
      const env = { STORE_ORDERS_API_KEY: store.apiKey };
      expect((await runProgram(words, { cwd, env, interrupted })).code).toBe(130);
      expect([existsSync(join(cwd, 'out.json')), names(cwd, '101')]).toEqual([true, true]);
    });

    test.each<[what: string, content: string | Uint8Array, says: RegExp]>([
      ['without a line', '', /:1: This is not a line of a ledger/],
      ['of another format', '{"ledger":9}\n', /:1: This is not a line of a ledger of this suite\. It may name orders/],
      ['without a line end', 'x'.repeat(5_000_000), /:1: This is not a line of a ledger/],
      ['with a damaged line', `${LEFT}{"orderId":"10\n${LEFT}`, /:3: This is not a line of a ledger/],
      ['with a text for an order', LEFT.replace('101', '\\u001b[2J'), /:2: This is not a line of a ledger/],
      ['that is not text', Uint8Array.of(0xff, 0xfe, 0), /cannot be read: it is not UTF-8 text\. It may name orders/],
    ])('is not passed over: a file %s', async (_, content, says) => {
      const store = await startStore();
      const { cwd, run } = await place(store, { 'out.json': 'old' });
      await writeFile(join(cwd, 'out.json.ledger.jsonl'), content);
      const { code, err } = await run('--report', 'json=out.json');
      expect([code, err]).toEqual([2, expect.stringMatching(says)]);
      expect(err).toMatch(/ Nothing was sent\.\n$/);
      expect(store.connections()).toBe(0);
      const after = ['out.json.ledger.jsonl', 'out.json'].map((name) => readFileSync(join(cwd, name)));
      expect(Buffer.concat(after).equals(Buffer.concat([Buffer.from(content), Buffer.from('old')]))).toBe(true);
    });

    test('is not begun anew by a run that sends nothing', async () => {
      const store = await startStore();
      const { cwd, run } = await place(store, { 'orders.yaml': `${FIXTURES}provision:\n  command: exit 7\n` });
      expect((await run('--report', 'json=out.json')).code).toBe(2);
      expect(readdirSync(cwd)).toEqual(['orders.yaml']);
    });
  });
});

describe('the ledger of another run', () => {
  /** As Linux tells it. */
  const sinceOf = (id: number | undefined): string | undefined => {
    const path = `/proc/${id}/stat`;
    return existsSync(path) ? readFileSync(path, 'utf8').split(' ')[21] : undefined;
  };

  test('is not touched while its process is there: exit code 2, and nothing is sent', async () => {
    const store = await startStore();
    const { cwd, run } = await place(store, { 'out.json': 'old' });
    const path = join(cwd, 'out.json.ledger.jsonl');
    const other = spawn('sleep', ['600']);
    await once(other, 'spawn');
    const itself = { process: other.pid, host: hostname(), since: sinceOf(other.pid) };
    const text = `${JSON.stringify({ ledger: 1, ...itself })}\n`;
    await writeFile(path, text);
    const { code, err } = await run('--report', 'json=out.json');
    expect([code, err]).toEqual([
      2,
      `${path} belongs to a run that is under way, of process ${other.pid} on this machine. Wait for its end, or write to another path. Nothing was sent.\n`,
    ]);
    expect([store.connections(), readFileSync(path, 'utf8'), readFileSync(join(cwd, 'out.json'), 'utf8')]).toEqual([
      0,
      text,
      'old',
    ]);
    const cutOff = async (writer: object) => {
      await writeFile(path, `${JSON.stringify({ ledger: 1, ...writer })}\n`);
      return (await run('--report', 'json=out.json', '--suite', 'base')).err;
    };
    const said = expect.stringMatching(/^An earlier run was cut off/);
    expect(await cutOff({ ...itself, host: 'another.example' })).toEqual(said);
    if (itself.since) expect(await cutOff({ ...itself, since: '1' })).toEqual(said);
    other.kill('SIGKILL');
    await once(other, 'exit');
    expect(await cutOff(itself)).toEqual(said);
  });

  test('names the process of its run', async () => {
    let path = '';
    const headers: string[] = [];
    const store = await startStore({
      behaviour: onDelete(() => {
        headers.push(readFileSync(path, 'utf8').split('\n')[0] ?? '');
      }),
    });
    const { cwd, run } = await place(store);
    path = join(cwd, 'out.json.ledger.jsonl');
    await run('--report', 'json=out.json', ...ONE_CANCEL);
    const writer = { process: process.pid, host: hostname(), since: sinceOf(process.pid) };
    expect(JSON.parse(headers[0] ?? '')).toMatchObject(JSON.parse(JSON.stringify(writer)));
  });
});

test.skipIf(process.platform === 'win32')(
  'a link that somebody planted at its place ends the run before anything is sent',
  async () => {
    const store = await startStore();
    const { cwd, run } = await place(store, { precious: 'as it was' });
    await symlink('precious', join(cwd, 'out.json.ledger.jsonl'));
    const { code, err } = await run('--report', 'json=out.json');
    const said = /^The ledger \S+ is not a regular file\. Move it away\. Nothing was sent\.\n$/;
    expect([code, err, store.connections()]).toEqual([2, expect.stringMatching(said), 0]);
    expect(readFileSync(join(cwd, 'precious'), 'utf8')).toBe('as it was');
  },
);

test('orders that an earlier run may have cancelled are left alone where others will do, and else come last', async () => {
  const store = await startStore();
  const pending = Array.from({ length: 16 }, (_, index) => 101 + index);
  const left = pending.slice(0, 6);
  const orders = (ids: readonly number[]) =>
    `orders:\n  pending: [9007199254740993, 9007199254740995, ${ids}]\n  shipped: [201, 202]\n  other: [301]\n`;
  const noted = left.map((orderId) => `{"orderId":"${orderId}","authorized":true,"declared":true}\n`).join('');
  const { cwd, run } = await place(store, { 'many.yaml': orders(pending), 'few.yaml': orders(left) });
  const cancelled = async (fixtures: string) => {
    await writeFile(join(cwd, 'out.json.ledger.jsonl'), `{"ledger":1}\n${noted}`);
    await run('--report', 'json=out.json', '--fixtures', fixtures);
    const { deletions } = JSON.parse(readFileSync(join(cwd, 'out.json'), 'utf8'));
    const ids: string[] = deletions.filter(({ authorized }: { authorized: boolean }) => authorized).map(idOf);
    return left.filter((id) => ids.includes(String(id)));
  };
  expect(await cancelled('many.yaml')).toEqual([]);
  expect(await cancelled('few.yaml')).not.toEqual([]);
});

const idOf = ({ orderId }: { readonly orderId: string }): string => orderId;
