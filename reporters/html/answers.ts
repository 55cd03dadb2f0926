import type { ExchangeEvidence } from '../../runner/judge/report.js';
import { type Markup, markup } from '../markup.js';
import { excerpt } from '../printable.js';
import { countOf, durationOf } from '../wording.js';

/** `DELETE /store/orders/101`, and how it authenticates where not with the valid key. */
export function sent({ request }: ExchangeEvidence, baseUrl: string): Record<'line' | 'key', Markup> {
  const { method, url, credential } = request;
  const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
  return {
    line: markup`<code>${excerpt(method)} ${excerpt(path)}</code>`,
    key: credential === 'valid' ? markup`` : markup` <span class="tag">key: ${credential}</span>`,
  };
}

/** `204 No Content`, or that no answer came. */
export const status = ({ response }: ExchangeEvidence): Markup =>
  'failure' in response
    ? markup`<span class="none">no answer</span>`
    : markup`<span class="status">${response.status}</span> <span class="reason">${excerpt(response.reason)}</span>`;

/** `application/json, 83 bytes`; for a failure, what happened. */
export function content({ response }: ExchangeEvidence): string {
  if ('failure' in response) return excerpt(response.failure);
  const [, type = ''] = response.headers.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  const size = response.body.length === 0 ? 'no body' : countOf(response.body.length, 'byte');
  return type === '' ? size : `${excerpt(type)}, ${size}`;
}

export const time = (ms: number): string => (ms < 10 ? `${ms.toFixed(1)} ms` : durationOf(ms));
