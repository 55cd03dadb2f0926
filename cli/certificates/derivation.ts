import type { Derivation } from '../../certificate/verify.js';
import { reporters } from '../../reporters/index.js';
import { loadEvidence } from '../../runner/evidence/file/reader.js';
import { tool } from '../../runner/settings/tool.js';
import { storeOrdersInterface } from '../../suites/contract.js';

export const derivation: Derivation = {
  tool,
  contract: storeOrdersInterface,
  load: loadEvidence,
  reportText: (report) => reporters.json(report, {}),
};
