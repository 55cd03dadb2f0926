// How an element of the listing is spelled: its members, their order and the white space, with a pattern for each
// value instead of the value. As a regular expression, a shape accepts only elements that are valid JSON, follow the
// schema, repeat no member and have only numbers whose verdict is certain. What it does not accept, it says nothing about.
import { type JsonNode, readJsonText } from './json/nodes.js';
import { COMMON_RFC3339 } from './schema/date-time.js';
import type { JsonSchema } from './schema/validators.js';

export interface ShapeMember {
  /** The name as it is spelled, with its quotes. */
  readonly name: string;
  /** What is between the member before (or the opening brace) and the name, without the comma. */
  readonly space: readonly [beforeComma: string, afterComma: string];
  /** From the end of the name to the end of the value, as regular expressions of which one must match. */
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

const ID = '"id"';

/** What is asked of two members beyond the schema: the digits of the id, and that a quantity is positive. */
function narrowed(name: string, pattern: string): string {
  if (name === ID) return `(${pattern})`;
  return name === '"quantity"' && pattern === INTEGER ? '[1-9]\\d*' : pattern;
}

/** The patterns of the members that the schema names, by spelled name. */
export type MemberPatterns = ReadonlyMap<string, string>;

/** These judge nothing. */
const ANNOTATIONS = ['$schema', '$id', '$comment', 'title', 'description', 'examples', 'deprecated'];

const uses = (schema: JsonSchema, keywords: readonly string[]): boolean =>
  Object.keys(schema).every((keyword) => keywords.includes(keyword) || ANNOTATIONS.includes(keyword));

/** Patterns that only accept what the schema accepts; undefined where it says anything that a shape cannot. */
export function patternsOf(schema: JsonSchema): MemberPatterns | undefined {
  if (schema.type !== 'object' || !uses(schema, ['type', 'properties'])) return undefined;
  const patterns = new Map<string, string>();
  for (const [name, member] of Object.entries((schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>)) {
    const spelled = JSON.stringify(name);
    const pattern = KNOWN_VALUES[[member.type, member.format].join(' ').trim()];
    if (pattern === undefined || !uses(member, ['type', 'format'])) return undefined;
    patterns.set(spelled, narrowed(spelled, pattern));
  }
  return patterns;
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const latin1 = (text: string): string => Buffer.from(text).toString('latin1');

/** A pattern for values like this one, of a member that the contract does not name: white space in it may vary. */
function anyValue({ kind, inner }: JsonNode, depth: number): string | undefined {
  if (depth > DEEPEST_SAMPLE) return undefined;
  const values = Array.from(inner.values(), (value) => anyValue(value, depth + 1));
  if (values.includes(undefined)) return undefined;
  switch (kind) {
    case 'object': {
      const names = Array.from(inner.keys(), (name) => literal(latin1(JSON.stringify(name))));
      const members = names.map((name, i) => `${name}${SPACE}:${SPACE}${values[i]}${SPACE}`);
      return `\\{${SPACE}${members.join(`,${SPACE}`)}\\}`;
    }
    case 'array': {
      // Any number of items like these; two forms that start alike could match one text in more than one way.
      const forms = [...new Set(values)];
      if (new Set(forms.map((form) => form?.slice(0, 2))).size < forms.length) return undefined;
      const item = `(?:${forms.join('|') || SCALAR})${SPACE}`;
      return `\\[${SPACE}(?:${item}(?:,${SPACE}${item})*)?\\]`;
    }
    default:
      return SCALAR;
  }
}

/** What is between two values. Names with escapes could be the same as others that are spelled differently. */
const GAP = /^([ \t\r\n]*),?([ \t\r\n]*)("[^"\\]*")([ \t\r\n]*:[ \t\r\n]*)$/;

function memberOf(gap: string, value: JsonNode, known: MemberPatterns): ShapeMember | undefined {
  const [, beforeComma = '', afterComma = '', name = '', colon = ''] = GAP.exec(gap) ?? [];
  if (name === '') return undefined;
  const pattern = known.get(name) ?? anyValue(value, 1);
  if (pattern === undefined) return undefined;
  return { name, space: [beforeComma, afterComma], rests: [colon + pattern], optional: false };
}

/** The shape of one element's text (as Latin-1, byte for byte), which must be valid JSON. */
export function shapeOf(sample: string, known: MemberPatterns): Shape | undefined {
  if (sample.length > LONGEST_SAMPLE) return undefined;
  const { node, repeated } = readJsonText(Buffer.from(sample, 'latin1')) ?? {};
  if (node?.kind !== 'object' || repeated) return undefined;
  const members: ShapeMember[] = [];
  let end = node.start + 1;
  for (const value of node.inner.values()) {
    const member = memberOf(sample.slice(end, value.start), value, known);
    if (!member) return undefined;
    members.push(member);
    end = value.end;
  }
  const [first, ...others] = members;
  return first && { members: [first, ...others], closing: sample.slice(end, node.end - 1) };
}

const hasName =
  (name: string) =>
  (member: ShapeMember): boolean =>
    member.name === name;

/** The member as either spells it; undefined where the space around it differs, or there would be two ids to capture. */
function mergeMember(one: ShapeMember, other: ShapeMember): ShapeMember | undefined {
  const rests = [...new Set([...one.rests, ...other.rests])];
  if (one.space.join() !== other.space.join() || (one.name === ID && rests.length > 1)) return undefined;
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
 * member must be the same. Undefined where the two have too little in common.
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
