import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { expectationOf } from './oracle/oracle.js';

describe('the oracle', () => {
  test('imports nothing of the checker', () => {
    const folder = new URL('./oracle/', import.meta.url);
    const imports = readdirSync(folder).flatMap((file) => {
      const source = readFileSync(new URL(file, folder), 'utf8');
      return [...source.matchAll(/ from '(.+)';/g)].map(([, path = '']) => path);
    });
    expect([...new Set(imports)].filter((path) => !path.startsWith('./')).sort()).toEqual([
      '../bodies.js',
      '../mutation.js',
      '../situation.js',
      '../store.js',
    ]);
  });

  test('expects nothing of the reference but that it conforms', () => {
    const unchanged = { kind: 'bytes', edits: [] } as const;
    const expectations = (['listing', '401', '404', '409'] as const).map((body) =>
      expectationOf({ ...unchanged, body }),
    );
    expect(expectations).toEqual(expectations.map(() => ({ violates: 'nothing' })));
  });
});
