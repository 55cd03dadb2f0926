// The public interface of this room. Other rooms import nothing else from it.
export { elementTexts, errorDeviations, type JsonBody, readJsonBody } from './body.js';
export type { JsonProblem } from './problem.js';
export { ListingReader, LONGER_THAN_ANY_PAGE } from './reader.js';
export type { ListingReading, ListingRequest, ListingUse, SchemaDeviation } from './reading.js';
export type { SchemaError } from './schema/validators.generated.js';
