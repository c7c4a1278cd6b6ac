import { createUsageError } from '../../errors.ts';
import { maskLikelySecret } from '../shell/mask-likely-secret.ts';

/** Whether two addresses are the same, trailing slashes aside. */
export function isSameAddress(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) =>
    URL.canParse(text) ? new URL(text).href.replace(/\/+$/, '') : text,
  );
  return left === right;
}

/** @param text an address as typed @throws CrierError of kind usage */
export function parseAddress(text: string): URL {
  if (URL.canParse(text)) return new URL(text);
  // not printed unless it looks like an address: it may be a key in the wrong setting
  const shown =
    /^[\w.-]+(:\d+)?(\/[\w./-]*)?$/.test(text) && text.includes('.') && maskLikelySecret(text) === text
      ? `"${text}"`
      : 'the given address';
  throw createUsageError(`${shown} is not a URL`, 'use a URL such as https://api.example.com/api');
}
