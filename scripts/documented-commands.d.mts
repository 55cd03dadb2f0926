/** A line of a shell block, and the exit code that its comment names. */
export interface DocumentedCommand {
  readonly command: string;
  readonly exitCode: number;
}

/** The code blocks in this language, without the indentation of a list around them. */
export function blocksIn(markdown: string, language: string): string[];

export function commandsIn(block: string): DocumentedCommand[];

export interface Surroundings {
  readonly cwd: string;
  /** Path of the command line's program. */
  readonly cli: string;
  /** `real`: npx starts the package that is installed in `cwd`. `direct`: `cli` takes the place of npx, which is slow. */
  readonly npx: 'real' | 'direct';
  readonly isLeftOut: (command: string) => boolean;
}

/** Returns the commands that ran. Throws an Error for the first with a wrong exit code. */
export function runDocumented(markdown: string, surroundings: Surroundings): Promise<string[]>;
