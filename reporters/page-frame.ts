import { Markup, markup } from './markup.js';
import { style, styleHash } from './style.generated.js';

/** What the build makes of a page's script, which cannot end its element. */
interface PageScript {
  readonly script: string;
  readonly scriptHash: string;
}

/**
 * A page that needs nothing else. Nothing is loaded, and nothing runs but what the hashes name: what a target sent, or a
 * bundle holds, cannot do either.
 */
export function pageOf(title: string, body: Markup, { script, scriptHash }: PageScript): string {
  const policy = [
    "default-src 'none'",
    `style-src '${styleHash}'`,
    `script-src '${scriptHash}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
${body}<script>${new Markup(script)}</script>
</body>
</html>
`.source;
}
