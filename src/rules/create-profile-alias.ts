const MAX_LENGTH = 40;
/** Of a title without a letter that an alias may have. */
const DEFAULT_ALIAS = 'profile';
/** Means the Primary Profile on a command line. */
const RESERVED = 'none';

/**
 * A name for a User Profile that can stand on a command line: `Shop North` becomes `shop-north`.
 *
 * @param taken the names that others have; one of these gets a number behind it
 */
export function createProfileAlias(title: string, taken: readonly string[]): string {
  const name = slugifyTitle(title);
  const used = new Set([RESERVED, ...taken]);
  if (!used.has(name)) return name;
  let number = 2;
  while (used.has(`${name}-${number}`)) number += 1;
  return `${name}-${number}`;
}

function slugifyTitle(title: string): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const name = (words ?? []).join('-').slice(0, MAX_LENGTH).replace(/-$/, '');
  return name === '' ? DEFAULT_ALIAS : name;
}
