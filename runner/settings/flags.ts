/** The options of `run` as the command line got them, unchecked. */
export interface RunFlags {
  readonly baseUrl?: string;
  readonly apiKeyFile?: string;
  readonly fixtures?: string;
  readonly config?: string;
  readonly target?: string;
  readonly suite?: readonly string[];
  readonly scenario?: readonly string[];
  readonly requirement?: readonly string[];
  readonly readOnly?: boolean;
  readonly dryRun?: boolean;
  readonly strict?: boolean;
  readonly report?: readonly string[];
  readonly timeout?: string;
  readonly deadline?: string;
  readonly concurrency?: string;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly insecure?: boolean;
}

export interface LoadInput {
  readonly flags: RunFlags;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path, from which relative paths of flags and variables count. */
  readonly cwd: string;
  /** No configuration file is looked for: whoever calls gives everything. */
  readonly ignoresConfig?: true;
  /** The report formats that exist. */
  readonly reportFormats: readonly string[];
}
