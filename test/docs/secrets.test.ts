import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { workflows } from '../../scripts/workflows.mjs';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: unknown;
  readonly with?: unknown;
}

interface Job {
  readonly needs?: string;
  readonly permissions?: unknown;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions?: unknown;
  readonly jobs?: Readonly<Record<string, Job>>;
  readonly runs?: Job;
}

const isSecret = (part: unknown): boolean =>
  /\$\{\{[^}]*(secrets\b|github\.token|github\[|inputs\.api-key)/.test(JSON.stringify(part) ?? '');

/** Fetches or runs code of others. */
const BUILDS = /\bnpm (ci|i|install|run|exec|pack|start|test)\b|\bnpx --?y|\bpip3? |\bdocker build\b|\.ci\//;
const JUDGES = /\bdist\/cli\.js" run\b|store-orders-conformance\/dist\/cli\.js (run|certify)\b/;
const PUBLISHES = /\b(git push|docker push|npm publish|gh release)\b/;

/** Where a workflow gives a secret, or the right to publish, to more than needs it. */
const exposuresIn = ({ jobs, runs, ...rest }: Workflow): string[] => [
  ...(isSecret(rest) ? ['a secret for all jobs'] : []),
  ...(mayWrite(rest.permissions) ? ['every job may publish'] : []),
  ...Object.entries({ ...jobs, ...(runs && { action: runs }) }).flatMap(([name, job]) =>
    exposuresOf(job).map((exposure) => `${name}: ${exposure}`),
  ),
];

function exposuresOf({ steps, ...job }: Job): string[] {
  const builds = steps.some(({ run = '' }) => BUILDS.test(run));
  return [
    ...(isSecret(job) ? ['a secret for all steps'] : []),
    ...(mayWrite(job.permissions) && (builds || job.needs === undefined) ? ['publishes what it made itself'] : []),
    ...steps.flatMap((step) => rules.flatMap(([exposure, applies]) => (applies(step) ? [exposure] : []))),
  ];
}

const rules: readonly (readonly [exposure: string, applies: (step: Step) => boolean])[] = [
  [
    'a secret outside of env',
    ({ uses = '', env: _, ...step }) =>
      isSecret(uses.startsWith('OWNER/store-orders-conformance@') ? step.run : { uses, ...step }),
  ],
  [
    'a secret for a step that neither judges nor publishes',
    ({ env, run = '' }) => isSecret(env) && !JUDGES.test(run) && !PUBLISHES.test(run),
  ],
  ['a secret for a step that builds', ({ env, run = '' }) => isSecret(env) && BUILDS.test(run)],
  ['runs scripts of packages', ({ run = '' }) => /\bnpm (ci|i|install)\b(?!.*--ignore-scripts)/.test(run)],
];

const mayWrite = (permissions: unknown): boolean => /write/.test(JSON.stringify(permissions) ?? '');

describe('secrets', () => {
  test('the workflows of the repository, of init, of documents and examples are all here', () => {
    expect(workflows().map(({ place }) => place)).toEqual([
      '.github/workflows/ci.yml',
      '.github/workflows/release.yml',
      'action.yml',
      'docs/certificates.md',
      'docs/ci.md',
      'docs/programmes.md',
      'examples/many-targets/github-workflow.yml',
      'fixtures/template-github.yml',
    ]);
  });

  test.each(workflows())(
    '$place: only the step that needs a secret has it, and what publishes makes nothing',
    ({ text }) => {
      expect(exposuresIn(parse(text))).toEqual([]);
    },
  );

  const judge = 'node node_modules/store-orders-conformance/dist/cli.js run';
  test.each<[string, string]>([
    ['a secret for all jobs', `env: { K: '\${{ secrets.K }}' }\njobs: {}`],
    ['every job may publish', 'permissions: { contents: write }\njobs: {}'],
    ['j: a secret for all steps', `jobs: { j: { env: { K: '\${{ secrets.K }}' }, steps: [] } }`],
    [
      'j: publishes what it made itself',
      'jobs: { j: { needs: i, permissions: { id-token: write }, steps: [{ run: npm run build }] } }',
    ],
    [
      'j: publishes what it made itself',
      'jobs: { j: { permissions: { id-token: write }, steps: [{ run: npm publish }] } }',
    ],
    ['j: a secret outside of env', `jobs: { j: { steps: [{ run: "${judge} '\${{ secrets.K }}'" }] } }`],
    ['j: a secret outside of env', `jobs: { j: { steps: [{ uses: a/b@1, with: { k: '\${{ secrets.K }}' } }] } }`],
    [
      'j: a secret for a step that neither judges nor publishes',
      `jobs: { j: { steps: [{ run: echo, env: { K: '\${{ secrets.K }}' } }] } }`,
    ],
    [
      'j: a secret for a step that builds',
      `jobs: { j: { steps: [{ run: 'npm ci --ignore-scripts && ${judge}', env: { K: '\${{ secrets.K }}' } }] } }`,
    ],
    ['j: runs scripts of packages', 'jobs: { j: { steps: [{ run: npm ci }] } }'],
    [
      'action: a secret for a step that neither judges nor publishes',
      `runs: { steps: [{ run: make, env: { K: '\${{ inputs.api-key }}' } }] }`,
    ],
  ])('%s is noticed', (exposure, text) => {
    expect(exposuresIn(parse(text))).toEqual([exposure]);
  });

  test.each(['fixtures/template-gitlab.yml', 'examples/many-targets/gitlab-ci.yml'])(
    '%s: a job of GitLab has its variables in each line, so what judges installs nothing',
    (path) => {
      const jobs: Readonly<Record<string, { readonly script: readonly string[] }>> = parse(
        readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'),
      );
      const judging = Object.values(jobs).filter(({ script }) => JUDGES.test(script.join('\n')));
      expect(judging.length).toBe(1);
      expect(judging.filter(({ script }) => BUILDS.test(script.join('\n')))).toEqual([]);
      const installing = Object.values(jobs).flatMap(({ script }) =>
        script.filter((line) => /npm (ci|i)\b/.test(line)),
      );
      expect(installing.filter((line) => !line.includes('--ignore-scripts'))).toEqual([]);
    },
  );

  test('the image is built without scripts of packages', () => {
    const text = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8');
    expect(text).toMatch(/^RUN npm ci --ignore-scripts /m);
  });
});
