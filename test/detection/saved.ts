import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EvidenceWriter } from '../../evidence/file/writer.js';
import { tool } from '../../interface/helpers/helpers.js';
import { judgeEvidence } from '../../judge/judge.js';
import type { Report } from '../../judge/report/report.js';
import { loadRun } from '../../runner/engine/saved-run.js';
import type { Run } from '../../runner/run.js';
import { editionOf } from '../../runner/settings/checked.js';
import { storeOrdersInterface } from '../../suites/contract.js';

/** A file for the evidence of a run, and the report that follows from this file alone. */
export interface SavedRun {
  readonly record: (run: Run) => EvidenceWriter;
  rejudge(): Promise<Report>;
}

/** The file is deleted once it has been judged. */
export function savedRun(): SavedRun {
  const directory = mkdtempSync(join(tmpdir(), 'store-orders-evidence-'));
  const { record, rejudge } = runSavedTo(join(directory, 'evidence.jsonl.gz'));
  return { record, rejudge: () => rejudge().finally(() => rmSync(directory, { recursive: true, force: true })) };
}

export function runSavedTo(path: string): SavedRun {
  const { name, version } = storeOrdersInterface;
  const edition = editionOf(undefined).id;
  return {
    record: ({ plan, target }) => {
      const about = { tool, contract: { name, version }, target, strict: false, edition, inputs: plan.inputs };
      return new EvidenceWriter(path, about);
    },
    rejudge: async () => {
      const { evidence } = await loadRun(path);
      return judgeEvidence(evidence, { tool, strict: false });
    },
  };
}
