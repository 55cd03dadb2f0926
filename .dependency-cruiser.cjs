/**
 * The house by height: the rooms of budgets.json, from low to high. A room may import from itself and from the rooms below
 * it, types included, nothing else. Tests, benchmarks and scripts may import everything and are not cruised.
 */
const rooms = [
  ...new Set(
    // A file per format, and a file per command: what they share lies beside them.
    Object.keys(require('./budgets.json').rooms).map((room) => room.replace(/^(reporters|cli)\/.*/, '$1')),
  ),
];

const asPattern = (path) => (path.endsWith('.ts') ? `^${path.replaceAll('.', '\\.')}$` : `^${path}/`);

/** A room inside another one is below it, so a file belongs to the first room that fits. */
const heights = rooms.slice(0, -1).map((room, height) => ({
  name: `${room.replace('/', '-')}-imports-no-room-above`,
  comment: `${room} may import from ${[...rooms.slice(0, height), room].join(', ')}. Move what is needed down.`,
  severity: 'error',
  from: { path: asPattern(room), pathNot: rooms.slice(0, height).map(asPattern) },
  to: {
    path: rooms.slice(height + 1).map(asPattern),
    // Editions are data, and import nothing.
    pathNot: [...rooms.slice(0, height + 1).map(asPattern), '^suites/editions/'],
  },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...heights,
    {
      name: 'every-file-is-in-a-room',
      comment:
        'budgets.json lists the rooms. servers/ and fixtures/ are for the demo, schemas/ is the contract as data.',
      severity: 'error',
      from: {},
      to: {
        path: '^[^/]',
        pathNot: [...rooms.map(asPattern), '^(servers|fixtures|schemas)/', 'node_modules/', '^package\\.json$'],
        dependencyTypesNot: ['core'],
        couldNotResolve: false,
      },
    },
    {
      name: 'names-import-nothing',
      comment: 'The names of the interface are written once; every room may import them.',
      severity: 'error',
      from: { path: asPattern('interface/interface.ts') },
      to: {},
    },
    {
      name: 'listing-has-one-export',
      comment: 'The reader of listings is imported through its index.',
      severity: 'error',
      from: { pathNot: '^evidence/listing/' },
      to: { path: '^evidence/listing/', pathNot: asPattern('evidence/listing/index.ts') },
    },
    {
      name: 'clauses-do-not-know-the-contract',
      comment: 'A clause file demands, sends and judges; contract.ts lists it.',
      severity: 'error',
      from: { path: '^suites/\\d' },
      to: { path: asPattern('suites/contract.ts') },
    },
    {
      name: 'http-does-not-know-settings',
      comment: 'The client gets what it needs as parameters: it knows neither settings nor fixtures.',
      severity: 'error',
      from: { path: '^runner/http/' },
      to: { path: '^runner/(settings|fixtures|input)/' },
    },
    {
      name: 'reporters-see-reports-only',
      comment: 'A reporter gets a report, and runs no code of the judge: write `import type`.',
      severity: 'error',
      from: { path: '^reporters/' },
      to: { path: '^(evidence|suites|judge|runner)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'reporters-are-pure',
      comment: 'Report in, text out: no file, no network, no package. node:util formats text.',
      severity: 'error',
      from: { path: '^reporters/' },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-peer', 'npm-optional'], pathNot: '^(node:)?util$' },
    },
    {
      name: 'certificates-cannot-send',
      comment: 'A certificate plans and judges again, and renders pages and reports.',
      severity: 'error',
      from: { path: '^certificate/' },
      to: { path: '^runner/', pathNot: asPattern('runner/engine/saved-run.ts') },
    },
    {
      name: 'servers-use-node-only',
      comment:
        'The reference shares no code with the checker, packages included: one mistake must not cancel out on both sides.',
      severity: 'error',
      from: { path: '^servers/' },
      to: { pathNot: '^(servers|fixtures)/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'only-the-demo-knows-servers',
      severity: 'error',
      from: { pathNot: '^(servers|fixtures|cli|vitest)/|^index\\.ts$' },
      to: { path: '^(servers|fixtures)/' },
    },
    {
      name: 'one-http-client',
      comment: 'Requests to a target go through runner/http; servers/ has the servers.',
      severity: 'error',
      from: { pathNot: '^(servers|runner/http)/' },
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
      from: { pathNot: '^evidence/listing/schema/(load|compile|judged-formats)\\.ts$' },
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
