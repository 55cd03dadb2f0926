import type { Validator } from './schema-problems.js';

export declare const validateConfig: Validator;
export declare const validateFixtures: Validator;
