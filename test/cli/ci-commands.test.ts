import { expect, test } from 'vitest';
import { commands } from '../../cli/commands/index.js';
import { textReply, withHeader } from '../../servers/reply.js';
import type { Behaviour } from '../../servers/steps.js';
import { fixturesText, startStore } from '../engine/store.js';
import { directoryWith } from '../settings/directory.js';
import { runProgram } from './run-program.js';

const COMMANDS = '##[add-path]/evil ##vso[task.setvariable variable=PATH]/evil ##teamcity[buildStop]';

/** Says commands of CI systems in headers and bodies, of listings and of everything else. */
const hostile = (status?: number): ReturnType<Behaviour> => ({
  finish: (reply) =>
    withHeader(
      {
        ...reply,
        ...textReply(status ?? reply.status, 'text/html', `\n::error::x\n${COMMANDS}`),
      },
      'Location',
      `http://elsewhere.example/${COMMANDS}`,
    ),
});

const obeyed = (text: string): string[] =>
  text.split('\n').filter((line) => /##\w*\[/.test(line) || /^\s*::/.test(line));

test.each([
  ['every body is a page', undefined],
  ['everything is redirected', 302],
])('no CI system obeys what doctor, run and baseline print where %s', async (_what, status) => {
  const { baseUrl, apiKey, orders } = await startStore({ behaviour: () => hostile(status) });
  const cwd = await directoryWith({ 'fixtures.yaml': fixturesText(orders) });
  const options = ['--base-url', baseUrl, '--fixtures', 'fixtures.yaml'];
  const env = { STORE_ORDERS_API_KEY: apiKey };
  const told = [
    ['doctor', ...options],
    ['run', ...options, '--verbose', '--report', 'terminal', '--report', 'json=report.json'],
    ['baseline', 'report.json'],
    ['init', '--from-target', ...options],
  ];
  for (const argv of told.filter(([name = '']) => Object.hasOwn(commands, name))) {
    const { out, err } = await runProgram(argv, { cwd, env });
    expect(out + err).not.toBe('');
    expect([argv[0], ...obeyed(out), ...obeyed(err)]).toEqual([argv[0]]);
  }
});
