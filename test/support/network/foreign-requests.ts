import type { RawRequest } from './raw-http.ts';

/** A request that the server must not let near the sandbox, whichever client has the keys. */
export interface ForeignRequest {
  readonly title: string;
  readonly status: number;
  request(port: number): RawRequest;
}

const KEY = 'Authorization: Bearer SBX-API-0000';
const JSON_TYPE = 'Content-Type: application/json';

const own = (port: number) => `Host: 127.0.0.1:${port}`;
const last = 'Connection: close';

/** Hosts that a page's own name server, or a careless program, may bring here. */
const HOSTS: readonly (readonly [string, (port: number) => readonly string[]])[] = [
  ['a name that was rebound to this machine', (port) => [`Host: evil.example:${port}`]],
  ['the same without a port', () => ['Host: evil.example']],
  ['localhost without our port', () => ['Host: localhost']],
  ['localhost with another port', () => ['Host: localhost:1']],
  ['a name that begins as ours', (port) => [`Host: 127.0.0.1:${port}.evil.example`]],
  ['a name that ends as ours', (port) => [`Host: evil-localhost:${port}`]],
  ['a name below localhost', (port) => [`Host: evil.localhost:${port}`]],
  ['localhost with a dot at its end', (port) => [`Host: localhost.:${port}`]],
  ['another way to write the address', (port) => [`Host: 2130706433:${port}`]],
  ['a user before the address', (port) => [`Host: evil@127.0.0.1:${port}`]],
  ['an address of the network', (port) => [`Host: 0.0.0.0:${port}`]],
  ['two hosts, ours first', (port) => [own(port), `Host: evil.example:${port}`]],
  ['two hosts, ours last', (port) => [`Host: evil.example:${port}`, own(port)]],
  ['an empty host', () => ['Host:']],
  ['no host', () => []],
];

const ORIGINS: readonly (readonly [string, (port: number) => readonly string[]])[] = [
  ['another site', () => ['Origin: https://evil.example']],
  ['a page without a site', () => ['Origin: null']],
  ['another port of this machine', () => ['Origin: http://localhost:1']],
  ['our address by another scheme', (port) => [`Origin: https://127.0.0.1:${port}`]],
  ['a name that begins as ours', (port) => [`Origin: http://127.0.0.1:${port}.evil.example`]],
  ['an empty origin', () => ['Origin:']],
  ['two origins', (port) => [`Origin: http://127.0.0.1:${port}`, 'Origin: https://evil.example']],
];

const SITES = ['cross-site', 'same-site', 'anything'] as const;

/** Ways to write a path that have led around a guard somewhere. */
const PATHS = [
  '/comments/x',
  '/%63omments/x',
  '/_sandbox/reset',
  '/%5fsandbox/reset',
  '/%5Fsandbox%2Freset',
  '//_sandbox/reset',
  '/./_sandbox/../_sandbox/reset',
  '/_sandbox/reset?x=http://127.0.0.1',
  '/_sandbox/stop',
  '/%5fsandbox/stop',
  '/nowhere',
  '/',
  '/%',
  '/%00',
  '/*',
] as const;

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const TYPES = [
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'text/plain; application/json',
  'application/jsonp',
  'application/json-seq',
] as const;

const BODY = '{"mode":"real"}';

