import { gzipSync } from 'node:zlib';
import type { Transport, WireRequest } from '../../../src/client/transport.ts';
import { type PlantedKeys, secretsFor } from '../hostile/secret-places.ts';

/** A service, or its replacement, that repeats what it was sent, or that breaks down over it. */
export interface Echo {
  readonly name: string;
  readonly transport: Transport;
}

interface EchoedText {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const HTML_TYPE = { 'content-type': 'text/html' };

function says(name: string, answer: (request: WireRequest) => EchoedText): Echo {
  return {
    name,
    async transport(request) {
      const { status = 200, headers = JSON_TYPE, body } = answer(request);
      return { status, headers, body: once(Buffer.from(body)) };
    },
  };
}

function breaks(name: string, fault: (text: string, request: WireRequest) => unknown): Echo {
  return {
    name,
    transport: async (request) => {
      throw fault(headersOf(request), request);
    },
  };
}

async function* once(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body;
}

async function* broken(body: Uint8Array, error: Error): AsyncGenerator<Uint8Array> {
  yield body;
  throw error;
}

const headersOf = ({ headers }: WireRequest) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
const keyOf = ({ headers }: WireRequest) => headers['authorization']?.replace('Bearer ', '') ?? '';
const keysOf = ({ headers }: WireRequest) =>
  Object.entries(headers)
    .filter(([name]) => /key|secret|authorization/.test(name))
    .map(([, value]) => value.replace('Bearer ', ''));
const inJson = (value: unknown, status?: number): EchoedText => ({
  body: JSON.stringify(value),
  ...(status !== undefined && { status }),
});
const html = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const coded = (error: Error, code: string) => Object.assign(error, { code });

/** A post's comments, with everything that it was sent in their text. */
const commentsWith = (request: WireRequest) => ({
  status: 'success',
  id: 'Sp7kQm2XvLr9TzBd4HnW',
  instagram: [
    { platform: 'instagram', comment: headersOf(request), commentId: '1', userName: keyOf(request) },
  ],
});

export const ECHOES: readonly Echo[] = [
  says('success, the headers in its body', (request) =>
    inJson({ status: 'success', headers: request.headers }),
  ),
  says('success, the keys in a comment', (request) => inJson(commentsWith(request))),
  says('success, keys as members', (request) =>
    inJson({ status: 'success', ...Object.fromEntries(keysOf(request).map((key) => [key, true])) }),
  ),
  says('success, base64 of the headers', (request) =>
    inJson({ status: 'success', title: Buffer.from(headersOf(request)).toString('base64') }),
  ),
  says('success, slashes escaped', (request) => ({
    body: JSON.stringify({ status: 'success', title: keysOf(request) }).replaceAll('/', '\\/'),
  })),
  says('success in gzip', (request) => ({
    headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
    body: gzipSync(JSON.stringify({ status: 'success', title: headersOf(request) })),
  })),
  says('partial, the keys of each network', (request) =>
    inJson({
      status: 'partial',
      errors: keysOf(request).map((key) => ({
        platform: 'instagram',
        code: 161,
        message: key,
        details: { key },
      })),
    }),
  ),
  says('401, the key in its message', (request) =>
    inJson({ status: 'error', code: 102, message: `No account has ${headersOf(request)}.` }, 401),
  ),
  says('403, the key in details', (request) =>
    inJson(
      {
        status: 'error',
        code: 400,
        message: 'No.',
        details: { sent: request.headers, all: keysOf(request) },
      },
      403,
    ),
  ),
  says('404, the key in errors[]', (request) =>
    inJson(
      {
        status: 'error',
        errors: [{ code: 186, platform: 'x', message: headersOf(request), [keyOf(request)]: 1 }],
      },
      404,
    ),
  ),
  says('400, URL-encoded and in capitals', (request) =>
    inJson(
      {
        status: 'error',
        code: 101,
        message: `${keysOf(request).map(encodeURIComponent)} ${keysOf(request).join().toUpperCase()}`,
      },
      400,
    ),
  ),
  says('500, a page', (request) => ({
    status: 500,
    headers: HTML_TYPE,
    body: `<pre>${html(headersOf(request))}</pre>`,
  })),
  says('500, a page that begins with the key', (request) => ({
    status: 500,
    headers: HTML_TYPE,
    body: `<b>no such account, and we looked well: ${html(keyOf(request))}</b>`,
  })),
  says('502, text', (request) => ({
    status: 502,
    headers: { 'content-type': 'text/plain' },
    body: headersOf(request),
  })),
  says('200, text that ends within the key', (request) => ({
    body: `{"status":"success","echo":"${keyOf(request).slice(0, 14)}`,
  })),
  says('200, no JSON', (request) => ({ body: `${keyOf(request)} {{` })),
  says('200, bytes', (request) => ({ body: `\u0001\u0002${keyOf(request)}` })),
  says('200, UTF-16', (request) => ({ body: Buffer.from(JSON.stringify(keysOf(request)), 'utf16le') })),
  says('200, hex', (request) => ({
    headers: HTML_TYPE,
    body: `${Buffer.from(keyOf(request)).toString('hex')} ${Buffer.from(headersOf(request)).toString('hex').replaceAll(/../g, '$& ')}`,
  })),
  says('200, the key in the names and values of headers', (request) => ({
    ...inJson({ status: 'success' }),
    headers: {
      ...JSON_TYPE,
      'x-echo': keysOf(request).join(' '),
      [`x-${keyOf(request).toLowerCase()}`]: 'yes',
      'www-authenticate': `Bearer realm="${keyOf(request)}"`,
      'set-cookie': `key=${keyOf(request)}; path=/`,
    },
  })),
  says('200, the key as its type', (request) => ({
    headers: { 'content-type': `text/${keyOf(request)}` },
    body: '{}',
  })),
  says('200, the key as its coding', (request) => ({
    headers: { ...JSON_TYPE, 'content-encoding': keyOf(request).toLowerCase() },
    body: '{}',
  })),
  ...[301, 302, 307, 308].map((status) =>
    says(`${status}, the key in the address`, (request) => ({
      status,
      headers: {
        location: `https://${keyOf(request).replaceAll(/[^A-Za-z0-9]/g, '-')}.example/${keyOf(request)}?k=${keyOf(request)}`,
      },
      body: '',
    })),
  ),
  says('429, the key as Retry-After', (request) => ({
    ...inJson({ status: 'error', code: 1429, message: keyOf(request) }, 429),
    headers: { ...JSON_TYPE, 'retry-after': keyOf(request) },
  })),
  says('503, try again', (request) =>
    inJson({ status: 'error', code: 1500, message: keyOf(request), retryAvailable: true }, 503),
  ),
  says('near the limit, the key in its headers', (request) => ({
    ...inJson({ status: 'success' }),
    headers: { ...JSON_TYPE, 'x-ratelimit-max': '100', 'x-ratelimit-count': '95', date: keyOf(request) },
  })),
  {
    name: 'breaks off within the body',
    transport: async (request) => ({
      status: 200,
      headers: JSON_TYPE,
      body: broken(Buffer.from(`{"a":"${keyOf(request)}`), coded(new Error(keyOf(request)), 'ECONNRESET')),
    }),
  },
  ...[
    'ECONNRESET',
    'ENOTFOUND',
    'ECONNREFUSED',
    'EPROTO',
    'CERT_HAS_EXPIRED',
    'HPE_INVALID',
    'UND_ERR_ABORTED',
    'EODD',
  ].map((code) => breaks(code, (text) => coded(new Error(text), code))),
  breaks('a code that is the key', (_text, request) => coded(new Error('x'), keyOf(request).toUpperCase())),
  breaks('a defect', (text) => new TypeError(text)),
  breaks('a defect within a defect', (text) => new Error(text, { cause: new Error(text) })),
  breaks('a defect that is no error', (text) => text),
  breaks('several defects at once', (text) => new AggregateError([new Error(text)], text)),
  breaks(
    'a defect that ends within the key',
    (_text, request) => new Error(`bad ${keyOf(request).slice(0, -4)}`),
  ),
];

/**
 * A network on which every service is this one.
 *
 * @param strays takes what went to an address that it is not for
 */
export function echoNetwork({ transport }: Echo, keys: PlantedKeys, strays: string[]): Transport {
  return (request) => {
    const sent = `${request.url.href}\n${headersOf(request)}\n${request.body ?? ''}`;
    const meant = secretsFor(request, keys);
    const strange = Object.values(keys).filter((key) => !meant.includes(key) && sent.includes(key));
    strays.push(...strange.map((key) => `${key} went to ${request.url.origin}`));
    return transport(request);
  };
}
