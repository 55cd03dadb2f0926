import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** undici's code for HTTP/2 and `fetch`, which no request here uses. Leaving it out makes the start faster. */
const unusedParts = {
  name: 'unused-parts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/(client-h2|web\/fetch\/body)\.js$/ }, ({ path }) => ({ path, namespace: 'unused' }));
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: '' }));
  },
};

/** Modules of Node that bundled packages import and hardly use. A few words in their place make the start faster. */
const usedParts = {
  'node:assert': 'module.exports = (value, why) => { if (!value) throw why instanceof Error ? why : new Error(why); };',
  // commander starts processes only for subcommands in files of their own, and there are none.
  'node:child_process': '',
  // undici reads this default limit, but each client here sets its own.
  'node:http': 'module.exports = { maxHeaderSize: 16384, IncomingMessage: class {} };',
};
const smallParts = {
  name: 'small-parts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:(assert|child_process|http)$/ }, ({ path, importer }) =>
      /node_modules\/(undici|commander)\//.test(importer) ? { path, namespace: 'small' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'small' }, ({ path }) => ({ contents: usedParts[path] }));
  },
};

/** undici ends each connection with an error that nobody reads. Recording its stack is slow, so it is left out. */
const errorsWithoutStack = {
  name: 'errors-without-stack',
  setup({ onLoad }) {
    onLoad({ filter: /\/undici\/lib\/core\/errors\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text.replace(
        /(class UndiciError extends Error \{\s+constructor \(message, options\) \{\s+)(super\(message, options\))/,
        '$1const limit = Error.stackTraceLimit; Error.stackTraceLimit = 0; $2; Error.stackTraceLimit = limit',
      );
      if (contents === text) throw new Error(`${path} has changed: find out how it creates its errors now.`);
      return { contents };
    });
  },
};

/** undici calls methods of the timers that it starts. Those of a host such as jsdom are numbers, so it gets Node's own. */
const nodeTimers = {
  name: 'node-timers',
  setup({ onLoad }) {
    onLoad({ filter: /\/undici\/lib\/(dispatcher\/client-h1|util\/timers)\.js$/ }, async ({ path }) => {
      const names = 'clearImmediate, clearTimeout, setImmediate, setTimeout';
      return { contents: `const { ${names} } = require('node:timers');\n${await readFile(path, 'utf8')}` };
    });
  },
};

/** How the product is bundled for Node; the benchmarks bundle their programs in the same way. */
export const bundleOptions = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.18',
  external: ['vitest', 'vitest/*'],
  // The build of `yaml` for browsers consists of ES modules, so that esbuild can drop unused code.
  alias: { yaml: fileURLToPath(new URL('../node_modules/yaml/browser/dist/index.js', import.meta.url)) },
  banner: {
    // CommonJS packages in the bundle `require` Node's own modules.
    js: 'const require = process.getBuiltinModule;',
  },
  plugins: [unusedParts, smallParts, errorsWithoutStack, nodeTimers],
  logLevel: 'warning',
};

/** Modules that vendors import (`exports` in package.json), by the name of the file in dist/. */
export const libraryEntries = {
  index: 'index.ts',
  vitest: 'vitest/conformance.ts',
  'vitest-reporter': 'vitest/reporter.ts',
};
