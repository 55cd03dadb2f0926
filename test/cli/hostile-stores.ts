import { finishing } from '../../servers/changes.js';
import { textReply, withHeader } from '../../servers/reply.js';
import type { StoreOptions } from '../engine/store.js';

const COMMANDS = '##[add-path]/evil ##vso[task.setvariable variable=PATH]/evil ##teamcity[buildStop]';

/** Sends commands of CI systems in the headers and bodies of all responses. */
const commanding = (status?: number): StoreOptions => ({
  behaviour: finishing((reply) =>
    withHeader(
      { ...reply, ...textReply(status ?? reply.status, 'text/html', `\n::error::x\n${COMMANDS}`) },
      'Location',
      `http://elsewhere.example/${COMMANDS}`,
    ),
  ),
});

export const hostileStores: Readonly<Record<string, StoreOptions>> = {
  'commands in every body': commanding(),
  'commands in every redirect': commanding(302),
};
