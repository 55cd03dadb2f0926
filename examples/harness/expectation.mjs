import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What a default style gets wrong: `verdicts` in every run, `sometimes` where it depends on how requests meet, and the
 * causes, each with the requirements that it breaks or keeps from being judged.
 */
export class Expectation {
  constructor({ folder }) {
    this.file = join(folder, 'default', 'expected.json');
    this.data = JSON.parse(readFileSync(this.file, 'utf8'));
  }

  get causes() {
    return this.data.causes;
  }

  /** @returns how a run differs from what is pinned, a sentence each */
  differences(deviations) {
    const { verdicts, sometimes } = this.data;
    const ids = [...new Set([...Object.keys(verdicts), ...Object.keys(deviations)])];
    return ids
      .filter((id) =>
        verdicts[id] !== deviations[id] && (deviations[id] ?? 'pass') !== 'pass'
          ? sometimes[id] !== deviations[id]
          : verdicts[id] !== deviations[id],
      )
      .map((id) => `${id}: expected ${verdicts[id] ?? 'pass'}, got ${deviations[id] ?? 'pass'}`);
  }

  /** @returns requirements that deviate, and of which no cause says why */
  unexplained() {
    const { verdicts, sometimes, causes } = this.data;
    const covered = causes.flatMap(({ requirements }) => requirements.map(patternOf));
    return [...Object.keys(verdicts), ...Object.keys(sometimes)].filter((id) => !covered.some((one) => one.test(id)));
  }

  requirementsOf({ requirements }) {
    const { verdicts, sometimes } = this.data;
    return [...Object.keys(verdicts), ...Object.keys(sometimes)].filter((id) =>
      requirements.some((one) => patternOf(one).test(id)),
    );
  }

  /** Pins what several runs showed. */
  update(runs) {
    const ids = [...new Set(runs.flatMap((run) => Object.keys(run)))];
    const isSteady = (id) => runs.every((run) => run[id] === runs[0][id]);
    const seen = (id) => runs.map((run) => run[id]).find((verdict) => verdict !== undefined);
    const pick = (wanted) => Object.fromEntries(ids.filter(wanted).map((id) => [id, seen(id)]));
    const { sometimes } = this.data;
    const verdicts = pick((id) => isSteady(id) && sometimes[id] === undefined);
    this.data = { ...this.data, verdicts, sometimes: { ...sometimes, ...pick((id) => !isSteady(id)) } };
    writeFileSync(this.file, `${JSON.stringify(this.data, undefined, 2)}\n`);
  }
}

const patternOf = (glob) =>
  new RegExp(
    `^${glob
      .split('*')
      .map((part) => part.replaceAll('.', '\\.'))
      .join('.*')}$`,
  );
