import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Example } from './example.mjs';
import { judge } from './judge.mjs';
import { must } from './processes.mjs';

/** The copy uses these folders of the original: installing them again takes minutes. */
const SHARED = ['.venv', 'node_modules'];

/** `default/pasted.json`: where the lines go that the report prints for a cause. Undefined: the example has none. */
const rowsOf = ({ folder }) => {
  const file = join(folder, 'default', 'pasted.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
};

/** The lines of code in a printed repair: those that are indented. */
const linesIn = (repair) =>
  repair
    .split('\n')
    .filter((line) => line.startsWith('  '))
    .map((line) => line.slice(2));

/**
 * Pastes the lines that the report of a default style prints into a copy of that style, judges it again, and says what is wrong:
 * a cause whose lines were pasted is still there, or another one came.
 * @param before the report
 */
export async function judgePasted(example, databases, before) {
  const rows = rowsOf(example);
  if (!rows) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'store-orders-pasted-'));
  try {
    for (const name of readdirSync(example.folder)) {
      const [from, to] = [join(example.folder, name), join(folder, name)];
      if (SHARED.includes(name)) symlinkSync(from, to);
      else cpSync(from, to, { recursive: true });
    }
    for (const row of rows) paste(row, before, folder);
    const copy = Object.assign(new Example(example.name), { folder });
    if (example.manifest.default.build) await must(example.manifest.default.build, { cwd: folder });
    const after = await judgeDefault(copy, databases);
    const idsOf = ({ causes }) => causes.map(({ id }) => id);
    const pasted = rows.map(({ cause }) => cause);
    return [
      ...idsOf(after)
        .filter((id) => pasted.includes(id))
        .map((id) => `${id} is still there, though its lines were pasted.`),
      ...idsOf(after)
        .filter((id) => !idsOf(before).includes(id))
        .map((id) => `${id} came with the pasted lines.`),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function judgeDefault(example, databases) {
  const service = await example.start('default', databases);
  try {
    return (await judge(service.target)).report;
  } finally {
    await service.stop();
  }
}

/** Replaces a text of a file. `with` has the lines of the cause's repair as `$LINES`, and each alone as `$1`, `$2` … */
function paste({ cause: id, file, replace, with: template, imports = '' }, { causes }, folder) {
  const cause = causes.find((each) => each.id === id);
  if (!cause)
    throw new Error(`pasted.json: the report has no cause ${id}, only ${causes.map((each) => each.id).join(', ')}.`);
  const lines = linesIn(cause.repair);
  const path = join(folder, 'default', file);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(replace))
    throw new Error(`pasted.json: default/${file} does not have ${JSON.stringify(replace)}.`);
  const indent = /(^|\n)( *)\$LINES/.exec(template)?.[2] ?? '';
  const filled = template
    .replace('$LINES', () => lines.join(`\n${indent}`))
    .replaceAll(/\$(\d)/g, (_, nth) => (lines[nth - 1] ?? '').replace(/ {3}with .*/, ''));
  writeFileSync(
    path,
    `${text.replace(replace, () => filled)}`.replace(/^(<\?php\n|package [^\n]+\n)?/, (first) => first + imports),
  );
}
