import { loadSettings, type RunFlags } from '../../runner/settings/load.js';
import { redactor } from '../../runner/settings/secrets.js';
import type { Settings } from '../../runner/settings/settings.js';
import { hasWord } from '../../suites/orders/following.js';
import { type Need, needsOf } from '../preview/needs.js';
import { type Preview, previewOf } from '../preview/preview.js';
import { type ExitCode, type Io, interruptedCode, prose } from '../shell/io.js';

/** A label, and a wrapped text next to it. */
function line(label: string, text: string, { columns, ...io }: Io): string {
  const beside = prose(text, { ...io, columns: columns && columns - label.length });
  return `${label}${beside.replaceAll('\n', `\n${' '.repeat(label.length)}`)}\n`;
}

const LOOPBACK = /^https?:\/\/(localhost|127\.|\[::1\])/;

const CONTAINER =
  ' In a container, 127.0.0.1 is the container. For a service on its host, use --network host, or http://host.docker.internal (Podman: host.containers.internal).';

const MARKS: Readonly<Record<Need['state'], string>> = { ok: '✔', missing: '✘', note: '!', unknown: '?' };

/** The condition under which a run can be complete, since only the run itself shows whether it holds. */
function conditionOf({ provision, orders }: Settings, { evidence }: Preview): string {
  if (provision) return ', if provisioning makes its orders';
  const isShown = orders.pending.length === 0 || orders.fresh || hasWord(evidence) === true;
  return isShown ? '' : ', if the declared pending orders still are pending: the listing does not say it';
}

/** Checks, without a DELETE, everything that a complete run would need. */
export async function doctorCommand(flags: RunFlags, io: Io): Promise<ExitCode> {
  const settings = await loadSettings({ ...io, flags });
  io.keepSecret(redactor(settings));
  io.endsItself();
  const preview = await previewOf(settings, io);
  const needs = needsOf(settings, preview);
  const hint = io.isInContainer && LOOPBACK.test(settings.baseUrl) ? CONTAINER : '';
  for (const { state, about, text } of needs) {
    const more = about === 'connection' && state === 'missing' ? hint : '';
    io.out(line(`${MARKS[state]} ${about.padEnd(11)}`, text + more, io));
  }
  const open = new Set(needs.flatMap(({ state }) => (state === 'ok' || state === 'note' ? [] : MARKS[state])));
  const isReady = open.size === 0;
  const end = isReady
    ? `can be complete${conditionOf(settings, preview)}`
    : `cannot be complete: see ${[...open].join(' and ')}`;
  io.out(`\nA run ${end}.\n`);
  return interruptedCode(io) ?? (isReady ? 0 : 3);
}
