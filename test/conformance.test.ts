import { conformance } from '../vitest/conformance.js';

conformance();
