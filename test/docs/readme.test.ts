import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandsIn } from '../../scripts/documented-commands.mjs';
import { runProgram } from '../cli/run-program.js';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The port differs from run to run. */
const steady = (output: string): string => output.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:8080').trimEnd();

test('the README shows what its first commands print', async () => {
  const outputs = [
    ...readme.matchAll(/```sh\n(?:npm ci.*\n)?(npx --no -- store-orders-conformance .*)\n```\n\n<!-- output -->/g),
  ];
  expect(outputs.length).toBe(2);
  let current = readme;
  for (const [start, line = ''] of outputs) {
    const [{ command, exitCode } = { command: '', exitCode: 0 }] = commandsIn(line);
    const { code, out } = await runProgram(command.split(' ').slice(4));
    expect([command, code]).toEqual([command, exitCode]);
    const end = '\n<!-- end of output -->';
    const from = current.indexOf(start) + start.length;
    current = `${current.slice(0, from)}\n\n\`\`\`text\n${steady(out)}\n\`\`\`\n${current.slice(current.indexOf(end, from))}`;
  }
  await expect(current).toMatchFileSnapshot('../../README.md');
});
