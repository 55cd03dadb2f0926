import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deviationsOf } from './judge.mjs';

/**
 * The expected findings in a default style (`default/expected.json`):
 * - `verdicts` of requirements in every run, and `sometimes`: those that depend on races;
 * - `reported`: the ids of the causes that the report names;
 * - `causes` in the code, each with the requirements that it breaks or keeps from being judged.
 */
export class Expectation {
  constructor({ folder }) {
    this.file = join(folder, 'default', 'expected.json');
    this.data = JSON.parse(readFileSync(this.file, 'utf8'));
  }

  get causes() {
    return this.data.causes;
  }

  /** Ids of all requirements that deviate or cannot be judged. */
  get requirements() {
    return [...Object.keys(this.data.verdicts), ...Object.keys(this.data.sometimes)];
  }

  /** @returns the differences between a run and `expected.json`, a sentence each */
  differences(report) {
    const { verdicts, sometimes, reported } = this.data;
    const deviations = deviationsOf(report);
    const ids = new Set([...Object.keys(verdicts), ...Object.keys(deviations)]);
    const unexpected = [...ids].filter((id) => {
      const got = deviations[id];
      return got !== verdicts[id] && (verdicts[id] !== undefined || got !== sometimes[id]);
    });
    const causes = this.#causesOf(report);
    return [
      ...unexpected.map((id) => `${id}: expected ${verdicts[id] ?? 'pass'}, got ${deviations[id] ?? 'pass'}.`),
      ...(`${causes}` === `${reported}` ? [] : [`The report names the causes ${causes}, not ${reported}.`]),
    ];
  }

  /** Sorted ids, without causes that only some runs show. */
  #causesOf({ causes }) {
    const { sometimes } = this.data;
    const isSteady = ({ requirements }) => requirements.some((id) => sometimes[id] === undefined);
    return causes
      .filter(isSteady)
      .map(({ id }) => id)
      .sort();
  }

  /** @returns ids of deviating requirements that no cause explains */
  unexplained() {
    const covered = this.causes.flatMap((cause) => this.requirementsOf(cause));
    return this.requirements.filter((id) => !covered.includes(id));
  }

  requirementsOf({ requirements }) {
    const patterns = requirements.map(patternOf);
    return this.requirements.filter((id) => patterns.some((pattern) => pattern.test(id)));
  }

  /** Writes the findings of several runs. An entry of `sometimes` stays there, since a few runs cannot refute it. */
  update(reports) {
    const runs = reports.map(deviationsOf);
    const ids = [...new Set(runs.flatMap((run) => Object.keys(run)))];
    const isSteady = (id) => runs.every((run) => run[id] === runs[0][id]) && this.data.sometimes[id] === undefined;
    const seen = (id) => runs.map((run) => run[id]).find((verdict) => verdict !== undefined);
    const pick = (wanted) => Object.fromEntries(ids.filter(wanted).map((id) => [id, seen(id)]));
    const sometimes = { ...this.data.sometimes, ...pick((id) => !isSteady(id)) };
    const { causes } = this.data;
    this.data = { verdicts: pick(isSteady), sometimes, reported: [], causes };
    this.data.reported = this.#causesOf(reports[0]);
    writeFileSync(this.file, `${JSON.stringify(this.data, undefined, 2)}\n`);
  }
}

const patternOf = (glob) => new RegExp(`^${glob.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
