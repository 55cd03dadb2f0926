/** The processor time that this process has used, in milliseconds. Other programs make it wait, but not work. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
