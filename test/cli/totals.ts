import { storeOrdersInterface } from '../../suites/contract.js';

const { requirements } = storeOrdersInterface;
const musts = requirements.filter(({ level }) => level === 'must').length;

/** A number of a total: where it is most of it, by the others. */
const amount = (count: number, total: number): string => {
  if (count <= total / 2) return `${count}`;
  return count === total ? 'all' : `all but ${total - count}`;
};

const share = (_: string, count: string, total: string): string =>
  amount(Number(count), Number(total)).replace(/^\d+$/, '$& of all');

/** The text without the numbers of requirements that there are, so that a new one changes only what is said about it. */
export const withoutTotals = (text: string): string =>
  text
    .replaceAll(/ of (\d+) held \(.*?\)/g, (counts, total) =>
      counts.replaceAll(/\d+(?= (?:skipped|blocked|inconclusive|fail))/g, (count: string) => amount(+count, +total)),
    )
    .replaceAll(/(\d+) of (\d+)(?= held| must requirements)/g, share)
    .replaceAll(/\d+(?= must (?:requirements were left out|held))/g, (count) => amount(+count, musts))
    .replaceAll(/\d+(?= requirements\b)/g, (count) => amount(+count, requirements.length))
    .replaceAll(
      /(?:[a-z][\w.-]+, ){20,}[a-z][\w.-]+/gi,
      (ids) => `${amount(ids.split(', ').length, requirements.length)} ids`,
    );
