import { isPublicHost } from './public-host.ts';

/**
 * What is wrong with an address that the service is to ask or to tell something, or null. Nothing is resolved and
 * nothing is asked here.
 *
 * @returns always one of the same few sentences, so that no answer tells what stands behind an address
 * @see service.md, "Callback endpoint rules"; rule AUT-19
 */
export function publicUrlFault(url: string): string | null {
  return shapeFault(url) ?? hostFault(url);
}

/**
 * The same of an address that a webhook is registered with, which must hold no fragment either.
 *
 * @see undescribed.md 4.1; rule HOOK-01
 */
export function webhookUrlFault(url: string): string | null {
  return publicUrlFault(url) ?? fragmentFault(url);
}

/**
 * The same, wherever its host is: whether one that is not public is taken is for the service to say, and a sandbox may
 * well take it.
 */
export function webhookShapeFault(url: string): string | null {
  return shapeFault(url) ?? fragmentFault(url);
}

function shapeFault(url: string): string | null {
  const authority = HTTPS.exec(url)?.[1];
  if (authority === undefined || !URL.canParse(url)) return NOT_PUBLIC;
  return authority.includes('@') ? 'must not hold a user or a password' : null;
}

function hostFault(url: string): string | null {
  return isPublicHost(new URL(url).hostname) ? null : NOT_PUBLIC;
}

function fragmentFault(url: string): string | null {
  return url.includes('#') ? 'must not hold a fragment' : null;
}

const NOT_PUBLIC = 'must be a public https address';

/**
 * Strict where the parser of URLs mends: no blanks, line ends or backslashes, and two slashes. What follows the host
 * begins with a sign that no host holds: a long one is read once.
 */
const HTTPS = /^https:\/\/([^/?#\\\s\p{Cc}]+)(?:[/?#][^\\\s\p{Cc}]*)?$/iu;
