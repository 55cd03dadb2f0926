import { deviates } from '../../judge/report/baseline.js';
import type { Report } from '../../judge/report/report.js';
import type { Recorder } from '../../runner/engine/traffic.js';
import { gather, judge, planRun, type Run } from '../../runner/run.js';
import { type ConformanceOptions, settingsFromOptions } from '../../runner/settings/options.js';
import type { Fault } from '../../servers/fault.js';
import { generateApiKey, startReference } from '../../servers/reference.js';
import type { Variant } from '../../servers/variant.js';

export type Detection = ReturnType<typeof detectionOf>;

/**
 * No server is that slow; but a timeout or a deadline on a busy machine would leave requirements unjudged.
 * @testonly
 */
export const LIMITS = { timeoutMs: 60_000, deadlineMs: 600_000 } as const;

export interface DetectOptions
  extends Pick<ConformanceOptions, 'orders' | 'disposable' | 'fresh' | 'repeat' | 'scenarios'> {
  readonly record?: (run: Run) => Recorder;
}

/**
 * Judges the reference with a fault or variant, over HTTP on a free loopback port.
 * @testonly
 */
export async function judgeServer(changed?: Variant, { record, ...options }: DetectOptions = {}): Promise<Report> {
  const apiKey = generateApiKey();
  const server = await startReference({ ...changed, apiKey });
  try {
    const { baseUrl, orders } = server;
    const store = { baseUrl, apiKey, orders, disposable: true, fresh: true };
    const run = await planRun(settingsFromOptions({ ...store, ...LIMITS, ...options }));
    return judge(run, await gather(run, { recorder: record?.(run) }));
  } finally {
    await server.close();
  }
}

export async function detect(changed: Variant | Fault, options?: DetectOptions) {
  return detectionOf(changed, await judgeServer(changed, options));
}

/**
 * The requirements that the suite finds broken in a server, and those that it must find, in the order of the catalogue.
 * @testonly
 */
export function detectionOf(changed: Variant | Fault, report: Report) {
  const { requirements: declared = [], perhaps = [] }: Partial<Fault> = changed;
  const broken = report.requirements.filter((result) => deviates(result) && !perhaps.includes(result.id));
  return {
    id: changed.id,
    broken: broken.map(({ id }) => id),
    expected: report.requirements.filter(({ id }) => declared.includes(id)).map(({ id }) => id),
    report,
  };
}

/** True if exactly the requirements of a fault are broken, or if a variant conforms without a warning. */
export function isDetected({ broken, expected, report }: Detection): boolean {
  const agrees = broken.length === expected.length && broken.every((id, index) => id === expected[index]);
  return agrees && report.counts.error === 0 && (expected.length > 0 || report.verdict === 'conformant');
}
