import { conform } from '../runner/conform.js';
import type { Report } from '../runner/judge/report.js';
import { settingsFromOptions } from '../runner/settings/options.js';
import { tool } from '../runner/settings/tool.js';
import type { Fault } from '../servers/fault.js';
import { generateApiKey, startReference } from '../servers/reference.js';
import type { Variant } from '../servers/variant.js';
import { storeOrdersInterface } from '../suites/contract.js';

/** What the suite says of a server, next to what it has to say. */
export interface Detection {
  readonly id: string;
  /** Requirements that the suite found broken, and those that it has to, in the order of the catalogue. */
  readonly found: readonly string[];
  readonly expected: readonly string[];
  readonly report: Report;
}

/** A server's own oddities must not slow a whole matrix down. */
const LIMITS = { timeoutMs: 5_000, deadlineMs: 60_000 } as const;

/** Judges the reference, changed as the fault or variant says, over HTTP on a free loopback port. */
export async function judgeServer(changed?: Variant): Promise<Report> {
  const apiKey = generateApiKey();
  const server = await startReference({
    apiKey,
    ...(changed && { behaviour: changed.behaviour }),
    ...(changed?.orders && { orders: changed.orders }),
    ...(changed?.unknown && { unknown: changed.unknown }),
  });
  try {
    const { baseUrl, orders } = server;
    return await conform(settingsFromOptions({ baseUrl, apiKey, orders, ...LIMITS }), storeOrdersInterface, { tool });
  } finally {
    await server.close();
  }
}

export async function detect(changed: Variant | Fault): Promise<Detection> {
  const report = await judgeServer(changed);
  const broken = report.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  const declared = new Set('requirements' in changed ? changed.requirements : []);
  return {
    id: changed.id,
    found: broken.map(({ id }) => id),
    expected: report.requirements.filter(({ id }) => declared.has(id)).map(({ id }) => id),
    report,
  };
}

/** A fault is caught when exactly its requirements are found broken; a variant passes when it conforms without a warning. */
export function isDetected({ found, expected, report }: Detection): boolean {
  const agrees = found.length === expected.length && found.every((id, index) => id === expected[index]);
  return agrees && report.counts.error === 0 && (expected.length > 0 || report.verdict === 'conformant');
}

/** Works through `entries`, some at a time, in their order. */
export async function detectAll(
  entries: readonly (Variant | Fault)[],
  atOnce: number,
  onEnd: (detection: Detection) => void = () => undefined,
): Promise<Detection[]> {
  const results: Detection[] = [];
  const queue = entries.entries();
  const worker = async () => {
    for (const [index, entry] of queue) {
      const detection = await detect(entry);
      results[index] = detection;
      onEnd(detection);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
