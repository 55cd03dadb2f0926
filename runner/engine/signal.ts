/** Ends a scenario because the target, or the fixtures, do not let it judge. Not a defect of the suite, and no deviation. */
export class CannotJudge extends Error {
  override readonly name = 'CannotJudge';
  readonly verdict: 'blocked' | 'inconclusive';

  constructor(verdict: 'blocked' | 'inconclusive', reason: string) {
    super(reason);
    this.verdict = verdict;
  }
}
