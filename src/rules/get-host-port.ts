const PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };

/**
 * Host and port of a URL, by which addresses are told apart: `hooks.example:443`.
 *
 * @param url one that can be parsed
 */
export function getHostPort(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port === '' ? (PORTS[protocol] ?? '') : port}`;
}
