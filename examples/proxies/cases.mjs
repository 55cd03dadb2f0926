/**
 * Real proxies before two of the examples. A case is what differs from a plain proxy; without `expected`, the verdict
 * must be that of the example itself: conformant, complete, without a warning.
 */
export const CASES = [
  { id: 'nginx-http-1.0', says: 'speaks HTTP/1.0 to the service, as nginx does by default', proxy: 'nginx' },
  {
    id: 'nginx-tls',
    says: 'ends TLS, and keeps connections to the service',
    proxy: 'nginx',
    tls: true,
    upstream: 'keepalive 4;',
    location: 'proxy_http_version 1.1; proxy_set_header Connection "";',
  },
  { id: 'nginx-prefix', says: 'serves the interface below a path prefix', proxy: 'nginx', prefix: '/shop/api' },
  {
    id: 'nginx-gzip',
    says: 'compresses JSON of any length',
    proxy: 'nginx',
    http: 'gzip on; gzip_types application/json; gzip_min_length 1; gzip_proxied any;',
  },
  {
    id: 'nginx-unbuffered',
    says: 'passes on each part as it comes',
    proxy: 'nginx',
    location: 'proxy_http_version 1.1; proxy_buffering off; proxy_request_buffering off;',
  },
  {
    id: 'nginx-keepalive-limits',
    says: 'closes each connection after two requests, or a second',
    proxy: 'nginx',
    http: 'keepalive_requests 2; keepalive_timeout 1s;',
  },
  {
    id: 'nginx-delaying-limit',
    says: 'delays what is more than 40 requests a second',
    proxy: 'nginx',
    http: 'limit_req_zone $binary_remote_addr zone=one:1m rate=40r/s;',
    location: 'limit_req zone=one burst=200;',
  },
  {
    id: 'nginx-refusing-limit',
    says: 'refuses what is more than 20 requests a second, with 429',
    proxy: 'nginx',
    http: 'limit_req_zone $binary_remote_addr zone=one:1m rate=20r/s;',
    location: 'limit_req zone=one burst=5 nodelay; limit_req_status 429;',
  },
  {
    id: 'nginx-error-page',
    says: 'puts error pages of its own in the place of the service’s',
    proxy: 'nginx',
    location: 'proxy_intercept_errors on; error_page 401 404 /error.html;',
    expected: 'deviates',
  },
  {
    id: 'nginx-replicas',
    says: 'has two replicas, of which one is the default-style one',
    proxy: 'nginx',
    replicas: true,
    flags: ['--repeat', '10'],
    expected: 'intermittent',
  },
  {
    id: 'haproxy-tls',
    says: 'ends TLS, and opens a connection to the service for each request',
    proxy: 'haproxy',
    tls: true,
    backend: 'option http-server-close',
  },
  {
    id: 'haproxy-prefix',
    says: 'serves the interface below a path prefix, and compresses JSON',
    proxy: 'haproxy',
    prefix: '/shop',
    backend: 'compression algo gzip\n  compression type application/json\n  http-request replace-path /shop(/.*) \\1',
  },
  {
    id: 'haproxy-one-connection',
    says: 'closes the connection to the client after each response',
    proxy: 'haproxy',
    frontend: 'option httpclose',
  },
  {
    id: 'haproxy-refusing-limit',
    says: 'refuses what is more than 40 requests in two seconds, with 429, and counts what it refuses',
    proxy: 'haproxy',
    frontend:
      'stick-table type ip size 10 expire 10s store http_req_rate(2s)\n  http-request track-sc0 src\n  http-request deny deny_status 429 if { sc_http_req_rate(0) gt 40 }',
  },
  {
    id: 'haproxy-error-page',
    says: 'puts a page of its own in the place of each 404',
    proxy: 'haproxy',
    backend: 'http-response return status 404 content-type text/html string "<h1>Not here</h1>" if { status 404 }',
    expected: 'deviates',
  },
];
