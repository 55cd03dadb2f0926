import type { ExchangeEvidence, Report, ScenarioResult } from '../../judge/report/report.js';
import { oneLine } from '../printable.js';
import type { JudgedRequirement, ReportView } from '../view.js';
import { clauseName, durationOf, sendingOf } from '../wording.js';
import type { Line, Screen } from './screen.js';

/** The additional sections of `--verbose`: every deviation, every scenario and every exchange. */
export function everything(report: Report, view: ReportView, screen: Screen): Line[] {
  const deviations = view.broken.flatMap((judged) => brokenLines(judged, screen));
  const scenarios = report.scenarios.flatMap((scenario) => scenarioLines(scenario, report, screen));
  return [...screen.section('Deviations', deviations), ...screen.section('Scenarios', scenarios)];
}

function brokenLines({ requirement, deviations, rest }: JudgedRequirement, screen: Screen): Line[] {
  const { id, clause, level, text, verdict } = requirement;
  return [
    ['  ', screen.mark(verdict, level), `  ${clauseName(clause)}  `, screen.paint('strong', id)],
    ...screen.paragraph(text, 4),
    ...deviations.flatMap(({ message, fields }) => [
      ...screen.paragraph(message, 4),
      ...fields.flatMap((field) => screen.field(field, 6)),
    ]),
    ...rest.flatMap((amount) => screen.paragraph(amount, 4)),
  ];
}

function scenarioLines(scenario: ScenarioResult, report: Report, screen: Screen): Line[] {
  const { id, title, durationMs } = scenario;
  const state = sendingOf(scenario);
  const exchanges = report.exchanges.filter((exchange) => exchange.scenario === id);
  const name = `${id}: ${title}`;
  return [
    state === 'sent' ? `  ${name} (${durationOf(durationMs)})` : ['  ', screen.mark(state, state), `  ${name}`],
    ...exchanges.map(exchangeLine),
  ];
}

function exchangeLine({ id, request, response, durationMs, attempts }: ExchangeEvidence): string {
  const outcome = 'failure' in response ? response.failure : String(response.status);
  const times = attempts > 1 ? `, ${attempts} attempts` : '';
  const key = request.credential === 'valid' ? 'valid key' : `key: ${request.credential}`;
  return `      ${id}  ${request.method} ${oneLine(request.url)}, ${key}: ${oneLine(outcome)} (${durationOf(durationMs)}${times})`;
}
