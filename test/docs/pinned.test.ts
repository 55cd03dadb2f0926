import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pinned, pins, withPins } from '../../scripts/pins.mjs';
import { workflows } from '../../scripts/workflows.mjs';

const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('each action, image and tool is at the version in the file of pins', () => {
  const others = pinned.filter((path) => withPins(textOf(path)) !== textOf(path));
  expect(others, 'run `node scripts/pins.mjs`').toEqual([]);
});

test('every pin has a date, and what a tag names is fixed by a commit or a digest', () => {
  for (const [name, { version, commit, date }] of Object.entries(pins.actions))
    expect([name, `${version} ${commit} ${date}`]).toEqual([
      name,
      expect.stringMatching(/^v\d+\.\d+\.\d+ [0-9a-f]{40} 20\d\d-\d\d-\d\d$/),
    ]);
  for (const [name, { version, digest, date }] of Object.entries(pins.images))
    expect([name, `${version} ${digest} ${date}`]).toEqual([
      name,
      expect.stringMatching(/^\d\S+ sha256:[0-9a-f]{64} 20\d\d-\d\d-\d\d$/),
    ]);
  for (const { version, date } of Object.values(pins.packages))
    expect(`${version} ${date}`).toMatch(/^\d+\.\d+\.\d\S* 20\d\d-\d\d-\d\d$/);
});

/** A tag can be moved to other code; a commit cannot. */
test.each(workflows())('$place uses only actions that have a pin', ({ text }) => {
  const used = [...text.matchAll(/uses: ([^@\s]+)/g)].map(([, action = '']) => action);
  expect(used.filter((action) => !(action in pins.actions) && !action.startsWith('OWNER/'))).toEqual([]);
});

test('images are named by digest', () => {
  const images = pinned.flatMap((path) =>
    [...textOf(path).matchAll(/^(?:FROM| *image:) +(\S+)/gm)].map(([, of]) => of),
  );
  expect(images.length).toBeGreaterThan(4);
  // A vendor's own registry, and the image of a database that an example starts, are not pinned here.
  const isPinned = (image = ''): boolean => /@sha256:[0-9a-f]{64}$/.test(image);
  expect(images.filter((image) => !isPinned(image) && !image?.startsWith('registry.example.com/'))).toEqual([]);
});

test('Dependabot looks after all kinds of pins', () => {
  const ecosystems = [...textOf('.github/dependabot.yml').matchAll(/package-ecosystem: (.*)/g)].map(([, of]) => of);
  expect(ecosystems).toEqual(['github-actions', 'docker', 'npm']);
});
