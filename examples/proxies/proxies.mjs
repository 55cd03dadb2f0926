import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, must, startListening } from '../harness/processes.mjs';

/** Starts a proxy in front of one or more services. @returns its base URL, and the flags that trust its certificate */
export async function startProxy(each, ports, folder) {
  const port = await freePort();
  const place = join(folder, each.id);
  mkdirSync(place);
  if (each.tls) await makeCertificate(place);
  writeFileSync(join(place, 'error.html'), '<h1>Something went wrong</h1>\n');
  const file = join(place, 'proxy.conf');
  const { text, command } = PROXIES[each.proxy](each, { port, ports, place, file });
  writeFileSync(file, text);
  const service = await startListening(command, port, { cwd: place });
  const baseUrl = `${each.tls ? 'https' : 'http'}://127.0.0.1:${port}${each.prefix ?? ''}/v1`;
  return { baseUrl, flags: each.tls ? ['--ca', join(place, 'certificate.pem')] : [], stop: service.stop };
}

const PROXIES = {
  nginx: (each, { port, ports, place, file }) => ({
    command: ['nginx', '-p', place, '-c', file, '-e', 'stderr'],
    text: `${process.getuid() === 0 ? 'user root;' : ''}
daemon off;
pid nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`).join('\n  ')}
  upstream store {
    ${ports.map((to) => `server 127.0.0.1:${to};`).join('\n    ')}
    ${each.upstream ?? ''}
  }
  ${each.http ?? ''}
  server {
    listen 127.0.0.1:${port}${each.tls ? ' ssl' : ''};
    ${each.tls ? 'ssl_certificate certificate.pem; ssl_certificate_key key.pem;' : ''}
    location ${each.prefix ?? ''}/ {
      proxy_pass http://store/;
      ${each.location ?? ''}
    }
    location = /error.html { internal; root .; }
  }
}
`,
  }),
  haproxy: (each, { port, ports, place, file }) => ({
    command: ['haproxy', '-f', file],
    text: `defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend clients
  bind 127.0.0.1:${port}${each.tls ? ` ssl crt ${join(place, 'both.pem')}` : ''}
  ${each.frontend ?? ''}
  default_backend store
backend store
  ${each.backend ?? ''}
  ${ports.map((to, index) => `server replica${index} 127.0.0.1:${to}`).join('\n  ')}
`,
  }),
};

async function makeCertificate(folder) {
  const request =
    'openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1';
  await must(`${request} -keyout key.pem -out certificate.pem 2>&1 && cat certificate.pem key.pem > both.pem`, {
    cwd: folder,
  });
}
