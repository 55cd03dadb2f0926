import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { inPart } from '../in-part.js';
import { binary, start } from './program.js';

describe('the built binary', { timeout: 30_000 }, () => {
  test.each<[argv: string, code: number, out: unknown, err: unknown]>([
    ['--version', 0, `${manifest.version}\n`, ''],
    ['help run', 0, expect.stringMatching(/^Usage: store-orders-conformance run /), ''],
    ['demo', 0, expect.stringMatching(/^✔ CONFORMANT \(complete\): http/m), 'Verdict: conformant (complete).\n'],
    [
      'demo --fault unknown-410',
      1,
      expect.stringContaining('NONCONFORMANT'),
      expect.stringMatching(/^Verdict: nonconformant/m),
    ],
    [
      '--base-url http://127.0.0.1:1/v1',
      3,
      expect.stringContaining('INCONCLUSIVE'),
      expect.stringMatching(/^Verdict: inconclusive/m),
    ],
    ['', 2, '', expect.stringContaining('store-orders-conformance demo')],
  ])('%s: exit code %i', async (argv, code, out, err) => {
    const env = { STORE_ORDERS_API_KEY: 'Sample-Key-0001' };
    expect(await start(argv.match(/\S+/g) ?? [], { env }).ended).toEqual({ code, signal: null, out, err });
  });

  test.each(['index.js', 'vitest-reporter.js'])(
    'does not run when %s is imported, which shares code with it',
    (name) => {
      const library = pathToFileURL(binary.replace(/cli\.js$/, name)).href;
      const program = ['--input-type=module', '--eval', `import ${JSON.stringify(library)};`];
      const { status, stdout, stderr } = spawnSync(process.execPath, program, { encoding: 'utf8' });
      expect([status, stdout, stderr]).toEqual([0, '', '']);
    },
  );

  const agents = [
    [undefined, 'npx --no -- store-orders-conformance'],
    ['npm/11.6.0 node/v24.1.0 linux x64 workspaces/false', 'npx --no -- store-orders-conformance'],
    ['pnpm/10.1.0 npm/? node/v22.20.0 linux x64', 'pnpm exec store-orders-conformance'],
    ['yarn/4.9.1 npm/? node/v22.20.0 linux x64', 'yarn store-orders-conformance'],
    ['yarn/1.22.22 npm/? node/v20.20.2 linux x64', 'yarn store-orders-conformance'],
  ] as const;
  test.each(inPart(agents, 3))('started by %s, it prints commands that begin with %s', async (agent, command) => {
    const env: Readonly<Record<string, string>> = agent === undefined ? {} : { npm_config_user_agent: agent };
    const { err } = await start(['explain', 'no-such-id'], { env }).ended;
    expect(err).toContain(`\`${command} list\``);
  });

  test("under Yarn's Plug'n'Play, it prints commands that begin with yarn, whoever started it", async () => {
    const node = ['--import', 'data:text/javascript,Object.defineProperty(process.versions, "pnp", { value: "3" });'];
    const { err } = await start(['explain', 'no-such-id'], { node }).ended;
    expect(err).toContain('`yarn store-orders-conformance list`');
  });

  test('refuses a Node that is too old, in one sentence: exit code 2', async () => {
    const old = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } })";
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(old)}` };
    const { code, out, err } = await start(['demo'], { env }).ended;
    const needed = manifest.engines.node.replace('>=', '');
    expect([code, out]).toEqual([2, '']);
    expect(err).toBe(`store-orders-conformance needs Node ${needed} or newer; this is 18.20.8.\n`);
  });

  test('ends serve on Ctrl-C: exit code 0', async () => {
    const { child, ended } = start(['serve']);
    child.stdout?.on('data', (chunk) => String(chunk).includes('Ctrl-C') && child.kill('SIGINT'));
    expect(await ended).toMatchObject({
      code: 0,
      signal: null,
      out: expect.stringContaining('base address  http://127.0.0.1:'),
    });
  });
});
