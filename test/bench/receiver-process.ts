import { type AddressInfo, createServer, type Socket } from 'node:net';

/** What it is asked: how many requests it answered so far. */
export type ReceiverOrder = 'how many';
/** What it tells: its ports when it is ready, or how many. */
export type ReceiverSaid = { readonly ports: readonly number[] } | { readonly answered: number };

const [ports = '1'] = process.argv.slice(2);
const END_OF_HEAD = '\r\n\r\n';
let answered = 0;

/** The least that takes a POST whole and says 200. */
function receive(socket: Socket): void {
  let text = '';
  socket.setNoDelay().setEncoding('latin1');
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    text += chunk;
    for (let end = endOfRequest(text); end !== null; end = endOfRequest(text)) {
      const isLast = /\r\nconnection: *close\r\n/i.test(text.slice(0, end));
      text = text.slice(end);
      answered += 1;
      const answer = `HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: ${isLast ? 'close' : 'keep-alive'}\r\n\r\nok`;
      if (isLast) socket.end(answer);
      else socket.write(answer);
    }
  });
}

/** Where the first request ends; null while it is not there whole. */
function endOfRequest(text: string): number | null {
  const head = text.indexOf(END_OF_HEAD);
  if (head < 0) return null;
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1] ?? 0);
  const end = head + END_OF_HEAD.length + length;
  return text.length < end ? null : end;
}

function listen(): Promise<number> {
  const server = createServer({ noDelay: true }, receive);
  return new Promise((resolve) => {
    server.listen(
      { port: 0, host: '127.0.0.1', backlog: 1_024 },
      () => resolve((server.address() as AddressInfo).port), // it listens on a port, not on a pipe
    );
  });
}

const say = (said: ReceiverSaid) => process.send?.(said);

// the process that measures has ended, in whatever way
process.on('disconnect', () => process.exit());
process.on('message', (_order: ReceiverOrder) => say({ answered }));
say({ ports: await Promise.all(Array.from({ length: Number(ports) }, listen)) });
