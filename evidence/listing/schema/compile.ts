// Prepares schemas of Order and Error for ajv: the build those of the contract, a run those of --schemas.
import type { Ajv2020, Options } from 'ajv/dist/2020.js';
import judgedSchema from '../../../schemas/judged-schema.schema.json' with { type: 'json' };
import { formats } from './judged-formats.js';

/**
 * Validates a schema. It refuses a demand that nothing could judge, since no run would tell of it. Its errors hold the
 * part of the meta-schema that was broken, since messages quote its title.
 */
export const schemaValidator = (Ajv: typeof Ajv2020) =>
  new Ajv({ allErrors: true, verbose: true, strictTypes: false, formats }).compile(judgedSchema);

/** An ajv for these schemas. */
export function ajvOf(Ajv: typeof Ajv2020, schemas: object, options: Options = {}): Ajv2020 {
  const ajv = new Ajv({
    ...options,
    allErrors: true,
    logger: false,
    allowMatchingProperties: true,
    // 0.01 is not a binary fraction: 19.99 is a multiple of it all the same.
    multipleOfPrecision: 6,
    // Every object inherits a `constructor`; it is not a member.
    ownProperties: namesIn(schemas).some((name) => name in {}),
    formats,
  });
  for (const keyword of ['anyOf', 'oneOf', 'contains']) reportOnce(ajv, keyword);
  return ajv;
}

/** Such a keyword has one error, that nothing fits: the demands of one branch are not demands of the schema. */
function reportOnce(ajv: Ajv2020, keyword: string): void {
  const rule = ajv.RULES.all[keyword];
  if (typeof rule !== 'object' || !('code' in rule.definition)) throw new Error(`ajv has no code for ${keyword}.`);
  const { definition } = rule;
  const code: typeof definition.code = (context) => {
    const error = context.error.bind(context);
    context.error = (...how) => {
      context.reset(); // takes the errors of the branches back
      error(...how);
    };
    definition.code(context);
  };
  rule.definition = { ...definition, code };
}

/** Every name and text in a schema, so every name that it knows a member by. */
export function namesIn(schema: unknown): string[] {
  if (typeof schema === 'string') return [schema];
  if (Array.isArray(schema)) return schema.flatMap(namesIn);
  return Object.entries(Object(schema)).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
}
