// One file, so that a mutant pays for one worker; the cheapest first, since a run ends with the first failure.
import '../suites/catalogue.test.js';
import '../judgement/verdict.test.js';
import '../judgement/ledger.test.js';
import '../judgement/judge.test.js';
import '../orders/candidates.test.js';
import '../orders/supply.test.js';
import '../orders/unlisted.test.js';
import '../engine/selection.test.js';
import '../engine/cancel-board.test.js';
import '../detection/matrix.test.js';
import '../engine/same-report.test.js';
import '../engine/fixtures-in-doubt.test.js';
import '../engine/unjudged.test.js';
import '../engine/suite-defects.test.js';
import '../engine/verdicts.test.js';
import '../engine/plan.test.js';
