import type { ExchangeEvidence, Report } from './report.js';

/**
 * Removes secrets from everything in the report that may quote the target. The suite's own words and ids stay as they
 * are, even if a secret is an ordinary word.
 */
export function redactedReport(report: Report, redact: (quote: string) => string): Report {
  /** Redacts these members of each entry if they are texts. */
  const each = <Entry extends object>(entries: readonly Entry[], ...names: readonly (keyof Entry)[]): Entry[] =>
    entries.map((entry) => {
      const texts = names.filter((name) => typeof entry[name] === 'string');
      return { ...entry, ...Object.fromEntries(texts.map((name) => [name, redact(String(entry[name]))])) };
    });
  return {
    ...report,
    ...each([report], 'obstacle')[0],
    causes: each(report.causes, 'headline', 'actual', 'at'),
    requirements: each(report.requirements, 'reason'),
    findings: each(report.findings, 'actual', 'at'),
    scenarios: each(report.scenarios, 'reason'),
    ambiguities: each(report.ambiguities, 'observed'),
    orders: report.orders.map((order) => ({ ...order, stages: each(order.stages, 'text') })),
    fixtures: report.fixtures.map(redact),
    notes: report.notes.map(redact),
    // Somebody may paste a secret into a reason.
    ...(report.baseline && { baseline: each(report.baseline, 'reason', 'issue') }),
    exchanges: report.exchanges.map((exchange) => ({
      ...exchange,
      response: redactedResponse(exchange.response, redact),
    })),
  };
}

function redactedResponse(response: ExchangeEvidence['response'], redact: (quote: string) => string) {
  if ('failure' in response) return response; // it was made without secrets
  const { reason, headers, body, bytesAfter } = response;
  return {
    ...response,
    reason: redact(reason),
    headers: headers.map(([name, value]) => [redact(name), redact(value)] as const),
    body: { ...body, text: redact(body.text) },
    ...(bytesAfter && { bytesAfter: { ...bytesAfter, text: redact(bytesAfter.text) } }),
  };
}
