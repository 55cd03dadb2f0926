// Runs the shell commands of a document, exactly as written and in order, against the embedded reference.
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Documents show these in place of the reader's own address and key. */
const ADDRESS = 'https://staging.example.com/v1';
const KEY = '…';

/**
 * The code blocks in this language, without the indentation of a list around them.
 *
 * @param {string} markdown
 * @param {string} language
 * @returns {string[]}
 */
export const blocksIn = (markdown, language) =>
  allBlocksIn(markdown)
    .filter((block) => block.language === language)
    .map(({ text }) => text);

const allBlocksIn = (markdown) =>
  [...markdown.matchAll(/^( *)```(\w*)\n([\s\S]*?)\n\1```$(?:\n+<!-- output, exit code (\d+) -->)?/gm)].map(
    ([, indent, language, text, exitCode = '0']) => ({
      language,
      exitCode: Number(exitCode),
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );

/**
 * The commands of a block and their exit codes: from a comment on the line (`# exit code 1`), or for the whole block from a
 * comment after it (`<!-- output, exit code 1 -->`).
 *
 * @param {string} block
 */
export const commandsIn = (block) =>
  block
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => {
      const [command = '', comment = ''] = line.split(/\s+#\s|^#\s?/);
      return { command: command.trim(), exitCode: Number(/exit code (\d+)/.exec(comment)?.[1] ?? 0) };
    })
    .filter(({ command }) => command !== '');

/**
 * Runs all commands, except where `isLeftOut` returns true. Each block gets a fresh reference, since runs use up orders.
 * A YAML block that starts with a file name is written to that file before the commands after it.
 *
 * @param {string} markdown
 * @param {{ cwd: string, cli: string, npx: 'real' | 'direct', isLeftOut: (command: string) => boolean }} options
 * @returns {Promise<string[]>} the commands that ran; throws an Error for the first with a wrong exit code
 */
export async function runDocumented(markdown, { cwd, cli, npx, isLeftOut }) {
  const ran = [];
  const exported = [];
  for (const { language, text, exitCode: ofBlock } of allBlocksIn(markdown)) {
    if (language === 'yaml') writeNamed(text, cwd);
    if (language !== 'sh') continue;
    const commands = commandsIn(text).filter(({ command }) => !isLeftOut(command));
    exported.push(...commands.map(({ command }) => command).filter(isExport));
    const rest = commands.filter(({ command }) => !isExport(command));
    if (rest.length === 0) continue;
    const reference = await startReference(cli);
    try {
      for (const { command, exitCode } of rest) {
        const lines = [...exported, command].map((line) => filledIn(line, reference));
        runOne([...shim(npx, cli), ...lines].join('\n'), { command, exitCode: exitCode || ofBlock, cwd });
        ran.push(command);
      }
    } finally {
      reference.stop();
    }
  }
  return ran;
}

function writeNamed(text, cwd) {
  const [, name] = /^# ([\w-]+\.yaml)\n/.exec(text) ?? [];
  if (name) writeFileSync(join(cwd, name), `${text}\n`);
}

const isExport = (command) => command.startsWith('export ');

const filledIn = (line, { baseUrl, apiKey }) => line.replaceAll(ADDRESS, baseUrl).replaceAll(`=${KEY}`, `=${apiKey}`);

function runOne(script, { command, exitCode, cwd }) {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { cwd, encoding: 'utf8', timeout: 400_000 });
  if (status === exitCode) return;
  throw new Error(`${command}\nended with exit code ${status}, not ${exitCode}:\n${stdout}${stderr}`);
}

/** A shell function in place of npx, which takes long to find the package. */
const shim = (npx, cli) => (npx === 'real' ? [] : [`npx() { shift 3; '${process.execPath}' '${cli}' "$@"; }`]);

/** Starts the reference as a process. */
function startReference(cli) {
  const apiKey = 'a-key-for-the-documents';
  const server = spawn(process.execPath, [cli, 'serve', '--api-key', apiKey], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    let said = '';
    server.once('exit', () => reject(new Error(`The reference did not start: ${said}`)));
    server.stdout.on('data', (text) => {
      said += text;
      const [, baseUrl] = /base address {2}(\S+)/.exec(said) ?? [];
      if (baseUrl) resolve({ baseUrl, apiKey, stop: () => server.kill() });
    });
  });
}
