import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { blocksIn } from '../../scripts/documented-commands.mjs';
import { fixturesText, startStore } from '../engine/store.js';
import { inBash, installed, repositoryWith, type Step } from './step.js';

const document = readFileSync(new URL('../../docs/certificates.md', import.meta.url), 'utf8');
const [workflow] = blocksIn(document, 'yaml').map((block) => parse(block));
const steps: readonly Step[] = workflow.jobs.certify.steps;

/** The text of a step of the job, by its name. */
const stepNamed = (wanted: string): string => steps.find(({ name }) => name === wanted)?.run ?? '';

// Windows has no bash of its own.
test.skipIf(process.platform === 'win32')(
  'the job of docs/certificates.md makes the run and publishes it',
  { timeout: 120_000 },
  async () => {
    const { baseUrl, apiKey, orders } = await startStore();
    const files = { 'fixtures/petstore@2.3.1.yaml': fixturesText(orders), 'bundles/cut@1/report.json': 'cut off' };
    const repository = await repositoryWith(files, 3);
    for (const folder of ['temp', 'node_modules']) mkdirSync(join(repository, folder));
    symlinkSync(installed, join(repository, 'node_modules/store-orders-conformance'));
    await inBash('npx --no -- store-orders-conformance keygen --output programme.key', repository);

    const made = stepNamed('Make the run, and sign it');
    const { code, out } = await inBash(made, repository, {
      SUBJECT: 'petstore@2.3.1',
      BASE_URL: baseUrl,
      STORE_ORDERS_API_KEY: apiKey,
      STORE_ORDERS_SETTLE: '1ms',
      PROGRAMME_KEY: readFileSync(join(repository, 'programme.key'), 'utf8'),
      RUNNER_TEMP: join(repository, 'temp'),
    });
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('Certified petstore@2.3.1') });
    const published = await inBash(stepNamed('Make the page'), repository, { RUNNER_TEMP: join(repository, 'temp') });
    expect(published.code).toBe(0);
    expect(published.out).toMatch(
      /^ NO {2}cut@1: files: .*\n ok {2}petstore@2\.3\.1: petstore@2\.3\.1, programme-run$/m,
    );
    expect(readdirSync(join(repository, 'site'))).toEqual(
      expect.arrayContaining(['bundles', 'index.html', 'programme.key.pub']),
    );
  },
);

const programmes = readFileSync(new URL('../../docs/programmes.md', import.meta.url), 'utf8');
const verifying: readonly Step[] = blocksIn(programmes, 'yaml').map((block) => parse(block))[0].jobs.verify.steps;

test.skipIf(process.platform === 'win32')(
  'the workflow of docs/programmes.md accepts only a bundle of its own implementation',
  { timeout: 120_000 },
  async () => {
    const { baseUrl, apiKey, orders } = await startStore();
    const repository = await repositoryWith({ 'orders.yaml': fixturesText(orders) }, 3);
    for (const folder of ['keys', 'bundles', 'temp']) mkdirSync(join(repository, folder));
    const command = 'npx --no -- store-orders-conformance';
    const made = `${command} keygen --output petstore.key && mv petstore.key.pub keys/petstore.pub && ${command} certify --base-url ${baseUrl} --fixtures orders.yaml --subject petstore@2.3.1 --output bundles/petstore@2.3.1 --sign-key petstore.key`;
    expect(await inBash(made, repository, { STORE_ORDERS_API_KEY: apiKey, STORE_ORDERS_SETTLE: '1ms' })).toMatchObject({
      code: 0,
    });

    const step = verifying.find(({ name }) => name === 'Verify each bundle')?.run ?? '';
    const verify = async (...changed: readonly string[]) => {
      writeFileSync(join(repository, 'temp/changed'), changed.map((path) => `${path}\0`).join(''));
      const { code } = await inBash(step, repository, { RUNNER_TEMP: join(repository, 'temp') });
      return code;
    };
    expect(await verify('bundles/petstore@2.3.1/report.json', 'bundles/removed@1/report.json')).toBe(0);
    cpSync(join(repository, 'bundles/petstore@2.3.1'), join(repository, 'bundles/petstore@3'), { recursive: true });
    expect(await verify('bundles/petstore@3/report.json'), 'another name than in its statement').toBe(1);
    cpSync(join(repository, 'bundles/petstore@2.3.1'), join(repository, 'bundles/other@2.3.1'), { recursive: true });
    expect(await verify('bundles/other@2.3.1/report.json'), 'a name without a key').toBe(2);
    writeFileSync(join(repository, 'bundles/petstore@2.3.1/report.json'), '{}');
    expect(await verify('bundles/petstore@2.3.1/report.json'), 'another report').toBe(1);
  },
);
