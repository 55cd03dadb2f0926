import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundle } from '../certificate/bundle.js';
import { runProgram } from '../cli/run-program.js';
import { fault } from '../engine/servers.js';
import { EVIDENCE_FILE, type Line, linesIn, record, temporary, writeLines } from '../evidence/recorded.js';

/** A shell that reads these unquoted runs a command. */
const RUN = ['$(touch pwned)', '`touch pwned`', "';touch$IFS$1pwned;'", '";touch$IFS$1pwned;"'];

/** Puts commands into every text of the evidence that a printed command line could contain. */
function poison(lines: readonly Line[]): void {
  const { target } = lines[0];
  const baseUrl = `http://a.example/${RUN.join('').replaceAll(' ', '$IFS$1')}/v1`;
  for (const { sent } of lines.flatMap(({ exchange }) => exchange ?? [])) {
    sent.url = sent.url.replace(target.baseUrl, baseUrl);
    sent.headers.push(...RUN.map((value) => ['X-`touch`-$HOME', value]));
    sent.headers.push(...RUN.map((value) => ['X-Tenant', `$STORE_ORDERS_HEADER_X_TENANT${value}`]));
    sent.headers.push(['X-Tenant', '$STORE_ORDERS_HEADER_X_TENANT']);
  }
  target.baseUrl = baseUrl;
}

const decoded = (html: string): string =>
  html.replaceAll(/&#(\d+);|&(lt|gt|quot|amp);/g, (_, code: string, name: string) =>
    code ? String.fromCharCode(Number(code)) : ({ lt: '<', gt: '>', quot: '"', amp: '&' }[name] ?? ''),
  );

const commandsIn = (html: string): string[] =>
  [...html.matchAll(/<pre>(.*?)<\/pre>/gs)]
    .map(([, text = '']) => decoded(text.replaceAll(/<\/?span[^>]*>/g, '')))
    .filter((text) => /^(curl|npx) /.test(text));

test.skipIf(process.platform === 'win32')(
  'commands in a report of foreign evidence run curl and npx when pasted, and nothing else',
  { timeout: 300_000 },
  async () => {
    const home = temporary();
    const broken = join(home, 'broken');
    const submitted = join(home, 'bundles', "pet;touch pwned;'");
    for (const [directory, changed] of [
      [broken, fault('pending-500')],
      [submitted, undefined],
    ] as const) {
      mkdirSync(directory, { recursive: true });
      await record(directory, changed);
      const lines = linesIn(directory);
      poison(lines);
      writeLines(directory, lines);
    }
    await bundle(submitted);
    const reports = ['json', 'html', 'terminal'].flatMap((format) => ['--report', `${format}=${format}`]);
    const rejudged = await runProgram(['rejudge', join(broken, EVIDENCE_FILE), ...reports, '--verbose'], { cwd: home });
    expect(rejudged).toMatchObject({ code: 1 });
    expect(await runProgram(['registry', 'bundles', '--output', 'site'], { cwd: home })).toMatchObject({ code: 0 });

    const [implementation = ''] = readdirSync(join(home, 'site/implementations'));
    const pages = ['html', `site/implementations/${implementation}`].map((path) =>
      readFileSync(join(home, path), 'utf8'),
    );
    const told = [...readFileSync(join(home, 'terminal'), 'utf8').matchAll(/repeat +(curl .*)/g)];
    const lines = new Set([
      ...JSON.parse(readFileSync(join(home, 'json'), 'utf8')).exchanges.map(({ curl }: Line) => curl),
      ...pages.flatMap(commandsIn),
      ...told.map(([, line = '']) => line),
    ]);
    expect([...lines].filter((line) => line.startsWith('npx'))).toHaveLength(1);
    expect(told.length).toBeGreaterThan(0);

    const tools = join(home, 'tools');
    mkdirSync(tools);
    for (const name of ['curl', 'npx']) {
      // Ends the arguments of each call with a line.
      writeFileSync(join(tools, name), '#!/bin/sh\nprintf "%s\\0" "$@"; printf "\\n"\n');
      chmodSync(join(tools, name), 0o755);
    }
    const env = {
      PATH: `${tools}:${process.env.PATH}`,
      STORE_ORDERS_HEADER_X_TENANT: 'acme',
      STORE_ORDERS_API_KEY: 'k',
    };
    for (const line of lines) {
      execFileSync('/bin/sh', ['-n', '-c', line]);
      const called = execFileSync('/bin/sh', ['-c', line], { cwd: tools, env, encoding: 'utf8' });
      expect(called.split('\n')).toHaveLength(2);
      if (line.startsWith('curl')) expect(called).toContain('X-Tenant: acme\0');
    }
    expect(existsSync(join(tools, 'pwned'))).toBe(false);
  },
);
