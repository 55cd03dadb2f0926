import { textOf } from '../../cli/commands/options.js';
import { FORMATS } from '../../reporters/formats.generated.js';
import { expectedTime, timeText } from '../../runner/settings/checked.js';
import { flagOf, type OptionName, type OptionRow, optionRows, variableOf } from '../../runner/settings/option-table.js';

/** schemas/config.schema.json, made from the table of options. */
export function configSchema(): string {
  const members = optionRows.filter(([, { only }]) => only !== 'flag');
  const perTarget = members.filter(([, { scope = 'run' }]) => ['target', 'each', 'both'].includes(scope));
  const ofAll = members.filter(([, { scope }]) => scope !== 'each');
  const target = {
    type: 'object',
    properties: Object.fromEntries(
      perTarget.map(([name, row]) => [
        name,
        row.scope === 'each' ? memberSchema([name, row]) : { $ref: `#/properties/${name}` },
      ]),
    ),
    required: ['baseUrl'],
    additionalProperties: false,
  };
  const targets = {
    title: 'a mapping of targets, or the path of a file with them',
    description:
      'Services that can be judged, by name; or the path of a file that holds them. Members of a target beat the same members outside of it.',
    type: ['object', 'string'],
    minLength: 1,
    minProperties: 1,
    additionalProperties: { $ref: '#/$defs/target' },
  };
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://store-orders-conformance.example/schemas/config.schema.json',
    title: 'Configuration',
    description:
      'Options of `store-orders-conformance run`, under the names of its flags. Flags and environment variables beat this file. Relative paths count from this file.',
    type: 'object',
    properties: {
      ...Object.fromEntries(ofAll.map((member) => [member[0], memberSchema(member)])),
      targets,
    },
    additionalProperties: false,
    $defs: { target },
  };
  const text = JSON.stringify(schema, undefined, 2);
  // As the formatter writes it.
  const list = /\[\s+("\w+"(?:,\s+"\w+")*)\s+\]/g;
  return `${text.replaceAll(list, (_, words: string) => `[${words.replaceAll(/,\s+/g, ', ')}]`)}\n`;
}

/** Continues a message: "expected …". */
const EXPECTED: { readonly [Name in OptionName]?: string } = {
  baseUrl: 'a base URL, such as https://api.example.com/v1',
  apiKeyVariable: 'the name of an environment variable',
  target: 'the name of a target',
  clause: 'a clause in quotes, such as "4.2"',
  schemas: 'the path of a directory',
  edition: 'an edition in quotes, such as "2026.1"',
};

function memberSchema([name, row]: readonly [OptionName, OptionRow]): object {
  const description = `${textOf(name, row).replace(/^./, (letter) => letter.toUpperCase())}.`;
  switch (row.type) {
    case 'switch':
      return { title: 'true or false', description, type: 'boolean' };
    case 'number':
      return {
        title: `a whole number from ${row.min} to ${row.max}`,
        description,
        type: 'integer',
        minimum: row.min,
        maximum: row.max,
        default: row.default,
      };
    case 'time':
      return {
        title: expectedTime(row),
        description,
        type: ['integer', 'string'],
        minimum: row.min,
        maximum: row.max,
        pattern: '^[0-9]{1,15}(ms|s|m)?$',
        default: row.default,
      };
    case 'file':
      return { title: EXPECTED[name] ?? 'the path of a file', description, type: 'string', minLength: 1 };
    case 'text': {
      const form = name === 'apiKeyVariable' ? { pattern: '^[A-Za-z_][A-Za-z0-9_]*$' } : { minLength: 1 };
      return { title: EXPECTED[name] ?? 'text that is not empty', description, type: 'string', ...form };
    }
    case 'list': {
      const { [name]: title = 'text that is not empty' } = EXPECTED;
      const examples = name === 'report' ? { examples: Object.keys(FORMATS) } : {};
      const text = { title, type: 'string', minLength: 1, ...examples };
      return { title: `${title}, or a list of them`, description, anyOf: [text, { type: 'array', items: text }] };
    }
  }
}

/** The table of docs/configuration.md. */
export function optionTable(): string {
  const rows = optionRows.map(([name, row]) => [
    row.only === 'file' ? '' : `${code(flagWithValue(name, row))}${row.type === 'list' ? ' …' : ''}`,
    code(variableOf(name)),
    row.only === 'flag' ? '' : code(name),
    code(row.library),
    rangeOf(row),
    textOf(name, row),
  ]);
  return table(['flag', 'environment', 'configuration file', 'library', 'default', 'meaning'], rows);
}

function rangeOf(row: OptionRow): string {
  if (row.type === 'number') return `${defaultOf(row)} (${row.min} to ${row.max})`;
  if (row.type !== 'time') return `${defaultOf(row)}`;
  return `${row.default === undefined ? 'none' : timeText(row.default)} (${timeText(row.min)} to ${timeText(row.max)})`;
}

/** The table of the report formats in docs/configuration.md. */
export const formatTable = (): string =>
  table(
    ['format', 'what it is'],
    Object.entries(FORMATS).map(([format, { text }]) => [code(format), text]),
  );

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const code = (text: string | undefined): string => (text === undefined ? '' : `\`${text}\``);

const flagWithValue = (name: OptionName, { type, value = 'file' }: OptionRow): string =>
  type === 'switch' ? flagOf(name) : `${flagOf(name)} ${value.toUpperCase()}`;

/** The default of an option, as help and documentation show it. */
export const defaultOf = ({ type, default: byDefault }: OptionRow): string | number =>
  byDefault ?? (type === 'list' ? 'all' : type === 'switch' ? 'off' : 'none');
