import { markup } from '../../reporters/markup.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { fingerprintOf } from '../keys.js';
import { placeOf } from './parts.js';
import type { Implementation, Registry } from './registry.js';

const MAX_ENTRIES = 100;

/** Atom (RFC 4287): each certificate is an entry, the newest first. */
export function feedOf({ implementations, updated }: Registry): string {
  const { name, version } = storeOrdersInterface;
  const all = implementations
    .flatMap((implementation) => implementation.history.map((entry) => ({ implementation, entry })))
    .sort((a, b) => (a.entry.certificate.startedAt < b.entry.certificate.startedAt ? 1 : -1))
    .slice(0, MAX_ENTRIES);
  return markup`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:store-orders-conformance:registry</id>
<title>Conformance to the ${name} ${version}</title>
<updated>${updated}</updated>
<author><name>store-orders-conformance</name></author>
<link rel="self" href="feed.xml"/>
<link rel="alternate" type="text/html" href="index.html"/>
${all.map(({ implementation, entry }) => entryView(implementation, entry))}</feed>
`.source;
}

const entryView = (implementation: Implementation, { certificate, class: of }: Implementation['current']) =>
  markup`<entry>
<id>urn:store-orders-conformance:certificate:sha256:${certificate.sha256}</id>
<title>${implementation.name} ${certificate.subject.version}: ${certificate.result} (${of})</title>
<updated>${certificate.startedAt}</updated>
<link rel="alternate" type="text/html" href="${placeOf(implementation)}"/>
<summary>By edition ${certificate.edition.id}; ${implementation.signer === undefined ? 'unsigned' : `signed by ${fingerprintOf(implementation.signer)}`}.</summary>
</entry>
`;
