import { Option } from 'commander';
import type { OptionName, OptionRow } from '../../runner/settings/option-table.js';
import { defaultOf, flagOf, optionRows, variableOf } from '../../runner/settings/option-table.js';

export const collect = (value: string, earlier: readonly string[] = []): readonly string[] => [...earlier, value];

/** Those options of `run` that a command has. */
export const optionsWhere = (isMeant: (row: OptionRow, name: OptionName) => boolean): Option[] =>
  optionRows
    .filter(([name, row]) => row.only !== 'file' && isMeant(row, name))
    .map(([name, row]) => optionOf(name, row));

function optionOf(name: OptionName, row: OptionRow): Option {
  if (row.type === 'switch') return new Option(flagOf(name), row.text);
  const remarks = [variableOf(name), row.type === 'list' ? 'repeatable' : undefined, `default: ${defaultOf(row)}`];
  const text = `${row.text} (${remarks.filter((remark) => remark !== undefined).join('; ')})`;
  const option = new Option(`${flagOf(name)} <${row.value ?? 'file'}>`, text);
  return row.type === 'list' ? option.argParser(collect) : option;
}
