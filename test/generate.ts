import { generate } from '../scripts/generate.mjs';

/** The catalogue and the validators are derived from data files; the tests judge with the current ones. */
export const setup = generate;
