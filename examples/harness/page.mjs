import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MOCKS } from '../tools/mocks.mjs';
import { toolFindings } from '../tools/run.mjs';
import { Expectation } from './expectation.mjs';
import { readRepairs } from './repairs.mjs';

const FILE = fileURLToPath(new URL('../../docs/frameworks.md', import.meta.url));

/** `docs/frameworks.md`, from the pinned findings: the faults of each framework's default style, and their repairs. */
export const renderPage = (examples) =>
  `${[INTRODUCTION, table(examples), tools(examples), ...examples.map(section)].join('\n\n')}\n`;

export const isPageCurrent = (page) => readFileSync(FILE, 'utf8') === page;

export const writePage = (page) => writeFileSync(FILE, page);

const INTRODUCTION = `# What frameworks get wrong by default

<!-- Written by \`npm run examples -- --update\` from runs of the suite; do not edit. -->

[examples/](../examples) has the Store Orders Interface in six languages. Each example conforms, completely and without a
warning, and each has the same service beside it as its framework's tutorials and guides write it. This page has the
suite's findings in these services, and the lines that repair them. \`npm run examples\` builds, starts and judges all of them.`;

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

/** The findings of other tools, and of the suite in mocks. */
function tools(examples) {
  const { schemathesis, prism, mocks } = toolFindings();
  const rows = examples.map(({ name, title }) => `| ${title} | ${list(schemathesis[name])} | ${list(prism[name])} |`);
  const judged = Object.entries(mocks).map(
    ([name, { causes }]) => `| ${MOCKS[name].title} | ${causes.map((id) => `\`${id}\``).join(', ')} |`,
  );
  return [
    TOOLS,
    ['| default style | Schemathesis | Prism’s proxy |', '| --- | --- | --- |', ...rows].join('\n'),
    FALSE_ALARMS,
    ['| mock | causes that the suite names |', '| --- | --- |', ...judged].join('\n'),
    NO_MOCK_CONFORMS,
  ].join('\n\n');
}

const list = (findings) => (findings.length === 0 ? 'nothing' : findings.join('<br>'));

const TOOLS = `## What other tools find

\`npm run examples -- tools\` has other tools look at the same services, with the same document,
[schemas/openapi.bundled.yaml](../schemas/openapi.bundled.yaml). [Schemathesis](https://schemathesis.readthedocs.io) generates
requests from it. The validating proxy of [Prism](https://stoplight.io/open-source/prism) compares the answers that pass through
it, here those to the suite. Neither finds anything in the examples themselves. They do not try anything that needs a pending order
(its state, a race) or a nearly valid key.

\`\`\`sh
schemathesis --config-file examples/tools/schemathesis.toml run schemas/openapi.bundled.yaml \\
  --url http://127.0.0.1:8080/v1 -H "Authorization: Bearer $API_KEY" \\
  --phases examples,coverage,fuzzing --max-examples 20 --seed 1 --continue-on-failure
prism proxy --validate-request false schemas/openapi.bundled.yaml http://127.0.0.1:8080/v1   # listens on port 4010
\`\`\``;

const FALSE_ALARMS = `The table leaves out what Prism says about each id above 2^53 − 1: \`must be <= 9007199254740991\`. Such ids are valid int64s.
Prism reads them as JavaScript numbers, so it also rounds them
([stoplightio/prism#1992](https://github.com/stoplightio/prism/issues/1992); the limit came with
[stoplightio/http-spec#253](https://github.com/stoplightio/http-spec/pull/253)). Do not judge a service
through that proxy: it changes the ids.

Prism serves the document as a mock as well, and so does [Mockoon](https://mockoon.com):

\`\`\`sh
prism mock schemas/openapi.bundled.yaml                                  # below /, not below /v1
mockoon-cli start --data schemas/openapi.bundled.yaml --faker-seed 1     # below /v1
store-orders-conformance run --base-url … --fixtures examples/tools/orders.yaml
\`\`\``;

const NO_MOCK_CONFORMS = `A mock keeps no state and knows no key: it helps to build a client, and need not conform. Two of its answers have another reason:
Prism refuses ids above 2^53 − 1 with 422 (see above), and Mockoon writes a \`date-time\` as
\`Sat Nov 21 2026 06:12:40 GMT+0000 (Coordinated Universal Time)\` ([mockoon/mockoon#392](https://github.com/mockoon/mockoon/issues/392)).`;

function section(example) {
  const expectation = new Expectation(example);
  const { hunks } = readRepairs(example);
  const parts = expectation.causes.map((cause) => {
    // Show a hunk that repairs several causes with the first of them.
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

/** Names up to five requirements of a family, and counts more of them. */
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
