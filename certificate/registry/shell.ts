import { Markup, markup } from '../../reporters/markup.js';
import { script, scriptHash, style, styleHash } from './assets.generated.js';
import type { VerifiedEntry } from './entry.js';
import type { Implementation } from './registry.js';

/** Nothing is loaded, and nothing runs but what the hashes name: what is in a bundle cannot do either. */
const policy = [
  "default-src 'none'",
  `style-src '${styleHash}'`,
  `script-src '${scriptHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export const page = (title: string, body: Markup): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${title}</title>
<style>${own(style)}</style>
</head>
<body>
${body}<script>${own(script)}</script>
</body>
</html>
`.source;

/** Text of this package's own build, or of its own reporters. */
export const own = (text: string): Markup => new Markup(text);

export const none = markup``;

export const classTag = ({ class: of }: Pick<VerifiedEntry, 'class'>): Markup =>
  markup`<span class="class ${of}">${of}</span>`;

export const day = (instant: string): string => instant.slice(0, 10);

/** Where each file of the site is, seen from its top. */
export const placeOf = ({ slug }: Implementation): string => `implementations/${slug}.html`;
export const badgeOf = ({ slug }: Implementation): string => `badges/${slug}.svg`;
export const reportOf = ({ certificate }: VerifiedEntry): string => `reports/${certificate.sha256}.html`;

export const signerText = (signer: string | undefined): string =>
  signer === undefined ? 'unsigned' : `SHA256:${signer.slice(0, 16)}…`;
