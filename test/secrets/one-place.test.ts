import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const rooms = ['runner', 'suites', 'reporters', 'certificate', 'cli', 'vitest', 'servers'];

test('secrets are left out where an exchange is recorded, and at the edges that print or quote others', () => {
  const files = rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true }).map((name) => `${room}/${String(name).replaceAll(sep, '/')}`),
  );
  const redacting = files
    .filter((file) => file.endsWith('.ts') && !file.startsWith('runner/secrets/'))
    .filter((file) => /\bredact(ed|Bytes|ingStream)?\(/.test(readFileSync(join(root, file), 'utf8')));
  expect(redacting.sort()).toEqual([
    // What the program prints of an error that nobody expected, and which target it is about.
    'cli/main.ts',
    'cli/targets/judge-one.ts',
    // All that comes from a transport.
    'runner/http/redacted.ts',
    // Quotes what a command of the user's said.
    'runner/orders/provision.ts',
    // A reason in a baseline, into which somebody may have pasted the key; and where a transport is opened.
    'runner/run.ts',
  ]);
});
