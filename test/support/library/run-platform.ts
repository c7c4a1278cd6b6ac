// Runs a function of docs/guides/serverless.md unchanged behind an imitation of its platform: `run-platform.ts PLATFORM
// FILE`. Each request becomes what the platform passes on, by its documentation; the port is sent to the parent.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

/** What an example exports; the platform decides what it is called with. */
type ExampleModule = Readonly<Record<string, unknown>>;

interface PlatformRequest {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Calls an exported function. @returns the status that it answers, by the name that the platform has for it */
async function call(
  exported: ExampleModule,
  name: string,
  input: object,
  status: 'status' | 'statusCode' = 'status',
): Promise<number> {
  const called = exported[name];
  if (typeof called !== 'function') throw new Error(`the example exports no function ${name}`);
  const answer: unknown = await called(input);
  return Number(Reflect.get(Object(answer), status)); // of a Response, it is a getter
}

const callLambda = (exported: ExampleModule, event: object) =>
  call(exported, 'handler', { path: '/hooks', httpMethod: 'POST', ...event }, 'statusCode');

const toLists = (headers: PlatformRequest['headers']) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
const toTitleCase = (name: string) => name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

const toRequest = ({ body, headers }: PlatformRequest) =>
  new Request('https://shop.example.com/hooks', { method: 'POST', body: Uint8Array.from(body), headers });

/** The status that an example answers, by the platform that calls it. */
const PLATFORMS: Readonly<
  Record<string, (exported: ExampleModule, request: PlatformRequest) => Promise<number>>
> = {
  'lambda: REST API': (exported, { body, headers }) =>
    callLambda(exported, {
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [toTitleCase(name), value])),
      multiValueHeaders: toLists(headers),
      body: body.toString(),
      isBase64Encoded: false,
    }),
  'lambda: HTTP API': (exported, { body, headers }) =>
    callLambda(exported, {
      version: '2.0',
      routeKey: 'POST /hooks',
      headers,
      body: body.toString('base64'),
      isBase64Encoded: true,
    }),
  'lambda: load balancer': (exported, { body, headers }) =>
    callLambda(exported, {
      requestContext: { elb: {} },
      multiValueHeaders: toLists(headers),
      body: body.toString('base64'),
      isBase64Encoded: true,
    }),
  'lambda: empty body': (exported, { headers }) =>
    callLambda(exported, { headers, body: null, isBase64Encoded: false }),
  google: async ({ hooks }, { body, headers }) => {
    if (typeof hooks !== 'function') throw new Error('the example exports no function hooks');
    const { promise, resolve } = Promise.withResolvers<number>();
    const response = { status: (status: number) => ({ end: () => resolve(status) }) };
    await hooks({ method: 'POST', headers, rawBody: body, body: tryParse(body) }, response);
    return promise;
  },
  azure: (_exported, request) => {
    const { functions } = globalThis as unknown as AzureGlobal; // set by the stub of @azure/functions
    return call({ ...functions['hooks'] }, 'handler', toRequest(request));
  },
  POST: (exported, request) => call(exported, 'POST', toRequest(request)),
  default: (exported, request) => call(exported, 'default', toRequest(request)),
  sveltekit: (exported, request) => call(exported, 'POST', { request: toRequest(request) }),
};

interface AzureGlobal {
  readonly functions: Readonly<Record<string, ExampleModule>>;
}

function tryParse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return {};
  }
}

const [, , platform = '', file = ''] = process.argv;
// a parent that was killed leaves no function behind
process.on('disconnect', () => process.exit());
const exported = (await import(pathToFileURL(file).href)) as ExampleModule;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answering = PLATFORMS[platform];
  if (answering === undefined) throw new Error(`no such platform: ${platform}`);
  const status = await answering(exported, {
    body: await buffer(request),
    headers: flatten(request.headers),
  });
  response.writeHead(status).end();
}

function flatten(headers: IncomingHttpHeaders): PlatformRequest['headers'] {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

const server = createServer((request, response) => {
  // functions of node:http read the request themselves
  if (platform === 'node' && typeof exported['default'] === 'function')
    void exported['default'](request, response);
  else void answer(request, response);
}).listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port)); // it listens on a port
