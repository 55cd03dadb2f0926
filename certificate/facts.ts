import type { Field } from '../reporters/view.js';
import type { Certificate } from './verification.js';

/** The facts of a certificate that every page about it has. */
export const factsOf = ({ target, startedAt, edition, tool, declared, notApplicable }: Certificate): Field[] => [
  ['served at', target.baseUrl],
  ['run', `${startedAt}, by the word of its maker`],
  ['edition', edition.id],
  ['suite', `${tool.name} ${tool.version}`],
  ['declared', declared.join(', ') || 'nothing'],
  ['not applicable', notApplicable.map(({ requirement }) => requirement).join(', ') || 'nothing'],
];
