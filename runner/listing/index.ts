// The one door of this room: nothing else of it is imported from outside.
export type { JsonProblem } from './json/problem.js';
export { ListingReader, type ListingReaderOptions } from './reader.js';
export { ReaderMemory } from './reader-memory.js';
export type { ListingReading, ListingRequest, ListingUse, RepeatedIds, SchemaDeviation } from './reading.js';
export { type SchemaError, validateError } from './schema/validators.generated.js';
export { elementTexts, type JsonBody, readJsonBody } from './strict-body.js';
