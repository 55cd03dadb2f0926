import { Option } from 'commander';
import type { RunFlags } from '../runner/settings/option-table.js';
import type { Commands } from './commands.js';
import type { ListFlags } from './list.js';
import type { ServeFlags } from './reference.js';
import { optionsWhere } from './run-options.js';

const serverOptions = (): Option[] => [
  new Option('--fault <id>', 'serve the reference with this fault').conflicts('variant'),
  new Option('--variant <id>', 'serve this permitted variant of the reference'),
  new Option('--latency <ms>', 'wait before each response'),
];

/** Those that serve or judge the reference, and those that tell what the suite knows. */
export function defineReferenceCommands({ define, io, finish }: Commands): void {
  define('demo', 'start the reference implementation on a free port and judge it', [
    ...optionsWhere(({ scope = 'both' }) => scope === 'both'),
    ...serverOptions(),
  ]).action(async (flags: RunFlags & ServeFlags) => finish(await (await import('./demo.js')).demoCommand(flags, io)));

  define('serve', 'run the reference implementation until Ctrl-C', [
    new Option('--port <port>', 'default: a free port'),
    new Option('--api-key <key>', 'the key that it accepts; default: a new one'),
    ...serverOptions(),
  ]).action(async (flags: ServeFlags) => finish(await (await import('./serve.js')).serveCommand(flags, io)));

  define('list', 'suites, scenarios and requirements; with --faults, the faults and variants of the reference')
    .option('--faults', 'list the faults and permitted variants')
    .option('--json', 'as JSON')
    .action(async (flags: ListFlags) => finish(await (await import('./list.js')).listCommand(flags, io)));

  define('self-check', 'prove on this machine that every fault is caught and every variant passes').action(async () =>
    finish(await (await import('./self-check.js')).selfCheckCommand(io)),
  );

  define('explain', 'what the contract says, why it is judged so, how to fix a deviation')
    .argument('<id>', 'a requirement, scenario, fault or variant')
    .action(async (id: string) => finish(await (await import('./explain.js')).explainCommand(id, io)));
}
