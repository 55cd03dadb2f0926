/**
 * The import directions of the architecture: each folder may reach itself and what is listed here, nothing else.
 * Tests, benchmarks and scripts may import everything and are not cruised.
 */
const mayImport = {
  cli: ['suites', 'runner', 'reporters', 'servers', 'schemas', 'fixtures'],
  suites: ['runner'],
  reporters: ['runner'],
  runner: ['schemas'],
  servers: ['fixtures'],
  vitest: ['suites', 'runner', 'reporters', 'servers'],
};

const direction = ([from, allowed]) => ({
  name: `${from}-imports-only-what-it-may`,
  comment: `Files in ${from}/ import from ${[from, ...allowed].join('/, ')}/ only. Move what is needed, or turn the dependency round.`,
  severity: 'error',
  from: { path: `^${from}/` },
  to: {
    path: '^[^/]',
    // The name and version of this package are nobody's room.
    pathNot: [`^(${[from, ...allowed].join('|')})/`, 'node_modules/', '^package\\.json$'],
    dependencyTypesNot: ['core'],
    couldNotResolve: false,
  },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...Object.entries(mayImport).map(direction),
    {
      name: 'library-imports-no-command-line',
      comment: 'index.ts is the library: it shares nothing with the command line, and nothing with the tests.',
      severity: 'error',
      from: { path: '^index\\.ts$' },
      to: {
        path: '^[^/]',
        pathNot: ['^(suites|runner|reporters|servers)/', 'node_modules/'],
        dependencyTypesNot: ['core'],
        couldNotResolve: false,
      },
    },
    {
      name: 'reporters-see-only-the-report',
      comment: 'A reporter turns a Report into text: of the runner it knows the types of the report, as type imports.',
      severity: 'error',
      from: { path: '^reporters/' },
      to: { path: '^runner/', pathNot: '^runner/judge/(report|requirement)\\.ts$' },
    },
    {
      name: 'reporters-import-runner-types-only',
      comment: 'A reporter runs no code of the runner: write `import type`.',
      severity: 'error',
      from: { path: '^reporters/' },
      to: { path: '^runner/', dependencyTypesNot: ['type-only'] },
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
      name: 'no-circular-imports',
      severity: 'error',
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
      comment: 'A vendor gets what stands in the bundle: each package in it is a decision.',
      severity: 'error',
      from: {},
      to: { path: 'node_modules/', pathNot: 'node_modules/(commander|undici|yaml|vitest|@vitest)/' },
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
