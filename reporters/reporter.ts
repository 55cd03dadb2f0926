import type { Report } from '../judge/report/report.js';

/** How to show a report, for formats that have more than one way. */
export interface RenderOptions {
  /** `terminal`: write ANSI colour codes. Default: false. */
  readonly color?: boolean;
  /** `terminal`: the width in columns. Default: 100. */
  readonly width?: number | undefined;
  /** The command that starts this program, for hints that have a command. Default: `store-orders-conformance`. */
  readonly command?: string;
  /** `terminal`: `quiet` shows only deviations; `verbose` shows every scenario and exchange. Default: `normal`. */
  readonly detail?: Detail;
  /** `terminal`: the file or option that shows omitted parts, such as `report.html`. Default: `--verbose`. */
  readonly rest?: string | undefined;
  /** The path of the report. `badge` writes JSON for shields.io if it ends in `.json`. Default: an SVG. */
  readonly path?: string;
}

export type Detail = 'quiet' | 'normal' | 'verbose';

/** Renders a whole report as one text that ends with a newline. Pure: the same report gives the same text. */
export type Reporter = (report: Report, options: RenderOptions) => string;
