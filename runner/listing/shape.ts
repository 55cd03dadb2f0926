// How an element of the listing is spelled: its members, their order and the white space, with a pattern for each
// value instead of the value. As a regular expression, a shape accepts only elements that are valid JSON, follow the
// schema, repeat no member and have only numbers whose verdict is certain. What it does not accept, it says nothing about.
import { COMMON_RFC3339 } from './schema/date-time.js';
import type { JsonSchema } from './schema/validators.js';

export interface ShapeMember {
  /** The name as it is spelled, with its quotes. */
  readonly name: string;
  /** What stands between the member before (or the opening brace) and the name, the comma apart. */
  readonly space: readonly [beforeComma: string, afterComma: string];
  /** From behind the name to the end of the value, as regular expressions of which one has to match. */
  readonly rests: readonly string[];
  readonly optional: boolean;
}

export interface Shape {
  readonly members: readonly [ShapeMember, ...ShapeMember[]];
  /** White space before the closing brace. */
  readonly closing: string;
}

const LONGEST_SAMPLE = 4096;
const LONGEST_PATTERN = 8192;
const DEEPEST_SAMPLE = 8;

/** Annotations (they judge nothing), and what `knownValue` understands. Any other keyword is left to ajv. */
const ANNOTATIONS = ['$schema', '$id', '$comment', 'title', 'description', 'examples', 'deprecated'];
const UNDERSTOOD_IN_ORDER = new Set([...ANNOTATIONS, 'type', 'properties']);
const UNDERSTOOD_IN_MEMBER = new Set([...ANNOTATIONS, 'type', 'format']);

const TEXT = '[^"\\\\\\x00-\\x1f]*';
const STRING = `"${TEXT}(?:\\\\(?:["\\\\/bfnrt]|u[\\dA-Fa-f]{4})${TEXT})*"`;
const SPACE = '[ \\t\\r\\n]*';
const INTEGER = '-?(?:0|[1-9]\\d*)';
const SCALAR = `(?:${STRING}|${INTEGER}(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null)`;

/** Integers that are int64 for certain; `-0` and the last few of the range are left to the exact reader. */
const INT64 = '(?:0|-?(?:[1-9]\\d{0,17}|[1-8]\\d{18}|9[01]\\d{17}|92[01]\\d{16}))';

const KNOWN_VALUES: Readonly<Record<string, string>> = {
  'integer int64': INT64,
  integer: INTEGER,
  boolean: '(?:true|false)',
  string: STRING,
  'string date-time': `"${COMMON_RFC3339}"`,
};

/** What the judge wants to know of two members beyond the schema: the digits of the id, and that a quantity is positive. */
const CAPTURED = '"id"';
const NARROWED: Readonly<Record<string, string>> = { '"quantity"': '[1-9]\\d*' };

/** The schemas of the members, by spelled name; undefined where the schema says anything that a shape cannot. */
export type MemberSchemas = ReadonlyMap<string, JsonSchema>;

const uses = (schema: JsonSchema, keywords: ReadonlySet<string>): boolean =>
  Object.keys(schema).every((keyword) => keywords.has(keyword));

