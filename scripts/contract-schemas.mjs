// Compiles Order and Error. What nothing could judge fails the build, with its name and place: no run would tell of it.
import { fileURLToPath } from 'node:url';
import Ajv, { _ } from 'ajv/dist/2020.js';
import { build } from 'esbuild';

/** Annotations of JSON Schema that look like demands (2020-12, Validation §8). */
const ANNOTATIONS = ['contentEncoding', 'contentMediaType', 'contentSchema'];
/** These hold schemas by name; these, values. */
const BY_NAME = /^(?:properties|patternProperties|\$defs|definitions|dependentSchemas|dependencies)$/;
const VALUES = /^(?:const|enum|default|examples)$/;
/** Keywords with numbers that a value is compared with. */
const COMPARED = /^(?:const|enum|multipleOf|(?:exclusiveM|m)(?:ax|in)imum)$/;
/** Of a choice, only that nothing fits is an error: what one branch wants is not a demand. */
const CHOICES = ['anyOf', 'oneOf', 'contains'];

/** An ajv for these schemas, which are given by file. */
export async function contractAjv(schemas, options) {
  const ajv = new Ajv({
    ...options,
    // `type` may be a list, or be left to the schema around, as under an `if`.
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allowMatchingProperties: true,
    // 0.01 is not a binary fraction: 19.99 is a multiple of it all the same.
    multipleOfPrecision: 6,
    // Every object inherits a `constructor`; it is not a member.
    ownProperties: namesIn(schemas).some((name) => name in {}),
    code: { ...options.code, formats: _`require('./scripts/contract-formats.mjs').formats` },
  });
  for (const [name, format] of Object.entries(await contractFormats())) ajv.addFormat(name, format);
  for (const keyword of CHOICES) tellOnce(ajv.RULES.all[keyword]);
  for (const [file, schema] of Object.entries(schemas)) {
    refuseUnjudged(ajv, file, schema);
    try {
      ajv.compile(schema);
    } catch (error) {
      throw new Error(`${file} cannot be compiled: ${error.message}`, { cause: error });
    }
  }
  return ajv;
}

/** Some are TypeScript, which Node 20 does not run: they are bundled, and imported from memory. */
async function contractFormats() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('contract-formats.mjs', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
  });
  const { formats } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  );
  return formats;
}

/** Takes the errors of the branches back before the one of the keyword itself is added. */
function tellOnce(rule) {
  const { definition } = rule;
  const code = (context) => {
    const error = context.error.bind(context);
    context.error = (...how) => {
      context.reset();
      error(...how);
    };
    definition.code(context);
  };
  rule.definition = { ...definition, code };
}

/** Every schema in this one, with its place. */
function* schemasIn(schema, place = '#') {
  if (typeof schema !== 'object' || schema === null) return;
  if (!Array.isArray(schema)) yield [place, schema];
  for (const [keyword, inner] of Object.entries(schema)) {
    if (VALUES.test(keyword)) continue;
    if (!BY_NAME.test(keyword)) yield* schemasIn(inner, `${place}/${keyword}`);
    else for (const [name, named] of Object.entries(inner)) yield* schemasIn(named, `${place}/${keyword}/${name}`);
  }
}

/** Every name that these schemas know a member by. */
export const namesIn = (schemas) => [
  ...new Set(
    Object.values(schemas)
      .flatMap((schema) => [...schemasIn(schema)])
      .flatMap(([, { properties = {}, required = [], dependentRequired = {} }]) => [
        ...Object.keys(properties),
        ...required,
        ...Object.values(dependentRequired).flat(),
      ]),
  ),
];

function refuseUnjudged(ajv, file, schema) {
  for (const [place, part] of schemasIn(schema)) {
    for (const [keyword, value] of Object.entries(part)) {
      const why = unjudged(ajv, part, keyword, value);
      if (why)
        throw new Error(
          `${file}, at ${place}/${keyword}: ${why}. Take it out, or write what JSON Schema 2020-12 has for it.`,
        );
    }
  }
}

/** Why nothing would judge a keyword; undefined where it is judged, or is an annotation that nobody takes for a demand. */
function unjudged(ajv, { type = [] }, keyword, value) {
  if (!ajv.RULES.keywords[keyword] || ANNOTATIONS.includes(keyword)) return `nothing judges the keyword "${keyword}"`;
  const format = keyword === 'format' ? ajv.formats[value] : undefined;
  if (keyword === 'format' && !format) return `nothing judges the format "${value}"`;
  const judged = [format ? (format.type ?? 'string') : (ajv.RULES.all[keyword]?.definition.type ?? [])].flat();
  const types = [type].flat().map((name) => (name === 'integer' ? 'number' : name));
  if (judged.length > 0 && types.length > 0 && !judged.some((name) => types.includes(name))) {
    return `${format ? `the format "${value}"` : `"${keyword}"`} judges values of type ${judged.join(' or ')}, and here they are of type ${types.join(' or ')}`;
  }
  if (COMPARED.test(keyword) && mayBeRounded(value)) return 'a number beyond 2^53 cannot be compared to the digit';
  return undefined;
}

function mayBeRounded(value) {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(mayBeRounded);
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}
