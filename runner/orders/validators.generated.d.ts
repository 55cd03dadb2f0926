import type { Validator } from '../input/schema-problems.js';

export declare const validateFixtures: Validator;
