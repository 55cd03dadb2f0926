// Writes the pins of .github/pins.yaml to every place that names an action or an image.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = new URL('../', import.meta.url);
const textOf = (path) => readFileSync(new URL(path, root), 'utf8');

/** The versions that software of others is pinned to. */
export const pins = parse(textOf('.github/pins.yaml'));

/** Files that people or machines read as they are, and that may name an action or an image. */
export const pinned = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: fileURLToPath(root),
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(ya?ml|md)$|(^|\/)Dockerfile$|^\.ci\//.test(path) && !/^(test|bench)\/|pins\.yaml$/.test(path));

/** The text, with each action, image and package as in the file of pins. Names that are not in it stay as they are. */
export function withPins(text) {
  return text
    .replaceAll(/(uses: )([\w-]+\/[\w./-]+)@\S+( #.*)?$/gm, (whole, uses, name) => {
      const pin = pins.actions[name];
      return pin ? `${uses}${name}@${pin.commit} # ${pin.version}` : whole;
    })
    .replaceAll(/((?:^FROM |image: ))(node)\b\S*/gm, (_, before, name) => {
      const { version, digest } = pins.images[name];
      return `${before}${name}:${version}@${digest}`;
    })
    .replaceAll(/\b(zizmor==)\S+/g, (_, name) => `${name}${pins.packages.zizmor.version}`)
    .replaceAll(/(node-version: )\d\S*/g, (_, name) => `${name}${pins.images.node.version.split('.')[0]}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const path of pinned) {
    const text = textOf(path);
    if (withPins(text) !== text) writeFileSync(new URL(path, root), withPins(text));
  }
}
