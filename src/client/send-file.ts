import type { Clock } from '../clock.ts';
import { isPublicHost } from '../domain/addresses/public-url.ts';
import { isLoopback } from '../domain/addresses/url-shape.ts';
import { CrierError, type FailureKind } from '../errors.ts';
import { OutboundError } from '../outbound/outbound.ts';
import { SECOND_MS } from '../service/durations.ts';
import { explainConnectionError } from './explain-connection-error.ts';
import { judgeAnswer } from './judge-answer.ts';
import { createRedactor, redactError } from './mask.ts';
import { readBody, UnreadableError } from './read-body.ts';
import { listSecrets, type ServiceTarget } from './target.ts';
import type { Transport, WireResponse } from './transport.ts';

/** A file for an address that the service gave. */
export interface FileUpload {
  url: string;
  contentType: string;
  size: number;
  /** Reads the file from its beginning; called for each attempt. */
  chunks(): AsyncIterable<Uint8Array>;
}

export interface SendFileOptions {
  target: ServiceTarget;
  transport: Transport;
  clock: Clock;
  /** From 0 up to, and without, 1. */
  random(): number;
  /** How long nothing of the file may move. */
  timeoutMs: number;
  /** Maximum number of retries; each begins with the first byte. */
  retries: number;
  signal?: AbortSignal;
}

/**
 * Sends a file by `PUT`, without keys: the address, which may be at another host, is what allows it. A lost connection
 * is retried from the beginning, since a file is stored as a whole or not at all.
 *
 * @throws CrierError when the address is not one to send a file to, and when the upload fails; what `chunks` throws;
 * the signal's reason
 * @see docs/service/endpoints.md#media
 */
export async function sendFile(upload: FileUpload, options: SendFileOptions): Promise<void> {
  const { clock, random, retries, signal, target } = options;
  const { url, mustBePublic } = readUploadUrl(upload.url, target);
  const clean = createRedactor(listSecrets(target));
  for (let attempt = 0; ; attempt++) {
    const failure = await attemptUpload({ url, mustBePublic }, upload, options);
    if (failure === null) return;
    if (!failure.mayRetry || attempt >= retries) throw redactError(failure.error, clean);
    await clock.sleep(random() * SECOND_MS * 2 ** attempt, signal).catch((cause) => {
      throw signal?.aborted ? signal.reason : cause;
    });
  }
}

/** Where a file goes. */
interface UploadAddress {
  url: URL;
  /** The service named another host, which must not lead into a private network. */
  mustBePublic: boolean;
}

/** The service may name another host, but none of a private network other than its own. */
function readUploadUrl(text: string, { baseUrl }: ServiceTarget): UploadAddress {
  const url = URL.parse(text);
  const isOwn = url !== null && url.origin === baseUrl.origin;
  const isOnMachine = url !== null && isLoopback(url.hostname) && isLoopback(baseUrl.hostname);
  const isSameHost = url?.protocol === 'https:' && url.host === baseUrl.host;
  if (url !== null && (isOwn || isOnMachine || isSameHost)) return { url, mustBePublic: false };
  if (url?.protocol === 'https:' && isPublicHost(url.hostname)) return { url, mustBePublic: true };
  throw createPrivateError(baseUrl);
}

function createPrivateError({ host }: URL): CrierError {
  return new CrierError('unavailable', `${host} named an address for the upload that is not public https`, {
    http: null,
    advice: 'nothing was sent; report this to the service',
  });
}

interface UploadFailure {
  error: CrierError;
  mayRetry: boolean;
}

