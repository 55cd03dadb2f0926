import { fingerprints } from '../../judge/causes/frameworks.generated.js';
import { prose as markdown } from '../../reporters/markdown-text.js';

/** docs/causes.md: the default responses of known software, and their repairs. */
export const causesDocument = (): string =>
  [
    '# Known causes',
    '',
    'Generated from the causes that the suite knows by name. Where deviations look like what a framework, a library or a',
    'gateway does by default, the report says `looks like`, and repairs it in the terms of that software. It is a guess from',
    'what was seen on the wire: no verdict depends on it. `npx --no -- store-orders-conformance explain ID` prints one of them.',
    '[frameworks.md](frameworks.md) shows what was measured with real ones.',
    '',
    ...fingerprints.map(({ id, name }) => `- [\`${id}\`](#${id}): ${name}`),
    '',
    ...fingerprints.flatMap(({ id, name, looks, repair }) => [
      `<a id="${id}"></a>`,
      '',
      `## \`${id}\``,
      '',
      `${sentence(name)}.`,
      '',
      'It looks like this:',
      '',
      ...fenced(looks),
      '',
      'To fix:',
      '',
      ...repairLines(repair),
      '',
    ]),
  ].join('\n');

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Sentences as text, and indented lines as code. */
const repairLines = (repair: string): string[] =>
  repair.split(/\n(?! {2})/).flatMap((part, index) => {
    const [prose = '', ...code] = part.split('\n');
    return [
      ...(index === 0 ? [] : ['']),
      markdown(prose),
      ...(code.length === 0 ? [] : ['', ...fenced(code.join('\n'))]),
    ];
  });

const fenced = (text: string): string[] => ['```text', ...text.split('\n'), '```'];
