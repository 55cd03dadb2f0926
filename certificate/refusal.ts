/** The checks of a bundle, in order. The first one that fails is the last one that is made. */
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

/** Ends a verification. The message is one sentence. */
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
