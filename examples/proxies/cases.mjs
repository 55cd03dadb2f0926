/**
 * Real proxies in front of two examples. A case has the settings that differ from a plain proxy. Without `expected`, the run must
 * be conformant, complete and without a warning, like that of the example itself.
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
    says: 'passes on each part at once',
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
    says: 'delays requests above 40 a second',
    proxy: 'nginx',
    http: 'limit_req_zone $binary_remote_addr zone=one:1m rate=40r/s;',
    location: 'limit_req zone=one burst=200;',
  },
  {
    id: 'nginx-refusing-limit',
    says: 'refuses requests above 20 a second with 429',
    proxy: 'nginx',
    http: 'limit_req_zone $binary_remote_addr zone=one:1m rate=20r/s;',
    location: 'limit_req zone=one burst=5 nodelay; limit_req_status 429;',
  },
  {
    id: 'nginx-error-page',
    says: 'replaces the service’s error bodies with its own pages',
    proxy: 'nginx',
    location: 'proxy_intercept_errors on; error_page 401 404 /error.html;',
    expected: 'deviates',
  },
  {
    id: 'nginx-replicas',
    says: 'has two replicas, one of them in the default style',
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
    says: 'refuses requests above 40 in two seconds with 429, and counts refused ones, too',
    proxy: 'haproxy',
    frontend:
      'stick-table type ip size 10 expire 10s store http_req_rate(2s)\n  http-request track-sc0 src\n  http-request deny deny_status 429 if { sc_http_req_rate(0) gt 40 }',
  },
  {
    id: 'haproxy-error-page',
    says: 'replaces each 404 with its own page',
    proxy: 'haproxy',
    backend: 'http-response return status 404 content-type text/html string "<h1>Not here</h1>" if { status 404 }',
    expected: 'deviates',
  },
];
