import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A tag can be moved to other code; a digest cannot. */
test.each(['action.yml', 'fixtures/template-github.yml', 'docs/certificates.md', '.github/workflows/ci.yml'])(
  '%s names actions of others by digest, with the version in a comment',
  (path) => {
    const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
    const used = [...text.matchAll(/uses: (.*)/g)].map(([, action = '']) => action);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((action) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  },
);
