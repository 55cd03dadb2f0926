// Checks the files of examples/many-targets/ against the schemas of their engines, and runs their commands shard by shard, with
// the variables that the engine sets. Where Slurm is installed, it runs the array job and kills one of its tasks.
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
  symlinkSync,
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

// A copy, so that a build does not change it meanwhile.
cpSync(dirname(built), join(tools, 'dist'), { recursive: true });
const cli = join(tools, 'dist', basename(built));

/** Installs packages that nothing else needs, so they are not in package.json. */
function install(...packages) {
  writeFileSync(join(tools, 'package.json'), '{ "type": "module" }');
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
  // gitlab-ci-local needs a newer Node than this package.
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

/** The command of an engine's file, with the paths of its container replaced by this build and this folder. */
const localized = (command, directory) =>
  command
    .replaceAll('/opt/store-orders-conformance/dist/cli.js', cli)
    .replaceAll('/results', join(directory, 'results'))
    .replaceAll(/"\/(100|8)"/g, `/${SHARDS}"`)
    .replaceAll(/\/(100|8)"/g, `/${SHARDS}"`);

/** Runs the command as the engine's shell does. */
async function inShell(command, directory, env) {
  const child = spawn('sh', ['-ec', command], { cwd: directory, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  return code;
}

/** Runs all shards of a command at the same time. */
async function runShards(what, commandOf, variablesOf) {
  const { directory, env, end } = await simulate(TARGETS);
  const PATH = `${shimsIn(directory)}:${env.PATH}`;
  installIn(directory);
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

/** The command of GitHub and GitLab starts what `npm ci` has installed. */
function installIn(directory) {
  const installed = join(directory, 'node_modules', 'store-orders-conformance');
  mkdirSync(installed, { recursive: true });
  symlinkSync(dirname(cli), join(installed, 'dist'));
}

/** A folder for the PATH, in which `npx` starts this build and writes its process id to `task-<Slurm task>.pid`. */
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
    () => run,
    (index) => ({ SHARD: String(index + 1) }),
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
    // Slurm waits before it starts a requeued task.
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
