/** A URL as far as its spelling alone tells. */
interface UrlShape {
  /** In lower case, without its colon. */
  readonly scheme: string;
  /** User, host and port, as they are written. */
  readonly authority: string;
}

/**
 * Strict where the parser of URLs mends: no blanks, line ends or backslashes, and two slashes. What follows the host
 * begins with a sign that no host holds: a long one is read once.
 */
const STRICT = /^(https?):\/\/([^/?#\\\s\p{Cc}]+)(?:[/?#][^\\\s\p{Cc}]*)?$/iu;

/** The shape of an address of the web; null of anything else, and of what only a lenient reader takes for one. */
export function parseUrlShape(url: string): UrlShape | null {
  const [, scheme, authority] = STRICT.exec(url) ?? [];
  if (scheme === undefined || authority === undefined || !URL.canParse(url)) return null;
  return { scheme: scheme.toLowerCase(), authority };
}
