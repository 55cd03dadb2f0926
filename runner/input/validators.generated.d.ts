import type { Validator } from './schema-problems.js';

export declare const validateBaseline: Validator;
export declare const validateConfig: Validator;
export declare const validateFixtures: Validator;
export declare const validateTargets: Validator;
