import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { runProgram } from '../cli/run-program.js';
import { directoryWith } from '../directory.js';
import { fixturesText, startStore } from '../engine/store.js';
import { Golden } from '../golden.js';
import { connectionTroubles, proxyTroubles } from './connection-troubles.js';
import { cert, closeAll, key, pem } from './target.js';
import { tlsTroubles } from './tls-troubles.js';
import { type Call, isTimed, type Trouble } from './trouble.js';

const files = {
  'cert.pem': cert,
  'key.pem': key,
  'root.pem': pem('root.cert'),
  'intermediate.pem': pem('intermediate.cert'),
  'expired.pem': pem('expired.cert'),
  'later.pem': pem('later.cert'),
  'both.pem': pem('root.cert') + cert,
};

afterEach(closeAll);

const golden = new Golden(join(import.meta.dirname, 'expected/remedies.txt'));
const troubles = [...tlsTroubles, ...connectionTroubles, ...proxyTroubles];
const situations = troubles.map(({ situation }) => situation);
const sample = golden.sample(situations, 10);
const tried = troubles.filter(({ situation }) => sample.has(situation));

test('each remedy that is printed ends the trouble', async () => {
  const store = await startStore();
  const cwd = await directoryWith({ ...files, 'orders.yaml': fixturesText(store.orders) });

  /** The lines of doctor about the connection, the key and the listing that are not ✔. */
  const linesFor = async ({ target, argv = [], proxy, noProxy = '' }: Call): Promise<string> => {
    const address = await proxy?.();
    const variables = { HTTP_PROXY: address, HTTPS_PROXY: address, NO_PROXY: noProxy };
    const env = { STORE_ORDERS_API_KEY: store.apiKey, ...(address !== undefined && variables) };
    const words = [
      'doctor',
      '--base-url',
      await target(store.port),
      '--fixtures',
      'orders.yaml',
      '--timeout',
      '60000',
      ...argv,
    ];
    const { out, err } = await runProgram(words, { cwd, env });
    expect(err).toBe('');
    const lines = out.split(/\n(?! )/).filter((line) => /^[✘?!] (connection|TLS|key|listing)/.test(line));
    return lines.map((line) => line.replaceAll(/\s+/g, ' ').trim()).join('\n  ');
  };

  const tryRemedies = async ({ situation, remedies, ...call }: Trouble): Promise<void> => {
    const message = await linesFor(call);
    for (const [words, change] of Object.entries(remedies)) {
      expect([situation, message.includes(words) ? words : message]).toEqual([situation, words]);
      expect([situation, words, await linesFor({ ...call, ...change })]).toEqual([situation, words, '']);
    }
    const shown = message.replaceAll(/(?<=(localhost|127\.0\.0\.1):)(?!1\b)\d+/g, 'PORT');
    const done = Object.keys(remedies).map((words) => `  done: ${words}\n`);
    // How far a busy machine gets in a short time decides some of the words.
    golden.set(situation, `${situation}\n${isTimed(call) ? '' : `  ${shown}\n`}${done.join('')}`);
  };

  await Promise.all(tried.filter((each) => !isTimed(each)).map(tryRemedies));
  // Where time is measured, little else may be going on.
  await Promise.all(tried.filter(isTimed).map(tryRemedies));
  await golden.compare(situations);
});
