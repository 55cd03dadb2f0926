import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderReport } from '../../index.js';
import { fingerprints } from '../../judge/causes/frameworks.generated.js';
import { onStatus } from '../../servers/changes.js';
import type { Fault } from '../../servers/fault.js';
import { faults } from '../../servers/faults/index.js';
import { jsonReply, type Reply, textReply, withHeader } from '../../servers/reply.js';
import type { Behaviour, Call } from '../../servers/steps.js';
import { inPart } from '../in-part.js';
import { judgeInMemory, onlyReplies } from './in-memory.js';

// Each entry of frameworks.yaml is printed: by a fault of the matrix, or by one of these services, which answer as its software does.

const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

/** Redirects each request to its path with a slash at the end. */
const toSlash =
  (reply: Reply): Behaviour =>
  () => ({
    intercept: ({ operation, idText }) => {
      const path = operation === 'listOrders' ? '' : `/${encodeURIComponent(idText)}`;
      return withHeader(reply, 'Location', `/v1/store/orders${path}/`);
    },
  });

/** Answers so in place of the 401 and of the 404. */
const erring = (write: (status: 401 | 404, call: Call) => Reply): Behaviour =>
  onStatus([401, 404], (reply, call) => write(reply.status === 401 ? 401 : 404, call));

/** Answers so where the key is refused. */
const refusing = (reply: Reply): Behaviour => onStatus(401, () => reply);

const byDefault: Readonly<Record<string, Behaviour>> = {
  'django-slash': toSlash({
    status: 301,
    headers: [
      ['Server', 'WSGIServer/0.2 CPython/3.12.3'],
      ['Content-Length', '0'],
    ],
  }),
  'flask-slash': toSlash(
    textReply(
      308,
      HTML,
      '<!doctype html>\n<html lang=en>\n<title>Redirecting...</title>\n<h1>Redirecting...</h1>\n<p>You should be redirected automatically to the target URL</p>\n',
    ),
  ),
  'starlette-slash': toSlash({
    status: 307,
    headers: [
      ['Server', 'uvicorn'],
      ['Content-Length', '0'],
    ],
  }),
  'go-slash': toSlash(textReply(301, HTML, '<a href="/v1/store/orders/">Moved Permanently</a>.\n\n')),
  'aws-api-gateway': refusing(
    withHeader(jsonReply(403, { message: 'Missing Authentication Token' }), 'x-amzn-errortype', 'ForbiddenException'),
  ),
  'kong-message': erring((status) =>
    jsonReply(status, {
      message: status === 401 ? 'No API key found in request' : 'no Route matched with those values',
      request_id: '9c1f2a66',
    }),
  ),
  'azure-api-management': erring((status) =>
    jsonReply(status, {
      statusCode: status,
      message:
        status === 401
          ? 'Access denied due to missing subscription key. Make sure to include it when making requests to an API.'
          : 'Resource not found',
    }),
  ),
  'litestar-detail': erring((status) =>
    jsonReply(status, { status_code: status, detail: status === 401 ? 'Unauthorized' : 'Not Found' }),
  ),
  'hono-bearer-auth': refusing(
    withHeader(textReply(401, TEXT, 'Unauthorized'), 'WWW-Authenticate', 'Bearer error="invalid_token"'),
  ),
  'fiber-keyauth': refusing(textReply(401, TEXT, 'missing or malformed API Key')),
  'spring-error-page': onStatus([401, 404, 409], () => ({
    status: 403,
    headers: [
      ['Cache-Control', 'no-cache, no-store, max-age=0, must-revalidate'],
      ['Content-Length', '0'],
    ],
  })),
  'rails-http-authentication': refusing(textReply(401, TEXT, 'HTTP Token: Access denied.\n')),
  'javalin-default': erring((status) =>
    jsonReply(status, {
      title: status === 401 ? 'Unauthorized' : 'Not found',
      status,
      type: `https://javalin.io/documentation#${status === 401 ? 'unauthorizedresponse' : 'notfoundresponse'}`,
      details: {},
    }),
  ),
  'micronaut-vnd-error': erring((status) => {
    const message = status === 401 ? 'Unauthorized' : 'Not Found';
    const link = { self: { href: '/v1/store/orders', templated: false } };
    return jsonReply(status, { message, _links: link, _embedded: { errors: [{ message }] } });
  }),
  'resteasy-message': onStatus(404, ({ status }, { idText }) =>
    textReply(
      status,
      HTML,
      `RESTEASY003210: Could not find resource for full path: http://127.0.0.1/v1/store/orders/${idText}`,
    ),
  ),
  'phoenix-error-json': erring((status) =>
    jsonReply(status, { errors: { detail: status === 401 ? 'Unauthorized' : 'Not Found' } }),
  ),
  'slim-json': erring((status) =>
    textReply(status, 'application/json', `{\n    "message": "${status === 401 ? 'Unauthorized' : 'Not found'}."\n}`),
  ),
  'sinatra-page': onStatus(404, ({ status }, { idText }) =>
    textReply(
      status,
      HTML,
      `<!DOCTYPE html>\n<html>\n<body>\n<h2>Sinatra doesn&rsquo;t know this ditty.</h2>\n<img src='http://127.0.0.1/__sinatra__/404.png'>\ndelete '/v1/store/orders/${idText}'\n</body>\n</html>\n`,
    ),
  ),
};

