import type { JsonSchema, SchemaError } from '../listing/schema/validators.js';
import { suggest } from './suggestion.js';
import type { Path, Problem, YamlDocument } from './yaml-document.js';

/** Turns what a validator found in a document's value into sentences, each where it can be repaired. */
export function schemaProblems(
  document: YamlDocument,
  schema: JsonSchema,
  errors: readonly SchemaError[],
): readonly Problem[] {
  const problems = new Map<string, Problem>();
  for (const error of errors.filter((one) => isCause(one, errors))) {
    const problem = problemOf(document, schema, error);
    problems.set(`${problem.offset} ${problem.message}`, problem);
  }
  return [...problems.values()];
}

/** Alternatives (`anyOf`, `oneOf`) report every branch; of these only what names the mistake is kept. */
function isCause({ instancePath, keyword }: SchemaError, errors: readonly SchemaError[]): boolean {
  const here = errors.filter((other) => other.instancePath === instancePath);
  if (keyword === 'oneOf' && here.some((other) => other.keyword === 'type')) return false;
  if (keyword === 'required' && here.some((other) => other.keyword === 'oneOf')) return false;
  const alternatives = here.some((other) => other.keyword === 'anyOf');
  return !(alternatives && errors.some((other) => other.instancePath.startsWith(`${instancePath}/`)));
}

function problemOf(document: YamlDocument, schema: JsonSchema, error: SchemaError): Problem {
  const path = pathOf(error.instancePath);
  const node = schemaAt(schema, path);
  const offset = document.offset(path);
  switch (error.keyword) {
    case 'additionalProperties': {
      const name = String(error.params.additionalProperty);
      const message = `Unknown member "${name}"${within(path)}; ${suggest(name, memberNames(node))}`;
      return { offset: document.keyOffset(path, name), message };
    }
    case 'required':
      return { offset, message: `The member "${error.params.missingProperty}" is missing${within(path)}.` };
    case 'minProperties':
      return { offset, message: `Nothing stands here${within(path)}; expected ${expectedMembers(node)}.` };
    case 'oneOf':
      return { offset, message: `Expected exactly one of command and url${within(path)}.` };
    default:
      return { offset, message: mismatch(path, expectation(node), kindOrNumber(document, path, node)) };
  }
}

export const mismatch = (path: Path, expected: string, actual: string): string =>
  `${path.length === 0 ? 'Expected' : `${nameOf(path)}: expected`} ${expected}, found ${actual}.`;

/** As in JavaScript: `orders.pending[1]`. */
export const nameOf = (path: Path): string =>
  path
    .map((part) => (/^\d+$/.test(String(part)) ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');

const within = (path: Path): string => (path.length === 0 ? '' : ` in ${nameOf(path)}`);

/** Splits a JSON Pointer (RFC 6901). */
const pathOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The part of the schema that describes the value at a path. */
function schemaAt(schema: JsonSchema, path: Path): JsonSchema {
  return path.reduce<JsonSchema>((node, part) => {
    const properties = isRecord(node.properties) ? node.properties : {};
    const branches = Array.isArray(node.anyOf) ? node.anyOf.filter(isRecord) : [];
    const items = [node, ...branches].map((branch) => branch.items).find(isRecord);
    return resolved(schema, [properties[String(part)], items, node.additionalProperties].find(isRecord) ?? {});
  }, schema);
}

function resolved(schema: JsonSchema, node: JsonSchema): JsonSchema {
  const name = typeof node.$ref === 'string' ? node.$ref.replace('#/$defs/', '') : undefined;
  const definition = name !== undefined && isRecord(schema.$defs) ? schema.$defs[name] : undefined;
  return isRecord(definition) ? { ...resolved(schema, definition), ...node } : node;
}

const memberNames = ({ properties }: JsonSchema): readonly string[] =>
  isRecord(properties) ? Object.keys(properties) : [];

const expectedMembers = (node: JsonSchema): string => memberNames(node).join(' or ') || 'at least one member';

/** The schema's `title` says it in words where the type alone would say too little. */
function expectation({ title, type, minimum, maximum }: JsonSchema): string {
  if (typeof title === 'string' && type !== 'object') return title;
  switch (type) {
    case 'integer':
      return `a whole number from ${minimum} to ${maximum}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return 'a list';
    case 'object':
      return 'a mapping';
    default:
      return 'text';
  }
}

/** A number is quoted only where one is expected: in place of a text it may be a secret. */
const kindOrNumber = (document: YamlDocument, path: Path, { type }: JsonSchema): string =>
  type === 'string' && typeof document.get(path) === 'number' ? 'a number' : found(document, path);

/** Names the kind of a value; texts are never quoted, for one of them may be a secret that is in the wrong place. */
export function found(document: YamlDocument, path: Path): string {
  const numeral = document.numeral(path);
  if (numeral !== undefined) return numeral.length > 40 ? `${numeral.slice(0, 40)}…` : numeral;
  const value = document.get(path);
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'string') return value === '' ? 'empty text' : 'text';
  return String(value);
}
