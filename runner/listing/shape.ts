// How an element of the listing is spelled: its members, their order and the white space, with a pattern for each
// value instead of the value. As a regular expression, a shape accepts only elements that are valid JSON, follow the
// schema, repeat no member and have only numbers whose verdict is certain. What it does not accept, it says nothing about.
import { type JsonNode, readJsonText } from './json/nodes.js';
import { COMMON_RFC3339 } from './schema/date-time.js';

export interface Shape {
  /** Names and values, as regular expressions; those that are not required may lack. */
  readonly members: readonly string[];
  readonly required: ReadonlySet<string>;
  /** What is before the first member, between two, and after the last. */
  readonly gaps: readonly [before: string, between: string, after: string];
  /** Sticky, for one element; its first group is the `id`. */
  readonly expression: RegExp;
}

const LONGEST_SAMPLE = 4096;
const LONGEST_PATTERN = 8192;

const TEXT = '[^"\\\\\\x00-\\x1f]*';
const STRING = `"${TEXT}(?:\\\\(?:["\\\\/bfnrt]|u[\\dA-Fa-f]{4})${TEXT})*"`;
const SPACE = '[ \\t\\r\\n]*';
const SCALAR = `(?:${STRING}|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null)${SPACE}`;
const SCALARS = `\\[${SPACE}(?:${SCALAR}(?:,${SPACE}${SCALAR})*)?\\]`;

/** Integers that are int64 for certain; `-0` and the last few of the range are left to the exact reader. */
const INT64 = '(?:0|-?(?:[1-9]\\d{0,17}|[1-8]\\d{18}|9[01]\\d{17}|92[01]\\d{16}))';

/** Accept only what the schema accepts (schemas/order.schema.json); a test compares the two. */
export const ORDER_PATTERNS: ReadonlyMap<string, string> = new Map([
  ['id', `(${INT64})`],
  ['petId', INT64],
  // Those that are not positive are to be counted.
  ['quantity', '[1-9]\\d*'],
  ['shipDate', `"${COMMON_RFC3339}"`],
  ['complete', '(?:true|false)'],
]);

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

const isScalar = ({ kind }: JsonNode): boolean => kind === 'scalar';

/** A pattern for values like this one, of a member that the contract does not name. */
function anyValue(sample: string, node: JsonNode): string {
  if (isScalar(node)) return SCALAR;
  const inner = [...node.inner.values()];
  if (node.kind === 'array' && inner.every(isScalar)) return SCALARS;
  let [pattern, end] = ['', node.start];
  for (const value of inner) {
    pattern += literal(sample.slice(end, value.start)) + anyValue(sample, value);
    end = value.end;
  }
  return pattern + literal(sample.slice(end, node.end));
}

/** The shape of one element's text (as Latin-1, byte for byte); undefined where it has none that accepts it. */
export function shapeOf(sample: string): Shape | undefined {
  if (sample.length > LONGEST_SAMPLE) return undefined;
  const { node, repeated } = readJsonText(Buffer.from(sample, 'latin1')) ?? {};
  if (node?.kind !== 'object' || repeated) return undefined;
  const gaps: string[] = [];
  const members: string[] = [];
  let end = node.start + 1;
  for (const [name, value] of node.inner) {
    const start = sample.indexOf('"', end);
    gaps.push(sample.slice(end, start));
    const spelled = sample.slice(start, value.start);
    // It could be the same as another that is spelled differently.
    if (spelled.includes('\\')) return undefined;
    members.push(literal(spelled) + (ORDER_PATTERNS.get(name) ?? anyValue(sample, value)));
    end = value.end;
  }
  const [before = '', between = ',', ...others] = gaps;
  if (others.some((gap) => gap !== between)) return undefined;
  const shape = shapeFrom(members, new Set(members), [before, between, sample.slice(end, node.end - 1)]);
  return shape?.expression.exec(sample)?.[0] === sample ? shape : undefined;
}

const nameIn = (member: string): string => member.slice(0, member.indexOf('"', 1));

/** A shape for the elements of both, in an order that both keep; undefined where they are spelled differently. */
export function mergeShapes(one: Shape, other: Shape): Shape | undefined {
  if (one.gaps.join('"') !== other.gaps.join('"')) return undefined;
  const members = [...one.members];
  let at = 0;
  for (const member of other.members) {
    const place = members.indexOf(member);
    if (place < 0) members.splice(at, 0, member);
    else if (place < at) return undefined;
    at = Math.max(place, at) + 1;
  }
  const required = new Set(one.members.filter((member) => one.required.has(member) && other.required.has(member)));
  return new Set(members.map(nameIn)).size === members.length ? shapeFrom(members, required, one.gaps) : undefined;
}

/** Undefined where the expression would become too long. */
function shapeFrom(members: readonly string[], required: ReadonlySet<string>, gaps: Shape['gaps']): Shape | undefined {
  const [before, between, after] = gaps;
  const lastRequired = members.findLastIndex((member) => required.has(member));
  const end = `${after}\\}`;
  const parts = members.map((member, i) => {
    const more = i < lastRequired ? between : i === members.length - 1 ? '' : `(?:${between}(?=")|(?=${end}))`;
    return required.has(member) ? member + more : `(?:${member}${more})?`;
  });
  const pattern = `\\{${before}${parts.join('')}${end}`;
  if (pattern.length > LONGEST_PATTERN) return undefined;
  return { members, required, gaps, expression: new RegExp(pattern, 'y') };
}
