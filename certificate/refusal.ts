/** What is looked at, in this order. The first check that does not hold is the last one that is made. */
export type CheckName =
  | 'envelope'
  | 'signature'
  | 'version'
  | 'files'
  | 'digests'
  | 'evidence'
  | 'verdict'
  | 'report'
  | 'statement';

/** What ends a verification: one sentence. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly check: CheckName,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
