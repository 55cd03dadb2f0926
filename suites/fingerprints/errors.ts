import type { Fingerprint, Sign } from '../causes/kinds.js';

/** Bodies of a 401 or a 404 that look the same. */
const errors = (sign: Omit<Sign, 'trait'>): Sign => ({ trait: 'look', ...sign });

/** Error bodies that frameworks send by default. */
export const errorFingerprints: readonly Fingerprint[] = [
  {
    id: 'django-rest-framework-detail',
    name: 'Django REST framework (APIException)',
    looks: '{"detail": "Authentication credentials were not provided."}',
    signs: [
      errors({
        members: ['detail'],
        text: /Authentication credentials were not provided|Incorrect authentication credentials|Invalid token|No \w+ matches the given query|"Not found\."/,
      }),
    ],
    repair: `Set EXCEPTION_HANDLER in REST_FRAMEWORK to a function that writes the Error:
  def handler(exc, context):
      response = exception_handler(exc, context)
      if response is not None:
          code = getattr(exc, "default_code", "error")
          response.data = {"code": code, "message": str(exc), "status": response.status_code}
      return response`,
  },
  {
    id: 'fastapi-detail',
    name: 'FastAPI or Starlette (HTTPException)',
    looks: '{"detail": "Not authenticated"}',
    signs: [errors({ members: ['detail'] })],
    repair: `Register a handler that writes the Error:
  @app.exception_handler(HTTPException)
  async def write_error(request, exc):
      code = HTTPStatus(exc.status_code).name
      body = {"code": code, "message": str(exc.detail), "status": exc.status_code}
      return JSONResponse(body, status_code=exc.status_code, headers=exc.headers)`,
  },
  {
    id: 'spring-default-error',
    name: 'Spring Boot (BasicErrorController)',
    looks: '{"timestamp": "…", "status": 404, "error": "Not Found", "path": "/v1/store/orders/999"}',
    signs: [
      errors({ members: ['timestamp', 'status', 'error', 'path', 'message?', 'requestId?', 'trace?', 'exception?'] }),
    ],
    repair: `Answer with the Error in a @RestControllerAdvice, and for 401 in the AuthenticationEntryPoint of the security chain:
  @ExceptionHandler(OrderNotFound.class)
  ResponseEntity<Error> notFound(OrderNotFound e) {
    return ResponseEntity.status(404).body(new Error("order_not_found", e.getMessage(), 404));
  }`,
  },
  {
    id: 'spring-problem-details',
    name: 'Spring (ProblemDetail)',
    looks: '{"type": "about:blank", "title": "Not Found", "status": 404, "instance": "/v1/store/orders/999"}',
    signs: [errors({ members: ['type?', 'title', 'status', 'detail?', 'instance'] })],
    repair: `Set spring.mvc.problemdetails.enabled=false, and return a record with code, message and status from a \
@RestControllerAdvice. Send it as application/json: application/problem+json is another media type.`,
  },
  {
    id: 'aspnet-problem-details',
    name: 'ASP.NET Core (ProblemDetails)',
    looks:
      '{"type": "https://tools.ietf.org/html/rfc9110#section-15.5.5", "title": "Not Found", "status": 404, "traceId": "…"}',
    signs: [
      errors({
        members: ['type', 'title', 'status', 'detail?', 'traceId?', 'instance?', 'errors?'],
        text: /"traceId"|tools\.ietf\.org\/html\/rfc/,
      }),
    ],
    repair: `Write the Error in place of ProblemDetails, for empty status codes as well:
  app.UseStatusCodePages(context => {
    var status = context.HttpContext.Response.StatusCode;
    return context.HttpContext.Response.WriteAsJsonAsync(
      new { code = $"http_{status}", message = ReasonPhrases.GetReasonPhrase(status), status });
  });
Leave AddProblemDetails out; with [ApiController], set SuppressMapClientErrors = true.`,
  },
  {
    id: 'rails-exceptions',
    name: 'Rails (ActionDispatch::PublicExceptions)',
    looks: '{"status": 404, "error": "Not Found"}',
    signs: [errors({ members: ['status', 'error', 'exception?', 'traces?'] })],
    repair: `Rescue in ApplicationController, and write the Error:
  rescue_from ActiveRecord::RecordNotFound do |e|
    render json: { code: "order_not_found", message: e.message, status: 404 }, status: :not_found
  end`,
  },
  {
    id: 'laravel-message',
    name: 'Laravel (default exception handler)',
    looks: '{"message": "Unauthenticated."}',
    signs: [
      errors({
        members: ['message', 'exception?', 'file?', 'line?', 'trace?'],
        text: /Unauthenticated\.|No query results for model|could not be found\.|"exception"/,
      }),
    ],
    repair: `Render exceptions in bootstrap/app.php:
  ->withExceptions(fn (Exceptions $e) => $e->render(function (Throwable $t, Request $r) {
      $status = $t instanceof AuthenticationException ? 401
          : ($t instanceof HttpExceptionInterface ? $t->getStatusCode() : 500);
      return response()->json(['code' => "http_$status", 'message' => $t->getMessage(), 'status' => $status], $status);
  }))`,
  },
  {
    id: 'fastify-error',
    name: 'Fastify (default error handler)',
    looks: '{"statusCode": 404, "error": "Not Found", "message": "…"}',
    signs: [
      errors({ members: ['statusCode', 'code?', 'error', 'message'], text: /^\{"statusCode":|"message":"Route / }),
    ],
    repair: `Set both handlers; \`statusCode\` is not \`status\`:
  app.setErrorHandler((error, request, reply) => {
    const status = error.statusCode ?? 500;
    reply.code(status).send({ code: error.code ?? 'error', message: error.message, status });
  });
  app.setNotFoundHandler((request, reply) => reply.code(404).send({ code: 'not_found', message: 'Not found.', status: 404 }));`,
  },
  {
    id: 'nest-exception',
    name: 'Nest (HttpException)',
    looks: '{"message": "Unauthorized", "statusCode": 401}',
    signs: [errors({ members: ['message', 'error?', 'statusCode'], text: /"statusCode":\d+\}$/ })],
    repair: `Register a filter with app.useGlobalFilters:
  @Catch(HttpException)
  class ErrorFilter implements ExceptionFilter {
    catch(exception: HttpException, host: ArgumentsHost) {
      const status = exception.getStatus();
      host.switchToHttp().getResponse().status(status).json({ code: \`http_\${status}\`, message: exception.message, status });
    }
  }`,
  },
  {
    id: 'error-member',
    name: 'handlers that send `{"error": …}`, as many tutorials do',
    looks: '{"error": "order not found"}',
    signs: [errors({ members: ['error'] })],
    repair: `Send the three members in place of the one, from what checks the key as well:
  {"code": "order_not_found", "message": "No order has this id.", "status": 404}`,
  },
  {
    id: 'go-http-error',
    name: 'Go (http.Error)',
    looks: 'text/plain; charset=utf-8, with X-Content-Type-Options: nosniff',
    signs: [
      errors({ mediaType: 'text/plain', body: 'text', header: ['x-content-type-options', /nosniff/i], text: /\n$/ }),
    ],
    repair: `Write JSON in place of http.Error, the type before the status:
  w.Header().Set("Content-Type", "application/json")
  w.WriteHeader(404)
  json.NewEncoder(w).Encode(Error{Code: "order_not_found", Message: "No order has this id.", Status: 404})`,
  },
  {
    id: 'express-html',
    name: 'Express (finalhandler)',
    looks: '<title>Error</title> … <pre>Cannot DELETE /v1/store/orders/999</pre>',
    signs: [errors({ body: 'html', text: /<title>Error<\/title>[\s\S]*<pre>/ })],
    repair: `Add two handlers after the routes, the last one with four parameters:
  app.use((req, res) => res.status(404).json({ code: 'not_found', message: 'Not found.', status: 404 }));
  app.use((err, req, res, next) => {
    const status = err.status ?? 500;
    res.status(status).json({ code: err.code ?? 'error', message: err.message, status });
  });`,
  },
  {
    id: 'express-send-status',
    name: 'Express (res.sendStatus) or Koa (ctx.throw)',
    looks: 'Unauthorized, as text/plain',
    signs: [errors({ mediaType: 'text/plain', body: 'text', text: /^(Unauthorized|Not Found)$/ })],
    repair: `Send a body with the status:
  res.status(404).json({ code: 'order_not_found', message: 'No order has this id.', status: 404 });`,
  },
  {
    id: 'flask-page',
    name: 'Flask (Werkzeug’s abort)',
    looks: '<!doctype html> … <title>404 Not Found</title> <h1>Not Found</h1> <p>…',
    signs: [errors({ body: 'html', text: /<title>\d{3} [^<]+<\/title>\s*<h1>[^<]+<\/h1>\s*<p>/ })],
    repair: `Register a handler that writes the Error:
  @app.errorhandler(HTTPException)
  def write_error(e):
      return {"code": e.name, "message": e.description, "status": e.code}, e.code`,
  },
  {
    id: 'bare-status',
    name: 'a bare status code, without a body',
    looks: 'no body, Content-Length: 0',
    signs: [errors({ body: 'none' })],
    repair: `Send a body with the status, from everything that rejects a request:
  {"code": "order_not_found", "message": "No order has this id.", "status": 404}`,
  },
];
