import type { Report } from '../runner/judge/report.js';

export interface RenderOptions {
  /** Whether ANSI colour codes are written; only the terminal format knows any. */
  readonly color: boolean;
  /** Columns of the terminal; 100 where absent. Other formats ignore it. */
  readonly width?: number;
}

/** Renders a whole report as one text that ends with a newline. Pure: the same report gives the same text. */
export type Reporter = (report: Report, options: RenderOptions) => string;
