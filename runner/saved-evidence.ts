import { rm } from 'node:fs/promises';
import type { Evidence } from '../evidence/evidence.js';
import { redactedExchange } from '../evidence/file/redacted.js';
import { EvidenceWriter } from '../evidence/file/writer.js';
import { Secrets } from '../evidence/secrets/redaction.js';
import { tool } from '../interface/helpers/helpers.js';
import type { Report, Verdict } from '../judge/report/report.js';
import { storeOrdersInterface } from '../suites/contract.js';
import { loadRun } from './engine/saved-run.js';
import type { Recorder } from './engine/traffic.js';
import type { Run } from './run.js';
import { secretsOf } from './settings/secrets.js';
import type { Settings } from './settings/settings.js';

/** The evidence file of a run that has ended, or a sentence that says why there is none. */
export type EvidenceFile =
  | { readonly kind: 'none' }
  | { readonly kind: 'written'; readonly path: string }
  | { readonly kind: 'failed' | 'left-out'; readonly why: string };

/** Saves the evidence of a run while it is gathered, if the settings ask for it. */
export class SavedEvidence {
  readonly #writer: EvidenceWriter | undefined;
  readonly recorder: Pick<Recorder, 'body' | 'exchange' | 'end'> = {};

  /** @throws Error if the file cannot be created */
  constructor(readonly run: Run) {
    const { evidence, strict, edition, schemas } = run.settings;
    if (evidence === undefined) return;
    const { name, version } = storeOrdersInterface;
    const header = {
      tool,
      contract: { name, version },
      target: run.target,
      strict,
      edition: edition.id,
      schemas: schemas?.loaded,
      inputs: run.plan.inputs,
    };
    const writer = new EvidenceWriter(evidence, header, secretsOf(run.settings));
    this.#writer = writer;
    this.recorder = {
      body: (request) => writer.body(request),
      exchange: (exchange) => writer.exchange(exchange),
      end: (gathered) => writer.end(gathered),
    };
  }

  /** To be called after the run: evidence that would be judged otherwise once its secrets are gone is removed. */
  async file(report: Report, evidence: Evidence): Promise<EvidenceFile> {
    if (!this.#writer) return { kind: 'none' };
    const { path, problem, hasRedacted } = this.#writer;
    if (problem !== undefined) return { kind: 'failed', why: problem };
    const why = hasRedacted ? await this.#whyUnlike(path, report, evidence) : undefined;
    if (why === undefined) return { kind: 'written', path };
    await rm(path, { force: true });
    return { kind: 'left-out', why };
  }

  /** Judges the evidence again as it was saved. Says which verdict differs. */
  async #whyUnlike(path: string, report: Report, evidence: Evidence): Promise<string | undefined> {
    const { settings } = this.run;
    const verdictsIn = ({ requirements }: Report) => new Map(requirements.map((of) => [of.id, of.verdict]));
    const saved = await loadRun(path, { schemas: settings.schemas })
      .then((loaded) => verdictsIn(this.run.judge(loaded.evidence)))
      .catch(() => new Map<string, Verdict>());
    const unlike = [...verdictsIn(report)].find(([id, verdict]) => saved.get(id) !== verdict);
    if (!unlike) return undefined;
    const [id, verdict] = unlike;
    const secrets = secretsIn(evidence, settings).join(', ') || 'A secret';
    const judged = saved.get(id) ?? 'not judged at all';
    return `The evidence was left out, and not saved in ${path}; the verdict stands. Secrets are taken out of evidence, and without what the target repeats of them, ${id} would be ${judged} instead of ${verdict}. It repeats: ${secrets}. Use a value that is not an ordinary word, or leave that header out.`;
  }
}

/** The names of the secrets that the target repeated. */
const secretsIn = ({ exchanges }: Evidence, settings: Settings): readonly string[] =>
  secretsOf(settings)
    .secrets.filter((secret) => {
      const alone = new Secrets([secret]);
      return exchanges.some((exchange) => redactedExchange(exchange, alone) !== exchange);
    })
    .map(({ subject }) => subject);
