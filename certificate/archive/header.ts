import { LONGEST_NAME } from './format.js';

/** A regular file in a folder. */
export interface Entry {
  readonly folder: string;
  readonly name: string;
  readonly size: number;
}

const KINDS: Readonly<Record<string, string>> = {
  '1': 'a hard link',
  '2': 'a symbolic link',
  '3': 'a device',
  '4': 'a device',
  '5': 'a directory',
  '6': 'a pipe',
};

/** What a tar header says, or why it is refused: a sentence that names what is wrong. */
export function entryOf(block: Buffer): Entry | string {
  const field = (from: number, to: number) => block.toString('latin1', from, to).split('\0')[0] ?? '';
  const [name, prefix] = [field(0, 100), field(345, 500)];
  const kind = block.toString('latin1', 156, 157);
  const shown = JSON.stringify(prefix === '' ? name : `${prefix}/${name}`);
  if (!isChecksumRight(block)) return `The archive is damaged: the header of ${shown} has a wrong checksum.`;
  if (kind !== '0' && kind !== '\0') {
    return `The archive holds ${shown}, which is ${KINDS[kind] ?? `an entry of the type ${JSON.stringify(kind)}`}; a bundle has regular files only.`;
  }
  const problem = problemOf(name, prefix);
  if (problem !== undefined) return `The archive holds ${shown}, ${problem}.`;
  const [folder = '', file = ''] = name.split('/');
  const size = field(124, 136).trim();
  if (!/^[0-7]{1,11}$/.test(size)) return `The archive does not say how many bytes ${shown} has.`;
  return { folder, name: file, size: Number.parseInt(size, 8) };
}

function problemOf(name: string, prefix: string): string | undefined {
  const parts = name.split('/');
  if (name.startsWith('/') || prefix.startsWith('/')) return 'which is an absolute path';
  if (/[\\:]/.test(name)) return 'which would be a path of its own on Windows';
  if ([...parts, ...prefix.split('/')].includes('..')) return 'which climbs out of its folder';
  if (prefix !== '' || name.length > LONGEST_NAME) return 'whose name is longer than that of any file of a bundle';
  if (parts.length !== 2 || !parts.every((part) => /^[A-Za-z0-9_][A-Za-z0-9._+-]*$/.test(part))) {
    return 'which is not a file in the folder of a bundle';
  }
  return undefined;
}

const CHECKSUM_AT = 148;
const CHECKSUM_BYTES = 8;

function isChecksumRight(block: Buffer): boolean {
  const stated = Number.parseInt(block.toString('latin1', CHECKSUM_AT, CHECKSUM_AT + CHECKSUM_BYTES), 8);
  const blank = Buffer.from(block).fill(' ', CHECKSUM_AT, CHECKSUM_AT + CHECKSUM_BYTES);
  return stated === blank.reduce((total, byte) => total + byte, 0);
}
