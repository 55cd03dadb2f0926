import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Expectation } from './expectation.mjs';
import { readRepairs } from './repairs.mjs';

const FILE = fileURLToPath(new URL('../../docs/frameworks.md', import.meta.url));

/** `docs/frameworks.md`, of what the runs pinned: what each framework gets wrong by default, and the lines that repair it. */
export const renderPage = (examples) => `${[INTRODUCTION, table(examples), ...examples.map(section)].join('\n\n')}\n`;

export const isPageCurrent = (page) => readFileSync(FILE, 'utf8') === page;

export const writePage = (page) => writeFileSync(FILE, page);

const INTRODUCTION = `# What frameworks get wrong by default

<!-- Written by \`npm run examples -- --update\` from runs of the suite; do not edit. -->

[examples/](../examples) has the Store Orders Interface in six languages. Each example conforms, completely and without a
warning, and each has the same service beside it as its framework's tutorials and guides write it. This page says what the
suite finds in those, and which lines repair it. \`npm run examples\` builds, starts and judges all of them.`;

function table(examples) {
  const rows = examples.map((example) => {
    const { verdicts, reported } = new Expectation(example).data;
    const count = (wanted) => Object.values(verdicts).filter((verdict) => verdict === wanted).length;
    const unjudged = Object.keys(verdicts).length - count('fail') - count('warn');
    const causes = reported.map((id) => `\`${id}\``).join(', ');
    return `| [${example.title}](#${anchor(example.title)}) | ${count('fail')} | ${count('warn')} | ${unjudged} | ${causes} |`;
  });
  const head =
    '| default style | `must` broken | `should` broken | not judged for that | causes that the report names |';
  return [head, '| --- | --: | --: | --: | --- |', ...rows].join('\n');
}

function section(example) {
  const expectation = new Expectation(example);
  const { hunks } = readRepairs(example);
  const parts = expectation.causes.map((cause) => {
    // A hunk that repairs several causes is shown with the first of them.
    const shown = hunks.filter(({ causes }) => causes[0] === cause.id).map(({ body }) => body);
    const lines = shown.length === 0 ? 'The lines above repair it, too.' : `\`\`\`diff\n${shown.join('\n')}\`\`\``;
    return `**${cause.says}** ${effect(expectation, cause)}\n\n${lines}`;
  });
  const path = `../examples/${example.name}`;
  const files = `[The example](${path}), [its default style](${path}/default) and [the whole diff](${path}/default/repair.diff).`;
  return [`## ${example.title}`, files, ...parts].join('\n\n');
}

function effect(expectation, cause) {
  const { verdicts, sometimes } = expectation.data;
  const ids = expectation.requirementsOf(cause);
  if (ids.length === 0) return 'The suite cannot see this from outside.';
  const isBroken = (id) => ['fail', 'warn'].includes(verdicts[id] ?? sometimes[id]);
  const said = [
    ['Breaks', ids.filter((id) => isBroken(id) && sometimes[id] === undefined)],
    ['Breaks in some runs', ids.filter((id) => isBroken(id) && sometimes[id] !== undefined)],
    ['Keeps from being judged', ids.filter((id) => !isBroken(id))],
  ];
  return said
    .filter(([, some]) => some.length > 0)
    .map(([verb, some]) => `${verb}: ${shortened(some)}.`)
    .join(' ');
}

/** Many of one family are told by their number. */
function shortened(ids) {
  const families = groupBy(ids, familyOf);
  return [...families]
    .map(([family, some]) =>
      some.length > 5 ? `${some.length} of \`${family}.…\`` : some.map((id) => `\`${id}\``).join(', '),
    )
    .join(', ');
}

const familyOf = (id) => id.split('.').slice(0, -1).join('.');

function groupBy(values, keyOf) {
  const groups = new Map();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}

const anchor = (title) =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
