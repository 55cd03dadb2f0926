import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OrderDigester } from '../../certificate/publish/order-digester.js';
import { makePublishable } from '../../certificate/publish/publishable.js';
import { loadEvidence } from '../../runner/evidence/file/reader.js';
import { variants } from '../../servers/variants/index.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { bundle, newSigner, record, refusals, remove, temporary, verified } from './bundle.js';

/** The same in one piece, and in pieces of each size. */
function digested(text: string): string {
  const bytes = Buffer.from(text);
  const whole = new OrderDigester('salt').write(bytes).toString();
  for (let size = 1; size < 8; size++) {
    const digester = new OrderDigester('salt');
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      digester.write(bytes.subarray(i * size, (i + 1) * size)),
    );
    expect(Buffer.concat(pieces).toString()).toBe(whole);
  }
  return whole.replace(/sha256:[0-9a-f]{64}/g, (digest) => digest.slice(0, 10));
}

describe('further members of orders become digests', () => {
  test.each([
    ['the contract’s members stay', '[ {"id": 1, "petId":2,"quantity":3,"shipDate":"x","complete":true} ]'],
    ['what is not an array stays', '{"code":"x","message":{"name":"y"},"status":401}'],
    ['what are not objects stay', '[1,"name",["name","x"],[{"name":"x"}],null]'],
    ['nothing stays', ''],
    ['names alone stay', '[{},{"id":1}]'],
  ])('%s', (_what, text) => expect(digested(text)).toBe(text));

  test('whatever they are, and equal ones stay equal', () => {
    const text = '[{"id":1,"name":"A, } \\" b","tags":["x",{"id":5}],"n":1.5e3 ,"ok":null},{"name":"A, } \\" b"}]';
    const [name, tags, n, ok, again] = [...digested(text).matchAll(/"(sha256:[0-9a-f]+)"/g)].map(
      ([, digest]) => digest,
    );
    expect(digested(text)).toBe(
      `[{"id":1,"name":"${name}","tags":"${tags}","n":"${n}","ok":"${ok}"},{"name":"${again}"}]`,
    );
    expect(again).toBe(name);
    expect(new Set([name, tags, n, ok]).size).toBe(4);
  });

  test('a name that is escaped is the name that it stands for', () => {
    expect(digested('[{"\\u0069d":7}]')).toBe('[{"\\u0069d":7}]');
  });
});

describe('a publishable bundle', () => {
  const directories: string[] = [];
  let directory: string;
  beforeAll(async () => {
    directory = temporary();
    directories.push(directory);
    await record(directory);
  });
  afterAll(() => {
    for (const made of directories) {
      remove(made);
      remove(`${made}.tar.gz`);
    }
  });

  test('is verified, and shows neither host nor further members', async () => {
    const path = join(directory, 'evidence.jsonl.gz');
    const before = await loadEvidence(path);
    const publishable = await makePublishable(path, before, storeOrdersInterface);
    expect(publishable).toMatchObject({ notDerivable: [] });
    await bundle(directory, { signer: newSigner(), claims: { publishable } });
    const verification = await verified(directory);
    expect(refusals(verification)).toEqual([]);
    expect(verification.notChecked.join()).toContain('listing/before');
    const { host } = new URL(before.header.target.baseUrl);
    const texts = ['report.json', 'report.html', 'junit.xml'].map((name) =>
      readFileSync(join(directory, name), 'utf8'),
    );
    for (const text of [gunzipSync(readFileSync(path)).toString(), ...texts]) {
      expect(text).not.toContain(host);
      expect(text).not.toMatch(/"status\\*":\\*"(pending|shipped)/);
    }
  });

  /** All variants with FORGED_FAULTS=all; else every sixtieth. */
  const every = process.env.FORGED_FAULTS === 'all' ? 1 : 60;
  test.each(variants.filter((_, index) => index % every === 0).map((variant) => [variant.id, variant] as const))(
    'of %s derives every requirement again',
    { timeout: 60_000 },
    async (_id, variant) => {
      const made = temporary();
      directories.push(made);
      await record(made, variant);
      const path = join(made, 'evidence.jsonl.gz');
      const { notDerivable } = await makePublishable(path, await loadEvidence(path), storeOrdersInterface);
      expect(notDerivable).toEqual([]);
    },
  );
});
