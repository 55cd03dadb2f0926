import { erring } from '../changes.js';
import type { Fault } from '../fault.js';
import { type Json, type JsonObject, literal } from '../json.js';
import type { ErrorRecord } from '../reply.js';

type ErrorStatus = 401 | 404;
const statuses: readonly ErrorStatus[] = [401, 404];

interface WrongError {
  readonly id: string;
  /** The difference of the Error: "without `code`". */
  readonly what: string;
  readonly who: string;
  readonly breaks: readonly ('object' | 'code' | 'message' | 'status' | 'status-equals')[];
  readonly render: (members: JsonObject, error: ErrorRecord) => Json;
}

const without =
  (name: keyof ErrorRecord) =>
  (members: JsonObject): Json => ({ ...members, [name]: undefined });

const having =
  (changed: JsonObject) =>
  (members: JsonObject): Json => ({ ...members, ...changed });

const perStatus: readonly WrongError[] = [
  {
    id: 'without-code',
    what: 'an Error without `code`',
    who: 'Laravel and others, whose errors have a message only.',
    breaks: ['code'],
    render: without('code'),
  },
  {
    id: 'code-number',
    what: 'a number as `code`',
    who: 'Services that number their errors, or repeat the status here.',
    breaks: ['code'],
    render: (members, { status }) => ({ ...members, code: status }),
  },
  {
    id: 'code-null',
    what: '`null` as `code`',
    who: 'Serialisers that write members that were not set.',
    breaks: ['code'],
    render: having({ code: null }),
  },
  {
    id: 'without-message',
    what: 'an Error without `message`',
    who: 'Services that hide details from strangers.',
    breaks: ['message'],
    render: without('message'),
  },
  {
    id: 'message-object',
    what: 'an object as `message`',
    who: 'NestJS, where an exception was made with an object.',
    breaks: ['message'],
    render: having({ message: { text: 'refused' } }),
  },
  {
    id: 'message-list',
    what: 'an array as `message`',
    who: 'NestJS’s validation pipe.',
    breaks: ['message'],
    render: having({ message: ['refused'] }),
  },
  {
    id: 'message-null',
    what: '`null` as `message`',
    who: 'Exceptions that were thrown without a text.',
    breaks: ['message'],
    render: having({ message: null }),
  },
  {
    id: 'without-status',
    what: 'an Error without `status`',
    who: 'Services that find the status line enough.',
    breaks: ['status'],
    render: without('status'),
  },
  {
    id: 'status-text',
    what: 'a string as `status`',
    who: 'JSON:API, which spells the status as a string.',
    breaks: ['status'],
    render: (members, { status }) => ({ ...members, status: String(status) }),
  },
  {
    id: 'status-word',
    what: 'a word as `status`',
    who: 'Google’s error model, and Spring’s `HttpStatus` enumeration.',
    breaks: ['status'],
    render: having({ status: 'REFUSED' }),
  },
  {
    id: 'status-fraction',
    what: 'a fraction as `status`',
    who: 'IIS, whose substatus is written as `401.2`.',
    breaks: ['status'],
    render: (members, { status }) => ({ ...members, status: literal(`${status}.2`) }),
  },
  {
    id: 'status-differs',
    what: 'another status in the body than on the status line',
    who: 'A gateway that maps the status, and passes the body on.',
    breaks: ['status-equals'],
    render: having({ status: 400 }),
  },
  {
    id: 'status-zero',
    what: '0 as `status`',
    who: 'Structs whose field was never set.',
    breaks: ['status-equals'],
    render: having({ status: 0 }),
  },
  {
    id: 'error-list',
    what: 'an array with the Error',
    who: 'Services that report several errors at once; Salesforce.',
    breaks: ['object'],
    render: (members) => [members],
  },
  {
    id: 'error-text',
    what: 'a JSON string in place of the Error',
    who: '`res.json("…")`, and ASP.NET’s `NotFound("…")`.',
    breaks: ['object'],
    render: (_, { message }) => message,
  },
  {
    id: 'error-null',
    what: '`null` in place of the Error',
    who: 'Serialisers of an error that is not there.',
    breaks: ['object'],
    render: () => null,
  },
];

/** Default Errors of frameworks, the same for both statuses. */
const byDefault: readonly WrongError[] = [
  {
    id: 'error-detail',
    what: '`{"detail": …}`',
    who: 'FastAPI and Django REST framework.',
    breaks: ['code', 'message', 'status'],
    render: (_, { message }) => ({ detail: message }),
  },
  {
    id: 'error-error',
    what: '`{"error": …}`',
    who: 'Handlers in Express, Gin and Flask.',
    breaks: ['code', 'message', 'status'],
    render: (_, { message }) => ({ error: message }),
  },
  {
    id: 'error-nested',
    what: 'the Error wrapped as `{"error": {…}}`',
    who: 'Google’s and Stripe’s style.',
    breaks: ['code', 'message', 'status'],
    render: (members) => ({ error: members }),
  },
  {
    id: 'error-json-api',
    what: '`{"errors": [{…}]}`',
    who: 'JSON:API libraries.',
    breaks: ['code', 'message', 'status'],
    render: (members) => ({ errors: [members] }),
  },
  {
    id: 'error-status-code',
    what: '`{"statusCode": …, "message": …}`',
    who: 'NestJS.',
    breaks: ['code', 'status'],
    render: (_, { status, message }) => ({ statusCode: status, message }),
  },
  {
    id: 'error-fastify',
    what: '`{"statusCode": …, "code": …, "error": …, "message": …}`',
    who: 'Fastify.',
    breaks: ['status'],
    render: (_, { status, code, message }) => ({ statusCode: status, code, error: 'Refused', message }),
  },
  {
    id: 'error-timestamp',
    what: '`{"timestamp": …, "status": …, "error": …, "path": …}`',
    who: 'Spring Boot’s default error attributes.',
    breaks: ['code', 'message'],
    render: (_, { status }) => ({ timestamp: '2026-01-31T12:00:00Z', status, error: 'Refused', path: '/v1' }),
  },
  {
    id: 'error-empty-object',
    what: 'an empty object',
    who: 'ASP.NET, and `res.status(…).json({})`.',
    breaks: ['code', 'message', 'status'],
    render: () => ({}),
  },
  {
    id: 'error-capitalised',
    what: 'members with a capital: `Code`, `Message`, `Status`',
    who: 'Go structs without JSON tags, and older .NET serialisers.',
    breaks: ['code', 'message', 'status'],
    render: (_, { code, message, status }) => ({ Code: code, Message: message, Status: status }),
  },
];

const requirementsOf = (status: ErrorStatus, breaks: WrongError['breaks']): readonly string[] =>
  breaks.map((part) => `error.${status}.${part}`);

export const errorMemberFaults: readonly Fault[] = [
  ...statuses.flatMap((status) =>
    perStatus.map(({ id, what, who, breaks, render }) => ({
      id: `${status}-${id}`,
      summary: `sends ${what} with a ${status}`,
      who,
      requirements: requirementsOf(status, breaks),
      behaviour: erring([status], render),
    })),
  ),
  ...byDefault.map(({ id, what, who, breaks, render }) => ({
    id,
    summary: `sends ${what} as the body of a 401 and of a 404`,
    who,
    requirements: statuses.flatMap((status) => requirementsOf(status, breaks)),
    behaviour: erring(statuses, render),
  })),
];
