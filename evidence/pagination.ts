import { headerValues, type ResponseRecord } from './exchange.js';

/** Finds a sign in the response that there is a next page, or that this is only a part (§8.1 has no pages). */
export function paginationSign(response: Pick<ResponseRecord, 'status' | 'headers'>) {
  const next = headerValues(response, 'link').find(linksToNext);
  if (next !== undefined) return { actual: `Link: ${next}`, at: 'header Link' };
  const [range] = headerValues(response, 'content-range');
  if (range !== undefined) return { actual: `Content-Range: ${range}`, at: 'header Content-Range' };
  return response.status === 206 ? { actual: 'status 206', at: 'status' } : undefined;
}

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
