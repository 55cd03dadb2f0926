import type { OptionName, OptionRow } from '../../runner/settings/option-table.js';
import { defaultOf, flagOf, optionRows, variableOf } from '../../runner/settings/option-table.js';

/** schemas/config.schema.json, as the table of options has it. */
export function configSchema(reportFormats: readonly string[]): string {
  const members = optionRows.filter(([, { only }]) => only !== 'flag');
  const perTarget = members.filter(([, { scope }]) => scope === 'target' || scope === 'both');
  const targets = {
    description: 'Services that can be judged, by name. Members of a target beat the same members outside of it.',
    type: 'object',
    minProperties: 1,
    additionalProperties: {
      type: 'object',
      properties: Object.fromEntries(perTarget.map(([name]) => [name, { $ref: `#/properties/${name}` }])),
      required: ['baseUrl'],
      additionalProperties: false,
    },
  };
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://store-orders-conformance.example/schemas/config.schema.json',
    title: 'Configuration',
    description:
      'Options of `store-orders-conformance run`, under the names of its flags. Flags and environment variables beat this file. Relative paths count from this file.',
    type: 'object',
    properties: {
      ...Object.fromEntries(members.map((member) => [member[0], memberSchema(member, reportFormats)])),
      targets,
    },
    additionalProperties: false,
  };
  const text = JSON.stringify(schema, undefined, 2);
  return `${text.replaceAll(/\[\s+("\w+")\s+\]/g, '[$1]')}\n`; // as the formatter has it
}

/** Continues a message: "expected …". */
const EXPECTED: { readonly [Name in OptionName]?: string } = {
  baseUrl: 'a base URL, such as https://api.example.com/v1',
  apiKeyVariable: 'the name of an environment variable',
  target: 'the name of a target',
  clause: 'a clause in quotes, such as "4.2"',
  edition: 'an edition in quotes, such as "2026.1"',
};

function memberSchema([name, row]: readonly [OptionName, OptionRow], reportFormats: readonly string[]): object {
  const description = `${meaning(name, row, reportFormats).replace(/^./, (letter) => letter.toUpperCase())}.`;
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
    case 'file':
      return { title: 'the path of a file', description, type: 'string', minLength: 1 };
    case 'text': {
      const form = name === 'apiKeyVariable' ? { pattern: '^[A-Za-z_][A-Za-z0-9_]*$' } : { minLength: 1 };
      return { title: EXPECTED[name] ?? 'text that is not empty', description, type: 'string', ...form };
    }
    case 'list': {
      const { [name]: title = 'text that is not empty' } = EXPECTED;
      const text = { title, type: 'string', minLength: 1 };
      return { title: `${title}, or a list of them`, description, anyOf: [text, { type: 'array', items: text }] };
    }
  }
}

const meaning = (name: OptionName, { text }: OptionRow, reportFormats: readonly string[]): string =>
  name === 'report' ? `${text}. The formats are ${reportFormats.join(', ')}` : text;

/** The table of docs/configuration.md. */
export function optionTable(reportFormats: readonly string[]): string {
  const rows = optionRows.map(([name, row]) => [
    row.only === 'file' ? '' : `${code(flagWithValue(name, row))}${row.type === 'list' ? ' …' : ''}`,
    code(variableOf(name)),
    row.only === 'flag' ? '' : code(name),
    code(row.library),
    row.type === 'number' ? `${defaultOf(row)} (${row.min} to ${row.max})` : `${defaultOf(row)}`,
    meaning(name, row, reportFormats),
  ]);
  const head = ['flag', 'environment', 'configuration file', 'library', 'default', 'meaning'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const code = (text: string | undefined): string => (text === undefined ? '' : `\`${text}\``);

const flagWithValue = (name: OptionName, { type, value = 'file' }: OptionRow): string =>
  type === 'switch' ? flagOf(name) : `${flagOf(name)} ${value.toUpperCase()}`;
