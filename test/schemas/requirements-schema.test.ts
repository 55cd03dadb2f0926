import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ambiguities, requirements } from '../../suites/catalogue.generated.js';
import { problemsOf, validatorOf } from './schema-validator.js';

const validate = validatorOf('suites/requirements.schema.json');

const [requirement] = requirements;

/** Without the problem that says no more than that the others are there. */
const problemsOfEntry = (entry: object): string[] =>
  problemsOf(validate, { requirements: [entry], ambiguities }).filter((problem) => problem !== '/requirements/0 if');

describe('the catalogue', () => {
  test('is valid against its schema', () => {
    const catalogue: unknown = parse(readFileSync(new URL('../../suites/requirements.yaml', import.meta.url), 'utf8'));
    expect(problemsOf(validate, catalogue)).toEqual([]);
  });

  test('is valid with its families written out', () => {
    expect(problemsOf(validate, { requirements, ambiguities })).toEqual([]);
  });
});

describe('the schema of the catalogue', () => {
  test.each(['id', 'clause', 'level', 'operation', 'text', 'fix'])('rejects a requirement without %s', (name) => {
    const incomplete = Object.fromEntries(Object.entries(requirement ?? {}).filter(([member]) => member !== name));
    expect(problemsOfEntry(incomplete)).toEqual(['/requirements/0 required']);
  });
});
