import { Option } from 'commander';
import { UsageError } from '../../../interface/helpers/usage-error.js';
import type { OptionName } from '../../../runner/settings/option-table.js';
import { type CommandRow, JUDGED } from '../help.js';
import { collect, optionsWhere } from '../options.js';

/** Options of `run` that `certify` refuses, with the reason; its help does not offer them. */
const REFUSED: readonly OptionName[] = ['suite', 'scenario', 'requirement', 'clause', 'readOnly', 'dryRun', 'insecure'];

/** Options of `run` that `certify` does not have, since it decides them itself. */
const LEFT_OUT: readonly OptionName[] = [...REFUSED, 'schemas', 'baseline', 'evidence', 'subject'];

/** The option of `run` that every command about bundles refuses. */
const otherSchemas = (): Option =>
  new Option('--schemas <dir>').hideHelp().argParser(() => {
    throw new UsageError(
      '--schemas: A certificate is judged by the schemas of the contract alone. Leave that option out. Nothing was sent.',
    );
  });

const required = (flags: string, text: string): Option => new Option(flags, text).makeOptionMandatory();

const repeatable = (flags: string, text: string): Option => new Option(flags, text).argParser(collect);

/** Options for the keys to trust. */
const trustOptions = (others = ''): Option[] => [
  repeatable('--trust <file>', `public key whose signature counts (repeatable)${others}`),
  repeatable('--programme <file>', 'public key of a programme, which makes the runs that it signs (repeatable)'),
];

const maxBytes = (): Option =>
  new Option('--max-bytes <bytes>', 'of all text in a bundle, for those with a large listing; default: 67108864');

export const certificateCommands: Readonly<Record<string, CommandRow>> = {
  certify: {
    text: 'a complete run, turned into a bundle with a signed statement',
    options: [
      required('--subject <name@version>', 'what is certified'),
      required('--output <dir>', 'directory of the bundle'),
      new Option('--sign-key <file>', 'private key that `keygen` made; without it, the bundle is unsigned'),
      new Option(
        '--sign-command <command>',
        'signs instead: bytes on its standard input, signature on its standard output',
      ).conflicts('signKey'),
      new Option('--public-key <file>', 'public key of --sign-command'),
      new Option(
        '--no-provision',
        'run no command and call no URL of the fixtures, which somebody else may have written',
      ),
      ...optionsWhere(({ scope }, name) => scope !== 'many' && !LEFT_OUT.includes(name)),
      ...optionsWhere((_, name) => REFUSED.includes(name)).map((option) => option.hideHelp()),
      otherSchemas(),
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
    arguments: { bundle: 'directory that `certify` wrote' },
    options: [
      ...trustOptions(),
      maxBytes(),
      otherSchemas(),
      new Option('--format <format>', 'of the result').choices(['text', 'json']).default('text'),
    ],
    examples: ['verify petstore-2.3.1 --trust vendor.key.pub', 'verify petstore-2.3.1 --format json'],
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
    arguments: { dir: 'folder of directories that `certify` wrote' },
    options: [
      required('--output <site>', 'directory that does not exist, is empty, or holds an earlier site'),
      ...trustOptions('; others do not verify'),
      maxBytes(),
      otherSchemas(),
    ],
    examples: [
      'registry bundles --output site --trust vendor.key.pub',
      'registry bundles --output site --programme programme.key.pub',
    ],
    exitCodes: { 0: 'every bundle verifies', 1: 'a bundle does not verify', 2: 'usage error' },
    load: async () => (await import('./registry.js')).registryCommand,
  },
  keygen: {
    text: 'make an Ed25519 key pair for `certify`',
    options: [required('--output <file>', 'private key; the public one is written beside it, as <file>.pub')],
    examples: [
      'keygen --output vendor.key',
      'certify --subject petstore@2.3.1 --output petstore-2.3.1 --sign-key vendor.key',
    ],
    load: async () => (await import('./keygen.js')).keygenCommand,
  },
};
