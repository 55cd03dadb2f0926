// A bundle as one file: ustar (POSIX.1-1988) in gzip (RFC 1952). Every byte but the compressed ones follows from names,
// sizes and contents, so that a reader can refuse whatever was not written here.

export const BLOCK = 512;

/** No name, no time, unknown system: the same files make the same bytes everywhere. */
export const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);

/** CRC-32 and length. */
export const GZIP_TRAILER_BYTES = 8;

/** The most that eleven octal digits hold. */
export const LARGEST_FILE = 8 ** 11 - 1;

/** Longest name of an entry, its folder included. */
export const LONGEST_NAME = 99;

export function gzipTrailer(checksum: number, length: number): Buffer {
  const trailer = Buffer.alloc(GZIP_TRAILER_BYTES);
  trailer.writeUInt32LE(checksum, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  return trailer;
}

const CHECKSUM_AT = 148;

/** The one header that a file of this name and size has. */
export function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const write = (text: string, at: number) => header.write(text, at, 'latin1');
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  write(name, 0);
  write(`${octal(0o644, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100); // mode, owner, group
  write(`${octal(size, 11)}\0${octal(0, 11)}\0`, 124); // size, time
  write(`${' '.repeat(8)}0`, CHECKSUM_AT); // for the sum, the checksum is blank; a regular file
  write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  write(`${octal(sum, 6)}\0 `, CHECKSUM_AT);
  return header;
}

/** What follows the content of a file up to the next block. */
export const paddingOf = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

/** Two blocks of zeros. */
export const END = Buffer.alloc(2 * BLOCK);
