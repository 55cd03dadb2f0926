import { writeFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'vitest';
import { bundle, record, temporary } from './certificate/bundle.js';
import { entryFrom, madeUp, siteAbout } from './certificate/made-up-registry.js';
test('x', async () => {
  const home = temporary(); await record(home); await bundle(home);
  const sample = await entryFrom(home);
  for (const n of [1, 200]) {
    const files = siteAbout([...madeUp(sample, n), ...(n === 1 ? [] : [{ state: 'refused' as const, file: 'zoo-forged.tar.gz', claim: 'zoo@1', reasons: ['digests: report.json has another digest.'] }])]);
    for (const [p, t] of files) { const f = `/tmp/looks-site${n}/${p}`; mkdirSync(dirname(f), { recursive: true }); writeFileSync(f, t); }
  }
}, 60000);
