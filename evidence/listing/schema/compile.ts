// Prepares schemas of Order and Error for ajv: the build those of the contract, a run those of --schemas. It refuses what
// nothing could judge, since no run would tell of it.
import type { Ajv2020, Options } from 'ajv/dist/2020.js';
import { escaped } from '../../../interface/helpers/helpers.js';
import { formats } from './judged-formats.js';

export type Schema = Readonly<Record<string, unknown>>;

/** Annotations of JSON Schema that look like demands (2020-12, Validation §8). With `$async`, every value would pass. */
const NOT_JUDGED = ['contentEncoding', 'contentMediaType', 'contentSchema', '$async'];
/** Keywords that hold schemas by name. */
const BY_NAME = /^(?:properties|patternProperties|\$defs|definitions|dependentSchemas|dependencies)$/;
/** Keywords that hold values. */
const VALUES = /^(?:const|enum|default|examples)$/;
/** Keywords with numbers that a value is compared with. */
const COMPARED = /^(?:const|enum|multipleOf|(?:exclusiveM|m)(?:ax|in)imum)$/;
/** Of a choice, only that nothing fits is an error: the demands of one branch are not demands of the schema. */
const CHOICES = ['anyOf', 'oneOf', 'contains'];

/** A schema that cannot be compiled, or has a demand that nothing judges. */
export class SchemaProblem extends Error {
  override readonly name = 'SchemaProblem';

  /**
   * @param schema its name among those that were given
   * @param pointer a JSON Pointer to the place in it
   */
  constructor(
    readonly schema: string,
    readonly pointer: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * An ajv that has compiled these schemas.
 * @throws SchemaProblem
 */
export function ajvOf(Ajv: typeof Ajv2020, schemas: Readonly<Record<string, Schema>>, options: Options = {}): Ajv2020 {
  const ajv = new Ajv({
    ...options,
    allErrors: true,
    logger: false,
    // `type` may be a list, or be left to the schema around, as under an `if`.
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allowMatchingProperties: true,
    // 0.01 is not a binary fraction: 19.99 is a multiple of it all the same.
    multipleOfPrecision: 6,
    formats,
  });
  for (const keyword of CHOICES) reportOnce(ajv, keyword);
  const refuse = (why: (ajv: Ajv2020, schema: Schema) => Refused): void => {
    for (const [name, schema] of Object.entries(schemas)) {
      const refused = why(ajv, schema);
      if (refused) throw new SchemaProblem(name, ...refused);
    }
  };
  refuse(whyInvalid);
  refuse(whyUnjudged);
  // Every object inherits a `constructor`; it is not a member.
  ajv.opts.ownProperties = namesIn(schemas).some((name) => name in {});
  refuse(whyNotCompiled);
  return ajv;
}

/** Takes the errors of the branches back before the one of the keyword itself is added. */
function reportOnce(ajv: Ajv2020, keyword: string): void {
  const rule = ajv.RULES.all[keyword];
  if (typeof rule !== 'object' || !('code' in rule.definition)) throw new Error(`ajv has no code for ${keyword}.`);
  const { definition } = rule;
  const code: typeof definition.code = (context) => {
    const error = context.error.bind(context);
    context.error = (...how) => {
      context.reset();
      error(...how);
    };
    definition.code(context);
  };
  rule.definition = { ...definition, code };
}

/** Every schema in this one, with its place: outer ones first. */
function* schemasIn(schema: unknown, place = ''): Generator<readonly [string, Schema]> {
  if (typeof schema !== 'object' || schema === null) return;
  if (!Array.isArray(schema)) yield [place, schema as Schema];
  for (const [keyword, inner] of Object.entries(schema)) {
    if (VALUES.test(keyword)) continue;
    const at = `${place}/${escaped(keyword)}`;
    if (!BY_NAME.test(keyword)) yield* schemasIn(inner, at);
    else for (const [name, named] of Object.entries(inner)) yield* schemasIn(named, `${at}/${escaped(name)}`);
  }
}

/** Every name that these valid schemas know a member by. */
export const namesIn = (schemas: Readonly<Record<string, Schema>>): string[] => [
  ...new Set(
    Object.values(schemas)
      .flatMap((schema) => [...schemasIn(schema)])
      .flatMap(([, { properties = {}, required = [], dependentRequired = {} }]) => [
        ...Object.keys(Object(properties)),
        ...[required, ...Object.values(Object(dependentRequired))].flat().map(String),
      ]),
  ),
];

type Refused = readonly [pointer: string, message: string] | undefined;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What the meta-schema refuses. */
function whyInvalid(ajv: Ajv2020, schema: Schema): Refused {
  try {
    if (ajv.validateSchema(schema) === true) return undefined;
    const [{ instancePath = '', message = '' } = {}] = ajv.errors ?? [];
    return [instancePath, `Not JSON Schema 2020-12: the value here ${message}.`];
  } catch (error) {
    return ['/$schema', `Not JSON Schema 2020-12: ${reasonOf(error)}.`];
  }
}

function whyUnjudged(ajv: Ajv2020, schema: Schema): Refused {
  for (const [place, part] of schemasIn(schema)) {
    for (const [keyword, value] of Object.entries(part)) {
      const why = unjudged(ajv, part, keyword, value);
      const remedy = 'Take it out, or write what JSON Schema 2020-12 has for it.';
      if (why !== undefined) return [`${place}/${escaped(keyword)}`, `${why}. ${remedy}`];
    }
  }
  return undefined;
}

/** Undefined if a keyword is judged, or is an annotation that nobody takes for a demand. */
function unjudged(ajv: Ajv2020, { type = [] }: Schema, keyword: string, value: unknown): string | undefined {
  if (!Object.hasOwn(ajv.RULES.keywords, keyword) || NOT_JUDGED.includes(keyword))
    return `Nothing judges the keyword "${keyword}"`;
  const format = keyword === 'format' ? Object(ajv.formats[String(value)]) : undefined;
  if (format && !Object.hasOwn(formats, String(value))) return `Nothing judges the format "${value}"`;
  const judged: readonly string[] = [
    format ? (format.type ?? 'string') : (Object(ajv.RULES.all[keyword]).definition?.type ?? []),
  ].flat();
  const types = [type].flat().map((name) => (name === 'integer' ? 'number' : String(name)));
  if (judged.length > 0 && types.length > 0 && !judged.some((name) => types.includes(name))) {
    const subject = format ? `The format "${value}"` : `"${keyword}"`;
    return `${subject} judges values of type ${judged.join(' or ')}, and here they are of type ${types.join(' or ')}`;
  }
  if (COMPARED.test(keyword) && mayBeRounded(value)) return 'A number beyond 2^53 cannot be compared to the digit';
  return undefined;
}

function mayBeRounded(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(mayBeRounded);
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** ajv names no place: take the innermost part that it refuses for the same reason. */
function whyNotCompiled(ajv: Ajv2020, schema: Schema): Refused {
  const refusalOf = (part: Schema): string => {
    try {
      ajv.compile(part);
      return '';
    } catch (error) {
      return reasonOf(error).replace(/ from id .*/s, '');
    }
  };
  const why = refusalOf(schema);
  if (why === '') return undefined;
  const [pointer = ''] = [...schemasIn(schema)].slice(1).findLast(([, part]) => refusalOf(part) === why) ?? [];
  return [pointer, `It cannot be compiled: ${why}.`];
}
