import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXAMPLES } from '../harness/example.mjs';

export const FOLDER = join(EXAMPLES, 'tools');

/** The OpenAPI document that all tools read. */
export const DOCUMENT = fileURLToPath(new URL('../../schemas/openapi.bundled.yaml', import.meta.url));

export const program = (name) => join(FOLDER, 'node_modules/.bin', name);
