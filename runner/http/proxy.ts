/** The values of HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
export type Proxies = Readonly<Partial<Record<'http' | 'https' | 'no', string | undefined>>>;

/**
 * The proxy that requests to the target go through; undefined where they go directly. As undici's EnvHttpProxyAgent
 * decides: https falls back to HTTP_PROXY, and a loopback address is proxied as any other.
 * Throws an Error for a proxy address that cannot be used.
 */
export const proxyFor = (target: URL, { http = '', https = '', no = '' }: Proxies): URL | undefined => {
  const address = (target.protocol === 'https:' && https) || http;
  if (address === '' || isExempt(target, no)) return undefined;
  const text = address.includes('://') ? address : `http://${address}`;
  const proxy = URL.canParse(text) ? new URL(text) : undefined;
  if (proxy === undefined || !['http:', 'https:'].includes(proxy.protocol)) {
    throw new Error(
      'The proxy address in HTTP_PROXY or HTTPS_PROXY is not an http:// or https:// URL. Correct or unset the variable, or name the target in NO_PROXY.',
    );
  }
  return proxy;
};

const isExempt = (target: URL, noProxy: string): boolean => {
  if (noProxy.trim() === '*') return true;
  const hostname = target.hostname.toLowerCase();
  return noProxy
    .split(/[,\s]/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [, host = entry, port] = /^(.+):(\d+)$/.exec(entry) ?? [];
      if (port !== undefined && port !== portOf(target)) return false;
      const exempt = host.replace(/^\*?\./, '').toLowerCase();
      return hostname === exempt || hostname.endsWith(`.${exempt}`);
    });
};

/** With the default port of the scheme where none is named. */
export const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80');
