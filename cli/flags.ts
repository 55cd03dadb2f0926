/** What the command line got for the commands other than `run`, unchecked. */
export interface ServeFlags {
  readonly port?: string;
  readonly apiKey?: string;
  readonly fault?: string;
  readonly variant?: string;
  readonly latency?: string;
}

export interface ListFlags {
  readonly faults?: boolean;
  readonly json?: boolean;
}

export interface InitFlags {
  readonly force?: boolean;
}
