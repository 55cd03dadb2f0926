import { Option } from 'commander';
import type { ExitCode } from '../shell/io.js';
import { type ExitCodes, JUDGED, looked } from './help.js';
import {
  maxBytes,
  optionsWhere,
  required,
  serverOptions,
  targetOptions,
  trustOptions,
  unlessRefused,
} from './options.js';

/** What runs a command: gets its arguments in order, then its options, then `Io`. Commander has checked both by the row. */
type Action = (...given: never[]) => Promise<ExitCode>;

export interface CommandRow {
  readonly text: string;
  /** What each argument is, by its name in the help; all are required. */
  readonly arguments?: Readonly<Record<string, string>>;
  readonly options?: readonly Option[];
  /** Where they are more than 0 and 2. */
  readonly exitCodes?: ExitCodes;
  /** What a user would type, after the name of the program. */
  readonly examples: readonly [string, string];
  /** The code of a command is loaded only when it runs. */
  load(): Promise<Action>;
}

/** Every command, in the order of the help, which follows from this table, as the dispatch does. */
export const commands: Readonly<Record<string, CommandRow>> = {
  run: {
    text: 'judge the target, report, exit (the default)',
    options: optionsWhere(() => true),
    examples: [
      'run --base-url https://staging.example.com/v1 --fixtures store-orders-fixtures.yaml',
      'run --target staging --report terminal --report html=report.html',
    ],
    exitCodes: JUDGED,
    load: async () => (await import('./run.js')).runCommand,
  },
  rejudge: {
    text: 'judge saved evidence again, offline, with the rules of this version',
    arguments: { evidence: 'file that `run --evidence` saved' },
    options: optionsWhere((_row, name) =>
      ['report', 'strict', 'edition', 'baseline', 'quiet', 'verbose'].includes(name),
    ),
    examples: ['rejudge evidence.gz', 'rejudge evidence.gz --report html=report.html'],
    exitCodes: JUDGED,
    load: async () => (await import('./rejudge.js')).rejudgeCommand,
  },
  doctor: {
    text: 'check, without a DELETE, what a complete run would need',
    options: targetOptions(),
    examples: ['doctor', 'doctor --target staging --wait 60s'],
    exitCodes: looked('a run can be complete', 'something is missing'),
    load: async () => (await import('./doctor.js')).doctorCommand,
  },
  init: {
    text: 'write a commented configuration and fixtures file to start from',
    options: [
      new Option('--force', 'overwrite files that exist'),
      new Option(
        '--from-target',
        'read the listing of the target, without a DELETE, and propose orders for you to confirm',
      ),
      new Option('--ci <host>', 'write a workflow for github or gitlab instead').conflicts('fromTarget'),
      ...targetOptions(),
    ],
    examples: ['init --from-target --base-url https://staging.example.com/v1', 'init --ci github'],
    exitCodes: looked('done', 'the listing could not be read: nothing was written'),
    load: async () => (await import('./init.js')).initCommand,
  },
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
      new Option('--format <format>', 'text, markdown, html or json; default: text'),
      new Option('--report <format[=path]>', 'the same, into a file: html=moved.html').conflicts('format'),
    ],
    examples: ['compare main.json branch.json', 'compare main.json branch.json --report html=moved.html'],
    exitCodes: { 0: 'not worse', 1: 'something newly broke, or is no longer judged', 2: 'usage error' },
    load: async () => (await import('./compare.js')).compareCommand,
  },
  certify: {
    text: 'a complete run, turned into a bundle with a signed statement',
    options: [
      required('--subject <name@version>', 'what is certified'),
      required('--output <dir>', 'directory of the bundle; <dir>.tar.gz is written beside it'),
      new Option('--sign-key <file>', 'private key that `keygen` made; without it, the bundle is unsigned'),
      new Option(
        '--sign-command <command>',
        'signs instead: bytes on its standard input, signature on its standard output',
      ),
      new Option('--public-key <file>', 'public key of --sign-command'),
      new Option(
        '--no-provision',
        'run no command and call no URL of the fixtures, which somebody else may have written',
      ),
      ...optionsWhere(({ scope }, name) => scope !== 'many' && name !== 'evidence').map(unlessRefused),
    ],
    examples: [
      'certify --subject petstore@2.3.1 --output petstore-2.3.1 --sign-key vendor.key',
      'certify --subject petstore@2.3.1 --output petstore-2.3.1 --target staging',
    ],
    exitCodes: { ...JUDGED, 0: 'certified', 1: 'nonconformant', 3: 'not everything could be judged' },
    load: async () => (await import('./certify.js')).certifyCommand,
  },
  verify: {
    text: 'check a bundle offline, and derive its verdict again from its evidence',
    arguments: { bundle: 'directory or .tar.gz that `certify` wrote' },
    options: [
      ...trustOptions(),
      new Option('--max-age <days>', 'days since the run at most'),
      maxBytes(),
      new Option('--attest <file>', 'private key of the programme: write a verification summary, signed with it'),
      new Option('--verifier <uri>', 'who the summary says has verified; default: the fingerprint of the key'),
      new Option('--format <format>', 'of the result').choices(['text', 'json']).default('text'),
    ],
    examples: ['verify petstore-2.3.1.tar.gz --trust vendor.key.pub', 'verify petstore-2.3.1 --format json'],
    exitCodes: {
      0: 'verified',
      1: 'not verified',
      2: 'usage error',
      3: 'the verdict was derived again, but nobody who was named with --trust signed it',
    },
    load: async () => (await import('./verify.js')).verifyCommand,
  },
  registry: {
    text: 'verify a folder of bundles, and write a static site of implementations × requirements',
    arguments: { dir: 'folder of directories and .tar.gz files that `certify` wrote' },
    options: [
      required('--output <site>', 'directory that does not exist, is empty, or holds an earlier site'),
      ...trustOptions('; others do not verify'),
      new Option('--max-age <days>', 'days after the run after which a certificate has expired'),
      maxBytes(),
    ],
    examples: [
      'registry bundles --output site --trust vendor.key.pub',
      'registry bundles --output site --programme programme.key.pub --max-age 365',
    ],
    exitCodes: { 0: 'every bundle verifies', 1: 'a bundle does not verify', 2: 'usage error' },
    load: async () => (await import('./registry.js')).registryCommand,
  },
  keygen: {
    text: 'make an Ed25519 key pair for `certify` and `verify --attest`',
    options: [required('--output <file>', 'private key; the public one is written beside it, as <file>.pub')],
    examples: [
      'keygen --output vendor.key',
      'certify --subject petstore@2.3.1 --output petstore-2.3.1 --sign-key vendor.key',
    ],
    load: async () => (await import('./keygen.js')).keygenCommand,
  },
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
