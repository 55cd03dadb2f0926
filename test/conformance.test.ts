import { inject } from 'vitest';
import { conformance } from '../vitest/conformance.js';

conformance(inject('target'));
