export const say = (text) => process.stdout.write(`${text}\n`);

/**
 * Does one step and prints its result.
 * @param action resolves to `flaws`, a sentence each, and to a `summary` that is printed if there are none
 * @returns whether there are no flaws
 */
export async function step(name, action) {
  const since = performance.now();
  const { flaws = [], summary = '' } = await action().catch(({ message }) => ({ flaws: [message] }));
  const seconds = `${((performance.now() - since) / 1000).toFixed(1)} s`;
  say(
    `  ${flaws.length === 0 ? '✔' : '✘'} ${name.padEnd(24)} ${seconds.padStart(7)}  ${flaws.length === 0 ? summary : ''}`,
  );
  for (const flaw of flaws) say(`      ${flaw.trimEnd().replaceAll('\n', '\n      ')}`);
  return flaws.length === 0;
}

/** Does this for each item, two at a time, since actions mostly wait. @returns the results, in the order of the items */
export async function twoAtATime(items, action) {
  const results = [];
  const queue = [...items].entries();
  const work = async () => {
    for (const [index, item] of queue) results[index] = await action(item);
  };
  await Promise.all([work(), work()]);
  return results;
}
