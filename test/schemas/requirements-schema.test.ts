import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { problemsOf, validatorOf } from './schema-validator.js';

const validate = validatorOf('suites/requirements.schema.json');

interface Catalogue {
  readonly requirements: readonly { readonly id: string }[];
  readonly ambiguities: readonly { readonly id: string }[];
}

const catalogue: Catalogue = parse(readFileSync(new URL('../../suites/requirements.yaml', import.meta.url), 'utf8'));

const [requirement] = catalogue.requirements;
const [ambiguity] = catalogue.ambiguities;

describe('the catalogue of requirements', () => {
  test('is valid against its schema', () => {
    expect(problemsOf(validate, catalogue)).toEqual([]);
  });

  test('uses every id once', () => {
    const ids = [...catalogue.requirements, ...catalogue.ambiguities].map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });
});

describe('the schema of the catalogue', () => {
  test.each([
    ['an unknown member', { wy: 'A slip.' }, '/requirements/0 additionalProperties'],
    ['an id with capital letters', { id: 'List.status' }, '/requirements/0/id pattern'],
    ['a clause that is a number', { clause: 4.1 }, '/requirements/0/clause type'],
    ['a level of the ambiguity register', { level: 'may' }, '/requirements/0/level enum'],
    ['an operation of another contract', { operation: 'getPet' }, '/requirements/0/operation enum'],
    ['a text that is no sentence', { text: 'answers 200' }, '/requirements/0/text pattern'],
  ])('rejects a requirement with %s', (_, change, problem) => {
    expect(problemsOf(validate, { ...catalogue, requirements: [{ ...requirement, ...change }] })).toEqual([problem]);
  });

  test.each(['id', 'clause', 'level', 'operation', 'text', 'fix'])('rejects a requirement without %s', (name) => {
    const incomplete = Object.fromEntries(Object.entries(requirement ?? {}).filter(([member]) => member !== name));
    expect(problemsOf(validate, { ...catalogue, requirements: [incomplete] })).toEqual(['/requirements/0 required']);
  });

  test('rejects an ambiguity that is no question', () => {
    const ambiguities = [{ ...ambiguity, question: 'The body of a 409.' }];
    expect(problemsOf(validate, { ...catalogue, ambiguities })).toEqual(['/ambiguities/0/question pattern']);
  });
});
