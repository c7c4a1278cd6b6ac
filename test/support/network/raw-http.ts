import { connect } from 'node:net';

/** A request, written to the byte by the test. */
export interface RawRequest {
  readonly method?: string;
  readonly target?: string;
  /** Lines as they go out. */
  readonly headers: readonly string[];
  readonly body?: string;
  readonly version?: string;
}

/** Sends one request over a socket of its own, and gives everything that came back until the other side closed. */
export function sendRaw(port: number, request: RawRequest, host = '127.0.0.1'): Promise<string> {
  return exchange(port, rawText(request), host);
}

/** The text of a request. */
export function rawText({
  method = 'GET',
  target = '/',
  headers,
  body = '',
  version = '1.1',
}: RawRequest): string {
  return [`${method} ${target} HTTP/${version}`, ...headers, '', body].join('\r\n');
}

/** Sends text, and gives everything that came back until the other side closed. */
export function exchange(port: number, text: string, host = '127.0.0.1'): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host });
    let came = '';
    socket.setEncoding('latin1');
    socket.on('connect', () => socket.write(text));
    socket.on('data', (chunk) => {
      came += String(chunk);
    });
    socket.on('close', () => resolve(came));
    // a server that closes while we still write ends the connection the hard way
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' ? reject(error) : undefined,
    );
  });
}

/** The status of an answer; 0 when the other side closed without one. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.[01] (\d{3})/.exec(answer)?.[1] ?? 0);
}
