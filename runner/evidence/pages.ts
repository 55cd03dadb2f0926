import { headerValues, type ResponseRecord } from './exchange.js';

/** §8.1: no page size or cursor exists; what in an answer says that there is a next page, or that this is a part. */
export function paginationSign(response: ResponseRecord): { readonly actual: string; readonly at: string } | undefined {
  const next = headerValues(response, 'link').find(linksToNext);
  if (next !== undefined) return { actual: `Link: ${next}`, at: 'header Link' };
  const [range] = headerValues(response, 'content-range');
  if (range !== undefined) return { actual: `Content-Range: ${range}`, at: 'header Content-Range' };
  return response.status === 206 ? { actual: 'status 206', at: 'status' } : undefined;
}

/** RFC 8288 §3: `<target>`, and the parameters after it up to the next comma that is not quoted. */
const LINK = /<[^<>]*>((?:[^",]|"(?:[^"\\]|\\.)*")*)/g;
const PARAMETER = /;\s*([^\s=;,"]+)\s*(?:=\s*("(?:[^"\\]|\\.)*"|[^\s;,"]*))?/g;

/**
 * Whether a `Link` field has the relation `next` to this listing: with an `anchor`, it is that of another resource (§3.2). Of
 * several `rel` parameters of a link, the first counts.
 */
export const linksToNext = (field: string): boolean =>
  [...field.matchAll(LINK)].some(([, parameters = '']) => {
    const all = [...parameters.matchAll(PARAMETER)];
    const parameter = (wanted: string) => all.find(([, name = '']) => name.toLowerCase() === wanted)?.[2];
    const relations = (parameter('rel') ?? '').replace(/^"|"$/g, '').toLowerCase().split(/\s+/);
    return relations.includes('next') && parameter('anchor') === undefined;
  });
