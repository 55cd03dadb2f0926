// The files of examples/many-targets/: checked by the engines' own schemas, and their commands run shard by shard with the
// variables that the engine sets; the array job in a real Slurm, where it is installed, one of its tasks killed in the middle.
//   node bench/many-targets/engines.mjs [--require-slurm]
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parse } from 'yaml';
import { cli as built, simulate } from './simulated.mjs';

const examples = join(import.meta.dirname, '../../examples/many-targets');
const read = (name) => readFileSync(join(examples, name), 'utf8');
const TARGETS = 9;
const SHARDS = 3;

const tools = mkdtempSync(join(tmpdir(), 'store-orders-engines-'));
process.on('exit', () => rmSync(tools, { recursive: true, force: true }));

// Whoever builds meanwhile does not disturb this.
cpSync(dirname(built), join(tools, 'dist'), { recursive: true });
const cli = join(tools, 'dist', basename(built));

/** Packages that are needed here alone, and not to develop. */
function install(...packages) {
  writeFileSync(join(tools, 'package.json'), '{}');
  const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', ...packages];
  execFileSync('npm', words, { cwd: tools, stdio: 'inherit' });
  return createRequire(join(tools, 'package.json'));
}

const demand = (what, problems) => {
  console.log(`${what}: ${problems.length === 0 ? 'sound' : problems.join('\n')}`);
  if (problems.length > 0) process.exit(1);
};

function checkSchemas() {
  const packages = install('kubernetes-models@4.5.1', '@action-validator/core@0.6.0');
  demand('kubernetes.yaml by the schema of batch/v1', kubernetesProblems(packages, read('kubernetes.yaml')));
  const { validateWorkflow } = packages('@action-validator/core');
  const { errors } = validateWorkflow(read('github-workflow.yml'));
  demand(
    'github-workflow.yml by the schema of workflows',
    errors.map((error) => JSON.stringify(error)),
  );
  const repository = join(tools, 'repository');
  mkdirSync(repository);
  copyFileSync(join(examples, 'gitlab-ci.yml'), join(repository, '.gitlab-ci.yml'));
  execFileSync('git', ['init', '-q'], { cwd: repository });
  execFileSync('git', ['remote', 'add', 'origin', 'git@gitlab.example:group/project.git'], { cwd: repository });
  // It wants a newer Node than the oldest that this package runs on.
  const words = ['-y', '-p', 'node@24', '-p', 'gitlab-ci-local@4.75.1', 'gitlab-ci-local', '--list'];
  const { status, stdout, stderr } = spawnSync('npx', words, { cwd: repository, encoding: 'utf8' });
  demand("gitlab-ci.yml by GitLab's schema", status === 0 ? [] : [`${stdout}${stderr}`]);
}

function kubernetesProblems(packages, text) {
  const { Job } = packages('kubernetes-models/batch/v1');
  try {
    new Job(parse(text)).validate();
    return [];
  } catch (error) {
    return [String(error)];
  }
}

