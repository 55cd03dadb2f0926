import type { ExchangeEvidence, Header, Report } from '../judge/report/report.js';
import { printableJson } from './printable.js';
import type { Reporter } from './reporter.js';
import { byStart, runSentence } from './wording.js';

/**
 * HTTP Archive 1.2, which the network tab of a browser opens: a page for each scenario and an entry for each exchange,
 * sorted by start. Facts that the report does not have are -1 or empty, as the format demands. Names that begin with
 * `_` are our own.
 */
export const har: Reporter = (report) => {
  const exchanges = report.exchanges.toSorted(byStart);
  const { name, version } = report.tool;
  return printableJson({
    log: {
      version: '1.2',
      creator: { name, version },
      pages: pagesOf(exchanges, report),
      entries: exchanges.map((exchange) => entryOf(exchange, report)),
      comment: `${runSentence(report)} Of times, only the whole duration of an exchange is known, and shown as waiting.`,
    },
  });
};

function pagesOf(exchanges: readonly ExchangeEvidence[], { scenarios }: Report) {
  return [...new Set(exchanges.map(({ scenario }) => scenario))].map((id) => {
    const first = exchanges.find(({ scenario }) => scenario === id);
    const result = scenarios.find((scenario) => scenario.id === id);
    return {
      startedDateTime: first?.startedAt,
      id,
      title: result?.title ?? `Shared by several scenarios: ${id}`,
      pageTimings: { onContentLoad: UNKNOWN, onLoad: UNKNOWN },
      comment: result && `${result.state}: ${result.requirements.join(', ')}`,
    };
  });
}

const UNKNOWN = -1;

/** The type that browsers write if they know none. */
const UNKNOWN_TYPE = 'x-unknown';

function entryOf(exchange: ExchangeEvidence, { findings }: Report) {
  const { id, scenario, startedAt, durationMs, attempts, request } = exchange;
  const deviations = findings
    .filter((finding) => finding.exchange === id)
    .map(({ requirement, message }) => `${requirement}: ${message}`);
  return {
    pageref: scenario,
    startedDateTime: startedAt,
    time: durationMs,
    request: requestOf(exchange),
    response: responseOf(exchange),
    cache: {},
    timings: {
      blocked: UNKNOWN,
      dns: UNKNOWN,
      connect: UNKNOWN,
      ssl: UNKNOWN,
      // The format does not allow these three to be unknown; the report only knows their sum.
      send: 0,
      wait: durationMs,
      receive: 0,
    },
    ...(deviations.length > 0 && { comment: deviations.join('\n') }),
    _exchange: id,
    _credential: request.credential,
    _attempts: attempts,
  };
}

function requestOf({ request: { method, url, headers } }: ExchangeEvidence) {
  const [, query = ''] = /\?(.*)/s.exec(url) ?? [];
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headers.map(named),
    queryString: [...new URLSearchParams(query)].map(named),
    headersSize: UNKNOWN,
    bodySize: 0,
  };
}

const named = ([name, value]: Header) => ({ name, value });

function responseOf({ response }: ExchangeEvidence) {
  const unknown = { httpVersion: 'unknown', headersSize: UNKNOWN, bodySize: UNKNOWN };
  if ('failure' in response) {
    const { failure } = response;
    const content = { size: 0, mimeType: UNKNOWN_TYPE };
    const none = { status: 0, statusText: '', cookies: [], headers: [], content, redirectURL: '' };
    // Browsers show `_error` instead of a status.
    return { ...none, ...unknown, comment: failure, _error: failure };
  }
  const { status, reason, headers, body, bytesAfter } = response;
  const headerOf = (field: string) => headers.find(([name]) => name.toLowerCase() === field)?.[1];
  const remarks = [
    ...(body.whole ? [] : [`The text is the first ${body.text.length} characters.`]),
    ...(body.end === 'complete' ? [] : [`How the body ended: ${body.end}.`]),
  ];
  return {
    status,
    statusText: reason,
    // They are among the headers.
    cookies: [],
    headers: headers.map(named),
    content: {
      size: body.length,
      mimeType: headerOf('content-type') ?? UNKNOWN_TYPE,
      text: body.text,
      ...(remarks.length > 0 && { comment: remarks.join(' ') }),
    },
    redirectURL: headerOf('location') ?? '',
    ...unknown,
    ...(bytesAfter && {
      comment: `${bytesAfter.length} bytes came after the response: ${bytesAfter.text}`,
      _bytesAfter: bytesAfter,
    }),
  };
}
