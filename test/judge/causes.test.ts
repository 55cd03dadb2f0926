import { describe, expect, test } from 'vitest';
import { groupsOf, runObstacle } from '../../runner/judge/causes/causes.js';
import { type Fingerprint, fingerprintOf, type Sign } from '../../runner/judge/causes/fingerprint.js';
import { type Look, lookOf } from '../../runner/judge/causes/look.js';
import type { DeviantAnswer } from '../../runner/judge/causes/trait.js';
import type { RequirementResult } from '../../runner/judge/report.js';
import { held, isBroken, type Rule } from '../../runner/judge/rule.js';
import type { Contract } from '../../runner/run.js';
import { fingerprints } from '../../suites/frameworks.generated.js';
import { type Answered, evidence, evidenceOf, listed, type Sent } from '../suites/evidence.js';
import { contract, judgedFrom, planned, reportOn, resultOf } from './contract.js';

describe('groups', () => {
  const keys: Readonly<Record<string, readonly string[]>> = { a: ['1'], b: ['2'], c: ['1', '2'], d: ['3'], e: [] };

  test('join what shares a key by way of others, in the order of the things', () => {
    expect(groupsOf(['d', 'b', 'a', 'e', 'c'], (thing) => keys[thing] ?? [])).toEqual([['d'], ['b', 'a', 'c'], ['e']]);
  });

  test('do not depend on the order in which keys meet', () => {
    const things = ['a', 'b', 'c'];
    expect(groupsOf(things, (thing) => keys[thing] ?? [])).toEqual([['a', 'b', 'c']]);
    expect(groupsOf([...things].reverse(), (thing) => keys[thing] ?? [])).toEqual([['c', 'b', 'a']]);
  });

  test('that were joined are found by all their keys, and go where their first thing is', () => {
    const keysOf = { a: ['2', '3'], b: ['4'], c: ['1'], d: ['1', '2'], e: ['3'], f: ['4'] } as const;
    const things = Object.keys(keysOf) as (keyof typeof keysOf)[];
    expect(groupsOf(things, (thing) => keysOf[thing])).toEqual([
      ['a', 'c', 'd', 'e'],
      ['b', 'f'],
    ]);
  });
});

test('each fingerprint has an id of its own', () => {
  const ids = fingerprints.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a repair is broken into lines only between sentences and code', () => {
  const broken = fingerprints.flatMap(({ repair }) => repair.split('\n').filter((line) => !/^ {2}|[.:]$/.test(line)));
  expect(broken).toEqual([]);
});

