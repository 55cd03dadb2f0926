import { closeSync, existsSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LedgerFile } from '../../cli/shell/ledger-file.js';
import { deletesOf, fixturesText, orderIdOf, startStore } from '../engine/store.js';
import { directoryWith } from '../settings/directory.js';
import { place } from './run-program.js';
import { watchedPlace } from './watched.js';

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

/** The ledger of a run that was cut off. */
const LEFT = [
  '{"orderId":"101","authorized":true,"declared":true}',
  '{"orderId":"102","authorized":false,"declared":true}',
  '{"orderId":"999","authorized":true,"declared":false}',
  '{"orderId":"20',
].join('\n');

const NAME = 'out.json.ledger.jsonl';
const REPORT = ['--report', 'json=out.json'];
const RESUME = [...REPORT, '--resume'];

const ledgerIn = (cwd: string): string => readFileSync(join(cwd, NAME), 'utf8');

/** True if a cancel of the order with a valid key is noted there. */
const names = (cwd: string, order: string) => ledgerIn(cwd).includes(`{"orderId":"${order}","authorized":true`);

describe('the ledger file', () => {
  test('has every DELETE before the target gets it, and goes away when the report is written', async () => {
    const missing: string[] = [];
    const { store, cwd, run } = await watchedPlace((cwd, cancelled) => {
      if (cancelled === undefined) return;
      const noted = ledgerIn(cwd).split('\n').slice(0, -1);
      if (!noted.some((line) => JSON.parse(line).orderId === cancelled)) missing.push(cancelled);
    });
    const { code } = await run(...REPORT, '--evidence', 'e');
    expect([code, missing, deletesOf(store).length > 50]).toEqual([0, [], true]);
    expect(readdirSync(cwd).sort()).toEqual(['e', 'orders.yaml', 'out.json']);
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

  test('of two runs that begin at the same instant is that of one', async () => {
    const cwd = await directoryWith({});
    const [one, other] = [1, 2].map(() => new LedgerFile('--report json', join(cwd, 'out.json')));
    one?.begin(undefined);
    expect(() => other?.begin(undefined)).toThrow(/ cannot be written: it exists already\. Nothing was sent\.$/);
    one?.end(false);
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe('--resume after a run that was cut off', () => {
  test('leaves the orders alone that it may have cancelled, and notes them before the first request', async () => {
    const named: boolean[] = [];
    const { store, cwd, run } = await watchedPlace((cwd) => named.push(names(cwd, '101')), { [NAME]: LEFT });
    const command = `cp ${NAME} provisioning && echo '{"orders":{}}'`;
    await writeFile(join(cwd, 'orders.yaml'), `${fixturesText(store.orders)}provision:\n  command: ${command}\n`);
    const { code, err } = await run(...RESUME, '--scenario', 'cancel-pending');
    expect([code, err]).toEqual([
      0,
      'The target is judged without 101, which a run that was cut off may have cancelled.\n',
    ]);
    expect([deletesOf(store).length > 0, deletesOf(store).map(orderIdOf).includes('101')]).toEqual([true, false]);
    expect(readFileSync(join(cwd, 'provisioning'), 'utf8')).toContain('"orderId":"101"');
    expect([named.length > 0, named.includes(false)]).toEqual([true, false]);
    expect(existsSync(join(cwd, NAME))).toBe(false);
  });

  test('keeps its ledger where nothing is sent, or where it is interrupted', async () => {
    const store = await startStore();
    const failingSeed = `${fixturesText(store.orders)}provision:\n  command: exit 7\n`;
    const interruption = new AbortController();
    const files = { 'failing.yaml': failingSeed, [NAME]: LEFT };
    const { cwd, run } = await place(store, files, { interrupted: interruption.signal });
    expect((await run(...RESUME, '--fixtures', 'failing.yaml')).code).toBe(2);
    expect(names(cwd, '101')).toBe(true);
    interruption.abort(130);
    expect((await run(...RESUME)).code).toBe(130);
    expect([existsSync(join(cwd, 'out.json')), names(cwd, '101')]).toEqual([true, true]);
  });
});
