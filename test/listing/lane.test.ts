import { describe, expect, test } from 'vitest';
import { scanElements } from '../../runner/listing/element-scan.js';
import { int64At, readJsonText, shallowValueOf } from '../../runner/listing/json/nodes.js';
import { ShapeLane } from '../../runner/listing/lane.js';
import { orderSchema } from '../../runner/listing/schema/validators.generated.js';
import { validateOrder } from '../../runner/listing/schema/validators.js';
import { expressionOf, mergeShapes, patternsOf, shapeOf } from '../../runner/listing/shape.js';
import { fuzzDocuments, fuzzSeed, fuzzTimeout, mutate, Random } from './random.js';

interface Pass {
  /** The texts of the elements that the lane accepted, with the ids that it read. */
  readonly proven: readonly (readonly [text: string, id: string | undefined])[];
  readonly others: number;
  readonly end: number;
}

function pass(lane: ShapeLane, bytes: Buffer): Pass {
  const proven: (readonly [string, string | undefined])[] = [];
  let others = 0;
  const end = lane.pass(bytes, 0, {
    takeProven: (id) => proven.push([bytes.toString('latin1', lane.start, lane.end), id]),
    takeOther: (from, scan) => {
      others++;
      try {
        JSON.parse(bytes.toString('utf8', from, scan.comma));
        return true;
      } catch {
        return false;
      }
    },
  });
  return { proven, others, end };
}

/** What the lane claims about an element that it accepts, found out the slow way. */
function isProven(text: Buffer, id: string | undefined): boolean {
  JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text));
  const exact = readJsonText(text);
  if (!exact) return false;
  const value = shallowValueOf(exact.node) as { quantity?: number };
  return (
    exact.repeated === undefined &&
    validateOrder(value).length === 0 &&
    int64At(exact, '/id')?.toString() === id &&
    (value.quantity ?? 1) > 0
  );
}

const listings: Readonly<Record<string, (i: number) => string>> = {
  uniform: (i) => `{"id":${i},"petId":7,"quantity":1,"shipDate":"2026-01-31T10:00:00Z","complete":true}`,
  'spread over lines': (i) =>
    `{\n  "id" : ${i},\n  "petId" : 7,\n  "shipDate" : "2026-01-31T10:00:00.5+01:00",\n  "complete" : false\n}`,
  nested: (i) =>
    `{"id":${i},"customer":{"name":"é ${i}","tags":["a","\\n"]},"lines":[{"n":${i}.5},{"n":1e9}],"quantity":2}`,
  'of arrays and objects that come and go': (i) =>
    `{"id":${i},"tags":[${[1, 2, 3].slice(i % 4).join(' , ')}],"to":${i % 3 ? 'null' : '{"city":"x"}'},"complete":true}`,
  'of arrays of everything': (i) =>
    `{"id":${i},"tags":["ö",null,{"n":${i}.5},[${'true,'.repeat(i % 3)}[]]],"complete":true}`,
  'of varying members': (i) =>
    `{"id":${i}${i % 2 ? ',"petId":1' : ''}${i % 3 ? ',"quantity":2' : ''}${i % 5 ? ',"note":null' : ''}}`,
  'with long ids': (i) => `{"petId":1,"id":${9007199254740993n + BigInt(i)},"complete":true}`,
};

describe('the shape lane', () => {
  test.each(Object.entries(listings))('accepts nearly all elements of a listing that is %s', (_, element) => {
    const texts = Array.from({ length: 200 }, (_value, i) => element(i + 1));
    const bytes = Buffer.from(`${texts.join(',')},`);
    const lane = new ShapeLane();
    const { proven, others, end } = pass(lane, bytes);
    expect({ end, elements: proven.length + others }).toEqual({ end: bytes.length, elements: 200 });
    expect(others).toBeLessThan(10);
    for (const [text, id] of proven) {
      expect(isProven(Buffer.from(text, 'latin1'), id)).toBe(true);
    }
  });

  test('accepts nothing that parsing and validating to the digit would not accept', { timeout: fuzzTimeout }, () => {
    const random = new Random(fuzzSeed);
    let lane = new ShapeLane();
    let element = random.pick(Object.values(listings));
    let accepted = 0;
    for (let i = 0; i < 1.5 * fuzzDocuments; i++) {
      if (i % 50 === 0) {
        lane = new ShapeLane();
        element = random.pick(Object.values(listings));
        pass(lane, Buffer.from(`${[1, 2, 3, 4, 5, 6].map(element).join(',')},`));
      }
      let mutant: Buffer = Buffer.from(element(random.below(1000)));
      for (let mutations = 1 + random.below(2); mutations > 0; mutations--) mutant = mutate(mutant, random);
      for (const [text, id] of pass(lane, Buffer.concat([mutant, Buffer.from(',')])).proven) {
        accepted++;
        if (isProven(Buffer.from(text, 'latin1'), id)) continue;
        expect.fail(`document ${i} of seed ${fuzzSeed} holds ${JSON.stringify(text)}, which the lane accepted`);
      }
    }
    expect(accepted).toBeGreaterThan(fuzzDocuments / 25);
  });

  test('leaves an element without a comma after it to the parser', () => {
    const lane = new ShapeLane();
    const first = Buffer.from('{"id":1},{"id":2},{"id":3}');
    expect(pass(lane, first)).toEqual({ proven: [['{"id":2}', '2']], others: 1, end: 18 });
    expect(scanElements(first, 18, first.length, 'all').comma).toBe(-1);
  });

  test('takes what comes before a character that is cut off at the end', () => {
    const bytes = Buffer.concat([Buffer.from('{"s":"é"},{"s":"é"},{"s":"'), Buffer.of(0xc3)]);
    expect(pass(new ShapeLane(), bytes)).toMatchObject({
      proven: [[expect.any(String), undefined]],
      others: 1,
      end: 22,
    });
  });

  test('leaves bytes that are not UTF-8 to the parser', () => {
    const bytes = Buffer.concat([Buffer.from('{"s":"a"},{"s":"'), Buffer.from([0xff]), Buffer.from('"},')]);
    expect(pass(new ShapeLane(), bytes)).toEqual({ proven: [], others: 0, end: 0 });
  });
});

