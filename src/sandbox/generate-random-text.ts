import type { Random } from './generate-keys.ts';

const BYTE_VALUES = 256;

/** Generates an unguessable text with uniformly distributed characters. */
export function generateRandomText(random: Random, alphabet: string, length: number): string {
  // The largest multiple of the alphabet's length that fits a byte: larger values would make some characters more
  // likely.
  const evenBelow = BYTE_VALUES - (BYTE_VALUES % alphabet.length);
  let text = '';
  while (text.length < length) {
    const even = random(length).filter((byte) => byte < evenBelow);
    text += Array.from(even, (byte) => alphabet.charAt(byte % alphabet.length)).join('');
  }
  return text.slice(0, length);
}
