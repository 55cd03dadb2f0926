import { Option } from 'commander';
import { FORMATS } from '../../reporters/formats.generated.js';
import { timeText } from '../../runner/settings/checked.js';
import { flagOf, type OptionName, type OptionRow, optionRows, variableOf } from '../../runner/settings/option-table.js';

export const collect = (value: string, earlier: readonly string[] = []): readonly string[] => [...earlier, value];

/** The options of `run` that a command has as well. */
export const optionsWhere = (isMeant: (row: OptionRow, name: OptionName) => boolean): Option[] =>
  optionRows
    .filter(([name, row]) => row.only !== 'file' && isMeant(row, name))
    .map(([name, row]) => optionOf(name, row));

/**
 * One line for the help, the schema and the documentation. The formats of reports are added here, since the settings do
 * not know them.
 * @testonly writes the documentation
 */
export const textOf = (name: OptionName, { text }: OptionRow): string =>
  name === 'report' ? `${text}; the formats are ${Object.keys(FORMATS).join(', ')}` : text;

function optionOf(name: OptionName, row: OptionRow): Option {
  const { type, group, value = 'file' } = row;
  const text = textOf(name, row);
  if (type === 'switch') return new Option(flagOf(name), text).helpGroup(`${group}:`);
  const byDefault =
    row.default === undefined ? undefined : `default: ${type === 'time' ? timeText(row.default) : row.default}`;
  const remarks = [variableOf(name), type === 'list' && 'repeatable', byDefault].filter(Boolean);
  const whole = remarks.length === 0 ? text : `${text} (${remarks.join('; ')})`;
  const option = new Option(`${flagOf(name)} <${value}>`, whole).helpGroup(`${group}:`);
  return type === 'list' ? option.argParser(collect) : option;
}

export const serverOptions = (): Option[] => [
  new Option('--fault <id>', 'serve the reference with this fault').conflicts('variant'),
  new Option('--variant <id>', 'serve this permitted variant of the reference'),
  new Option('--latency <time>', 'wait before each response, such as 200ms'),
];

/** The options of commands that look at a target and send no DELETE, without those that they do not use. */
export const targetOptions = (unused: readonly OptionName[] = []): Option[] =>
  optionsWhere(
    ({ scope }, name) =>
      !unused.includes(name) &&
      (scope === 'target' ||
        scope === 'source' ||
        ['baseline', 'schemas', 'wait', 'timeout', 'deadline'].includes(name)),
  );
