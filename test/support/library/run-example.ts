// Runs an example of docs/guides/library.md unchanged, as a process: `run-example.ts FILE`. It listens on any port of
// loopback in place of its own, and the port is sent to the parent. An example that exports a fetch handler is served.
import { appendFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, Server } from 'node:net';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';

const { listen } = Server.prototype;
Object.assign(Server.prototype, {
  listen(this: Server) {
    this.once('listening', () => process.send?.((this.address() as AddressInfo).port)); // it listens on a port
    return Reflect.apply(listen, this, [0, '127.0.0.1']);
  },
});
// a parent that was killed leaves no receiver behind
process.on('disconnect', () => process.exit());

interface FetchModule {
  readonly default?: { fetch(request: Request, env: unknown): Response | Promise<Response> };
}

/** What a Worker gets: its secret, and a place to put things under a key. */
const env = {
  ...process.env,
  EVENTS: { put: async (key: string) => appendFileSync('events.ndjson', `${key}\n`) },
};

async function answerByFetch(
  request: IncomingMessage,
  response: ServerResponse,
  fetch: NonNullable<FetchModule['default']>['fetch'],
): Promise<void> {
  const hasBody = request.method === 'POST';
  const answer = await fetch(
    new Request(`http://127.0.0.1${request.url}`, {
      ...(request.method !== undefined && { method: request.method }),
      headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ...(hasBody && { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' as const }), // of bytes
    }),
    env,
  );
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}

const [, , file = ''] = process.argv;
const { default: exported } = (await import(pathToFileURL(file).href)) as FetchModule;
if (exported?.fetch !== undefined)
  createServer((request, response) => void answerByFetch(request, response, exported.fetch)).listen(8080);
