import type { Platform } from '../../service/platforms.ts';
import type { Random } from '../generate-keys.ts';
import { generateRandomText } from '../generate-random-text.ts';
import type { NetworkAccount } from '../store/accounts.ts';
import { ALPHANUMERIC, BASE_32, BASE_36, DIGITS } from './derived-ids.ts';

/** Draws random characters of an alphabet. */
type LetterSource = (alphabet: string, length: number) => string;

/** Format of each network's post ids. */
const POST_IDS: Readonly<
  Record<Platform, (letters: LetterSource, account: Pick<NetworkAccount, 'id'>) => string>
> = {
  bluesky: (letters, { id }) => `at://${id}/app.bsky.feed.post/3l${letters(BASE_32, 11)}`,
  facebook: (letters, { id }) => `${id}_7${letters(DIGITS, 14)}`,
  gmb: (letters, { id }) => `${id}/localPosts/${letters(DIGITS, 19)}`,
  instagram: (letters) => `18${letters(DIGITS, 15)}`,
  linkedin: (letters) => `urn:li:activity:73${letters(DIGITS, 17)}`,
  pinterest: (letters) => `7${letters(DIGITS, 17)}`,
  reddit: (letters) => `t3_1${letters(BASE_36, 6)}`,
  snapchat: (letters) => `W7_${letters(ALPHANUMERIC, 40)}`,
  telegram: (letters) => `1${letters(DIGITS, 9)}`,
  threads: (letters) => `180${letters(DIGITS, 14)}`,
  tiktok: (letters) => `74${letters(DIGITS, 17)}`,
  twitter: (letters) => `19${letters(DIGITS, 17)}`,
  whatsapp: (letters) => `wamid.${letters(ALPHANUMERIC, 32)}`,
  youtube: (letters) => letters(`${ALPHANUMERIC}-_`, 11),
};

/** A random id in the network's format. */
export function createSocialPostId(
  platform: Platform,
  account: Pick<NetworkAccount, 'id'>,
  random: Random,
): string {
  return POST_IDS[platform]((alphabet, length) => generateRandomText(random, alphabet, length), account);
}
