/** What a command may touch of its surroundings; `main.ts` hands in the process. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  out(text: string): void;
  err(text: string): void;
  /** Whether standard output, and standard error, are terminals. */
  readonly outIsTty: boolean;
  readonly errIsTty: boolean;
  /** Columns of the terminal, where there is one. */
  readonly columns: number | undefined;
  /** Aborted by Ctrl-C or a request to terminate. */
  readonly interrupted: AbortSignal;
}

/** 0 conformant · 1 nonconformant · 2 usage error, nothing was sent · 3 inconclusive · 4 a defect of the suite. */
export type ExitCode = 0 | 1 | 2 | 3 | 4;
