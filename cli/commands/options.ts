import { Option } from 'commander';
import type { OptionName, OptionRow } from '../../runner/settings/option-table.js';
import { flagOf, optionRows, variableOf } from '../../runner/settings/option-table.js';

export const collect = (value: string, earlier: readonly string[] = []): readonly string[] => [...earlier, value];

/** Those options of `run` that a command has. */
export const optionsWhere = (isMeant: (row: OptionRow, name: OptionName) => boolean): Option[] =>
  optionRows
    .filter(([name, row]) => row.only !== 'file' && isMeant(row, name))
    .map(([name, row]) => optionOf(name, row));

function optionOf(name: OptionName, row: OptionRow): Option {
  const { type, group, text, value = 'file' } = row;
  if (type === 'switch') return new Option(flagOf(name), text).helpGroup(`${group}:`);
  const byDefault = row.default === undefined ? undefined : `default: ${row.default}`;
  const remarks = [variableOf(name), type === 'list' ? 'repeatable' : undefined, byDefault].filter(Boolean);
  const whole = remarks.length === 0 ? text : `${text} (${remarks.join('; ')})`;
  const option = new Option(`${flagOf(name)} <${value}>`, whole).helpGroup(`${group}:`);
  return type === 'list' ? option.argParser(collect) : option;
}
