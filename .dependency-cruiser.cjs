/**
 * The import directions of the architecture, types included: a folder, or a file, may import from itself and from what is
 * listed for it, nothing else. Tests, benchmarks and scripts may import everything and are not cruised.
 */

/** Of runner/listing, everybody else sees only its index. */
const listing = 'runner/listing/index.ts';

/** They know nothing of any room. */
const helpers = 'runner/helpers';

/** The names of the interface, written once: it imports nothing, so whatever needs a name of the contract may import it. */
const names = 'suites/interface';

const rooms = {
  'runner/input': [],
  // The contract's schemas, beside those that a run loads.
  'runner/listing': ['schemas'],
  'runner/secrets': [names],
  'runner/evidence': [
    names,
    listing,
    'runner/input/usage-error.ts',
    'runner/input/text-file.ts',
    'runner/secrets/redaction.ts',
  ],
  'runner/orders': [names, 'runner/input', 'runner/evidence', listing],
  'runner/settings': [
    names,
    listing,
    'runner/input',
    'runner/orders',
    'runner/secrets',
    'runner/judge/report.ts',
    'schemas',
  ],
  'runner/http': [names, 'runner/evidence', 'runner/secrets'],
  'runner/engine': [
    'suites',
    'runner/orders',
    'runner/http',
    listing,
    'runner/secrets',
    'runner/evidence',
    'runner/input/usage-error.ts',
    'runner/input/text-file.ts',
  ],
  'runner/judge': [names, 'runner/evidence', 'runner/secrets/header.ts', 'runner/input/usage-error.ts'],
};

const mayImport = {
  ...rooms,
  'runner/run.ts': ['suites', ...Object.keys(rooms).filter((room) => room !== 'runner/listing'), listing],
  // Scenarios, rules and traits are written in these types, and look at what was gathered.
  suites: [
    'runner/evidence',
    'runner/secrets/redaction.ts',
    'runner/secrets/header.ts',
    'runner/orders/odd.ts',
    'runner/orders/assign.ts',
    'runner/orders/declared.ts',
    'runner/judge/rule.ts',
    'runner/judge/report.ts',
    'runner/judge/requirement.ts',
    'runner/judge/judge.ts',
    'runner/judge/judgement.ts',
    'runner/judge/results.ts',
  ],
  reporters: ['runner/judge/report.ts', 'runner/judge/requirement.ts', 'runner/judge/compare.ts'],
  // It plans and judges again, and renders pages and reports, but cannot send.
  certificate: [
    'runner/judge',
    'runner/evidence',
    'runner/engine/saved-run.ts',
    'runner/helpers/helpers.ts',
    'runner/input/usage-error.ts',
    'runner/input/text-file.ts',
    'suites/contract.ts',
    'reporters',
  ],
  servers: ['fixtures'],
  cli: ['certificate', 'suites', 'runner', 'reporters', 'servers', 'schemas', 'fixtures'],
  vitest: ['suites', 'runner', 'reporters', 'servers'],
  'index.ts': ['suites', 'runner', 'reporters', 'servers'],
};

const asPattern = (path) => (path.endsWith('.ts') ? `^${path.replaceAll('.', '\\.')}$` : `^${path}/`);

