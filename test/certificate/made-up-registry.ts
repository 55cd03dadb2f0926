import { entryOf, type RegistryEntry, registryOf, type VerifiedEntry } from '../../certificate/registry/registry.js';
import { siteOf } from '../../certificate/registry/site.js';
import { verify } from '../../certificate/verify.js';

/** The entry of a registry for a bundle that verifies. */
export async function entryFrom(bundle: string): Promise<VerifiedEntry> {
  const entry = entryOf('sample', await verify(bundle, { trusted: [], now: Date.now() }));
  if (entry.state !== 'verified') throw new Error(entry.reasons.join(' '));
  return entry;
}

/** Closes elements and attributes, runs scripts in two ways, and reorders the text after it. */
export const hostile = `</script></style></title><script>globalThis.ran = 1</script><img src=x onerror="ran=1">" onfocus="ran=1" autofocus x='\u202e\u0000`;

/** Hundreds of implementations that were never run. */
export const madeUp = (sample: VerifiedEntry, amount: number, text = ''): VerifiedEntry[] =>
  Array.from({ length: amount }, (_, index) => {
    const { certificate, requirements } = sample;
    const startedAt = new Date(Date.UTC(2026, 0, 1) + index * 3_600_000).toISOString();
    return {
      ...sample,
      file: `${index}${text}`,
      class: index % 3 === 0 ? 'self-attested' : 'programme-run',
      certificate: {
        ...certificate,
        subject: { name: `vendor-${index}${text}`, version: `1.${index}${text}` },
        target: { baseUrl: `https://${index}.example${text}` },
        declared: [text],
        sha256: index.toString(16).padStart(64, '0'),
        startedAt,
      },
      requirements: requirements.map((entry) =>
        entry.level === 'should' && index % 7 === 0 ? { ...entry, verdict: 'warn', reason: text } : entry,
      ),
    };
  });

export const siteAbout = (entries: readonly RegistryEntry[]) => siteOf(registryOf(entries));
