import { headerValues, type ResponseRecord } from './exchange.js';
import { quote } from './quoted.js';

/** Finds a sign in the response that there is a next page, or that this is only a part (§8.1 has no pages). */
export function paginationSign(response: Pick<ResponseRecord, 'status' | 'headers' | 'secrets'>) {
  const next = headerValues(response, 'link').find(linksToNext);
  if (next !== undefined) return { actual: `Link: ${quote(response, next)}`, at: 'header Link' as const };
  const [range] = headerValues(response, 'content-range');
  if (range !== undefined)
    return { actual: `Content-Range: ${quote(response, range)}`, at: 'header Content-Range' as const };
  return response.status === 206 ? { actual: 'status 206', at: 'status' as const } : undefined;
}

/** RFC 9110 §14.4: `orders 0-9/10` is all there is. */
export const isWholeRange = (field: string): boolean => {
  const [, from, to, all] = /(?:^|\s)(\d+)-(\d+)\/(\d+)\s*$/.exec(field) ?? [];
  return from === '0' && to !== undefined && BigInt(to) + 1n === BigInt(all ?? 0);
};

/** RFC 8288 §3: `<target>` and its parameters, up to the next comma outside quotation marks. */
const LINK = /<[^<>]*>((?:[^",]|"(?:[^"\\]|\\.)*")*)/g;
const PARAMETER = /;\s*([^\s=;,"]+)\s*(?:=\s*("(?:[^"\\]|\\.)*"|[^\s;,"]*))?/g;

/**
 * True if a `Link` field points to the page after this listing. A link with an `anchor` is about another resource
 * (§3.2). If a link has several `rel` parameters, the first counts.
 */
const linksToNext = (field: string): boolean =>
  [...field.matchAll(LINK)].some(([, parameters = '']) => {
    const all = [...parameters.matchAll(PARAMETER)];
    const parameter = (parameterName: string) => all.find(([, name = '']) => name.toLowerCase() === parameterName)?.[2];
    const relations = (parameter('rel') ?? '').replace(/^"|"$/g, '').toLowerCase().split(/\s+/);
    return relations.includes('next') && parameter('anchor') === undefined;
  });
