import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ambiguities, requirements } from '../../suites/catalogue.generated.js';
import { problemsOf, validatorOf } from './schema-validator.js';

const validate = validatorOf('suites/requirements.schema.json');

const [requirement] = requirements;
const [ambiguity] = ambiguities;

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
  test.each([
    ['an unknown member', { wy: 'A slip.' }, '/requirements/0 additionalProperties'],
    ['an id with capital letters', { id: 'List.status' }, '/requirements/0/id pattern'],
    ['an id with a parameter', { id: 'list.$status' }, '/requirements/0/id pattern'],
    ['a clause that is a number', { clause: 4.1 }, '/requirements/0/clause type'],
    ['a level of the ambiguity register', { level: 'may' }, '/requirements/0/level enum'],
    ['an operation of another contract', { operation: 'getPet' }, '/requirements/0/operation enum'],
    ['a text that is not a sentence', { text: 'answers 200' }, '/requirements/0/text pattern'],
  ])('rejects a requirement with %s', (_, change, problem) => {
    expect(problemsOfEntry({ ...requirement, ...change })).toEqual([problem]);
  });

  test.each(['id', 'clause', 'level', 'operation', 'text', 'fix'])('rejects a requirement without %s', (name) => {
    const incomplete = Object.fromEntries(Object.entries(requirement ?? {}).filter(([member]) => member !== name));
    expect(problemsOfEntry(incomplete)).toEqual(['/requirements/0 required']);
  });

  test.each([
    ['no parameter', {}, ['/requirements/0/each minProperties']],
    ['three parameters', { a: { x: {} }, b: { x: {} }, c: { x: {} } }, ['/requirements/0/each maxProperties']],
    ['a parameter without a value', { kind: {} }, ['/requirements/0/each/kind minProperties']],
    [
      'a parameter that is called as a member is',
      { level: { must: {} } },
      ['/requirements/0/each not', '/requirements/0/each propertyNames'],
    ],
    [
      'a value with capital letters',
      { kind: { Basic: {} } },
      ['/requirements/0/each/kind pattern', '/requirements/0/each/kind propertyNames'],
    ],
    [
      'a value with an id of its own',
      { kind: { basic: { id: 'auth.basic' } } },
      ['/requirements/0/each/kind/basic not', '/requirements/0/each/kind/basic propertyNames'],
    ],
    ['a word that is a number', { kind: { basic: { words: 1 } } }, ['/requirements/0/each/kind/basic/words type']],
    ['a clause that is a number', { kind: { basic: { clause: 5 } } }, ['/requirements/0/each/kind/basic/clause type']],
  ])('rejects a family with %s', (_, each, problems) => {
    expect(problemsOfEntry({ ...requirement, id: 'auth.$kind', each })).toEqual(problems);
  });

  test('rejects an ambiguity that is not a question', () => {
    const statement = { ...ambiguity, question: 'The body of a 409.' };
    expect(problemsOf(validate, { requirements: [requirement], ambiguities: [statement] })).toEqual([
      '/ambiguities/0/question pattern',
    ]);
  });
});
