import type { Fingerprint } from '../causes/kinds.js';
import { errorFingerprints } from './errors.js';

/** A server in front of the service says so in its page. */
const GATEWAY =
  /<center>(nginx|openresty|cloudflare|tengine|awselb)|nginx\/\d|<address>Apache|HAProxy|Request forbidden by administrative rules|no healthy upstream|upstream connect error|cloudflare|Traefik|Microsoft-Azure-Application-Gateway/i;

const gateway: Fingerprint = {
  id: 'gateway-page',
  name: 'a gateway or proxy in front of the service',
  looks: '<center><h1>404 Not Found</h1></center> <hr><center>nginx</center>',
  signs: (['look', 'refused', 'status'] as const).map((trait) => ({ trait, text: GATEWAY })),
  repair: `Let requests through to the service, whose own Error must reach the client: no error_page for 401 and 404 and no \
proxy_intercept_errors in nginx, no errorfile in HAProxy. Where the gateway checks the key itself, it must send \
the Error as application/json.`,
};

const refusals: readonly Fingerprint[] = [
  {
    id: 'django-rest-framework-403',
    name: 'Django REST framework without authenticate_header',
    looks: '403 {"detail": "Authentication credentials were not provided."}',
    signs: [
      {
        trait: 'refused',
        statuses: [403],
        members: ['detail'],
        text: /Authentication credentials were not provided|Incorrect authentication credentials|Invalid token/,
      },
    ],
    repair: `The first authentication class decides between 401 and 403: it must have authenticate_header.
  class BearerAuthentication(BaseAuthentication):
      def authenticate_header(self, request):
          return "Bearer"
SessionAuthentication has none: take it out, or put it after this one.`,
  },
  {
    id: 'fastapi-bearer-403',
    name: 'FastAPI (HTTPBearer, up to version 0.121)',
    looks: '403 {"detail": "Not authenticated"}',
    signs: [
      {
        trait: 'refused',
        statuses: [403],
        members: ['detail'],
        text: /"Not authenticated"|"Invalid authentication credentials"/,
      },
    ],
    repair: `Turn its own refusal off, and refuse with 401:
  bearer = HTTPBearer(auto_error=False)
  def check(credentials = Depends(bearer)):
      if credentials is None or not hmac.compare_digest(credentials.credentials, API_KEY):
          raise HTTPException(401, "The API key is missing or invalid.", headers={"WWW-Authenticate": "Bearer"})`,
  },
  {
    id: 'spring-security-403',
    name: 'Spring Security (Http403ForbiddenEntryPoint)',
    looks: '403 without a body, or with Spring Boot’s default error',
    signs: [
      { trait: 'refused', statuses: [403], body: 'none', header: ['x-xss-protection', /^0$/] },
      {
        trait: 'refused',
        statuses: [403],
        members: ['timestamp', 'status', 'error', 'path', 'message?', 'requestId?'],
      },
    ],
    repair: `Name an entry point that answers with 401 and writes the Error:
  http.exceptionHandling(e -> e.authenticationEntryPoint((request, response, failure) -> {
    response.setStatus(401); response.setContentType("application/json");
    mapper.writeValue(response.getOutputStream(), unauthorizedError);
  }));`,
  },
];

const values: readonly Fingerprint[] = [
  {
    id: 'go-sniffed-type',
    name: 'Go (net/http guesses the type where none is set)',
    looks: 'JSON as text/plain; charset=utf-8',
    signs: [{ trait: 'json-type', mediaType: 'text/plain', header: ['content-type', /^text\/plain; charset=utf-8$/] }],
    repair: `Set the type before the status and the body are written:
  w.Header().Set("Content-Type", "application/json")`,
  },
  {
    id: 'null-members',
    name: 'serializers that write members without a value',
    looks: '{"id": 101, "shipDate": null}',
    signs: [{ trait: 'null-members' }],
    repair: `Leave out members that have no value. Many serializers have an option for that:
  response_model_exclude_none=True (FastAPI)
  spring.jackson.default-property-inclusion=non_null (Spring)
  omitempty or omitzero (Go)
  #[serde(skip_serializing_if = "Option::is_none")] (Rust)
  DefaultIgnoreCondition = WhenWritingNull (ASP.NET)`,
  },
  {
    id: 'ids-as-strings',
    name: 'database drivers and serializers that write 64-bit integers as strings',
    looks: '{"id": "9007199254740993"}',
    signs: [{ trait: 'digits-members' }],
    repair: `Write the number without quotes, and without a double in between: keep it as a 64-bit integer, or as its digits, from \
the database to the JSON text.`,
  },
  {
    id: 'ids-as-doubles',
    name: 'languages and libraries whose numbers are doubles, such as JavaScript’s',
    looks: '9007199254740993 becomes 9007199254740992',
    signs: [{ trait: 'rounded-ids' }],
    repair: `Keep an id exact all the way: in JavaScript as a BigInt or as text (BigInt(request.params.id), never Number or \
parseInt), from the database driver to the JSON text; elsewhere as a 64-bit integer, never as a float or a generic number.`,
  },
];

/** What known software does by default. The first that fits a cause names it: the special ones come first. */
export const fingerprints: readonly Fingerprint[] = [gateway, ...refusals, ...errorFingerprints, ...values];
