import { MAX_REPEAT } from '../../certificate/bundle.js';
import type { Derivation } from '../../certificate/verify.js';
import { reporters } from '../../reporters/index.js';
import { loadRun } from '../../runner/engine/unsent.js';
import { tool } from '../../runner/settings/tool.js';
import { storeOrdersInterface } from '../../suites/contract.js';

export const derivation: Derivation = {
  tool,
  contract: storeOrdersInterface,
  load: (name, source) => loadRun(storeOrdersInterface, name, source, MAX_REPEAT),
  reportText: (report) => reporters.json(report, {}),
};
