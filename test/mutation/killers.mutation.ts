// All tests in one file, so that a mutant starts one worker. Bundled, since loading all modules would take longer than the tests.
import './killers.generated.js';
