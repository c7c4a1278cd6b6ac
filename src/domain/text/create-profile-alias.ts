const MAX_LENGTH = 40;
/** For a title without a valid character. */
const DEFAULT_ALIAS = 'profile';
/** Stands for the Primary Profile on the command line. */
const RESERVED = 'none';

/**
 * Creates an alias of a User Profile for the command line: `Shop North` becomes `shop-north`.
 *
 * @param taken existing aliases; a number is appended to avoid these
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
