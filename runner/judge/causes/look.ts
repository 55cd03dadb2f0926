import { readBody } from '../../evidence/body.js';
import { mediaTypes, type ResponseRecord } from '../../evidence/exchange.js';

/** What an answer looks like, whatever it says: answers that one piece of code made look the same. */
export interface Look {
  /** In lower case and without its parameters; empty where there is no `Content-Type`, several where there are several. */
  readonly mediaType: string;
  readonly body: 'none' | 'html' | 'xml' | 'text' | 'json' | 'object' | 'unreadable';
  /** Of an object: its members and the types of their values, in the order in which they were sent. */
  readonly members: readonly Member[];
  /** The first characters, to recognise it by; never shown, since a key may be cut in them. */
  readonly head: string;
}

export type Member = readonly [name: string, type: MemberType];

export type MemberType = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object';

/** Patterns are tried on what a target sends: whatever it is, they end soon. */
const HEAD_BYTES = 4096;

export function lookOf(response: ResponseRecord): Look {
  const mediaType = mediaTypes(response).join(', ');
  const head = new TextDecoder().decode(response.body.head.subarray(0, HEAD_BYTES));
  const look = (body: Look['body'], members: readonly Member[] = []): Look => ({ mediaType, body, members, head });
  const reading = readBody(response);
  switch (reading.kind) {
    case 'absent':
      return look('none');
    case 'value':
      return isObject(reading.value) ? look('object', membersOf(reading.value)) : look('json');
    case 'truncated':
    case 'undecodable':
      return look('unreadable');
    case 'unread':
      return look(/^\s*[[{]/.test(head) ? 'json' : markupOf(head));
    case 'problem':
      return look(markupOf(head));
  }
}

function markupOf(head: string): Look['body'] {
  if (/^\s*(<!doctype html|<html|<head|<body|<h1|<center)/i.test(head)) return 'html';
  return /^\s*<\?xml/i.test(head) ? 'xml' : 'text';
}

const membersOf = (value: object): Member[] =>
  Object.entries(value).map(([name, member]) => [name, typeOf(member)] as const);

function typeOf(value: unknown): MemberType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'boolean' || type === 'object' ? type : 'number';
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
