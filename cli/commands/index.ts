import { Option } from 'commander';
import { certificateCommands } from './certificates/rows.js';
import { type CommandRow, JUDGED, PREVIEWED } from './help.js';
import { init } from './init/row.js';
import { optionsWhere, serverOptions, targetOptions } from './options.js';
import { orAllTargets } from './targets/row.js';

const run: CommandRow = {
  text: 'judge the target, report, exit (the default)',
  options: optionsWhere(({ scope }, name) => scope !== 'many' || name === 'resume'),
  examples: [
    'run --base-url https://staging.example.com/v1 --fixtures store-orders-fixtures.yaml',
    'run --target staging --report terminal --report html=report.html',
  ],
  exitCodes: JUDGED,
  load: async () => (await import('./run.js')).runCommand,
};

/** Every command, in the order of the help. Help and dispatch read this table. */
export const commands: Readonly<Record<string, CommandRow>> = {
  run: orAllTargets(run),
  rejudge: {
    text: 'judge saved evidence again, offline, with the rules of this version',
    arguments: { evidence: 'file that `run --evidence` saved' },
    options: [
      ...optionsWhere((_row, name) =>
        ['report', 'strict', 'edition', 'schemas', 'baseline', 'quiet', 'verbose'].includes(name),
      ),
      new Option('--requirement <id>', 'with --excerpt: the requirement whose verdict is challenged'),
      new Option('--excerpt <file>', 'file for the part of the evidence that this verdict rests on'),
    ],
    examples: [
      'rejudge evidence.gz --report html=report.html',
      'rejudge evidence.gz --requirement list.status --excerpt challenge.gz',
    ],
    exitCodes: JUDGED,
    load: async () => (await import('./rejudge.js')).rejudgeCommand,
  },
  doctor: {
    text: 'check, without a DELETE, what a complete run would need',
    options: targetOptions(),
    examples: ['doctor', 'doctor --target staging --wait 60s'],
    exitCodes: { ...PREVIEWED, 0: 'a run can be complete' },
    load: async () => (await import('./doctor.js')).doctorCommand,
  },
  init,
  baseline: {
    text: 'write a baseline of what is broken now: an entry for each cause, with its reason and last day',
    arguments: { report: 'file that `--report json=PATH` wrote' },
    options: [
      new Option('--output <file>', 'file to write it to; default: standard output'),
      new Option('--force', 'overwrite a file that exists'),
      new Option('--reason <text>', 'why the deviations are accepted for now, for every new entry'),
      new Option('--expires <date>', 'the last day on which they are accepted, such as 2027-01-31'),
    ],
    examples: [
      'baseline report.json --reason "Until release 4." --expires 2027-01-31 --output baseline.yaml',
      'run --baseline baseline.yaml',
    ],
    load: async () => (await import('./baseline.js')).baselineCommand,
  },
  compare: {
    text: 'what changed from one report to another; exit code 1 where something broke or is no longer judged',
    arguments: {
      old: 'file that `--report json=PATH` wrote',
      new: 'the same, of a later run, another target or another version',
    },
    options: [
      new Option('--format <format>', 'text, markdown or json; default: text'),
      new Option('--report <format[=path]>', 'the same, into a file: markdown=changes.md').conflicts('format'),
    ],
    examples: ['compare main.json branch.json', 'compare main.json branch.json --report markdown=changes.md'],
    exitCodes: { 0: 'not worse', 1: 'something newly broke, or is no longer judged', 2: 'usage error' },
    load: async () => (await import('./compare.js')).compareCommand,
  },
  ...certificateCommands,
  demo: {
    text: 'start the reference implementation on a free port and judge it',
    options: [...optionsWhere(({ scope = 'both' }) => scope === 'both'), ...serverOptions()],
    examples: ['demo', 'demo --fault no-content-with-length'],
    exitCodes: JUDGED,
    load: async () => (await import('./demo.js')).demoCommand,
  },
  serve: {
    text: 'run the reference implementation until Ctrl-C',
    options: [
      new Option('--port <port>', 'default: a free port'),
      new Option('--api-key <key>', 'the key that it accepts; default: a new one'),
      ...serverOptions(),
    ],
    examples: ['serve --port 8080', 'serve --fault no-content-with-length'],
    load: async () => (await import('./serve.js')).serveCommand,
  },
  list: {
    text: 'suites, scenarios and requirements; with --faults, the faults and variants of the reference',
    options: [new Option('--faults', 'list the faults and permitted variants'), new Option('--json', 'as JSON')],
    examples: ['list', 'list --faults --json'],
    load: async () => (await import('./list.js')).listCommand,
  },
  'self-check': {
    text: 'prove on this machine that every fault is caught and every variant passes',
    examples: ['self-check', 'explain no-content-with-length'],
    exitCodes: { 0: 'every fault is caught, and every variant passes', 2: 'usage error', 4: 'not so' },
    load: async () => (await import('./self-check.js')).selfCheckCommand,
  },
  explain: {
    text: 'what the contract says, why it is judged so, how to fix a deviation',
    arguments: { id: 'a requirement, scenario, clause, cause, fault, variant or open question' },
    examples: ['explain cancel.pending.no-body', 'explain 4.2'],
    load: async () => (await import('./explain.js')).explainCommand,
  },
};