/** The command of an engine's file, in a folder of simulated targets instead of the places that the file names. */
const localized = (command, directory) =>
  command
    .replaceAll('/opt/store-orders-conformance/dist/cli.js', cli)
    .replaceAll('/results', join(directory, 'results'))
    .replaceAll(/"\/(100|8)"/g, `/${SHARDS}"`)
    .replaceAll(/\/(100|8)"/g, `/${SHARDS}"`);

/** As a shell of the engine runs it; `npx` is this build. */
async function inShell(command, directory, env) {
  const child = spawn('sh', ['-ec', command], { cwd: directory, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  return code;
}

/** Runs every shard as the engine would, some at a time. */
async function runShards(what, commandOf, variablesOf) {
  const { directory, env, end } = await simulate(TARGETS);
  const PATH = `${shimsIn(directory)}:${env.PATH}`;
  const shards = Array.from({ length: SHARDS }, (_, index) => index);
  const codes = await Promise.all(
    shards.map((index) =>
      inShell(localized(commandOf(index), directory), directory, { ...env, PATH, ...variablesOf(index) }),
    ),
  );
  const problems = await end();
  if (codes.some((code) => code !== 0)) problems.push(`exit codes ${codes.join(', ')}`);
  demand(`${what}, shard by shard`, problems);
}

/** `npx --no -- store-orders-conformance …` is this build; what it is told as its task, it notes its process under. */
function shimsIn(directory) {
  const folder = join(directory, 'bin');
  mkdirSync(folder);
  const script = `#!/bin/sh\nshift 3\n[ -z "$SLURM_ARRAY_TASK_ID" ] || echo $$ > "task-$SLURM_ARRAY_TASK_ID.pid"\nexec "${process.execPath}" "${cli}" "$@"\n`;
  writeFileSync(join(folder, 'npx'), script);
  writeFileSync(join(folder, 'npm'), '#!/bin/sh\n');
  for (const name of ['npx', 'npm']) chmodSync(join(folder, name), 0o755);
  return folder;
}

async function runCommands() {
  const [container] = parse(read('kubernetes.yaml')).spec.template.spec.containers;
  await runShards(
    'Kubernetes',
    () => container.command.at(-1),
    (index) => ({ JOB_COMPLETION_INDEX: String(index) }),
  );
  await runShards(
    'GitLab',
    () => parse(read('gitlab-ci.yml'))['store-orders-conformance'].script.join('\n'),
    (index) => ({ CI_NODE_INDEX: String(index + 1), CI_NODE_TOTAL: String(SHARDS) }),
  );
  const steps = parse(read('github-workflow.yml')).jobs.judge.steps;
  const { run } = steps.find((step) => step.run?.includes('--all-targets'));
  await runShards(
    'GitHub',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub.
    (index) => run.replace('${{ matrix.shard }}', String(index + 1)),
    () => ({}),
  );
}

async function runSlurm() {
  const { directory, env, end, judged } = await simulate(60);
  const cluster = join(directory, 'cluster');
  mkdirSync(cluster);
  const slurm = join(import.meta.dirname, 'slurm-cluster.sh');
  execFileSync(slurm, [cluster, 'start'], { stdio: 'inherit' });
  const options = { cwd: directory, encoding: 'utf8', env: { ...env, SLURM_CONF: join(cluster, 'slurm.conf') } };
  options.env.PATH = `${shimsIn(directory)}:${env.PATH}`;
  try {
    copyFileSync(join(examples, 'slurm.sh'), join(directory, 'slurm.sh'));
    execFileSync('sbatch', [`--array=0-${SHARDS - 1}`, 'slurm.sh'], options);
    await waitFor('the first reports', () => existsSync(join(directory, 'task-1.pid')) && judged() >= 3);
    process.kill(Number(readFileSync(join(directory, 'task-1.pid'), 'utf8')), 'SIGKILL');
    // Slurm holds back what is queued again, for about two minutes.
    await waitFor('the end of the job', () => execFileSync('squeue', ['--noheader'], options).trim() === '');
  } finally {
    execFileSync(slurm, [cluster, 'stop']);
  }
  demand('Slurm, with a task killed in the middle', await end());
}

async function waitFor(what, isThere) {
  for (const deadline = Date.now() + 300_000; !isThere(); await delay(500)) {
    if (Date.now() > deadline) throw new Error(`${what} did not come within five minutes`);
  }
}

checkSchemas();
await runCommands();
const hasSlurm = ['slurmctld', 'slurmd', 'sbatch', 'munged'].every((name) => spawnSync('which', [name]).status === 0);
if (hasSlurm && process.getuid?.() === 0) await runSlurm();
else if (process.argv.includes('--require-slurm')) demand('Slurm', ['it is not installed, or this user is not root']);
else console.log('Slurm: not tried, for it is not installed, or this user is not root.');
