// The one door of this room: nothing else of it is imported from outside.
export { elementTexts, type JsonBody, readJsonBody } from './json/body.js';
export type { JsonProblem } from './json/problem.js';
export { ListingReader, LONGER_THAN_ANY_PAGE } from './reader.js';
export type { ListingReading, ListingRequest, ListingUse, SchemaDeviation } from './reading.js';
export { type SchemaError, validateError } from './schema/validators.generated.js';