describe('a shape', () => {
  const known = patternsOf(orderSchema) ?? new Map();
  const expressionFor = (sample: string) => {
    const shape = shapeOf(sample, known);
    return shape && expressionOf(shape);
  };

  test('is made of the schema, not of the sample, for members that the contract names', () => {
    const expression = expressionFor('{"id":1,"complete":true}');
    const texts = [
      '{"id":-42,"complete":false}',
      '{"id":null,"complete":true}',
      '{"id":1.5,"complete":true}',
      '{"id":1,"complete":0}',
    ];
    const matches = texts.map((text) => new RegExp(expression ?? '', 'y').exec(text)?.[0]);
    expect(matches).toEqual([texts[0], undefined, undefined, undefined]);
  });

  test.each([
    ['an escaped name', String.raw`{"\u0069d":1}`],
    ['a repeated name', '{"id":1,"id":2}'],
    ['an array', '[1]'],
    ['an object without members', '{}'],
    ['deep nesting', '{"a":[[[[[[[[[1]]]]]]]]]}'],
    ['items of several forms that start alike', '{"a":[{"b":1},{"c":2}]}'],
  ])('cannot be made of %s', (_, sample) => {
    expect(expressionFor(sample)).toBeUndefined();
  });

  test('refuses what is nearly like it in a time that grows with its length', () => {
    const element = (items: number, end: string) =>
      `{"id":1,"a":[${Array(items).fill('[12 , "x\\n", {"b":[ 1.5e3 ,2] , "c": "y"}]').join(' , ')}${end}}`;
    const expression = expressionFor(element(2, ']'));
    expect(expression?.exec(element(3, ']'))?.[0]).toBe(element(3, ']'));
    const start = process.cpuUsage();
    for (const end of ['', '?', '"', ',]', ' '.repeat(10_000), '1'.repeat(10_000)]) {
      const text = element(5000, end);
      if (expression) expression.lastIndex = 0;
      expect(expression?.exec(text)).toBeNull();
    }
    expect(process.cpuUsage(start).user).toBeLessThan(500_000);
  });

  test('makes members optional when it is merged with one that lacks them', () => {
    const merge = (one: string, other: string) => {
      const [a, b] = [shapeOf(one, known), shapeOf(other, known)];
      return a && b && mergeShapes(a, b)?.members.map(({ name, optional }) => `${name}${optional ? '?' : ''}`);
    };
    expect(merge('{"id":1,"b":2,"d":3}', '{"id":1,"c":2,"d":3}')).toEqual(['"id"', '"b"?', '"c"?', '"d"']);
    expect(merge('{"id":1,"b":2,"c":3}', '{"id":1,"c":2,"b":3}')).toBeUndefined();
    expect(merge('{"id":1}', '{"b":1,"id":1}')).toBeUndefined();
    expect(merge('{"b":1,"id":1}', '{"b":1,"id" :1}')).toBeUndefined();
    expect(merge('{"b":1}', '{"b":[1]}')).toEqual(['"b"']);
    expect(merge('{"id":1,"b":1}', '{"id":1, "b":1}')).toBeUndefined();
  });

  test('is not made where the schema has a keyword that it does not understand', () => {
    expect(patternsOf({ ...orderSchema, minProperties: 1 })).toBeUndefined();
    const properties = { id: { type: 'integer', format: 'int64', minimum: 1 } };
    expect(patternsOf({ ...orderSchema, properties })).toBeUndefined();
  });
});
