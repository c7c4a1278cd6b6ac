const PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };

/** Returns host and port of a URL, such as `hooks.example:443`. @param url a valid URL */
export function getHostPort(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port === '' ? (PORTS[protocol] ?? '') : port}`;
}