/** @returns null when the file was stored */
async function attemptUpload(
  { url, mustBePublic }: UploadAddress,
  upload: FileUpload,
  { transport, clock, timeoutMs, signal, target }: SendFileOptions,
): Promise<UploadFailure | null> {
  signal?.throwIfAborted();
  const ending = new AbortController();
  const stop = () => ending.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  const sent = { bytes: 0, fault: null as { error: unknown } | null };
  const done = new AbortController();
  const late = createSilenceError(url, timeoutMs);
  watchProgress(() => sent.bytes, { clock, timeoutMs, signal: done.signal }).then(
    () => ending.abort(late),
    () => undefined, // the upload ended first
  );
  try {
    const answered = transport({
      method: 'PUT',
      url,
      headers: { 'content-type': upload.contentType },
      body: null,
      upload: { size: upload.size, chunks: countChunks(upload.chunks(), ending.signal, sent) },
      mustBePublic,
      signal: ending.signal,
    });
    const response = await Promise.race([answered, rejectOnAbort(ending.signal)]);
    if (sent.fault !== null) throw sent.fault.error;
    return await judgeUpload(response, url, clock);
  } catch (cause) {
    signal?.throwIfAborted();
    if (sent.fault !== null) throw sent.fault.error;
    if (cause === late) return { error: late, mayRetry: true };
    if (cause instanceof CrierError) return { error: cause, mayRetry: false };
    if (cause instanceof OutboundError) return { error: createPrivateError(target.baseUrl), mayRetry: false };
    const named = explainConnectionError(cause, url.host);
    if (named === null) throw cause;
    return { error: named.error, mayRetry: named.lost };
  } finally {
    done.abort();
    ending.abort();
    signal?.removeEventListener('abort', stop);
  }
}

/** Counts what is read, and keeps why it could not be read: a transport may tell it otherwise. */
async function* countChunks(
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  sent: { bytes: number; fault: { error: unknown } | null },
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of chunks) {
      signal.throwIfAborted();
      sent.bytes += chunk.length;
      yield chunk;
    }
  } catch (error) {
    if (!signal.aborted) sent.fault = { error };
    throw error;
  }
}

/** Resolves when the count did not change for some time. */
async function watchProgress(
  count: () => number,
  { clock, timeoutMs, signal }: Pick<SendFileOptions, 'clock' | 'timeoutMs'> & { signal: AbortSignal },
): Promise<void> {
  for (let before = -1; before !== count(); ) {
    before = count();
    await clock.sleep(timeoutMs, signal);
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function createSilenceError({ host }: URL, timeoutMs: number): CrierError {
  return new CrierError('unavailable', `${host} took nothing of the file for ${timeoutMs / SECOND_MS} s`, {
    http: null,
    advice: 'try again later, or increase --timeout',
  });
}

const LARGEST_ANSWER_BYTES = 64 * 1024;

/** A storage may answer in any format; the service itself answers as always. */
async function judgeUpload(
  { status: http, headers, body }: WireResponse,
  { host }: URL,
  clock: Clock,
): Promise<UploadFailure | null> {
  const bytes = await readBody(body, headers['content-encoding'], LARGEST_ANSWER_BYTES).catch((cause) => {
    if (cause instanceof UnreadableError) return new Uint8Array();
    throw cause;
  });
  if (http >= 200 && http < 300) return null;
  return { error: explainRefusal({ http, headers, bytes }, host, clock.now()), mayRetry: http >= 500 };
}

function explainRefusal(
  answer: { http: number; headers: WireResponse['headers']; bytes: Uint8Array },
  host: string,
  now: number,
): CrierError {
  const { http } = answer;
  const unknown = new CrierError(classifyStatus(http), `${host} did not store the file (HTTP ${http})`, {
    http,
    advice: 'run the command again: it asks for a new address',
  });
  try {
    judgeAnswer(answer, { secrets: [], now, longLists: false, lateFault: () => unknown });
    return unknown;
  } catch (cause) {
    return cause instanceof CrierError ? cause : unknown;
  }
}

function classifyStatus(http: number): FailureKind {
  if (http >= 500 || http < 400) return 'unavailable';
  return http === 401 || http === 403 ? 'not-allowed' : 'rejected';
}
