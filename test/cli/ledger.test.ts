import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../runner/judge/report.js';
import { deletesOf, fixturesText, type Store, startStore } from '../engine/store.js';
import { place } from './run-program.js';
import { ONE_CANCEL, watchedPlace } from './watched.js';

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

/** Of a run that was cut off. */
const LEFT = '{"ledger":1}\n{"orderId":"101","authorized":true,"declared":true}\n';

const NAME = 'out.json.ledger.jsonl';
const REPORT = ['--report', 'json=out.json'];

const ledgerIn = (cwd: string): string => readFileSync(join(cwd, NAME), 'utf8');

/** Whether a cancel of the order with a valid key is noted there. */
const names = (cwd: string, order: string) => ledgerIn(cwd).includes(`{"orderId":"${order}","authorized":true`);

const failingSeed = ({ orders }: Store): string => `${fixturesText(orders)}provision:\n  command: exit 7\n`;

describe('the ledger file', () => {
  test('has every DELETE before the target gets it, and goes away when the report is written', async () => {
    const missing: string[] = [];
    const { store, cwd, run } = await watchedPlace((cwd, cancelled) => {
      if (cancelled === undefined) return;
      const noted = ledgerIn(cwd).split('\n').slice(1, -1);
      if (!noted.some((line) => JSON.parse(line).orderId === cancelled)) missing.push(cancelled);
    });
    const { code } = await run(...REPORT, '--evidence', 'e');
    expect([code, missing, deletesOf(store).length > 50]).toEqual([0, [], true]);
    expect(readdirSync(cwd).sort()).toEqual(['e', 'orders.yaml', 'out.json']);
  });

  test('of a run that was cut off is told by the next one, which does not fail for it', async () => {
    const left = [
      LEFT.trimEnd(),
      '{"orderId":"102","authorized":false,"declared":true}',
      '{"orderId":"999","authorized":true,"declared":false}',
      '{"orderId":"20',
    ].join('\n');
    const { cwd, run } = await place(await startStore(), { 'e.ledger.jsonl': left });
    const { code, err } = await run('--evidence', 'e', '--report', 'terminal', ...ONE_CANCEL);
    expect(code).toBe(0);
    expect(err).toBe(
      `An earlier run was cut off before its report was written, and left ${join(cwd, 'e.ledger.jsonl')}. It may have cancelled 101. This run uses other orders first.\n`,
    );
    expect(existsSync(join(cwd, 'e.ledger.jsonl'))).toBe(false);
  });

  test('holds back every DELETE where it cannot be written: exit code 4, one sentence', async () => {
    let isFull = false;
    const { store, cwd, run } = await watchedPlace((cwd) => {
      if (!isFull) fillDisk(join(cwd, NAME));
      isFull = true;
    });
    const { code, err } = await run(...REPORT);
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
    test('is there until that of the next run has its orders, which may be killed at its first request', async () => {
      const named: boolean[] = [];
      const { store, cwd, run } = await watchedPlace((cwd) => named.push(names(cwd, '101')), { [NAME]: LEFT });
      const command = `cp ${NAME} provisioning && echo '{"orders":{}}'`;
      await writeFile(join(cwd, 'orders.yaml'), `${fixturesText(store.orders)}provision:\n  command: ${command}\n`);
      const { code, err } = await run(...REPORT, ...ONE_CANCEL);
      expect([code, err]).toEqual([0, expect.stringContaining('It may have cancelled 101.')]);
      expect(readFileSync(join(cwd, 'provisioning'), 'utf8')).toContain('"orderId":"101"');
      expect([named.length > 0, named.includes(false)]).toEqual([true, false]);
      expect(existsSync(join(cwd, NAME))).toBe(false);
    });

    test('keeps its orders where the next one sends nothing, or is interrupted', async () => {
      const store = await startStore();
      const files = { 'failing.yaml': failingSeed(store), [NAME]: LEFT };
      const interruption = new AbortController();
      const { cwd, run } = await place(store, files, { interrupted: interruption.signal });
      expect((await run(...REPORT, '--fixtures', 'failing.yaml')).code).toBe(2);
      expect(names(cwd, '101')).toBe(true);
      interruption.abort(130);
      expect((await run(...REPORT)).code).toBe(130);
      expect([existsSync(join(cwd, 'out.json')), names(cwd, '101')]).toEqual([true, true]);
    });

    test.each<[what: string, content: string | Uint8Array, says: RegExp]>([
      ['of another format', '{"ledger":9}\n', /:1: This is not a line of a ledger of this suite\. It may name orders/],
      ['without a line end', 'x'.repeat(5_000_000), /:1: This is not a line of a ledger/],
      ['with a damaged line', `${LEFT}{"orderId":"10\n${LEFT}`, /:3: This is not a line of a ledger/],
      ['with a text for an order', LEFT.replace('101', '\\u001b[2J'), /:2: This is not a line of a ledger/],
      ['that is not text', Uint8Array.of(0xff, 0xfe, 0), /cannot be read: it is not UTF-8 text\. It may name orders/],
    ])('is not passed over: a file %s', async (_, content, says) => {
      const store = await startStore();
      const { cwd, run } = await place(store, { 'out.json': 'old' });
      await writeFile(join(cwd, NAME), content);
      const { code, err } = await run(...REPORT);
      expect([code, err]).toEqual([2, expect.stringMatching(says)]);
      expect(err).toMatch(/ Nothing was sent\.\n$/);
      expect(store.connections()).toBe(0);
      const after = [NAME, 'out.json'].map((name) => readFileSync(join(cwd, name)));
      expect(Buffer.concat(after).equals(Buffer.concat([Buffer.from(content), Buffer.from('old')]))).toBe(true);
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
    const path = join(cwd, NAME);
    const other = spawn('sleep', ['600']);
    await once(other, 'spawn');
    const itself = { process: other.pid, host: hostname(), since: sinceOf(other.pid) };
    const text = `${JSON.stringify({ ledger: 1, ...itself })}\n`;
    await writeFile(path, text);
    const { code, err } = await run(...REPORT);
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
      return (await run(...REPORT, '--suite', 'base')).err;
    };
    const said = expect.stringMatching(/^An earlier run was cut off/);
    expect(await cutOff({ ...itself, host: 'another.example' })).toEqual(said);
    if (itself.since) expect(await cutOff({ ...itself, since: '1' })).toEqual(said);
    other.kill('SIGKILL');
    await once(other, 'exit');
    expect(await cutOff(itself)).toEqual(said);
  });

  test('names the process of its run', async () => {
    const headers: string[] = [];
    const { run } = await watchedPlace((cwd) => headers.push(ledgerIn(cwd).split('\n')[0] ?? ''));
    await run(...REPORT, ...ONE_CANCEL);
    const writer = { process: process.pid, host: hostname(), since: sinceOf(process.pid) };
    expect(JSON.parse(headers.at(-1) ?? '')).toMatchObject(JSON.parse(JSON.stringify(writer)));
  });
});

test.skipIf(process.platform === 'win32')(
  'a link that somebody planted at its place ends the run before anything is sent',
  async () => {
    const store = await startStore();
    const { cwd, run } = await place(store, { precious: 'as it was' });
    await symlink('precious', join(cwd, NAME));
    const { code, err } = await run(...REPORT);
    const said = /^The ledger \S+ is not a regular file\. Move it away\. Nothing was sent\.\n$/;
    expect([code, err, store.connections()]).toEqual([2, expect.stringMatching(said), 0]);
    expect(readFileSync(join(cwd, 'precious'), 'utf8')).toBe('as it was');
  },
);

test('orders that an earlier run may have cancelled are left alone where others will do, and else come last', async () => {
  const left = ['101', '102', '103'];
  const noted = left.map((orderId) => `{"orderId":"${orderId}","authorized":true,"declared":true}\n`).join('');
  const { cwd, run } = await place(await startStore());
  const cancelled = async (...pending: readonly string[]) => {
    await writeFile(join(cwd, NAME), `{"ledger":1}\n${noted}`);
    await writeFile(join(cwd, 'orders.yaml'), fixturesText({ pending, shipped: [201], other: [301] }));
    await run(...REPORT, '--scenario', 'cancel-pending');
    const { deletions }: Report = JSON.parse(readFileSync(join(cwd, 'out.json'), 'utf8'));
    return deletions.map(({ orderId }) => orderId);
  };
  const free = ['9007199254740993', '104', '105', '106', '107', '108', '109', '110', '111', '112'];
  const ids = await cancelled(...left, ...free);
  expect([ids.length > 0, ids.filter((id) => left.includes(id))]).toEqual([true, []]);
  expect((await cancelled(...left)).filter((id) => left.includes(id))).not.toEqual([]);
});
