// Reads suites/requirements.yaml: checks it against its schema, and turns each family into its requirements.
import Ajv from 'ajv/dist/2020.js';
import { LineCounter, parseDocument } from 'yaml';

const FILE = 'suites/requirements.yaml';

/** The members of a requirement, in the order in which they are written. */
const MEMBERS = ['id', 'clause', 'level', 'operation', 'text', 'why', 'fix'];

/**
 * Throws an Error that names the entry and its place in the file. `tables` has the values of the parameters that the
 * code knows, and the words of each value: `{ credential: { missing: { words: 'no Authorization header' } } }`.
 */
export function readCatalogue(source, schema, tables) {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines });
  const [syntaxError] = document.errors;
  if (syntaxError) throw new Error(`${FILE}: ${syntaxError.message}`);

  const fail = (path, problem) => {
    const { line, col } = lines.linePos(offsetOf(document, path));
    const entry = document.getIn([...path.slice(0, 2), 'id']);
    throw new Error(`${FILE}:${line}:${col}: ${entry === undefined ? '' : `${entry}: `}${problem}`);
  };
  const ajv = new Ajv().addSchema(schema, 'catalogue');
  const check = (definition, value, pathOf) => {
    if (ajv.validate(definition, value)) return;
    const [{ instancePath, message, params }] = ajv.errors;
    const path = [...instancePath.split('/').slice(1), ...[params.additionalProperty ?? []].flat()];
    fail(pathOf(path), `${path.slice(2).join('.')} ${message}`.trim());
  };

  const catalogue = document.toJS();
  check('catalogue', catalogue, (path) => path);
  const ids = new Set();
  const requirements = catalogue.requirements.flatMap((entry, index) =>
    requirementsOf(entry, tables, (path, problem) => fail(['requirements', index, ...path], problem)).map(
      (requirement) => {
        check('catalogue#/$defs/requirement', requirement, () => ['requirements', index]);
        if (ids.has(requirement.id)) fail(['requirements', index], `the id ${requirement.id} occurs twice`);
        ids.add(requirement.id);
        return requirement;
      },
    ),
  );
  return { requirements, ambiguities: catalogue.ambiguities };
}

/** The requirements of an entry: of a family one for each value, or pair of values; else the entry itself. */
function requirementsOf({ each, ...entry }, tables, fail) {
  if (each === undefined) return [entry];
  const used = new Set();
  const requirements = combinations(each, tables, fail).map((values) => {
    const written = (name, text) =>
      text.replace(/\$([a-z]+)/g, (placeholder, word) => {
        used.add(word);
        return values[word] ?? fail([name], `nothing gives ${placeholder} in ${name}`);
      });
    const members = { ...entry, ...values };
    return Object.fromEntries(
      MEMBERS.filter((name) => name in members).map((name) => [name, written(name, members[name])]),
    );
  });
  for (const [parameter, values] of Object.entries(each)) {
    for (const [value, differences] of Object.entries(values)) {
      const unused = Object.keys(differences).find((word) => !MEMBERS.includes(word) && !used.has(word));
      if (unused) fail(['each', parameter, value, unused], `no text uses $${unused}`);
    }
  }
  return requirements;
}

/** What each combination of values says: the values, the words, and the members that differ. */
function combinations(each, tables, fail) {
  const parameters = Object.entries(each).map(([name, differences]) => {
    const known = tables[name] ?? differences;
    const unknown = Object.keys(differences).find((value) => !(value in known));
    if (unknown) fail(['each', name, unknown], `"${unknown}" is not a known ${name}`);
    return Object.keys(known).map((value) => ({ ...known[value], ...differences[value], [name]: value }));
  });
  return parameters.reduce((before, values) => before.flatMap((one) => values.map((other) => ({ ...one, ...other }))));
}

/** Where the node at a path begins, or the nearest one around it. */
function offsetOf(document, path) {
  const node = document.getIn(path, true);
  return node?.range ? node.range[0] : path.length === 0 ? 0 : offsetOf(document, path.slice(0, -1));
}
