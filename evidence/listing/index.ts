// The public interface of this room. Other rooms import nothing else from it.
export { elementTexts, errorDeviations, type JsonBody, readJsonBody } from './body.js';
export type { JsonProblem } from './problem.js';
export { ListingReader, LONGER_THAN_ANY_PAGE } from './reader.js';
export type { ListingReading, ListingUse, SchemaDeviation } from './reading.js';
export { contractSchemas, type LoadedSchemas, type Schemas, schemasText } from './schema/schemas.js';
export type { SchemaError } from './schema/validators.generated.js';

/** The compiler of --schemas. Only then is ajv loaded. */
export const schemaCompiler = () => import('./schema/load.js');
