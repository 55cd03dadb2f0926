import type { Validator } from '../input/schema-problems.js';

export declare const validateConfig: Validator;
export declare const validateTargets: Validator;
