import { store } from './store.js';

/** Without the status, so that it stays the same whatever was cancelled. */
export const LISTING = `[${store
  .map(({ id, members }) => Object.entries({ id: String(id), ...members }))
  .map((members) => `{${members.map(([name, text]) => `"${name}":${text}`).join(',')}}`)
  .join(',')}]`;
