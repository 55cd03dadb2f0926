/** What this process has used of the processor: other programs make it wait, and not work. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
