import type { Recorder } from '../../runner/engine/traffic.js';
import type { Evidence } from '../../runner/evidence/evidence.js';
import { isUnjudged } from '../../runner/evidence/unjudged.js';
import type { Report, RequirementResult } from '../../runner/judge/report.js';
import { gather, judge, plan } from '../../runner/run.js';
import { ApiKey } from '../../runner/secrets/api-key.js';
import type { Settings } from '../../runner/settings/settings.js';
import { generateApiKey } from '../../servers/reference.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import type { Io } from '../shell/io.js';
import { CompletePlan } from './forecast.js';

/** What a target shows without a DELETE: its listing, and what it answers without a valid key. */
export interface Look {
  readonly report: Report;
  readonly evidence: Evidence;
  /** The requirements that a complete run would leave blocked, as far as the listing shows that. */
  readonly blocked: readonly RequirementResult[];
  /** The body of the listing, or the beginning of a long one. */
  readonly listing: Uint8Array;
}

const SCENARIOS = ['listing-answer', 'auth-list-missing', 'auth-list-wrong'];

/** More than a person reads through. */
const MAX_LISTING_BYTES = 1024 * 1024;

/** Sends three GETs. Where no key is set, a made-up one shows at least what the target refuses. */
export async function lookAt(settings: Settings, io: Io): Promise<Look> {
  const { baseline: _, ...rest } = settings;
  const looking = {
    ...rest,
    apiKey: settings.apiKey ?? new ApiKey(generateApiKey()),
    select: { suites: [], scenarios: SCENARIOS, requirements: [], clauses: [] },
    repeat: 1,
    maxFailures: undefined,
    readOnly: true,
  };
  const recorder = new ListingRecorder();
  const complete = new CompletePlan({ ...looking, readOnly: settings.readOnly });
  const run = await plan(looking, storeOrdersInterface, { interrupted: io.interrupted });
  const evidence = await gather(run, { recorder, alsoLookUp: complete.ids });
  const report = judge(evidence, looking, storeOrdersInterface);
  const before = evidence.listing('before');
  const blocked = isUnjudged(before) ? [] : complete.blockedBy(before.reading);
  return { report, evidence, blocked, listing: recorder.listing };
}

class ListingRecorder implements Recorder {
  #chunks: Uint8Array[] = [];
  #length = 0;

  get listing(): Uint8Array {
    return Buffer.concat(this.#chunks);
  }

  /** The last attempt counts. */
  body() {
    this.#chunks = [];
    this.#length = 0;
    return {
      write: (chunk: Uint8Array) => {
        // A copy: a view, even of nothing, would keep all that the chunk is part of.
        const wanted = Uint8Array.from(chunk.subarray(0, MAX_LISTING_BYTES - this.#length));
        if (wanted.length > 0) this.#chunks.push(wanted);
        this.#length += wanted.length;
      },
    };
  }
}
