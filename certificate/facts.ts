import { NPX } from '../interface/helpers/helpers.js';
import { section, snippet } from '../reporters/page/parts.js';
import { type Markup, markup } from '../reporters/printable.js';
import type { Field } from '../reporters/view.js';
import type { Certificate } from './verification.js';

/** The facts of a certificate that every page about it has. */
export const factsOf = ({
  target,
  startedAt,
  edition,
  tool,
  declared,
  notApplicable,
  ...rest
}: Certificate): Field[] => [
  ...(rest.subjectDigest ? [['artifact', `${rest.subjectDigest}, by the word of its maker`] as const] : []),
  ['served at', target.baseUrl],
  ['run', `${startedAt}, by the word of its maker`],
  ['edition', edition.id],
  ['suite', `${tool.name} ${tool.version}`],
  ['declared', declared.join(', ') || 'nothing'],
  ['not applicable', notApplicable.map(({ requirement }) => requirement).join(', ') || 'nothing'],
  ...(rest.notSeen ? [['not seen', rest.notSeen.join(' ')] as const] : []),
];

/**
 * How a reader of such a page checks the bundle.
 * @param bundle its path, as a word of a shell
 */
export function checkSection({ tool }: Certificate, signer: string | undefined, bundle: string): Markup {
  const trust = signer === undefined ? '' : ' --trust KEY.pub';
  const key = trust && '. KEY.pub is the public key that its owner gave you; its fingerprint must be the one above';
  return section('check', 'How to check it', [
    markup`<p>This page proves nothing by itself. With the bundle at hand, and ${tool.name} ${tool.version} installed, this derives every verdict again${key}:</p>\n`,
    snippet(`${NPX} verify ${bundle}${trust}`),
  ]);
}
