import { setFlagsFromString } from 'node:v8';

// As cli/main.ts does, so that what is measured here is measured as it runs there.
setFlagsFromString('--wasm-tiering-budget=2000000000');
