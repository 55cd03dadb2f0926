import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { REPORT_FILE, STATEMENT_FILE } from '../../certificate/bundle.js';
import { temporary } from '../evidence/recorded.js';
import { bundle, honestRun, newSigner, refusalsOf } from './bundle.js';

let archive: string;

beforeAll(async () => {
  archive = await bundle(await honestRun(), newSigner());
});

describe('a hostile archive is refused', () => {
  const tar = (): Buffer => gunzipSync(readFileSync(archive));
  const blockAt = (name: string): number => tar().indexOf(`/${name}`) - 'petstore-2.3.1'.length;
  const withBytes = (name: string, at: number, text: string): Buffer => {
    const changed = tar();
    changed.write(text, blockAt(name) + at, 'latin1');
    return gzipSync(changed);
  };
  test.each<readonly [string, () => Buffer]>([
    ['nothing', () => Buffer.alloc(0)],
    ['text', () => Buffer.from('<html>'.repeat(100))],
    ['cut off', () => readFileSync(archive).subarray(0, -2000)],
    ['cut off within a file', () => gzipSync(tar().subarray(0, 41_000))],
    ['without its end', () => gzipSync(tar().subarray(0, -1024))],
    ['bytes after it', () => Buffer.concat([readFileSync(archive), Buffer.from('more')])],
    ['bytes after its end', () => gzipSync(Buffer.concat([tar(), Buffer.alloc(1)]))],
    ['another archive after it', () => Buffer.concat([readFileSync(archive), readFileSync(archive)])],
    ['an executable file', () => withBytes(REPORT_FILE, 100, '0000755')],
    ['a link', () => withBytes(REPORT_FILE, 156, '2')],
    ['a path that climbs', () => withBytes(REPORT_FILE, 0, '../../../../..')],
    ['another folder', () => withBytes(REPORT_FILE, 0, 'q')],
    ['a size that is too large', () => withBytes(STATEMENT_FILE, 124, '77777777777')],
  ])('%s', async (_what, make) => {
    const path = join(temporary(), 'bundle.tar.gz');
    writeFileSync(path, make());
    expect(await refusalsOf(path)).toMatch(/The archive|has \d+ bytes|report.json was changed/);
  });
});
