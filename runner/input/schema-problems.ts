import { stepsOf } from '../../interface/helpers/helpers.js';
import { isWord, nearestOrAll } from '../../interface/helpers/usage-error.js';
import { MAX_PROBLEMS, type Path, type Problem, type YamlDocument } from './yaml-document.js';

export type Validator = (value: unknown) => readonly BrokenPlace[];

/** One place that breaks a schema; the members are ajv's. */
interface BrokenPlace {
  /** A JSON Pointer (RFC 6901) to the place within the value. Empty for the value itself. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The part of the schema that has the keyword. */
  readonly parentSchema?: SchemaPart;
}

interface SchemaPart {
  /** The expected value in words. The title of a mapping is its name. */
  readonly title?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** Turns a validator's errors into sentences, each at the place to repair. */
export function schemaProblems(
  document: YamlDocument,
  validate: Validator,
  value: unknown = document.value,
): readonly Problem[] {
  const errors = validate(value);
  const broken = new Set(errors.map(({ keyword, instancePath }) => `${keyword} ${instancePath}`));
  /** Alternatives (`anyOf`, `oneOf`) report every branch. Keep only the error that names the mistake. */
  const isCause = ({ keyword, instancePath: place }: BrokenPlace): boolean => {
    if (broken.has(`anyOf ${place}`)) {
      return keyword === 'anyOf' && !errors.some(({ instancePath }) => instancePath.startsWith(`${place}/`));
    }
    if (keyword === 'oneOf') return !broken.has(`type ${place}`);
    return keyword !== 'if' && (keyword !== 'required' || !broken.has(`oneOf ${place}`));
  };
  // Finding a place in the text takes long.
  const causes = errors.filter(isCause).slice(0, MAX_PROBLEMS + 1);
  return causes.map((error) => schemaProblem(document, error));
}

function schemaProblem(document: YamlDocument, { instancePath, keyword, params, parentSchema }: BrokenPlace): Problem {
  const path = stepsOf(instancePath);
  const offset = document.offset(path);
  switch (keyword) {
    case 'additionalProperties': {
      const name = String(params.additionalProperty);
      const quoted = isWord(name) ? ` "${name}"` : ''; // of another file, it may be a secret
      const message = `Unknown member${quoted}${within(path)}; ${nearestOrAll(name, Object.keys(parentSchema?.properties ?? {}))}`;
      return { offset: document.keyOffset(path, name), message };
    }
    case 'required':
      return { offset, message: `The member "${params.missingProperty}" is missing${within(path)}.` };
    case 'minProperties':
      return { offset, message: `Expected at least one member${within(path)}.` };
    case 'oneOf':
      return { offset, message: `Expected exactly one of command and url${within(path)}.` };
    default: {
      const { title = '', type } = parentSchema ?? {};
      return { offset, message: mismatch(document, path, type === 'object' ? 'a mapping' : title, type) };
    }
  }
}

export function mismatch(document: YamlDocument, path: Path, expected: string, type?: string): string {
  const place = path.length === 0 ? 'Expected' : `${memberText(path)}: expected`;
  return `${place} ${expected}, found ${valueText(document, path, type)}.`;
}

/** The path as JavaScript writes it: `orders.pending[1]`. */
const memberText = (path: Path): string =>
  path
    .map((part) => (/^\d+$/.test(String(part)) ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');

const within = (path: Path): string => (path.length === 0 ? '' : ` in ${memberText(path)}`);

/**
 * Names the kind of a value. Texts are never quoted, since one may be a secret in the wrong place. Numbers are, unless
 * a text is expected; so are numbers in quotation marks, if a whole number is expected.
 */
function valueText(document: YamlDocument, path: Path, type: string | undefined): string {
  const numeral = document.numeral(path);
  if (numeral !== undefined && type === 'string') return 'a number';
  if (numeral !== undefined) return numeral.length > 40 ? `${numeral.slice(0, 40)}…` : numeral;
  const value = document.get(path);
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (type === 'integer' && /^-?\d{1,19}$/.test(String(value))) return `the text "${value}": remove the quotes`;
  if (typeof value === 'string') return value === '' ? 'empty text' : 'text';
  return String(value);
}
