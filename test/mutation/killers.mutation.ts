// All tests in one file, so that a mutant pays for one worker; bundled, since loading 700 modules takes longer than most mutants live.
import './killers.generated.js';
