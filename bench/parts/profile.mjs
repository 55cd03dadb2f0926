// Where the time goes: CPU profiles of a small run and of one large listing, by folder or package, and by function.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { succeed, suiteRunner } from '../measure/suite-run.mjs';
import { decimals } from '../report/tables.mjs';

const ROWS = 12;
const LABEL_CHARACTERS = 60;
const PROFILED_BYTES = 300e6;

/** Names the source file of a place in a bundle: esbuild writes its path as a comment before its code. */
class Sources {
  #bundles = new Map();

  async load(urls) {
    for (const url of new Set(urls)) {
      if (url.startsWith('file:')) this.#bundles.set(url, (await readFile(fileURLToPath(url), 'utf8')).split('\n'));
    }
  }

  of({ url, lineNumber }) {
    const lines = this.#bundles.get(url) ?? [];
    for (let i = lineNumber; i >= 0; i--) {
      const [, path] = /^\s*\/\/ ([\w@][\w@./-]*\.\w+)$/.exec(lines[i] ?? '') ?? [];
      if (path) return path;
    }
    return this.#bundles.has(url) ? 'bundle' : url;
  }
}

/** The part of the program that a frame belongs to. */
function ownerOf({ functionName, url, source }) {
  if (url.startsWith('node:')) {
    if (/^node:internal\/(modules|process\/esm|vm)/.test(url)) return 'Node: loading modules';
    return `Node: ${
      url
        .slice(5)
        .replace(/^internal\//, '')
        .split('/')[0]
    }`;
  }
  if (url === '') return functionName.replace(/^RegExp.*/s, 'V8: regular expressions').slice(0, LABEL_CHARACTERS);
  if (url.startsWith('wasm:')) return 'undici: llhttp (wasm)';
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/.][^/]*)/.exec(source) ?? [];
  return name ?? `this suite: ${source.split('/').slice(0, -1).join('/') || source}`;
}

const functionOf = ({ functionName, url, source }) => {
  const where = url === '' ? '' : ` (${source.replace('node_modules/', '')})`;
  return `${(functionName || 'anonymous or module').slice(0, LABEL_CHARACTERS)}${where}`.replaceAll('|', '¦');
};

/** Self time in ms by key, the longest first. */
function selfTimes({ samples, timeDeltas }, keys) {
  const times = new Map();
  for (const [i, id] of samples.entries()) {
    const key = keys.get(id);
    times.set(key, (times.get(key) ?? 0) + timeDeltas[i] / 1000);
  }
  return [...times].sort(([, a], [, b]) => b - a);
}

async function profileOf(run) {
  const directory = await mkdtemp(join(tmpdir(), 'store-orders-profile-'));
  await run(['--cpu-prof', '--cpu-prof-interval', '200', '--cpu-prof-dir', directory]);
  const [file] = await readdir(directory);
  const profile = JSON.parse(await readFile(join(directory, file), 'utf8'));
  await rm(directory, { recursive: true });
  return profile;
}

async function tablesOf(profile, what) {
  const sources = new Sources();
  await sources.load(profile.nodes.map(({ callFrame }) => callFrame.url));
  const frames = profile.nodes.map(({ id, callFrame }) => [id, { ...callFrame, source: sources.of(callFrame) }]);
  const total = profile.timeDeltas.reduce((sum, delta) => sum + delta, 0) / 1000;
  const table = (caption, keyOf) => ({
    caption: `${what}, ${caption} (${decimals(total, 0)} ms in all, self times):`,
    columns: ['where', 'ms', 'share'],
    rows: selfTimes(profile, new Map(frames.map(([id, frame]) => [id, keyOf(frame)])))
      .slice(0, ROWS)
      .map(([key, ms]) => [key, decimals(ms, 1), `${decimals((100 * ms) / total, 1)} %`]),
  });
  return [table('by folder or package', ownerOf), table('by function', functionOf)];
}

export async function profile({ server, programs }) {
  const suite = await suiteRunner({ server, programs });
  const small = await profileOf((nodeOptions) => suite.run({}, { nodeOptions, program: programs.readableCli }));
  await suite.close();
  const large = await profileOf((flags) => {
    const store = server.newStore({ bytes: PROFILED_BYTES });
    return succeed([...flags, programs.readListing, store.baseUrl, store.apiKey]);
  });
  return {
    title: 'Where the time goes',
    targets: [],
    tables: [
      ...(await tablesOf(small, 'A whole run on a small store')),
      ...(await tablesOf(large, `One uniform listing of ${PROFILED_BYTES / 1e6} MB`)),
    ],
  };
}
