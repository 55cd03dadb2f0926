import { describe, expect, test } from 'vitest';
import { Elements } from '../../runner/listing/elements.js';
import { int64At, readJsonText, shallowValueOf, sourceOf } from '../../runner/listing/json/nodes.js';
import { ReaderMemory } from '../../runner/listing/reader-memory.js';
import { validateOrder } from '../../runner/listing/schema/validators.generated.js';
import { mergeShapes, ORDER_PATTERNS, shapeOf } from '../../runner/listing/shape.js';
import { ListingTally } from '../../runner/listing/tally.js';
import orderSchema from '../../schemas/order.schema.json' with { type: 'json' };
import { fuzzDocuments, fuzzSeed, fuzzTimeout, mutate, Random } from './random.js';

interface Pass {
  /** The texts of the elements that the lane accepted, with the ids that it read. */
  readonly proven: readonly (readonly [text: string, id: string | undefined])[];
  readonly others: number;
  readonly end: number;
}

/** Takes elements, and notes which of them the lane accepted. */
class Lane extends ListingTally {
  readonly #elements = new Elements(this, 0);
  #proven: [string, string | undefined][] = [];

  constructor() {
    super({ use: 'elements', ask: [] }, {}, new ReaderMemory());
  }

  override takeProven(...[id, source]: Parameters<ListingTally['takeProven']>): void {
    const text = source();
    this.#proven.push([sourceOf(text, text.node), id]);
    super.takeProven(id, source);
  }

  pass(bytes: Buffer): Pass {
    this.#proven = [];
    const before = this.count;
    const { at: end } = this.#elements.take(bytes, 0);
    return { proven: this.#proven, others: this.count - before - this.#proven.length, end };
  }
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
    const { proven, others, end } = new Lane().pass(bytes);
    expect({ end, elements: proven.length + others }).toEqual({ end: bytes.length, elements: 200 });
    expect(others).toBeLessThan(10);
    for (const [text, id] of proven) {
      expect(isProven(Buffer.from(text), id)).toBe(true);
    }
  });

  test('accepts nothing that parsing and validating to the digit would not accept', { timeout: fuzzTimeout }, () => {
    const random = new Random(fuzzSeed);
    let lane = new Lane();
    let element = random.pick(Object.values(listings));
    let accepted = 0;
    for (let i = 0; i < 1.5 * fuzzDocuments; i++) {
      if (i % 50 === 0) {
        lane = new Lane();
        element = random.pick(Object.values(listings));
        lane.pass(Buffer.from(`${[1, 2, 3, 4, 5, 6].map(element).join(',')},`));
      }
      let mutant: Buffer = Buffer.from(element(random.below(1000)));
      for (let mutations = 1 + random.below(2); mutations > 0; mutations--) mutant = mutate(mutant, random);
      for (const [text, id] of lane.pass(Buffer.concat([mutant, Buffer.from(',')])).proven) {
        accepted++;
        if (isProven(Buffer.from(text), id)) continue;
        expect.fail(`document ${i} of seed ${fuzzSeed} holds ${JSON.stringify(text)}, which the lane accepted`);
      }
    }
    expect(accepted).toBeGreaterThan(fuzzDocuments / 25);
  });

  test('leaves an element without a comma after it to the parser', () => {
    const bytes = Buffer.from('{"id":1},{"id":2},{"id":3}');
    expect(new Lane().pass(bytes)).toEqual({ proven: [['{"id":2}', '2']], others: 1, end: 18 });
  });

  test('takes what comes before a character that is cut off at the end', () => {
    const bytes = Buffer.concat([Buffer.from('{"s":"é"},{"s":"é"},{"s":"'), Buffer.of(0xc3)]);
    expect(new Lane().pass(bytes)).toEqual({ proven: [['{"s":"é"}', undefined]], others: 1, end: 22 });
  });

  test('leaves bytes that are not UTF-8 to the parser', () => {
    const bytes = Buffer.concat([Buffer.from('{"s":"a"},{"s":"a"},{"s":"'), Buffer.from([0xff]), Buffer.from('"},')]);
    expect(new Lane().pass(bytes)).toEqual({ proven: [], others: 2, end: 20 });
  });
});

describe('a shape', () => {
  const expressionFor = (sample: string) => {
    const shape = shapeOf(sample);
    return shape && new RegExp(shape.expression);
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
    ['members with different space between them', '{"id":1, "a":2,"b":3}'],
    ['a long element', `{"a":"${'x'.repeat(5000)}"}`],
  ])('cannot be made of %s', (_, sample) => {
    expect(expressionFor(sample)).toBeUndefined();
  });

  test('refuses what is nearly like it in a time that grows with its length', () => {
    const element = (items: number, end: string) =>
      `{"id":1,"a":[${Array(items).fill('"x\\n",1.5e3 ,  2').join(' , ')}${end},"b":1}`;
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
      const [a, b] = [shapeOf(one), shapeOf(other)];
      const merged = a && b && mergeShapes(a, b);
      return merged?.members.map((member) => `${member.slice(1, 2)}${merged.required.has(member) ? '' : '?'}`);
    };
    expect(merge('{"i":1,"b":2,"d":3}', '{"i":1,"c":2,"d":3}')).toEqual(['i', 'c?', 'b?', 'd']);
    expect(merge('{"a":1}', '{"b":1,"a":1}')).toEqual(['b?', 'a']);
    expect(merge('{"a":1}', '{"b":1}')).toEqual(['b?', 'a?']);
    expect(merge('{"i":1,"b":2,"c":3}', '{"i":1,"c":2,"b":3}')).toBeUndefined();
    expect(merge('{"b":1,"i":1}', '{"b":1,"i" :1}')).toBeUndefined();
    expect(merge('{"b":1}', '{"b":[1]}')).toBeUndefined();
    expect(merge('{"i":1,"b":1}', '{"i":1, "b":1}')).toBeUndefined();
  });

  test('may have members that are called as those of every object', () => {
    const texts = ['{"constructor":1}', '{"__proto__":[1,{"id":2}]}'];
    expect(texts.map((text) => expressionFor(text)?.exec(text)?.[0])).toEqual(texts);
  });

  test('never accepts a comma too many or too few', () => {
    const [one, other] = [shapeOf('{"a":1,"b":1,"c":1}'), shapeOf('{"b":1}')];
    const { expression } = (one && other && mergeShapes(one, other)) ?? {};
    const texts = ['{"a":1,"b":1,"c":1}', '{"b":1}', '{"a":1,"b":1}', '{"b":1,"c":1}'];
    const wrong = ['{"a":1,"b":1,}', '{"a":1,}', '{"b":1"c":1}', '{,"b":1}', '{"a":1}', '{}'];
    const accepts = (text: string) => new RegExp(expression ?? '', 'y').exec(text)?.[0] === text;
    expect(texts.concat(wrong).map(accepts)).toEqual([true, true, true, true, ...wrong.map(() => false)]);
  });

  test('knows all that the schema says', () => {
    const says = Object.entries(orderSchema.properties).map(([name, { description: _, ...says }]) => [name, says]);
    expect(Object.keys(orderSchema).sort()).toEqual(['$id', '$schema', 'description', 'properties', 'title', 'type']);
    expect([...ORDER_PATTERNS.keys()]).toEqual(Object.keys(orderSchema.properties));
    expect(Object.fromEntries(says)).toEqual({
      id: { type: 'integer', format: 'int64' },
      petId: { type: 'integer', format: 'int64' },
      quantity: { type: 'integer' },
      shipDate: { type: 'string', format: 'date-time' },
      complete: { type: 'boolean' },
    });
  });
});
