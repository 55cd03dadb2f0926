import { gzipSync } from 'node:zlib';
import { onStatus } from '../changes.js';
import type { Fault } from '../fault.js';
import { bodyText, jsonReply, type Reply, withBody, withHeader, withoutBody, withoutHeader } from '../reply.js';
import type { Behaviour } from '../steps.js';
import { chunkedAfter, compressedHalf, cutOff, framed, headText, sendingRaw } from '../wire.js';

type Part = 'content-type' | 'json' | 'object' | 'code' | 'message' | 'status-equals';
type ErrorStatus = 401 | 404;

interface WrongBody {
  readonly id: string;
  readonly what: string;
  readonly who: string;
  readonly breaks: readonly Part[];
  readonly behaviour: (status: ErrorStatus) => Behaviour;
}

const changing = (change: (reply: Reply) => Reply) => (status: ErrorStatus) => onStatus(status, change);

const typed = (mediaType: string) => changing((reply) => withHeader(reply, 'Content-Type', mediaType));

const respelled = (respell: (text: string) => string | Uint8Array) =>
  changing((reply) => withBody(reply, respell(bodyText(reply))));

const page = (mediaType: string, text: string) =>
  changing((reply) => withBody(withHeader(reply, 'Content-Type', mediaType), text));

const bodies: readonly WrongBody[] = [
  {
    id: 'without-body',
    what: 'no body',
    who: 'Frameworks that answer with a bare status, such as `res.sendStatus` and a proxy that strips the body.',
    breaks: ['object'],
    behaviour: changing(withoutBody),
  },
  {
    id: 'html-page',
    what: 'an HTML page',
    who: 'nginx, Express’s final handler, Tomcat.',
    breaks: ['content-type', 'json'],
    behaviour: page('text/html; charset=utf-8', '<!DOCTYPE html>\n<html><body><pre>Refused</pre></body></html>\n'),
  },
  {
    id: 'plain-text',
    what: 'a sentence as plain text',
    who: 'Go’s `http.Error`, and `res.sendStatus`.',
    breaks: ['content-type', 'json'],
    behaviour: page('text/plain; charset=utf-8', 'The request is refused.\n'),
  },
  {
    id: 'xml',
    what: 'XML',
    who: 'Gateways of the SOAP age, and S3.',
    breaks: ['content-type', 'json'],
    behaviour: page('application/xml', '<?xml version="1.0"?><Error><Code>Refused</Code></Error>'),
  },
  {
    id: 'plain-text-as-json',
    what: 'a sentence under the name of JSON',
    who: 'A `Content-Type` that is set for the whole service, error handler included.',
    breaks: ['json'],
    behaviour: respelled(() => 'The request is refused.'),
  },
  {
    id: 'json-as-text',
    what: 'the Error as `text/plain`',
    who: '`http.Error(w, json, …)` in Go.',
    breaks: ['content-type'],
    behaviour: typed('text/plain; charset=utf-8'),
  },
  {
    id: 'json-without-type',
    what: 'the Error without a Content-Type',
    who: 'Handlers that write to the bare response.',
    breaks: ['content-type'],
    behaviour: changing((reply) => withoutHeader(reply, 'Content-Type')),
  },
  {
    id: 'two-types',
    what: 'the Error with two Content-Type fields',
    who: 'A proxy that adds its own header to that of the service.',
    breaks: ['content-type'],
    behaviour: changing((reply) => ({ ...reply, headers: [...reply.headers, ['Content-Type', 'application/json']] })),
  },
  {
    id: 'problem-type',
    what: 'the Error as `application/problem+json`',
    who: 'Frameworks that know RFC 9457, where the members were adapted and the type was not.',
    breaks: ['content-type'],
    behaviour: typed('application/problem+json'),
  },
  {
    id: 'problem-details',
    what: 'RFC 9457 problem details',
    who: 'ASP.NET Core, and Spring with `problemdetails.enabled`.',
    breaks: ['content-type', 'code', 'message'],
    behaviour: (status) =>
      onStatus(status, ({ headers }) =>
        withHeader(
          { ...jsonReply(status, { type: 'about:blank', title: 'Refused', status, instance: '/v1' }), headers },
          'Content-Type',
          'application/problem+json',
        ),
      ),
  },
  {
    id: 'byte-order-mark',
    what: 'the Error after a byte order mark',
    who: 'Windows tools that write “UTF-8 with signature”.',
    breaks: ['json'],
    behaviour: respelled((text) => `\uFEFF${text}`),
  },
  {
    id: 'single-quotes',
    what: 'the Error in single quotes',
    who: 'Python’s `str(dict)`.',
    breaks: ['json'],
    behaviour: respelled((text) => text.replaceAll('"', "'")),
  },
  {
    id: 'twice',
    what: 'the Error twice, one after the other',
    who: 'Two error handlers that both write, one without a `return`.',
    breaks: ['json'],
    behaviour: respelled((text) => text + text),
  },
  {
    id: 'status-twice',
    what: 'an Error with a second `status` member',
    who: 'Error handlers that append a member to a body that is already written.',
    breaks: ['status-equals'],
    behaviour: respelled((text) => text.replace(/\}$/, ',"status":500}')),
  },
  {
    id: 'latin-1',
    what: 'the message in Latin-1',
    who: 'Databases and templates that are not in UTF-8.',
    breaks: ['json'],
    behaviour: respelled((text) => Buffer.from(text.replace('"message":"', '"message":"é'), 'latin1')),
  },
  {
    id: 'cut-off',
    what: 'less of the Error than announced',
    who: 'A Content-Length that was counted before the body was shortened.',
    breaks: ['json'],
    behaviour: (status) => cutOff((reply) => reply.status === status),
  },
  {
    id: 'announced-only',
    what: 'nothing of the Error that it announces',
    who: 'A worker that is killed between the header and the body.',
    breaks: ['json'],
    behaviour: (status) =>
      sendingRaw(
        (reply) => reply.status === status,
        (reply) => [headText(framed(reply))],
      ),
  },
  {
    id: 'gzip-cut-off',
    what: 'half of the compressed Error',
    who: 'Compressors that are not flushed at the end.',
    breaks: ['json'],
    behaviour: changing(compressedHalf),
  },
  {
    id: 'gzip-unnamed',
    what: 'an Error in gzip, which no header names,',
    who: 'A proxy that drops `Content-Encoding`, and a cache that keeps bodies without it.',
    breaks: ['json'],
    behaviour: changing((reply) => withBody(reply, gzipSync(reply.body ?? ''))),
  },
  {
    id: 'unknown-transfer-coding',
    what: 'a transfer coding that nobody knows',
    who: 'Proxies that write their own name into `Transfer-Encoding`.',
    breaks: ['json'],
    behaviour: (status) =>
      sendingRaw((reply) => reply.status === status, chunkedAfter('Transfer-Encoding: junk, chunked')),
  },
];

export const errorBodyFaults: readonly Fault[] = ([401, 404] as const).flatMap((status) =>
  bodies.map(({ id, what, who, breaks, behaviour }) => ({
    id: `${status}-${id}`,
    summary: `sends ${what} with a ${status}`,
    who,
    requirements: breaks.map((part) => `error.${status}.${part}`),
    behaviour: behaviour(status),
  })),
);
