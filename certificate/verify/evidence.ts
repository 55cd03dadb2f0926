import { type Exchange, headerValues, responseOf } from '../../runner/evidence/exchange.js';
import type { LoadedEvidence } from '../../runner/evidence/file/reader.js';
import { idText } from '../../runner/evidence/request.js';
import { canonical } from '../bundle/json.js';
import type { Derivation } from '../derivation.js';
import { type Check, checkThat } from './check.js';

/** Whether the evidence is of this contract, and its bodies are those that were received. */
export function checkEvidence(
  { header, evidence, altered, redacted }: LoadedEvidence,
  { contract }: Pick<Derivation, 'contract'>,
): Check {
  const { name, version } = header.contract;
  const places = new Map(redacted.map(({ exchange }) => [exchange, true]));
  const problems = [
    ...(name === contract.name && version === contract.version
      ? []
      : [`The evidence is of ${name} ${version}; this version judges ${contract.name} ${contract.version}.`]),
    ...evidence.defects.map(
      ({ scenario }) => `The suite itself failed in ${scenario} of that run, so nothing can be certified from it.`,
    ),
    ...altered
      .filter((id) => !places.has(id))
      .map((id) => `The body of ${id} was changed: its length or its digest is another one.`),
    ...evidence.exchanges.filter((exchange) => !places.has(idText(exchange.request.id))).flatMap(lengthProblem),
  ];
  const remark = places.size > 0 ? ` Something was left out of ${places.size} of them.` : '';
  return checkThat(
    'evidence',
    problems,
    `${evidence.exchanges.length} exchanges; bodies agree with their digests.${remark}`,
  );
}

/** RFC 9110 §8.6: of a body that arrived whole, in no content coding. */
function lengthProblem(exchange: Exchange): string[] {
  const response = responseOf(exchange);
  if (response?.body.end !== 'complete' || response.body.codings.length > 0) return [];
  const { status, body } = response;
  const [length] = headerValues(response, 'content-length');
  if (length === undefined || [204, 304].includes(status) || Number(length) === body.length) return [];
  if (headerValues(response, 'transfer-encoding').length > 0) return [];
  return [`${idText(exchange.request.id)} has a body of ${body.length} bytes, and Content-Length ${length}.`];
}

/** Whether the plan is one that this version makes for a complete run with these orders. */
export function checkPlan({ header }: LoadedEvidence, { plansLike, tool }: Derivation): Check {
  const found = canonical(header.plan);
  const isOurs = plansLike(header.plan).some((plan) => canonical(plan) === found);
  const { version } = header.tool;
  const remedy =
    version === tool.version
      ? 'Requests were taken away or changed, or the run was not a complete one.'
      : `It was made by version ${version}, and this is ${tool.version}: verify it with \`npx store-orders-conformance@${version} verify\`.`;
  return checkThat(
    'plan',
    isOurs ? [] : [`The plan in the evidence is not the one that a complete run has. ${remedy}`],
    `${header.plan.scenarios.length} scenarios: the plan of a complete run with these orders.`,
  );
}
