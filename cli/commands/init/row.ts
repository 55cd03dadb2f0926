import { Option } from 'commander';
import { type CommandRow, PREVIEWED } from '../help.js';
import { targetOptions } from '../options.js';
import { UNUSED } from './unused.js';

export const init: CommandRow = {
  text: 'write a commented configuration and fixtures file to start from',
  options: [
    new Option('--force', 'overwrite files that exist'),
    new Option(
      '--from-target',
      'read the listing of the target, without a DELETE, and propose orders for you to confirm',
    ),
    new Option('--ci <host>', 'write a workflow for github or gitlab instead').conflicts('fromTarget'),
    new Option(
      '--seed <language>',
      'write a skeleton of a command that makes orders before each run instead, in sh, python or node',
    ).conflicts(['fromTarget', 'ci']),
    ...targetOptions(UNUSED),
  ],
  examples: ['init --from-target --base-url https://staging.example.com/v1', 'init --ci github'],
  exitCodes: { ...PREVIEWED, 3: 'the listing could not be read: nothing was written' },
  load: async () => (await import('./init.js')).initCommand,
};
