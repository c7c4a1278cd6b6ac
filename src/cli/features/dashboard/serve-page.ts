import { gunzipSync } from 'node:zlib';
import { refuseForeign } from '../../../sandbox/http/refuse-requests.ts';
import type { ListenerRequest, ListenerResponse } from '../../../world.ts';
import type { PageFile } from './page-files.ts';
import type { ImageRefusal, PageImage } from './page-images.ts';
import type { PageSessions } from './page-session.ts';

/**
 * What the page asks the process for, by the name in its address, as JSON objects.
 *
 * @param session that of the tab that asks
 */
type PageCall = (
  body: Readonly<Record<string, unknown>>,
  gone: AbortSignal,
  session: string,
) => Promise<object>;
export type PageCalls = Readonly<Record<string, PageCall>>;

export interface PageParts {
  /** The port that the server listens on. */
  readonly port: number;
  /** Where a reverse proxy serves the page, beside this port; its path ends with a slash. Null for none. */
  readonly publicUrl: URL | null;
  readonly sessions: PageSessions;
  /** The view that a link leads to. */
  readonly view: string;
  /** By the path of their request: '' is the page. */
  readonly files: ReadonlyMap<string, PageFile>;
  readonly calls: PageCalls;
  /** Reads an image for the page. */
  readImage(address: string, gone: AbortSignal): Promise<PageImage | ImageRefusal>;
  /** Follows what changes, as long as the page is there; but not what the tab of this session changes itself. */
  follow(gone: AbortSignal, session: string): AsyncIterable<object>;
  /** Called after a link was used, since the next tab needs another. */
  onOpened(): void;
}

/**
 * Nothing of another site, no inline script or style, no frame, no form; the referrer would tell where the page is. The
 * page itself makes a blob of an image that this process has read.
 *
 * @see docs/safety.md#D5
 */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** Without a session, no more is read. @see docs/safety.md#D8 */
const SESSION_BYTES = 1024;

const API = /^\/api\/([a-z]+)$/;

/**
 * Answers one request. The files of the page hold nothing of the account, and are given to all; everything else needs the
 * token of a session. Host, Origin and Sec-Fetch-Site are judged first, whatever the path.
 *
 * @see docs/safety.md#D1, #D2, #D3, #D5
 */
export async function answerPage(request: ListenerRequest, parts: PageParts): Promise<ListenerResponse> {
  const { method, headers } = request;
  const rawHeaders = Object.entries(headers).flat();
  const { publicUrl } = parts;
  const served = publicUrl === null ? undefined : { hosts: [publicUrl.host], origins: [publicUrl.origin] };
  const refusal = refuseForeign({ method, target: request.target, rawHeaders }, parts.port, served);
  if (refusal !== null) return json(refusal.status, { message: refusal.message });
  const target = removeBase(request.target, publicUrl);
  if (target === null)
    return { status: 308, headers: { ...HEADERS, location: publicUrl?.pathname ?? '/' }, body: NOTHING };
  const file = parts.files.get(target.slice(1));
  if (file !== undefined && (method === 'GET' || method === 'HEAD')) {
    return giveFile(file, headers['accept-encoding']);
  }
  const [, name = ''] = API.exec(target) ?? [];
  if (method !== 'POST' || name === '') return json(404, { message: 'There is no such place.' });
  if (headers['content-type'] !== 'application/json') return json(400, { message: 'The body must be JSON.' });
  if (name !== 'session' && !parts.sessions.knows(headers['authorization'])) {
    return json(401, { message: 'The session is unknown.' });
  }
  // a length that is not declared is not taken
  if (name === 'session' && !(Number(headers['content-length']) <= SESSION_BYTES))
    return json(400, { message: 'The body is too long.' });
  const body = parseObject(await request.readBody());
  if (body === null) return json(400, { message: 'The body must be a JSON object of at most 33 MB.' });
  if (name === 'session') return openSession(body, parts);
  const session = headers['authorization'] ?? '';
  if (name === 'changes') return openStream(parts.follow(request.whenGone(), session));
  const call = Object.hasOwn(parts.calls, name) ? parts.calls[name] : undefined;
  if (call === undefined && name !== 'image') return json(404, { message: 'There is no such place.' });
  try {
    const gone = request.whenGone();
    if (call !== undefined) return json(200, await call(body, gone, session));
    return giveImage(await parts.readImage(String(body['address']), gone));
  } catch {
    return json(500, { message: 'The process met a fault of its own.' });
  }
}

const NOTHING = new Uint8Array();

/** The target below the path of the proxy, which may have removed it; null where the slash at its end is missing. */
function removeBase(target: string, publicUrl: URL | null): string | null {
  const base = publicUrl?.pathname ?? '/';
  if (base === '/') return target;
  if (target === base.slice(0, -1)) return null;
  return target.startsWith(base) ? target.slice(base.length - 1) : target;
}

/** A line of JSON for each; a proxy must not hold them back. */
function openStream(events: AsyncIterable<object>): ListenerResponse {
  return {
    status: 200,
    headers: { ...HEADERS, 'content-type': 'application/x-ndjson; charset=utf-8', 'x-accel-buffering': 'no' },
    body: encodeLines(events),
  };
}

async function* encodeLines(events: AsyncIterable<object>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const event of events) yield encoder.encode(`${JSON.stringify(event)}\n`);
}

function giveFile({ type, gzippedBytes }: PageFile, encodings = ''): ListenerResponse {
  const headers = { ...HEADERS, 'content-type': type, vary: 'accept-encoding' };
  if (!/\bgzip\b/.test(encodings)) return { status: 200, headers, body: gunzipSync(gzippedBytes) };
  return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, body: gzippedBytes };
}

/** An image by its bytes, which no browser takes for anything else; or why there is none. */
function giveImage(image: PageImage | ImageRefusal): ListenerResponse {
  if (typeof image === 'string') return json(200, { refusal: image });
  const { type, bytes } = image;
  return { status: 200, headers: { ...HEADERS, ...IMAGE_HEADERS, 'content-type': type }, body: bytes };
}

/** It is of the account, and nothing runs in it even where it is opened as a page. */
const IMAGE_HEADERS = {
  'cache-control': 'private, no-store',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'content-disposition': 'attachment',
} as const;

function openSession(body: Readonly<Record<string, unknown>>, parts: PageParts): ListenerResponse {
  const session = parts.sessions.open(String(body['token']));
  if (session === null) return json(401, { message: 'The link was used before, or is too old.' });
  parts.onOpened();
  return json(200, { session, view: parts.view });
}

function parseObject(bytes: Uint8Array | null): Readonly<Record<string, unknown>> | null {
  if (bytes === null) return null;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null; // checked in the line before
  } catch {
    return null;
  }
}

function json(status: number, body: object): ListenerResponse {
  return {
    status,
    headers: { ...HEADERS, 'content-type': 'application/json; charset=utf-8' },
    body: new TextEncoder().encode(JSON.stringify(body)),
  };
}
