const node = JSON.stringify(process.execPath);

/** A fixtures file with a seed that says it made these pending orders, and exits with 0. */
export const seeding = (orders: object, says: string): string => {
  const script = `console.error(${JSON.stringify(says)}); console.log(JSON.stringify(${JSON.stringify({ orders })}))`;
  return `orders: { other: [301] }\nprovision:\n  command: ${JSON.stringify(`${node} -e ${JSON.stringify(script)}`)}\n`;
};

export const numbers = (ids: readonly bigint[]): number[] => ids.map(Number).filter(Number.isSafeInteger);
