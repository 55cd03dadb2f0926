import { type Json, type JsonObject, writeJson } from './json.js';

export type HeaderField = readonly [name: string, value: string];

/** A reply before it is sent. `Content-Length` is added then. */
export interface Reply {
  readonly status: number;
  readonly headers: readonly HeaderField[];
  readonly body?: Uint8Array;
}

/** §2: the Error record. */
export interface ErrorRecord {
  readonly code: string;
  readonly message: string;
  readonly status: number;
}

export const textReply = (status: number, mediaType: string, text: string): Reply => ({
  status,
  headers: [['Content-Type', mediaType]],
  body: Buffer.from(text),
});

export const jsonReply = (status: number, value: Json): Reply =>
  textReply(status, 'application/json', writeJson(value));

export const errorReply = (error: ErrorRecord, render: (error: ErrorRecord) => Json = errorJson): Reply => {
  const reply = jsonReply(error.status, render(error));
  // RFC 9110 §15.5.2: a 401 names the accepted scheme.
  return error.status === 401 ? withHeader(reply, 'WWW-Authenticate', 'Bearer realm="store orders"') : reply;
};

export const errorJson = ({ code, message, status }: ErrorRecord): JsonObject => ({ code, message, status });

const isField = (name: string) => {
  const lowerCase = name.toLowerCase();
  return ([other]: HeaderField) => other.toLowerCase() === lowerCase;
};

export const headerOf = (reply: Reply, name: string): string | undefined => reply.headers.find(isField(name))?.[1];

export const withoutHeader = (reply: Reply, name: string): Reply => {
  const named = isField(name);
  return { ...reply, headers: reply.headers.filter((field) => !named(field)) };
};

/** Sets a field, and removes all others with its name. */
export const withHeader = (reply: Reply, name: string, value: string): Reply => {
  const rest = withoutHeader(reply, name);
  return { ...rest, headers: [...rest.headers, [name, value]] };
};

export const withBody = (reply: Reply, body: string | Uint8Array): Reply => ({ ...reply, body: Buffer.from(body) });

export const withoutBody = ({ status, headers }: Reply): Reply => withoutHeader({ status, headers }, 'Content-Type');

export const bodyText = (reply: Reply): string => Buffer.from(reply.body ?? []).toString();
