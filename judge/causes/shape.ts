import { readBody } from '../../evidence/body.js';
import { mediaTypes, type ResponseRecord } from '../../evidence/exchange.js';
import { quote, shown } from '../../evidence/quoted.js';
import { ERROR_MEMBERS } from '../../suites/answers/schema.js';

/** The shape of an answer without its words: answers made by one piece of code have the same shape. */
export interface BodyShape {
  /** In lower case, without parameters. Empty if there is no `Content-Type`; several are joined. */
  readonly mediaType: string;
  readonly body: 'none' | 'html' | 'xml' | 'text' | 'cut' | 'json' | 'object' | 'unreadable';
  /** The members of an object and the types of their values, in the order in which they were sent. */
  readonly members: readonly (readonly [name: string, type: string])[];
  /** The first characters, to recognise it by; never shown, since a key may be cut in them. */
  readonly head: string;
}

/**
 * Fingerprints look at this much of a body, so that every pattern ends soon, whatever a target sends. Django's page for an
 * exception names it only after thousands of bytes.
 */
const HEAD_BYTES = 8192;

export function shapeOf(response: ResponseRecord): BodyShape {
  const mediaType = mediaTypes(shown(response)).join(', ');
  const head = new TextDecoder().decode(response.body.head.subarray(0, HEAD_BYTES));
  return { mediaType, head, ...bodyOf(response, head) };
}

function bodyOf(response: ResponseRecord, head: string): Pick<BodyShape, 'body' | 'members'> {
  const reading = readBody(response);
  const body = (kind: BodyShape['body']) => ({ body: kind, members: [] });
  const memberOf = ([name, of]: [string, unknown]) => [quote(response, name), typeOf(of)] as const;
  switch (reading.kind) {
    case 'absent':
      return body('none');
    case 'value':
      if (typeOf(reading.value) !== 'object') return body('json');
      return { body: 'object', members: Object.entries(Object(reading.value)).map(memberOf) };
    case 'truncated':
    case 'undecodable':
      return body('unreadable');
    case 'unread':
      return body(/^\s*[[{]/.test(head) ? 'json' : markupOf(head));
    case 'problem':
      return body(reading.problem.code === 'truncated' && /^\s*[[{]/.test(head) ? 'cut' : markupOf(head));
  }
}

function markupOf(head: string): BodyShape['body'] {
  if (/^\s*(<!doctype html|<html|<head|<body|<h1|<center)/i.test(head)) return 'html';
  return /^\s*<\?xml/i.test(head) ? 'xml' : 'text';
}

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

export const isJson = ({ body }: BodyShape): boolean => body === 'json' || body === 'object';

/** True if the body has the members of an Error, whatever their values are. */
export const isErrorObject = ({ members }: BodyShape): boolean =>
  ERROR_MEMBERS.every((name) => members.some(([member]) => member === name));

export const BODIES: Readonly<Record<Exclude<BodyShape['body'], 'object'>, string>> = {
  none: 'has no body',
  html: 'is an HTML page',
  xml: 'is XML',
  text: 'is plain text',
  cut: 'is JSON that breaks off',
  unreadable: 'has a body that is not whole',
  json: 'is JSON, but not an object',
};

const MEMBERS = 5;

/** Ends a sentence: "Every 401 …". */
export function shapeWords({ body, members }: BodyShape): string {
  if (body !== 'object') return BODIES[body];
  const names = members.slice(0, MEMBERS).map(([name]) => `${JSON.stringify(name)}: …`);
  return `is \`{${[...names, ...(members.length > MEMBERS ? ['…'] : [])].join(', ')}}\``;
}

const TYPES: Readonly<Record<string, string>> = { code: 'string', message: 'string', status: 'number' };

/** The id of the cause that all Errors with this shape share. */
export function shapeId({ body, members }: BodyShape): string {
  if (body !== 'object') return `error-as-${body}`;
  // A member with the right name and another type is a mistake of its own.
  const names = members.map(([name, type]) => (type === (TYPES[name] ?? type) ? name : `${name}-as-${type}`));
  return `error-with-${names.sort().join('-') || 'no-members'}`;
}
