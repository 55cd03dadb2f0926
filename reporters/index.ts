import { github } from './github.js';
import { html } from './html.js';
import { json } from './json.js';
import { junit } from './junit.js';
import { markdown } from './markdown.js';
import type { Reporter } from './reporter.js';
import { tap } from './tap.js';
import { terminal } from './terminal.js';

export type { RenderOptions, Reporter } from './reporter.js';
export { progressLine } from './terminal/progress.js';

/** All formats of a report, by the name that `--report` takes. A new one is a file and a line here. */
export const reporters = {
  terminal,
  json,
  junit,
  html,
  markdown,
  github,
  tap,
} as const satisfies Record<string, Reporter>;

export type ReportFormat = keyof typeof reporters;

export const isReportFormat = (name: string): name is ReportFormat => Object.hasOwn(reporters, name);
