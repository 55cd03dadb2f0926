import { Option } from 'commander';
import type { CertifyFlags } from './certify.js';
import type { Commands } from './commands.js';
import type { KeygenFlags } from './keygen.js';
import type { RegistryFlags } from './registry.js';
import { collect, optionsWhere } from './run-options.js';
import type { VerifyFlags } from './verify.js';

/** Those that make, and look into, certificates. */
export function defineCertificateCommands({ define, io, finish }: Commands): void {
  define('certify', 'a complete run, turned into a bundle with a signed statement', [
    new Option('--subject <name@version>', 'what is certified').makeOptionMandatory(),
    new Option('--output <dir>', 'directory of the bundle; <dir>.tar.gz is written beside it').makeOptionMandatory(),
    new Option('--sign-key <file>', 'private key that `keygen` made; without it, the bundle is unsigned'),
    new Option(
      '--sign-command <command>',
      'signs instead: bytes on its standard input, signature on its standard output',
    ),
    new Option('--public-key <file>', 'public key of --sign-command'),
    new Option('--nonce <text>', 'handed out by a programme; every request carries it'),
    new Option('--publishable', 'leave out hosts, further headers and what orders hold beyond the contract'),
    new Option('--skip-self-check', 'do not prove first that every fault is caught; the statement says so'),
    ...optionsWhere((_row, name) => name !== 'evidence'),
  ]).action(async (flags: CertifyFlags) => finish(await (await import('./certify.js')).certifyCommand(flags, io)));

  define('verify', 'check a bundle offline, and derive its verdict again from its evidence', [
    new Option('--trust <file>', 'public key whose signature counts (repeatable)').argParser(collect),
    new Option('--sigstore <file>', 'bundle of Sigstore that signs the statement, as keyless signing in a CI makes it'),
    new Option('--nonce <text>', 'the nonce that the run must have been made with'),
    new Option('--max-age <days>', 'days since the run at most'),
    new Option('--attest <file>', 'private key of the programme: write a verification summary, signed with it'),
    new Option('--verifier <uri>', 'who the summary says has verified; default: the fingerprint of the key'),
    new Option('--format <format>', 'of the result').choices(['text', 'json']).default('text'),
  ])
    .argument('<bundle>', 'directory or .tar.gz that `certify` wrote')
    .action(async (path: string, flags: VerifyFlags) =>
      finish(await (await import('./verify.js')).verifyCommand(path, flags, io)),
    );

  define('registry', 'verify a folder of bundles, and write a static site of implementations × requirements', [
    new Option(
      '--output <site>',
      'directory that does not exist, is empty, or holds an earlier site',
    ).makeOptionMandatory(),
    new Option('--trust <file>', 'public key whose signature counts (repeatable); others do not verify').argParser(
      collect,
    ),
    new Option(
      '--programme <file>',
      'public key of a programme whose verification summaries count (repeatable)',
    ).argParser(collect),
    new Option('--max-age <days>', 'days after the run after which a certificate has expired'),
  ])
    .argument('<dir>', 'folder of directories and .tar.gz files that `certify` wrote')
    .action(async (dir: string, flags: RegistryFlags) =>
      finish(await (await import('./registry.js')).registryCommand(dir, flags, io)),
    );

  define('keygen', 'make an Ed25519 key pair for `certify` and `verify --attest`')
    .requiredOption('--output <file>', 'private key; the public one is written beside it, as <file>.pub')
    .action(async (flags: KeygenFlags) => finish(await (await import('./keygen.js')).keygenCommand(flags, io)));
}