const direction = ([from, allowed]) => ({
  name: `${from.replace('/', '-')}-imports-only-what-it-may`,
  comment: `${from} may import from ${[from, ...allowed].join(', ')}. Move what is needed, or turn the dependency round.`,
  severity: 'error',
  from: { path: asPattern(from) },
  to: {
    path: '^[^/]',
    // The name and version of this package are nobody's room, and neither is a helper that knows nothing of any.
    pathNot: [...[from, ...allowed, helpers].map(asPattern), 'node_modules/', '^package\\.json$'],
    dependencyTypesNot: ['core'],
    couldNotResolve: false,
  },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...Object.entries(mayImport).map(direction),
    {
      name: 'runner-has-rooms-only',
      comment: `run.ts joins the rooms; every other file of runner/ is in one of them, or in ${helpers}.`,
      severity: 'error',
      from: {},
      to: { path: '^runner/', pathNot: ['runner/run.ts', helpers, ...Object.keys(rooms)].map(asPattern) },
    },
    {
      name: 'listing-has-one-export',
      comment: `The reader of listings is imported through ${listing}.`,
      severity: 'error',
      from: { pathNot: '^runner/listing/' },
      to: { path: '^runner/listing/', pathNot: asPattern(listing) },
    },
    {
      name: 'names-import-nothing',
      comment: `Every room may import ${names}, so what it imports would be known to all of them.`,
      severity: 'error',
      from: { path: asPattern(names) },
      to: { pathNot: asPattern(names) },
    },
    {
      name: 'clauses-know-no-causes',
      comment: 'A clause file demands, sends and judges; contract.ts lists it, and causes/ groups what it found.',
      severity: 'error',
      from: { path: '^suites/\\d' },
      to: { path: '^suites/(contract\\.ts|causes/)' },
    },
    {
      name: 'shared-parts-know-no-clause',
      comment:
        'Code that several clause files need is a file of suites/ itself, and imports none of them, except the two that say how a body (§0) and a kept connection (§5.3) are judged.',
      severity: 'error',
      from: { path: '^suites/(?!\\d|contract\\.ts)' },
      to: {
        path: '^suites/\\d',
        pathNot: ['0-bodies.ts', '5-kept-connections.ts'].map((name) => asPattern(`suites/${name}`)),
      },
    },
    {
      name: 'reporters-import-runner-types-only',
      comment: 'A reporter runs no code of the runner: write `import type`.',
      severity: 'error',
      from: { path: '^reporters/' },
      to: { path: '^runner/', pathNot: asPattern(helpers), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'reporters-are-pure',
      comment: 'Report in, text out: no file, no network, no package. node:util formats text.',
      severity: 'error',
      from: { path: '^reporters/' },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-peer', 'npm-optional'], pathNot: '^(node:)?util$' },
    },
    {
      name: 'servers-use-node-only',
      comment:
        'The reference shares no code with the checker, packages included: one mistake must not cancel out on both sides.',
      severity: 'error',
      from: { path: '^servers/' },
      to: { path: 'node_modules/' },
    },
    {
      name: 'one-http-client',
      comment: 'Requests to a target go through runner/http; servers/ has the servers.',
      severity: 'error',
      from: { path: '^(runner|suites|reporters|certificate|cli|vitest)/|^index', pathNot: '^runner/http/' },
      to: { path: '^(node:)?(http|https|http2)$|node_modules/undici/' },
    },
    {
      name: 'no-circle-of-files',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circle-of-folders',
      comment: 'Folders that import each other are one folder: move what both need to a third. Types count.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'every-import-resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'only-these-packages-are-bundled',
      comment: 'A vendor gets what is in the bundle: each package in it is a decision.',
      severity: 'error',
      from: {},
      to: { path: 'node_modules/', pathNot: 'node_modules/(ajv|ajv-formats|commander|undici|yaml|vitest|@vitest)/' },
    },
    {
      name: 'only-schemas-load-ajv',
      comment: 'A run without --schemas does not load ajv: load.ts is imported late, by a function of the index.',
      severity: 'error',
      from: { pathNot: '^runner/listing/schema/(load|compile|judged-formats)\\.ts$' },
      to: { path: 'node_modules/ajv' },
    },
    {
      name: 'only-the-vitest-host-knows-vitest',
      comment: 'Vitest is an optional peer: the command line and the library run without it.',
      severity: 'error',
      from: { pathNot: '^vitest/' },
      to: { path: 'node_modules/(vitest|@vitest)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Type imports count as imports; without this they vanish before they are seen.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.mjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
    },
  },
};
