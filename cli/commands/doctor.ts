import { loadSettings, type RunFlags } from '../../runner/settings/load.js';
import { redactor, secretsOf } from '../../runner/settings/secrets.js';
import { type Need, needsOf } from '../preview/needs.js';
import { previewOf } from '../preview/preview.js';
import { type ExitCode, type Io, interruptedCode, prose } from '../shell/io.js';

/** A label, and a wrapped text next to it. */
function line(label: string, text: string, { columns, ...io }: Io): string {
  const beside = prose(text, { ...io, columns: columns && columns - label.length });
  return `${label}${beside.replaceAll('\n', `\n${' '.repeat(label.length)}`)}\n`;
}

const MARKS: Readonly<Record<Need['state'], string>> = { ok: '✔', missing: '✘', note: '!', unknown: '?' };

/** Checks, without a DELETE, everything that a complete run would need. */
export async function doctorCommand(flags: RunFlags, io: Io): Promise<ExitCode> {
  const settings = await loadSettings({ ...io, flags });
  io.keepSecret(redactor(settings));
  io.endsItself();
  const preview = await previewOf(settings, io);
  const needs = needsOf(settings, preview);
  const secrets = secretsOf(settings);
  for (const { state, about, text } of needs) {
    io.out(line(`${MARKS[state]} ${about.padEnd(11)}`, secrets.redactQuote(text), io));
  }
  const isReady = needs.every(({ state }) => state === 'ok' || state === 'note');
  const condition = settings.provision ? ', if provisioning makes its orders' : '';
  io.out(isReady ? `\nA run can be complete${condition}.\n` : '\nA run cannot be complete: see ✘ and ?.\n');
  return interruptedCode(io) ?? (isReady ? 0 : 3);
}
