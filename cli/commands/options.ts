import { Option } from 'commander';
import { UsageError } from '../../interface/helpers/usage-error.js';
import { FORMATS } from '../../reporters/formats.generated.js';
import { timeText } from '../../runner/settings/checked.js';
import { flagOf, type OptionName, type OptionRow, optionRows, variableOf } from '../../runner/settings/option-table.js';

/** The options of a command, as `commands.yaml` says them. */
export interface CommandOptions {
  readonly options?: Readonly<Record<string, string | OwnOption>>;
  readonly shared?: Partial<Readonly<Record<'names' | 'without' | 'hidden', readonly OptionName[]>>> & {
    readonly scopes?: readonly NonNullable<OptionRow['scope']>[];
  };
}

interface OwnOption {
  readonly text: string;
  readonly conflicts?: string | readonly string[];
  /** The first is the default. */
  readonly choices?: readonly string[];
  readonly isRequired?: true;
  readonly isRepeatable?: true;
  /** Why the command does not take it. The help does not offer it. */
  readonly refused?: string;
}

/** Its own options, and those of `run` that it has, too. */
export const optionsOf = ({ options = {}, shared = {} }: CommandOptions): Option[] => {
  const { scopes = [], names = [], without = [], hidden = [] } = shared;
  const others = optionRows
    .filter(([, { only }]) => only !== 'file')
    .filter(([name, { scope = 'both' }]) => scopes.includes(scope) || names.includes(name))
    .filter(([name]) => !without.includes(name));
  return [
    ...Object.entries(options).map(([flags, about]) => ownOption(flags, about)),
    ...others.map(([name, row]) => optionOf(name, row).hideHelp(hidden.includes(name))),
  ];
};

function ownOption(flags: string, about: string | OwnOption): Option {
  const {
    text,
    conflicts = [],
    choices,
    isRequired,
    isRepeatable,
    refused,
  } = typeof about === 'string' ? ({ text: about } satisfies OwnOption) : about;
  const option = new Option(flags, text).conflicts([conflicts].flat()).makeOptionMandatory(isRequired === true);
  if (choices) option.choices(choices).default(choices[0]);
  if (isRepeatable) option.argParser(collect);
  if (refused === undefined) return option;
  return option.hideHelp().argParser(() => {
    throw new UsageError(refused);
  });
}

const collect = (value: string, earlier: readonly string[] = []): readonly string[] => [...earlier, value];

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
