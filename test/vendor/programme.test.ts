import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { blocksIn } from '../../scripts/documented-commands.mjs';
import { fixturesText, startStore } from '../engine/store.js';
import { inBash, repositoryWith, type Step } from './step.js';

const document = readFileSync(new URL('../../docs/certificates.md', import.meta.url), 'utf8');
const [workflow] = blocksIn(document, 'yaml').map((block) => parse(block));
const steps: readonly Step[] = workflow.jobs.certify.steps;

/** The text of a step of the job, by its name. */
const stepNamed = (wanted: string): string => steps.find(({ name }) => name === wanted)?.run ?? '';

// Windows has no bash of its own.
test.skipIf(process.platform === 'win32')(
  'the job of docs/certificates.md makes the run, and publishes it as its own',
  { timeout: 120_000 },
  async () => {
    const { baseUrl, apiKey, orders } = await startStore();
    const files = { 'fixtures/petstore@2.3.1.yaml': fixturesText(orders), 'bundles/cut@1/report.json': 'cut off' };
    const repository = await repositoryWith(files, 3);
    mkdirSync(join(repository, 'temp'));
    await inBash('npx --no -- store-orders-conformance keygen --output programme.key', repository);

    const made = stepNamed('Make the run, and sign it');
    const { code, out } = await inBash(made, repository, {
      SUBJECT: 'petstore@2.3.1',
      BASE_URL: baseUrl,
      STORE_ORDERS_API_KEY: apiKey,
      PROGRAMME_KEY: readFileSync(join(repository, 'programme.key'), 'utf8'),
      RUNNER_TEMP: join(repository, 'temp'),
    });
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('Certified petstore@2.3.1') });
    const published = await inBash(stepNamed('Make the page'), repository);
    expect(published.code).toBe(0);
    expect(published.out).toMatch(
      /^ NO {2}cut@1: files: .*\n ok {2}petstore@2\.3\.1: petstore@2\.3\.1, programme-run$/m,
    );
    expect(readdirSync(join(repository, 'site'))).toEqual(
      expect.arrayContaining(['bundles', 'index.html', 'programme.key.pub']),
    );
  },
);
