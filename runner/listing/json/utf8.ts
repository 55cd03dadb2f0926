import { isUtf8 } from 'node:buffer';

/**
 * A length at which no character is cut: that of the bytes, or up to 4 less where their last character has several
 * bytes. (Looks at the end only; what is no UTF-8 stays so.)
 */
export function wholeCharacters(bytes: Uint8Array): number {
  for (let length = bytes.length - 1; length >= 0 && length >= bytes.length - 4; length--) {
    const byte = bytes[length] as number;
    if (byte < 0x80) return length + 1;
    if (byte >= 0xc0) return length;
  }
  return bytes.length;
}

const mayBegin = (fewBytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(fewBytes, { stream: true });
    return true;
  } catch {
    return false;
  }
};

function isUtf8Beginning(bytes: Uint8Array): boolean {
  const whole = wholeCharacters(bytes);
  return isUtf8(bytes.subarray(0, whole)) && mayBegin(bytes.subarray(whole));
}

/** The length of the longest beginning that is UTF-8 (RFC 3629), or may become it when more bytes follow. */
export function utf8Length(bytes: Uint8Array): number {
  if (isUtf8Beginning(bytes)) return bytes.length;
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    if (isUtf8Beginning(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}
