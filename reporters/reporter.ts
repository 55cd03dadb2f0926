import type { Report } from '../runner/judge/report.js';

/** How a report is shown, for the formats that can show it in more than one way. */
export interface RenderOptions {
  /** `terminal`: write ANSI colour codes. Default: false. */
  readonly color?: boolean;
  /** `terminal`: its columns. Default: 100. */
  readonly width?: number;
  /** `terminal`: its lines; a report that is longer ends with the verdict, too. Default: 60. */
  readonly height?: number;
  /** What readers type to start this program, in the hints that have a command. Default: `store-orders-conformance`. */
  readonly command?: string;
  /** `terminal`: write ASCII alone. Default: false. */
  readonly ascii?: boolean;
  /** `terminal`: how much to tell: `quiet`, only what is wrong; `verbose`, every scenario and exchange. Default: `normal`. */
  readonly detail?: Detail;
  /** `terminal`: where a reader finds what is left out, such as `report.html`. Default: `--verbose`. */
  readonly rest?: string | undefined;
  /**
   * Where the text will be written; only its name is looked at. `badge`: JSON for shields.io where it ends in `.json`.
   * Default: an SVG.
   */
  readonly path?: string;
}

export type Detail = 'quiet' | 'normal' | 'verbose';

/** Renders a whole report as one text that ends with a newline. Pure: the same report gives the same text. */
export type Reporter = (report: Report, options: RenderOptions) => string;
