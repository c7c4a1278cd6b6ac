import { MEDIA_PATHS } from '../../service/media-limits.ts';

/** The parts of a URL that only its spelling decides. */
interface UrlShape {
  /** In lower case, without the colon. */
  scheme: string;
  /** User, host and port, as written. */
  authority: string;
}

/**
 * Strict where the URL parser repairs: no whitespace or backslashes, and exactly two slashes. What follows the host
 * begins with a character that no host contains, so that matching takes linear time.
 */
const createStrict = () => /^(https?):\/\/([^/?#\\\s\p{Cc}]+)(?:[/?#][^\\\s\p{Cc}]*)?$/iu;

/** Parses the shape of an http or https URL; null for anything else, including what only a lenient parser accepts. */
export function parseUrlShape(url: string): UrlShape | null {
  const [, scheme, authority] = createStrict().exec(url) ?? [];
  if (scheme === undefined || authority === undefined || !URL.canParse(url)) return null;
  return { scheme: scheme.toLowerCase(), authority };
}

const PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };

/** Returns host and port of a URL, such as `hooks.example:443`. @param url a valid URL */
export function getHostPort(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port === '' ? (PORTS[protocol] ?? '') : port}`;
}

/** Whether a host name, as `URL` normalizes it, is this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost\.?|.+\.localhost\.?|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** An address as a URL has it: of version 6 in brackets. */
export function formatUrlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** Hosts of a sandbox, of its server and of one without a port, besides names without a dot. */
const SANDBOX_HOSTS: readonly string[] = ['127.0.0.1', '[::1]', 'sandbox.localhost'];

/** Localhost, or the name of a service among containers: it has no dot, and is never public. */
const CONTAINER_NAME = /^[a-z\d](?:[a-z\d_-]*[a-z\d])?$/;

/** The id of a sandbox's uploaded file, from its URL; null for any other URL. */
export function parseSandboxFileId(url: string): string | null {
  if (!url.includes(MEDIA_PATHS.file)) return null;
  const parsed = URL.parse(url);
  if (parsed?.protocol !== 'http:') return null;
  if (!SANDBOX_HOSTS.includes(parsed.hostname) && !CONTAINER_NAME.test(parsed.hostname)) return null;
  if (!parsed.pathname.startsWith(MEDIA_PATHS.file)) return null;
  const [id = ''] = parsed.pathname.slice(MEDIA_PATHS.file.length).split('/');
  return /^[A-Za-z\d]{20}$/.test(id) ? id : null;
}