test.concurrent.each(inPart(Object.entries(byDefault), 5))(
  '%s is recognised, and its lines are printed',
  async (id, behaviour) => {
    const report = await judgeInMemory({ behaviour });
    const entry = fingerprints.find((each) => each.id === id);
    expect(report.causes.map((cause) => cause.id)).toContain(id);
    const text = renderReport(report, 'terminal').replaceAll(/\s+/g, '');
    expect(text).toContain(entry?.repair.replaceAll(/\s+/g, ''));
  },
);

test('the words that FastAPI has for another scheme, and for a wrong key, are not taken for those of Kong or Django', async () => {
  const behaviour = onStatus(401, (_, { authorization = '' }) => {
    if (authorization === '') return jsonReply(403, { detail: 'Not authenticated' });
    const isBearer = authorization.startsWith('Bearer ');
    return jsonReply(403, {
      detail: isBearer ? 'Invalid token or expired token.' : 'Invalid authentication credentials',
    });
  });
  const { causes } = await judgeInMemory({ behaviour });
  const named = causes.map(({ id }) => id).filter((id) => fingerprints.some((entry) => entry.id === id));
  expect(named).toEqual(['fastapi-bearer-403']);
});

const kept = readFileSync(join(import.meta.dirname, 'expected/faults.txt'), 'utf8');

test('each other entry is printed by a fault of the matrix', () => {
  const named = new Set(Array.from(kept.matchAll(/\bcause ([\w-]+)/g), ([, id]) => id));
  expect(fingerprints.map(({ id }) => id).filter((id) => !named.has(id))).toEqual(
    fingerprints.map(({ id }) => id).filter((id) => id in byDefault),
  );
});

/** A service whose report has this cause: one of those above, or a fault of the matrix. */
function serviceWith(cause: string): Pick<Fault, 'behaviour'> | undefined {
  const behaviour = byDefault[cause];
  if (behaviour) return { behaviour };
  const named = Array.from(kept.matchAll(/^([\w.-]+): .*(?:\n .*)*/gm))
    .filter(([entry]) => new RegExp(`\\bcause ${cause}\\b(?!-)`).test(entry))
    .map(([, id]) => id);
  return faults.find((fault) => named.includes(fault.id) && onlyReplies(fault));
}

// docs/frameworks.md: a heading for each default style, and in its table the causes that the report of that style names.
const page = readFileSync(join(import.meta.dirname, '../../docs/frameworks.md'), 'utf8');
const sections = Array.from(page.matchAll(/^\| \[([^\]]+)\]\(#.*\| ([^|]*) \|$/gm), ([, title = '', named = '']) => ({
  title,
  causes: Array.from(named.matchAll(/`([\w.-]+)`/g), ([, id = '']) => id),
}));

test('frameworks.md has a heading for each default style, and no other', () => {
  const headings = Array.from(page.matchAll(/^## (.*)$/gm), ([, title]) => title);
  expect(headings.filter((title) => title !== 'What other tools find')).toEqual(sections.map(({ title }) => title));
});

test.concurrent.each(inPart(sections, 5).map(({ title, causes }) => [title, causes] as const))(
  'frameworks.md, %s: the report of this default style leads there',
  async (title, causes) => {
    const entries = causes.filter((cause) => fingerprints.some(({ id }) => id === cause));
    const leading: string[] = [];
    for (const cause of entries) {
      const report = await judgeInMemory(serviceWith(cause));
      expect(report.causes.map(({ id }) => id)).toContain(cause);
      const leads = (['terminal', 'markdown', 'html', 'junit'] as const).every((format) =>
        renderReport(report, format).replaceAll(/\s+/g, ' ').includes(`docs/frameworks.md, “${title}”`),
      );
      if (leads) leading.push(cause);
    }
    expect(leading).not.toEqual([]);
  },
);
