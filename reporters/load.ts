import type { ReportFormat } from '../runner/settings/report-format.js';
import type { Reporter } from './reporter.js';

/** The same reporters as in index.ts, each loaded where it is asked for: most runs need one, and not the page. */
export const loadReporter: Readonly<Record<ReportFormat, () => Promise<Reporter>>> = {
  terminal: async () => (await import('./terminal/terminal.js')).terminal,
  json: async () => (await import('./printable.js')).printableJson,
  junit: async () => (await import('./junit.js')).junit,
  html: async () => (await import('./html/page.js')).html,
  markdown: async () => (await import('./markdown.js')).markdown,
  har: async () => (await import('./har.js')).har,
  github: async () => (await import('./github.js')).github,
  tap: async () => (await import('./tap.js')).tap,
  badge: async () => (await import('./badge.js')).badge,
};
