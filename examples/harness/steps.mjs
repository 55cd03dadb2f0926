export const say = (text) => process.stdout.write(`${text}\n`);

/**
 * Does one step and says how it went.
 * @param action resolves to what is wrong, a sentence each, and to what to say where nothing is
 * @returns whether it went well
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

/** Does this for each, two at a time: most of it is waiting. @returns what it resolved to, in the order of the items */
export async function twoAtATime(items, action) {
  const results = [];
  const queue = [...items].entries();
  const work = async () => {
    for (const [index, item] of queue) results[index] = await action(item);
  };
  await Promise.all([work(), work()]);
  return results;
}
