import type { Report } from '../runner/judge/report.js';

/** How a report is shown; formats other than `terminal` ignore it. */
export interface RenderOptions {
  /** Write ANSI colour codes. Default: false. */
  readonly color?: boolean;
  /** Columns of the terminal. Default: 100. */
  readonly width?: number;
  /** Write ASCII alone. Default: false. */
  readonly ascii?: boolean;
  /** How much to tell: `quiet`, only what is wrong; `verbose`, every scenario and exchange. Default: `normal`. */
  readonly detail?: Detail;
}

export type Detail = 'quiet' | 'normal' | 'verbose';

/** Renders a whole report as one text that ends with a newline. Pure: the same report gives the same text. */
export type Reporter = (report: Report, options: RenderOptions) => string;
