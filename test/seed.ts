import fc from 'fast-check';

/**
 * Decides all random choices of the tests. It is fixed for `npm test`; `.ci/run` takes it from the commit's tree, so that a commit
 * is as green tomorrow as it was today, and the next one tries other cases. `SEED=7` takes another.
 */
export const SEED = Number(process.env.SEED ?? 20_261_128);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
