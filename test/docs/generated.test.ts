import { join } from 'node:path';
import { expect, test } from 'vitest';
import { causesDocument } from './causes-document.js';
import { heatMap } from './heat-map.js';
import { requirementsDocument } from './requirements-document.js';

/** Written by `npx vitest run --project unit test/docs -u`. */
test.each([
  ['generated/requirements.md', requirementsDocument],
  ['causes.md', causesDocument],
  ['images/faults.svg', heatMap],
])('docs/%s follows from the catalogue, and from the faults', async (path, document) => {
  const text = document();
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, '../../docs', path));
  const anchors = text.match(/<a id="[^"]+">/g) ?? [];
  expect(new Set(anchors).size).toBe(anchors.length);
});
