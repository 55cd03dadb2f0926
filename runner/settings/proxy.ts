import type { ProxySettings } from './settings.js';

/** Empty values count as unset. */
export function proxySettings({
  http,
  https,
  no,
}: { readonly [Name in keyof ProxySettings]: string | undefined }): ProxySettings {
  return { ...(http && { http }), ...(https && { https }), ...(no && { no }) };
}