describe('causes', () => {
  const causesOf = (sent: Sent[number], of: Contract) =>
    reportOn(of, evidenceOf(planned(of), [{ 'listing/before': listed([101n, 102n]) }, sent])).causes;
  const inShort = (sent: Sent[number], of: Contract) =>
    causesOf(sent, of).map(({ id, requirements }) => [id, requirements]);
  const silent = { judge: () => [held()] };
  const both = { judge: judgedFrom('one/cancel', 'two/cancel') };
  /** The same deviations, at another place. */
  const at =
    (place: string, judge: Rule['judge']): Rule['judge'] =>
    (of) =>
      judge(of).map((result) => (isBroken(result) ? { ...result, at: place } : result));

  test('are named after requirements where nothing is known of them', () => {
    const of = { ...contract(), findTraits: () => new Map() };
    expect(inShort({ 'one/cancel': 409, 'two/cancel': 409 }, of)).toEqual([
      ['first', ['first']],
      ['second', ['second']],
      ['advice', ['advice']],
    ]);
  });

  test('are joined where one requirement alone is broken, and not where another one is as well', () => {
    const of = contract({ first: both, second: { judge: judgedFrom('one/cancel') }, advice: silent });
    expect(inShort({ 'one/cancel': 409, 'two/cancel': 404 }, of)).toEqual([
      ['pending-409', ['first', 'second']],
      ['pending-404', ['first']],
    ]);
    expect(
      inShort({ 'one/cancel': 409, 'two/cancel': 404 }, contract({ first: both, second: silent, advice: silent })),
    ).toEqual([['pending-409', ['first']]]);
  });

  test('name requirements, and show what the first of them shows, must before should', () => {
    const of = contract({ first: silent, second: { judge: judgedFrom('two/cancel') } });
    const requirements = [...of.requirements].reverse();
    const rules = of.rules.map((rule) =>
      rule.requirement === 'advice'
        ? { ...rule, judge: at('header X', rule.judge) }
        : { ...rule, judge: at('header X-Y', rule.judge) },
    );
    expect(causesOf({ 'one/cancel': 204, 'two/cancel': 409 }, { ...of, requirements, rules })).toMatchObject([
      { requirements: ['second', 'advice'], at: 'header X-Y', headline: 'No.', repair: 'Do.' },
    ]);
  });

  test('show the whole body, and how it is repaired, only where several requirements are broken by it', () => {
    const body = { status: 404, body: '{"fault":"x"}' };
    const first = { judge: at('body', judgedFrom('one/cancel')) };
    const shown = (rules: Parameters<typeof contract>[0]) =>
      causesOf({ 'one/cancel': body, 'two/cancel': 204 }, contract(rules)).map(({ actual, repair }) => [
        actual,
        /^Write the Error/.test(repair) || repair,
      ]);
    expect(shown({ first, second: silent })).toEqual([['b', 'Do.']]);
    expect(shown({ first, second: first })).toEqual([['no Content-Type: {"fault":"x"}', true]]);
  });

  test('have ids of their own, which are not long', () => {
    const body = (name: string) => ({ status: 404, body: JSON.stringify({ [name]: 'x' }) });
    const second = { judge: at('body', judgedFrom('one/cancel', 'two/cancel')) };
    const of = contract({
      first: { judge: at('body', judgedFrom('one/cancel')) },
      second,
      advice: { judge: at('body', judgedFrom('two/cancel')) },
    });
    const start = 'm'.repeat(80);
    expect(inShort({ 'one/cancel': body('a b'), 'two/cancel': body('a-b') }, of).map(([id]) => id)).toEqual([
      'error-with-a-b',
      'error-with-a-b-2',
    ]);
    expect(inShort({ 'one/cancel': body(start), 'two/cancel': 204 }, of).map(([id]) => id)).toEqual([
      `error-with-${start}`.slice(0, 80),
    ]);
  });
});

describe('the reason why hardly anything was judged', () => {
  const obstacleOf = (...results: readonly RequirementResult[]) => {
    const selected = results.map(({ id }) => id).filter((id) => id !== 'unselected');
    return runObstacle(evidenceOf({ ...planned(contract()), selected }, []), results);
  };
  const open = (...ids: readonly string[]) => ids.map((id) => resultOf(id, 'inconclusive', { reason: 'Reset.' }));
  const pass = (...ids: readonly string[]) => ids.map((id) => resultOf(id, 'pass'));

  test.each<[string, readonly RequirementResult[], string | undefined]>([
    ['is that of more than 60%', [...open('a', 'b'), ...pass('c')], 'Reset.'],
    ['is none of 60%', [...open('a', 'b', 'c'), ...pass('d', 'e')], undefined],
    ['is none where most have none', [...open('a'), ...pass('b', 'c')], undefined],
    ['is none of those that were not selected', [...open('a', 'unselected', 'unselected'), ...pass('b')], undefined],
    ['is that of those that were selected', [...open('a', 'b'), ...pass('unselected', 'unselected')], 'Reset.'],
    ['is none where a must is broken', [...open('a', 'b', 'c'), resultOf('d', 'fail')], undefined],
    ['is none where a should is broken', [...open('a', 'b', 'c'), resultOf('d', 'warn')], undefined],
  ])('%s', (_, results, reason) => {
    expect(obstacleOf(...results)).toBe(reason);
  });
});

