import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readCatalogue } from '../../scripts/catalogue.mjs';

const schema = JSON.parse(
  readFileSync(new URL('../../suites/requirements.schema.json', import.meta.url), 'utf8'),
) as object;

const credential = { missing: { words: 'no header' }, basic: { words: 'another scheme' } };

const ambiguities = `
ambiguities:
  - { id: error-codes, clause: "7", question: Which codes occur? }`;

const read = (requirements: string) =>
  readCatalogue(`requirements:${requirements}${ambiguities}`, schema, { credential });

const plain = `
  - id: list.status
    clause: "4.1"
    level: must
    operation: listOrders
    text: It returns 200.
    fix: Return 200.`;

const authentication = `
  - id: auth.$credential
    each:
      credential:
        basic: { clause: "5.2" }
    clause: "5.3"
    level: must
    operation: both
    text: A request with $words returns 401.
    fix: Refuse it.`;

describe('a mistake in the catalogue is told with its entry and place:', () => {
  test.each([
    [
      'a member that is missing',
      plain.replace('    level: must\n', ''),
      ":2:5: list.status: must have required property 'level'",
    ],
    [
      'a value that the table does not have',
      authentication.replace('basic:', 'bsaic:'),
      ':5:16: auth.$credential: "bsaic" is not a known credential',
    ],
    [
      'a placeholder that nothing fills',
      authentication.replace('$words', '$word'),
      ':9:11: auth.$credential: nothing gives $word in text',
    ],
    ['an id of two entries', plain + plain, ':8:5: list.status: the id list.status occurs twice'],
    ['YAML that cannot be read', `${plain}\n    id: list`, ': Map keys must be unique at line 8, column 5'],
  ])('%s', (_, requirements, message) => {
    expect(() => read(requirements)).toThrow(`suites/requirements.yaml${message}`);
  });
});
