import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toolFindings } from '../tools/run.mjs';
import { Expectation } from './expectation.mjs';
import { readRepairs } from './repairs.mjs';

const FILE = fileURLToPath(new URL('../../docs/frameworks.md', import.meta.url));

/** `docs/frameworks.md`, of what the runs pinned: what each framework gets wrong by default, and the lines that repair it. */
export const renderPage = (examples) =>
  `${[INTRODUCTION, table(examples), tools(examples), ...examples.map(section)].join('\n\n')}\n`;

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

/** Who finds what, in the same run. */
function tools(examples) {
  const findings = toolFindings();
  const rows = examples.map(({ name, title }) => {
    const found = (findings[name] ?? []).map((text) => text.replace(/^ST\d+ /, '')).join(', ');
    return `| ${title} | ${found} |`;
  });
  return [
    TOOLS,
    ['| default style | what Schemathesis finds |', '| --- | --- |', ...rows].join('\n'),
    OTHER_TOOLS,
  ].join('\n\n');
}

const TOOLS = `## What other tools find

[Schemathesis](https://schemathesis.readthedocs.io) reads [schemas/openapi.bundled.yaml](../schemas/openapi.bundled.yaml) and
generates requests. \`npm run examples -- tools\` has it look at the same services. It finds nothing in the examples
themselves. What needs a pending order (the 204, its body, a race), or a key that is nearly right, is not among its findings.

\`\`\`sh
schemathesis --config-file examples/tools/schemathesis.toml run schemas/openapi.bundled.yaml \\
  --url http://127.0.0.1:8080/v1 -H "Authorization: Bearer $API_KEY" \\
  --phases examples,coverage,fuzzing --max-examples 20 --seed 1 --continue-on-failure
\`\`\``;

const OTHER_TOOLS = `Two mock servers were tried by hand with the same document; they are not part of the runs:

- \`prism mock schemas/openapi.bundled.yaml\` (Prism 5.14.2) serves it: 200 with the example, 401 without a key, 204.
  \`prism proxy\` reports plain-text errors and a listing that is not JSON, as the suite does. It also reports each id above
  2^53 − 1, and rounds it: \`MAX_INT_64\` is \`Number.MAX_SAFE_INTEGER\` in @stoplight/http-spec 7.1.0
  (\`oas/transformers/schema/keywords/format.js\`). Such ids are valid int64; do not judge a service through that proxy.
- \`mockoon-cli start --data schemas/openapi.bundled.yaml\` (Mockoon 9.9.0) serves it, below \`/v1\`. It makes up values for
  \`shipDate\` that are not a date-time (\`Sat Nov 21 2026 17:15:07 GMT+0000 …\`).`;

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
    ['Keeps from being judged', ids.filter((id) => !isBroken(id) && sometimes[id] === undefined)],
    ['Keeps from being judged in some runs', ids.filter((id) => !isBroken(id) && sometimes[id] !== undefined)],
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