/** How this answer to a cancel of an unknown order deviates. */
function deviant(answered: Answered): DeviantAnswer {
  const [answer] = evidence({ sent: [{ 'cancel-unknown-plain/cancel': answered }] }).answered(() => true);
  if (!answer) throw new Error('It was not answered.');
  return { ...answer, look: lookOf(answer.response) };
}

describe('an answer looks', () => {
  const look = (body: string, type?: string): Look =>
    deviant({ status: 404, body, headers: type === undefined ? [] : [['content-type', type]] }).look;
  const like = (body: Look['body'], members: Look['members'] = []) => ({ mediaType: '', body, members });

  test.each<[string, ReturnType<typeof like>]>([
    ['', like('none')],
    ['\n<!DOCTYPE html><p>', like('html')],
    ['No <html> here', like('text')],
    ['No<html>here', like('text')],
    ['\n<?xml version="1.0"?>', like('xml')],
    ['No <?xml here', like('text')],
    ['No<?xml here', like('text')],
    ['[1]', like('json')],
    ['7', like('json')],
    ['null', like('json')],
    [
      '{"a":"x","b":1.5,"c":true,"d":null,"e":[],"f":{},"g":9007199254740993}',
      like('object', [
        ['a', 'string'],
        ['b', 'number'],
        ['c', 'boolean'],
        ['d', 'null'],
        ['e', 'array'],
        ['f', 'object'],
        ['g', 'number'],
      ]),
    ],
  ])('%j', (body, expected) => {
    expect(look(body)).toEqual({ ...expected, head: body });
  });

  test('like a media type in lower case, without parameters', () => {
    expect(look('{}', 'Text/HTML ; charset=a;b').mediaType).toBe('text/html');
  });
});

describe('a fingerprint', () => {
  const fits = (sign: Omit<Sign, 'trait'>, ...answers: readonly Answered[]): boolean => {
    const fingerprint: Fingerprint = { id: 'it', name: '', looks: '', repair: '', signs: [{ trait: 'look', ...sign }] };
    const traits = [{ kind: 'look', rank: 0, key: 'look' }];
    return fingerprintOf([fingerprint], traits, answers.map(deviant)) === fingerprint;
  };
  const page = (body: string, status = 404): Answered => ({
    status,
    headers: [
      ['Content-Type', 'text/html'],
      ['Server', body],
    ],
    body,
  });
  const json = (body: object): Answered => ({ status: 404, body: JSON.stringify(body) });
  const members = ['a', 'b?'];

  test.each<[boolean, string, Omit<Sign, 'trait'>, readonly Answered[]]>([
    [true, 'statuses of all', { statuses: [404, 401] }, [page('x'), page('x', 401)]],
    [false, 'a status of some', { statuses: [404] }, [page('x'), page('x', 401)]],
    [true, 'a media type', { mediaType: 'text/html' }, [page('x')]],
    [false, 'another media type, whatever the status', { statuses: [404], mediaType: 'text/plain' }, [page('x')]],
    [true, 'a text of some', { text: /x/ }, [page('x'), page('y')]],
    [false, 'a text of none', { text: /x/ }, [page('y')]],
    [true, 'a header of some', { header: ['server', /x/] }, [page('x'), page('y')]],
    [false, 'a header of none', { header: ['server', /x/] }, [page('y')]],
    [true, 'members', { members }, [json({ b: 1, a: 1 }), json({ a: 1 })]],
    [false, 'a member that is missing', { members }, [json({ b: 1 })]],
    [false, 'a member more', { members }, [json({ a: 1, c: 1 })]],
    [false, 'no members of what is no object', { members: ['b?'] }, [json([])]],
  ])('%s: fits by %s', (expected, _, sign, answers) => {
    expect(fits(sign, ...answers)).toBe(expected);
  });
});