export function understoodMembers(schema: JsonSchema): MemberSchemas | undefined {
  if (schema.type !== 'object' || !uses(schema, UNDERSTOOD_IN_ORDER)) return undefined;
  const properties = Object.entries((schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>);
  return new Map(properties.map(([name, member]) => [JSON.stringify(name), member]));
}

/** A pattern that only accepts what the member's schema accepts; undefined where the schema is not understood. */
function knownValue(name: string, schema: JsonSchema): string | undefined {
  if (!uses(schema, UNDERSTOOD_IN_MEMBER)) return undefined;
  const pattern = KNOWN_VALUES[schema.format === undefined ? `${schema.type}` : `${schema.type} ${schema.format}`];
  if (pattern === undefined) return undefined;
  if (name === CAPTURED) return `(${pattern})`;
  return pattern === INTEGER ? (NARROWED[name] ?? pattern) : pattern;
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Unwinds from a sample that no shape can be made of; never leaves this module. */
class Unfit extends Error {}

class SampleReader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(
    sample: string,
    readonly known: MemberSchemas,
  ) {
    this.#tokens = sample.match(/"(?:[^"\\]|\\.)*"|[-+.\w]+|[{}[\]:,]|[ \t\r\n]+/g) ?? [];
    if (this.#tokens.join('') !== sample) throw new Unfit();
  }

  shape(): Shape {
    this.#expect('{');
    const members: ShapeMember[] = [];
    let beforeComma = this.#space();
    let afterComma = '';
    for (;;) {
      const name = this.#name(members);
      members.push({
        name,
        space: [beforeComma, afterComma],
        rests: [this.#colon() + this.#member(name)],
        optional: false,
      });
      beforeComma = this.#space();
      if (this.#take() === '}') break;
      afterComma = this.#space();
    }
    const [first, ...others] = members;
    if (!first || this.#at !== this.#tokens.length) throw new Unfit();
    return { members: [first, ...others], closing: beforeComma };
  }

  #peek(): string {
    return this.#tokens[this.#at] ?? '';
  }

  #take(): string {
    const token = this.#peek();
    this.#at++;
    return token;
  }

  #expect(token: string): void {
    if (this.#take() !== token) throw new Unfit();
  }

  #space(): string {
    return /^\s/.test(this.#peek()) ? this.#take() : '';
  }

  #colon(): string {
    const before = this.#space();
    this.#expect(':');
    return `${before}:${this.#space()}`;
  }

  /** Names with escapes could be the same as others that are spelled differently. */
  #name(earlier: readonly { readonly name: string }[]): string {
    const name = this.#take();
    if (!name.startsWith('"') || name.includes('\\') || earlier.some((member) => member.name === name))
      throw new Unfit();
    return name;
  }

  #member(name: string): string {
    const schema = this.known.get(name);
    if (schema === undefined) return this.#anyValue(1);
    const pattern = knownValue(name, schema);
    if (pattern === undefined || /^[{[]/.test(this.#take())) throw new Unfit();
    return pattern;
  }

  /** The contract says nothing about the values of further members; inside of them, white space may vary. */
  #anyValue(depth: number): string {
    if (depth > DEEPEST_SAMPLE) throw new Unfit();
    const token = this.#take();
    if (token === '{') return `\\{${SPACE}${this.#innerMembers(depth)}\\}`;
    if (token === '[') return `\\[${SPACE}${this.#items(depth)}\\]`;
    return SCALAR;
  }

  #innerMembers(depth: number): string {
    const names: { readonly name: string }[] = [];
    const members: string[] = [];
    this.#space();
    while (this.#peek() !== '}') {
      if (names.length > 0) this.#separator();
      const name = this.#name(names);
      names.push({ name });
      this.#colon();
      members.push(`${literal(name)}${SPACE}:${SPACE}${this.#anyValue(depth + 1)}${SPACE}`);
      this.#space();
    }
    this.#take();
    return members.join(`,${SPACE}`);
  }

  /** Any number of items like the first. */
  #items(depth: number): string {
    let item: string | undefined;
    this.#space();
    while (this.#peek() !== ']') {
      if (item !== undefined) this.#separator();
      const next = this.#anyValue(depth + 1);
      item ??= next;
      if (next !== item) throw new Unfit();
      this.#space();
    }
    this.#take();
    const one = (item ?? SCALAR) + SPACE;
    return `(?:${one}(?:,${SPACE}${one})*)?`;
  }

  #separator(): void {
    this.#expect(',');
    this.#space();
  }
}

/** The shape of one element's text (as Latin-1, byte for byte), which must be valid JSON. */
export function shapeOf(sample: string, known: MemberSchemas): Shape | undefined {
  if (sample.length > LONGEST_SAMPLE) return undefined;
  try {
    return new SampleReader(sample, known).shape();
  } catch (unfit) {
    if (unfit instanceof Unfit) return undefined;
    throw unfit;
  }
}

const hasName =
  (name: string) =>
  (member: ShapeMember): boolean =>
    member.name === name;

/** The member as either spells it; undefined where the space around it differs, or there would be two ids to capture. */
function mergeMember(one: ShapeMember, other: ShapeMember): ShapeMember | undefined {
  const rests = [...new Set([...one.rests, ...other.rests])];
  if (one.space.join() !== other.space.join() || (one.name === CAPTURED && rests.length > 1)) return undefined;
  return { ...one, rests, optional: one.optional || other.optional };
}

const optional = (members: readonly ShapeMember[]): ShapeMember[] =>
  members.map((member) => ({ ...member, optional: true }));

/** All members of both, in an order that both keep; undefined where there is none, or two members cannot be merged. */
function mergeMembers(one: readonly ShapeMember[], other: readonly ShapeMember[]): ShapeMember[] | undefined {
  const merged: ShapeMember[] = [];
  let rest = other;
  for (const mine of one) {
    const place = rest.findIndex(hasName(mine.name));
    const its = rest[place];
    const both = its && mergeMember(mine, its);
    if (its && !both) return undefined;
    merged.push(...optional(rest.slice(0, Math.max(place, 0))), both ?? { ...mine, optional: true });
    rest = rest.slice(place + 1);
  }
  merged.push(...optional(rest));
  // Twice in the result is what comes earlier in one and later in the other.
  return new Set(merged.map(({ name }) => name)).size === merged.length ? merged : undefined;
}

/**
 * A shape for the elements of both, where members come in the same order and some of them not always; the first
 * member has to be the same. Undefined where the two have too little in common.
 */
export function mergeShapes(one: Shape, other: Shape): Shape | undefined {
  if (one.closing !== other.closing || one.members[0].name !== other.members[0].name) return undefined;
  const [first, ...others] = mergeMembers(one.members, other.members) ?? [];
  return first && { members: [first, ...others], closing: one.closing };
}

/** A sticky expression for one element; its first group is the `id`. Undefined where it would become too long. */
export function expressionOf({ members, closing }: Shape): RegExp | undefined {
  const [first, ...others] = members.map(({ name, rests, space: [before, after], optional: mayLack }, i) => {
    const rest = rests.length === 1 ? rests[0] : `(?:${rests.join('|')})`;
    const member = `${before}${i > 0 ? ',' : ''}${after}${literal(name)}${rest}`;
    return mayLack ? `(?:${member})?` : member;
  });
  const pattern = `\\{${first}${others.join('')}${closing}\\}`;
  return pattern.length > LONGEST_PATTERN ? undefined : new RegExp(pattern, 'y');
}