/** Every attack that a page in a browser, or a name server, can make on a server of this machine. */
export const FOREIGN_REQUESTS: readonly ForeignRequest[] = [
  ...HOSTS.map(([title, lines]) => ({
    title: `Host: ${title}`,
    status: 403,
    request: (port: number) => ({ headers: [...lines(port), KEY, last] }),
  })),
  ...PATHS.flatMap((target) =>
    METHODS.map((method) => ({
      title: `a rebound name asks ${method} ${target}`,
      status: 403,
      request: (port: number) => ({
        method,
        target,
        headers: [`Host: evil.example:${port}`, KEY, JSON_TYPE, 'Content-Length: 0', last],
      }),
    })),
  ),
  ...ORIGINS.map(([title, lines]) => ({
    title: `Origin: ${title}`,
    status: 403,
    request: (port: number) => ({ headers: [own(port), ...lines(port), KEY, last] }),
  })),
  ...PATHS.map((target) => ({
    title: `another site posts JSON to ${target}`,
    status: 403,
    request: (port: number) => ({
      method: 'POST',
      target,
      headers: [
        own(port),
        'Origin: https://evil.example',
        KEY,
        JSON_TYPE,
        `Content-Length: ${BODY.length}`,
        last,
      ],
      body: BODY,
    }),
  })),
  ...SITES.map((site) => ({
    title: `Sec-Fetch-Site: ${site}, without an origin`,
    status: 403,
    request: (port: number) => ({ headers: [own(port), `Sec-Fetch-Site: ${site}`, KEY, last] }),
  })),
  ...(
    [
      ['an image', 'GET', ['Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: image']],
      ['a window', 'GET', ['Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document']],
      ['a request of a script', 'GET', ['Sec-Fetch-Mode: cors', 'Sec-Fetch-Dest: empty']],
      ['a window, by HEAD', 'HEAD', ['Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document']],
      ['a window, by DELETE', 'DELETE', ['Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document']],
      [
        'a window, with an origin',
        'GET',
        ['Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document', 'Origin: https://evil.example'],
      ],
    ] as const
  ).map(([what, method, lines]) => ({
    title: `another site: ${what}`,
    status: 403,
    request: (port: number) => ({
      method,
      headers: [own(port), 'Sec-Fetch-Site: cross-site', ...lines, KEY, last],
    }),
  })),
  ...(
    [
      ['from another port', 403, (port) => [`Origin: http://127.0.0.1:${port}`, 'Sec-Fetch-Site: same-site']],
      ['without an origin', 400, () => ['Sec-Fetch-Site: same-origin']],
      ['without Sec-Fetch-Site', 400, (port) => [`Origin: http://127.0.0.1:${port}`]],
      ['of no site', 403, () => ['Origin: null', 'Sec-Fetch-Site: same-origin']],
    ] as const satisfies readonly (readonly [string, number, (port: number) => readonly string[]])[]
  ).map(([what, status, lines]) => ({
    title: `a form ${what}`,
    status,
    request: (port: number) => ({
      method: 'POST',
      target: '/link/ls_x/tiktok',
      headers: [
        own(port),
        ...lines(port),
        'Content-Type: application/x-www-form-urlencoded',
        'Content-Length: 3',
        last,
      ],
      body: 'a=b',
    }),
  })),
  {
    title: 'a form of our own page to another path',
    status: 400,
    request: (port) => ({
      method: 'POST',
      target: '/_sandbox/reset',
      headers: [
        own(port),
        `Origin: http://127.0.0.1:${port}`,
        'Sec-Fetch-Site: same-origin',
        'Content-Type: application/x-www-form-urlencoded',
        'Content-Length: 3',
        last,
      ],
      body: 'a=b',
    }),
  },
  {
    title: 'a preflight of another site',
    status: 403,
    request: (port) => ({
      method: 'OPTIONS',
      headers: [own(port), 'Origin: https://evil.example', 'Access-Control-Request-Method: PUT', last],
    }),
  },
  ...TYPES.map((type) => ({
    title: `a form: Content-Type: ${type}`,
    status: 400,
    request: (port: number) => ({
      method: 'POST',
      headers: [own(port), KEY, `Content-Type: ${type}`, `Content-Length: ${BODY.length}`, last],
      body: BODY,
    }),
  })),
  {
    title: 'a body without a type',
    status: 400,
    request: (port) => ({
      method: 'POST',
      headers: [own(port), KEY, `Content-Length: ${BODY.length}`, last],
      body: BODY,
    }),
  },
  {
    title: 'an empty form',
    status: 400,
    request: (port) => ({
      method: 'POST',
      headers: [own(port), KEY, 'Content-Type: text/plain', 'Content-Length: 0', last],
    }),
  },
  {
    title: 'two types, one of them JSON',
    status: 400,
    request: (port) => ({
      method: 'POST',
      headers: [own(port), KEY, JSON_TYPE, 'Content-Type: text/plain', 'Content-Length: 2', last],
      body: '{}',
    }),
  },
  {
    title: 'a body in pieces, as plain text',
    status: 400,
    request: (port) => ({
      method: 'POST',
      headers: [own(port), KEY, 'Content-Type: text/plain', 'Transfer-Encoding: chunked', last],
      body: '2\r\n{}\r\n0\r\n\r\n',
    }),
  },
  {
    title: 'another site opens a WebSocket',
    status: 403,
    request: (port) => ({
      headers: [
        own(port),
        'Origin: https://evil.example',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ],
    }),
  },
  {
    title: 'another site listens for events',
    status: 403,
    request: (port) => ({
      target: '/%65vents',
      headers: [own(port), 'Origin: https://evil.example', 'Accept: text/event-stream', last],
    }),
  },
  {
    title: 'a body that waits to be asked for, from a rebound name',
    status: 403,
    request: (port) => ({
      method: 'POST',
      headers: [`Host: evil.example:${port}`, KEY, JSON_TYPE, 'Content-Length: 2', 'Expect: 100-continue'],
    }),
  },
  {
    title: 'an expectation that nobody knows, from a rebound name',
    status: 403,
    request: (port) => ({ headers: [`Host: evil.example:${port}`, KEY, 'Expect: the-unexpected', last] }),
  },
  {
    title: 'a whole address in place of a path',
    status: 400,
    request: (port) => ({ target: 'http://evil.example/comments/x', headers: [own(port), KEY, last] }),
  },
  {
    title: 'the same, from a rebound name',
    status: 403,
    request: (port) => ({
      target: `http://127.0.0.1:${port}/comments/x`,
      headers: [`Host: evil.example:${port}`, KEY, last],
    }),
  },
  {
    title: 'an old HTTP without a host',
    status: 403,
    request: () => ({ version: '1.0', headers: [KEY] }),
  },
  {
    title: 'a tunnel to elsewhere',
    status: 0,
    request: (port) => ({ method: 'CONNECT', target: 'evil.example:443', headers: [own(port)] }),
  },
];
