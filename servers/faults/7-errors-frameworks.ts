import { listingWith, onStatus } from '../changes.js';
import type { Fault } from '../fault.js';
import { jsonReply, type Reply, textReply, withHeader, withoutBody } from '../reply.js';
import type { Behaviour, Call } from '../steps.js';

const ERROR_PARTS = ['code', 'message', 'status'] as const;

const errorRequirements = (parts: readonly string[]): string[] =>
  [401, 404].flatMap((status) => parts.map((part) => `error.${status}.${part}`));

/** Sends a framework's default body with 401 and 404. The challenge of the reference stays. */
const sending = (write: (status: 401 | 404, call: Call) => Reply): Behaviour =>
  onStatus([401, 404], ({ status, headers }, call) => {
    const challenge = headers.filter(([name]) => name === 'WWW-Authenticate');
    const reply = write(status === 401 ? 401 : 404, call);
    return { ...reply, headers: [...reply.headers, ...challenge] };
  });

const REASONS = { 401: 'Unauthorized', 404: 'Not Found' } as const;

const page = (status: 401 | 404, title: string, body: string): Reply =>
  textReply(
    status,
    'text/html; charset=utf-8',
    `<!DOCTYPE html>\n<html lang="en">\n<head>\n<title>${title}</title>\n</head>\n<body>\n${body}\n</body>\n</html>\n`,
  );

const whole = errorRequirements(ERROR_PARTS);
const notJson = errorRequirements(['content-type', 'json']);

/** Default Errors of frameworks. */
export const errorDefaults: readonly Fault[] = [
  {
    id: 'rails-default-errors',
    summary: 'sends `{"status": …, "error": …}` as the body of a 401 and of a 404',
    who: 'Rails’ ActionDispatch::PublicExceptions.',
    requirements: errorRequirements(['code', 'message']),
    behaviour: sending((status) => jsonReply(status, { status, error: REASONS[status] })),
  },
  {
    id: 'laravel-default-errors',
    summary: 'sends `{"message": …}` as the body of a 401 and of a 404',
    who: 'Laravel’s exception handler, with `Accept: application/json`.',
    requirements: errorRequirements(['code', 'status']),
    behaviour: sending((status, { idText }) =>
      jsonReply(status, {
        message: status === 401 ? 'Unauthenticated.' : `No query results for model [App\\Models\\Order] ${idText}`,
      }),
    ),
  },
  {
    id: 'aspnet-default-errors',
    summary: 'sends problem details with a `traceId` as the body of a 401 and of a 404',
    who: 'ASP.NET Core, with `[ApiController]` or `AddProblemDetails`.',
    requirements: errorRequirements(['content-type', 'code', 'message']),
    behaviour: sending((status) =>
      withHeader(
        jsonReply(status, {
          type: `https://tools.ietf.org/html/rfc9110#section-15.5.${status === 401 ? 2 : 5}`,
          title: REASONS[status],
          status,
          traceId: '00-84c1fd4063c38d9f3900d06e56542d48-85d1d4e9b2c46e49-00',
        }),
        'Content-Type',
        'application/problem+json; charset=utf-8',
      ),
    ),
  },
  {
    id: 'django-rest-framework-default-errors',
    summary: 'sends `{"detail": …}` with the sentences of Django REST framework as the body of a 401 and of a 404',
    who: 'Django REST framework’s APIException.',
    requirements: whole,
    behaviour: sending((status) =>
      jsonReply(status, {
        detail: status === 401 ? 'Authentication credentials were not provided.' : 'No Order matches the given query.',
      }),
    ),
  },
  {
    id: 'nest-default-errors',
    summary: 'sends `{"message": …, "statusCode": …}` as the body of a 401, and with an `error` as that of a 404',
    who: 'Nest’s HttpException.',
    requirements: errorRequirements(['code', 'status']),
    behaviour: sending((status) =>
      jsonReply(
        status,
        status === 401
          ? { message: 'Unauthorized', statusCode: 401 }
          : { message: 'Order not found', error: 'Not Found', statusCode: 404 },
      ),
    ),
  },
  {
    id: 'express-default-pages',
    summary: 'sends the HTML page of Express with a 401 and with a 404',
    who: 'Express’s finalhandler: the service has neither an error handler nor a route.',
    requirements: notJson,
    behaviour: sending((status, { idText }) =>
      page(
        status,
        'Error',
        status === 401
          ? '<pre>UnauthorizedError: No key</pre>'
          : `<pre>Cannot DELETE /v1/store/orders/${encodeURIComponent(idText)}</pre>`,
      ),
    ),
  },
  {
    id: 'express-send-status',
    summary: 'sends the reason phrase as plain text with a 401 and with a 404',
    who: '`res.sendStatus` in Express, Koa, Javalin, and hand-written handlers.',
    requirements: notJson,
    behaviour: sending((status) => textReply(status, 'text/plain; charset=utf-8', REASONS[status])),
  },
  {
    id: 'flask-default-pages',
    summary: 'sends the HTML page of Werkzeug with a 401 and with a 404',
    who: 'Flask’s `abort`.',
    requirements: notJson,
    behaviour: sending((status) =>
      textReply(
        status,
        'text/html; charset=utf-8',
        `<!doctype html>\n<html lang=en>\n<title>${status} ${REASONS[status]}</title>\n<h1>${REASONS[status]}</h1>\n<p>The request was refused.</p>\n`,
      ),
    ),
  },
  {
    id: 'go-http-error',
    summary: 'sends a line of plain text with a 401 and with a 404',
    who: 'Go’s `http.Error`.',
    requirements: notJson,
    behaviour: sending((status) =>
      withHeader(
        textReply(status, 'text/plain; charset=utf-8', `${REASONS[status].toLowerCase()}\n`),
        'X-Content-Type-Options',
        'nosniff',
      ),
    ),
  },
  {
    id: 'axum-status-codes',
    summary: 'sends no body with a 401 and with a 404',
    who: 'axum handlers that return a `StatusCode`.',
    requirements: errorRequirements(['object']),
    behaviour: onStatus([401, 404], (reply) => withHeader(withoutBody(reply), 'Content-Length', '0')),
  },
  {
    id: 'nginx-pages',
    summary: 'sends the pages of nginx with a 401 and with a 404',
    who: 'nginx with `proxy_intercept_errors`, or `auth_request`.',
    requirements: notJson,
    behaviour: sending((status) =>
      textReply(
        status,
        'text/html',
        `<html>\r\n<head><title>${status} ${REASONS[status]}</title></head>\r\n<body>\r\n<center><h1>${status} ${REASONS[status]}</h1></center>\r\n<hr><center>nginx/1.29.3</center>\r\n</body>\r\n</html>\r\n`,
      ),
    ),
  },
];

/** Default values and types of languages and libraries. */
export const valueDefaults: readonly Fault[] = [
  {
    id: 'null-members',
    summary: 'lists `null` for members without a value',
    who: 'Pydantic, Jackson, encoding/json and serde, without a setting that leaves such members out.',
    requirements: ['order.pet-id', 'order.quantity', 'order.complete', 'order.ship-date'],
    behaviour: listingWith({ petId: null, quantity: null, complete: null, shipDate: null }),
  },
  {
    id: 'go-sniffed-type',
    summary: 'sends all JSON as `text/plain; charset=utf-8`',
    who: 'Go’s net/http, where no handler sets the type.',
    requirements: ['list.content-type', 'error.401.content-type', 'error.404.content-type'],
    behaviour: onStatus([200, 401, 404], (reply) => withHeader(reply, 'Content-Type', 'text/plain; charset=utf-8')),
  },
];
