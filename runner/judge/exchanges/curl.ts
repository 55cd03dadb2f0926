import type { Header, Sent } from '../../evidence/exchange.js';

/** curl sends its own, and shows a body as it comes: better not compressed. */
const LEFT_OUT: ReadonlySet<string> = new Set(['host', 'connection', 'user-agent', 'accept-encoding']);

/**
 * One line for a POSIX shell that sends these requests again, one after the other over one connection; the variable
 * `STORE_ORDERS_API_KEY` must hold the key, and a variable such as `STORE_ORDERS_HEADER_X_TENANT` each header of a gateway.
 */
export const curlOf = (...requests: readonly Sent[]): string => `curl ${requests.map(optionsOf).join(' --next ')}`;

const optionsOf = (request: Sent): string =>
  [
    '-sS -i',
    ...(request.method === 'GET' ? [] : [`-X ${request.method}`]),
    ...(/[[\]{}]/.test(request.url) ? ['--globoff'] : []),
    quoted(request.url),
    // curl sends an Accept of its own.
    ...(request.headers.some(([name]) => name.toLowerCase() === 'accept') ? [] : ["-H 'Accept:'"]),
    ...request.headers.filter(([name]) => !LEFT_OUT.has(name.toLowerCase())).map(headerOption),
  ].join(' ');

const headerOption = ([name, value]: Header): string => {
  // curl takes `Name:` as "leave this header out", and `Name;` as "send it empty".
  if (value === '') return `-H ${quoted(`${name};`)}`;
  // Its value is an expression for a shell, in which only the expansions that are meant are special.
  if (name === 'Authorization' || value.startsWith('$STORE_ORDERS_HEADER_')) return `-H "${name}: ${value}"`;
  return `-H ${quoted(`${name}: ${value}`)}`;
};

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
