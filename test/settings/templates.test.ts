import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { validateConfig, validateFixtures } from '../../runner/listing/schema/validators.js';
import { parseFixtures } from '../../runner/orders/fixtures-file.js';
import { ConfigFile } from '../../runner/settings/config-file.js';
import { DEFAULTS, LIMITS } from '../../runner/settings/settings.js';
import configSchema from '../../schemas/config.schema.json' with { type: 'json' };

const read = (name: string) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8');

/** The template with every member and list entry that it comments out put in force. */
const uncommented = (template: string) => template.replaceAll(/^( *)# ( *(?:[a-z][a-zA-Z]*:( |$)|- ))/gm, '$1$2');

const config = read('template-config.yaml');
const fixtures = read('template-fixtures.yaml');
const reportFormats = ['terminal', 'json', 'junit', 'html', 'markdown', 'har', 'github', 'tap', 'earl'];

describe('the templates', () => {
  test.each([
    ['config', config],
    ['fixtures', fixtures],
  ])('point editors to the schema of %s', (name, template) => {
    expect(template.split('\n')[0]).toBe(
      `# yaml-language-server: $schema=./node_modules/store-orders-conformance/schemas/${name}.schema.json`,
    );
  });

  test('are valid as they stand, and give no base URL', () => {
    expect([validateConfig(parse(config)), validateFixtures(parse(fixtures))]).toEqual([[], []]);
    const file = new ConfigFile('c.yaml', config, '/', reportFormats);
    expect([file.member('baseUrl'), file.targets, file.member('fixtures')?.value]).toEqual([
      undefined,
      [],
      './store-orders-fixtures.yaml',
    ]);
    expect(parseFixtures('f.yaml', fixtures, '/')).toEqual({
      orders: { pending: [], shipped: [], other: [], unknown: [] },
    });
  });

  test('are valid with everything in force that they comment out, and show every member but `insecure` and `dryRun`', () => {
    const members = Object.keys(parse(uncommented(config)));
    const hidden = Object.keys(configSchema.properties).filter((name) => !members.includes(name));
    expect(hidden).toEqual(['insecure', 'dryRun']);
    const file = new ConfigFile('c.yaml', uncommented(config), '/', reportFormats);
    expect(file.targets).toEqual(['staging', 'production']);
    expect(file.texts('report')).toEqual(['terminal', 'junit=reports/store-orders.xml']);
    expect(parseFixtures('f.yaml', uncommented(fixtures), '/').provision).toEqual({
      seed: { kind: 'command', command: './seed.sh' },
      teardown: { kind: 'command', command: './clean-up.sh' },
      directory: '/',
    });
  });
});

describe('the schema of the configuration', () => {
  test('has the bounds and defaults that flags and options have', () => {
    const { timeout, deadline, concurrency } = configSchema.properties;
    const bounds = [timeout, deadline, concurrency].map(({ minimum, maximum }) => ({ least: minimum, most: maximum }));
    expect(bounds).toEqual([LIMITS.timeoutMs, LIMITS.deadlineMs, LIMITS.concurrency]);
    expect([timeout.default, deadline.default, concurrency.default]).toEqual([
      DEFAULTS.timeoutMs,
      DEFAULTS.deadlineMs,
      DEFAULTS.concurrency,
    ]);
  });

  test('lets a target say what can be said outside of targets, the choice of what to judge excepted', () => {
    const { properties } = configSchema.properties.targets.additionalProperties;
    const outside = Object.entries(configSchema.properties).filter(
      ([, schema]) => '$ref' in schema && schema.$ref !== '#/$defs/texts',
    );
    expect(Object.entries(properties)).toEqual(outside);
  });
});
