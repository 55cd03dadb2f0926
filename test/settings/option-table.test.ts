import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { FORMATS } from '../../reporters/formats.generated.js';
import { parseFixtures } from '../../runner/fixtures/fixtures-file.js';
import { validateFixtures } from '../../runner/fixtures/validators.generated.js';
import { parseConfig } from '../../runner/settings/config-file.js';
import { validateConfig } from '../../runner/settings/config-validators.generated.js';
import { optionRows } from '../../runner/settings/option-table.js';
import { configSchema, defaultOf, formatTable, optionTable } from './option-documents.js';

const formats = Object.keys(FORMATS);

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Both are written by `npx vitest run test/settings -u`. */
describe('from the table of options follows', () => {
  test('the schema of the configuration file', async () => {
    await expect(configSchema()).toMatchFileSnapshot('../../schemas/config.schema.json');
  });

  test('the tables in docs/configuration.md', async () => {
    const document = read('docs/configuration.md');
    const withTable = (text: string, name: string, table: string) => {
      const block = new RegExp(`(<!-- ${name}: [^>]*-->\\n\\n)[\\s\\S]*?(\\n\\n<!-- end of ${name} -->)`);
      expect(text).toMatch(block);
      return text.replace(block, (_, begin, end) => `${begin}${table}${end}`);
    };
    const current = withTable(withTable(document, 'options', optionTable()), 'report formats', formatTable());
    await expect(current).toMatchFileSnapshot('../../docs/configuration.md');
  });

  test('the list of report formats in the README', () => {
    const [, list = ''] = /\d+ report formats: ([\s\S]*?)\. /.exec(read('README.md')) ?? [];
    expect([...list.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()).toEqual([...formats].sort());
  });

  test('the ranges and defaults that the library documents', () => {
    const source = read('runner/settings/conformance-options.ts');
    const numbers = optionRows.flatMap(([, row]) =>
      row.type === 'number' || row.type === 'time'
        ? [{ member: row.library, text: `, from ${row.min} to ${row.max}. Default: ${defaultOf(row)}.` }]
        : [],
    );
    expect(numbers).toHaveLength(7);
    for (const { member, text } of numbers) {
      expect(
        source
          .slice(0, source.indexOf(` ${member}?:`))
          .split('/**')
          .at(-1),
      ).toContain(text);
    }
  });
});

/** The template with every member and list entry that it comments out put in force. */
const uncommented = (template: string) => template.replaceAll(/^( *)# ( *(?:[a-z][a-zA-Z]*:( |$)|- ))/gm, '$1$2');

describe('the templates', () => {
  const config = read('fixtures/template-config.yaml');
  const fixtures = read('fixtures/template-fixtures.yaml');

  test.each([
    ['config', config],
    ['fixtures', fixtures],
  ])('point editors to the schema of %s', (name, template) => {
    expect(template.split('\n')[0]).toBe(
      `# yaml-language-server: $schema=./node_modules/store-orders-conformance/schemas/${name}.schema.json`,
    );
  });

  const open = (text: string) =>
    parseConfig({ origin: 'c.yaml', value: text, directory: '/' }, () => Promise.reject(new Error('read')));

  test('are valid as they are, and give no base URL', async () => {
    expect([validateConfig(parse(config)), validateFixtures(parse(fixtures))]).toEqual([[], []]);
    const file = await open(config);
    expect([file.members.baseUrl, file.targets.size]).toEqual([undefined, 0]);
    expect(file.members.fixtures).toMatchObject([{ value: './store-orders-fixtures.yaml' }]);
    expect(parseFixtures('f.yaml', fixtures, '/')).toEqual({
      orders: { pending: [], shipped: [], other: [], unknown: [] },
    });
  });

  test('are valid when everything that they comment out is in force', async () => {
    const file = await open(uncommented(config));
    expect([...file.targets.keys()]).toEqual(['staging', 'production']);
    expect(file.members.report?.map(({ value }) => value)).toEqual(['terminal', 'junit=reports/store-orders.xml']);
    expect(parseFixtures('f.yaml', uncommented(fixtures), '/').provision).toEqual({
      seed: './seed.sh',
      teardown: './clean-up.sh',
      directory: '/',
      passKey: true,
    });
  });

  test('show every report format, and every option except those of a single run', () => {
    const members = Object.keys(parse(uncommented(config)));
    const hidden = optionRows.filter(
      ([name, { only, scope }]) => only !== 'flag' && scope !== 'each' && !members.includes(name),
    );
    expect(hidden.map(([name]) => name)).toEqual(['dryRun', 'quiet', 'verbose', 'insecure']);
    expect(config).toContain(`# Reports, each FORMAT or FORMAT=PATH: ${formats.join(', ')}.\n`);
  });
});
