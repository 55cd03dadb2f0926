/** A line of a shell block, and the exit code that its comment names. */
export interface DocumentedCommand {
  readonly command: string;
  readonly exitCode: number;
}

/** The blocks of a kind, without the indentation that they have in a list. */
export function blocksIn(markdown: string, language: string): string[];

export function commandsIn(block: string): DocumentedCommand[];

export interface Surroundings {
  readonly cwd: string;
  /** The program that `serve` is a command of. */
  readonly cli: string;
  /** Whether `npx` finds what is installed in `cwd`, or is replaced by the program itself. */
  readonly npx: 'real' | 'direct';
  readonly isLeftOut: (command: string) => boolean;
}

/** The commands that ran; throws an Error for the first that did not end as it should. */
export function runDocumented(markdown: string, surroundings: Surroundings): Promise<string[]>;
