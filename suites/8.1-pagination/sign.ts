import { headerValues, type ResponseRecord } from '../../runner/evidence/exchange.js';
import type { Broken } from '../../runner/judge/rule.js';

/** §8.1: no page size or cursor exists; what in an answer says that there is a next page, or that this is a part. */
export function paginationSign(response: ResponseRecord): Pick<Broken, 'actual' | 'at'> | undefined {
  const next = headerValues(response, 'link').find(linksToNext);
  if (next !== undefined) return { actual: `Link: ${next}`, at: 'header Link' };
  const [range] = headerValues(response, 'content-range');
  if (range !== undefined) return { actual: `Content-Range: ${range}`, at: 'header Content-Range' };
  return response.status === 206 ? { actual: 'status 206', at: 'status' } : undefined;
}

/** RFC 8288 §3: `<target>`, and the parameters after it up to the next comma that is not quoted. */
const LINK = /<[^>]*>((?:[^",]|"(?:[^"\\]|\\.)*")*)/g;
const PARAMETER = /;\s*([^\s=;,"]+)\s*(?:=\s*("(?:[^"\\]|\\.)*"|[^\s;,"]*))?/g;

/** Whether a `Link` field has the relation `next`; of several `rel` parameters of a link, the first counts. */
export const linksToNext = (field: string): boolean =>
  [...field.matchAll(LINK)].some(([, parameters = '']) => {
    const rel = [...parameters.matchAll(PARAMETER)].find(([, name = '']) => name.toLowerCase() === 'rel')?.[2] ?? '';
    const relations = rel.replace(/^"|"$/g, '').toLowerCase().split(/\s+/);
    return relations.includes('next');
  });
