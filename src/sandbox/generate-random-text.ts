import type { Random } from './generate-keys.ts';

const BYTE_VALUES = 256;

/** A text that nobody can guess, each letter of the alphabet as likely as any other. */
export function generateRandomText(random: Random, alphabet: string, length: number): string {
  // The largest multiple of the alphabet's length that a byte can count to: past it, some letters would come more often.
  const evenBelow = BYTE_VALUES - (BYTE_VALUES % alphabet.length);
  let text = '';
  while (text.length < length) {
    const even = random(length).filter((byte) => byte < evenBelow);
    text += Array.from(even, (byte) => alphabet.charAt(byte % alphabet.length)).join('');
  }
  return text.slice(0, length);
}
