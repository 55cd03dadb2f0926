// Checks that documents and comments name only things that exist: paths, files and folders, npm scripts, options, ids and
// other names of the code, and clauses of the contract.
import { readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { files, root } from './repository.mjs';

const textOf = (path) => readFileSync(join(root, path), 'utf8');
const isDocument = (path) => path.endsWith('.md');
const isCode = (path) => /\.[cm]?[tj]s$/.test(path);

/** Tests write these from the code and fail where they differ, so they need no check; the contract is given. */
const isGenerated = (path) => /\/expected|^docs\/(?:generated\/|causes\.md|frameworks\.md|contract\.md)/.test(path);
const isBinary = (path) => /\.(?:png|pem|gz|crl)$/.test(path);
/** They consist of paths, names and commands. */
const isConfiguration = (path) =>
  /\.ya?ml$|\.sh$|^\.ci\/|^Dockerfile$|^\.dependency-cruiser\.cjs$|^[^/]+\.json$/.test(path) &&
  path !== 'package-lock.json';

const COMMENT = /(?<=^|\s)\/\/.*$|\/\*[\s\S]*?\*\//gm;
const DOCUMENT_IN_MESSAGE = /\bdocs\/[\w./-]+/g;

/** Text for people: documents, comments of code and documents that its messages name, and whole files of configuration. */
function proseOf(path) {
  if (isGenerated(path) || path === 'CHANGELOG.md') return '';
  if (isDocument(path) || isConfiguration(path)) return textOf(path);
  if (!isCode(path)) return '';
  const comments = textOf(path).match(COMMENT) ?? [];
  const unwrapped = comments.map((comment) => comment.replaceAll(/\n\s*\*/g, ''));
  return [...unwrapped, ...(textOf(path).match(DOCUMENT_IN_MESSAGE) ?? [])].join('\n');
}

/** Text for programs, which shows that a name exists. */
function codeOf(path) {
  if (isBinary(path) || (isDocument(path) && !isGenerated(path)) || path === 'scripts/lint-names.mjs') return '';
  return `${basename(path)}\n${isCode(path) ? textOf(path).replaceAll(COMMENT, '') : textOf(path)}`;
}

const foldersOf = (path) => (dirname(path) === '.' ? [] : [dirname(path), ...foldersOf(dirname(path))]);
const paths = new Set(files.flatMap((path) => [path, ...foldersOf(path)]));
/** Each path, and each end of one: `causes/kinds.ts`. */
const endsOfPaths = new Set(
  [...paths].flatMap((path) => path.split('/').map((_, index, names) => names.slice(index).join('/'))),
);
const topFolders = new Set(files.filter((path) => path.includes('/')).map((path) => path.split('/')[0]));

const code = files.map(codeOf).join('\n');
const words = new Set(
  code.match(/--[a-z][a-z-]*[a-z]|\w+(?:[.-]+\w+)*/g).flatMap((word) => [word, ...word.split(/\.|(?<=\w)-+(?=\w)/)]),
);
/** As the command line writes them, and as `parseArgs` and the table of options do: `maxBytes: { type: …`, or a text below the name. */
const options = new Set([
  ...[...words].filter((word) => word.startsWith('--')),
  ...[...code.matchAll(/([a-z]\w*):(?: \{\s*type: |\n {4}text: )/g)].map(
    ([, name]) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
  ),
]);
const npmScripts = new Set(Object.keys(JSON.parse(textOf('package.json')).scripts));

/** The headings of the contract, and the items of its numbered lists: 3, 3.1, 3.2, 4, 4.1 … */
const clauses = new Set(['0']);
let part = '';
for (const line of textOf('docs/contract.md').split('\n')) {
  const [, number] = /^#+ (\d+(?:\.\d+)*)/.exec(line) ?? [];
  const [, item] = /^(\d+)\. /.exec(line) ?? [];
  if (number !== undefined) part = number;
  if (number ?? item) clauses.add(number ?? `${part}.${item}`);
}

const isWritten = (path) => /^(?:dist|node_modules|reports)\/|\.generated\.|\bmeasure-/.test(path);

function hasPath(path, document) {
  const name = path.replace(/\/$/, '');
  const fromDocument = normalize(join(dirname(document), name));
  return isWritten(path) || endsOfPaths.has(name) || paths.has(fromDocument);
}

/** Options and variables of other programs, and names and files that documents give as a vendor's own. */
const OF_OTHERS = new Set(
  `--bin --bundle --disallow-code-generation-from-strings --env-file --name-only --new-bundle-format --no-git-tag-version
  --save-exact --statement --user --stop-timeout --add-host --fail --show-error integration-test post-integration-test
  host.containers.internal store-orders-conformance-0.1.0-linux-x64 SUITE_SHA256 NODE_EXTRA_CA_CERTS HTTPBasicAuth key_parser req-list.status store-orders-conformance-0.1.0.tgz
  old.json new.json direct.json gateway.json petstore.sigstore.json report-2.json config.yaml results/NAME.json results/eu-1.json
  expected/NAME.txt fixtures/NAME@VERSION.yaml .github/workflows/certify.yml .github/workflows/verify.yml
  .github/workflows/store-orders-conformance.yml`.split(/\s+/),
);

/** In code spans: a span that is one name, and each name of several words in a longer one, such as `plan(apiKey)`. */
function namesIn(prose) {
  const spans = [...prose.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, span]) => span);
  return spans.flatMap((span) =>
    (span.match(/(?<![\w./@$*{}:\\-])[A-Za-z_]\w*(?:[.-]\w+)*(?![\w/*{}-])/g) ?? []).filter(
      (name) => name === span || /[a-z][A-Z]|\w[._-]\w/.test(name),
    ),
  );
}

const matching = (pattern) => (prose) => prose.match(pattern) ?? [];

const KINDS = {
  path: {
    find: matching(/(?<![\w./@$*{}:\\-])(?:\.{1,2}\/)*(?:[\w.@-]+\/)+[\w.@-]*[\w/]/g),
    exists: (path, document) => !topFolders.has(path.split('/')[0]) || hasPath(path, document),
  },
  file: {
    find: matching(
      /(?<![\w./@$*{}:\\-])(?:[\w.@-]+\/)*[\w@-][\w.@-]*\.(?:[cm]?ts|mjs|cjs|css|md|ya?ml|json|txt|sh)\b(?!\()/g,
    ),
    exists: (path, document) => hasPath(path, document) || words.has(basename(path)),
  },
  folder: { find: matching(/(?<=`)(?:[\w.@-]+\/)+(?=`)/g), exists: hasPath },
  'npm script': {
    find: matching(/(?<=npm run (?:--silent )?)[a-z][\w-]*/g),
    exists: (name) => npmScripts.has(name),
  },
  option: { find: matching(/(?<![\w-])--[a-z][a-z-]*[a-z]/g), exists: (option) => options.has(option) },
  clause: {
    find: matching(/(?<!(?:RFC \d+|CommonMark|ECMA-48)(?: §[\d.]+,)? )§\d+(?:\.\d+)*/g),
    exists: (clause) => clauses.has(clause.slice(1)),
  },
  name: {
    find: namesIn,
    exists: (name) =>
      words.has(name) ||
      endsOfPaths.has(name) ||
      (/[A-Z]/.test(name) && name.split('.').every((one) => words.has(one))),
  },
};

let count = 0;
for (const document of files) {
  const prose = proseOf(document);
  for (const [kind, { find, exists }] of Object.entries(KINDS)) {
    for (const name of new Set(find(prose))) {
      count += 1;
      if (OF_OTHERS.has(name) || exists(name, document)) continue;
      console.error(`${document}: ${kind} ${name} does not exist`);
      process.exitCode = 1;
    }
  }
}
if (count < 2000) throw new Error(`Only ${count} names were found: this search is broken.`);
