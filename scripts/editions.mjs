// Reads suites/editions.yaml: the requirements and levels that each edition scores by, each list frozen by its digest.
import { createHash } from 'node:crypto';
import { parse } from 'yaml';

const FILE = 'suites/editions.yaml';

/** SHA-256 of one line `ID LEVEL` for each requirement, in their order. */
const digestOf = (requirements) => {
  const lines = Object.entries(requirements).map(([id, level]) => `${id} ${level}\n`);
  return `sha256:${createHash('sha256').update(lines.join('')).digest('hex')}`;
};

/** Throws an Error where an edition is not what its digest says, or demands what the catalogue does not have. */
export function readEditions(source, catalogue) {
  const known = new Set(catalogue.map(({ id }) => id));
  const { editions } = parse(source);
  for (const { id, digest, requirements } of editions) {
    const actual = digestOf(requirements);
    if (digest !== actual) {
      throw new Error(
        `${FILE}: edition ${id} has the digest ${actual}, not ${digest}. An edition that was released does not change: add a new one (docs/editions.md).`,
      );
    }
    const [entry] = Object.entries(requirements).filter(([name, level]) => {
      return !known.has(name) || (level !== 'must' && level !== 'should');
    });
    if (entry) throw new Error(`${FILE}: edition ${id} demands ${entry.join(': ')}, which no requirement is.`);
  }
  return editions;
}
