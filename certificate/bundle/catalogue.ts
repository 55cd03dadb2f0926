import type { JudgedContract } from '../../runner/judge/judge.js';
import type { Report } from '../../runner/judge/report.js';
import { textOf } from './json.js';

/** The requirements and open questions that the run was judged by, in full: a reader needs no other file. */
export const catalogueText = (
  { name, version, requirements, ambiguities, editions }: JudgedContract,
  edition: Report['edition'],
): string =>
  textOf({
    format: 'store-orders-conformance/catalogue/1',
    contract: { name, version },
    edition: editions.find(({ id }) => id === edition.id),
    requirements,
    ambiguities,
  });
