import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { idText } from '../request.js';
import type { EvidenceLine } from './lines.js';
import { linesOf } from './reader.js';

/** A file of evidence for one requirement, with the exchanges of these requests. The file was loaded before. */
export function excerptOf(path: string, excerpt: string, ids: ReadonlySet<string>): AsyncIterable<Uint8Array> {
  const lines = async function* () {
    for await (const text of linesOf(path, createReadStream(path))) {
      const line = JSON.parse(text) as EvidenceLine;
      if ('format' in line) yield `${JSON.stringify({ ...line, excerpt })}\n`;
      else if ('end' in line || ids.has('body' in line ? line.body : idText(line.exchange.request))) yield `${text}\n`;
    }
  };
  return pipeline(Readable.from(lines()), createGzip(), () => undefined);
}
