import { request as begin, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { codeOf, Failed } from './failed.ts';
import { growingBytes } from './growing-bytes.ts';
import type { OutboundRequest } from './outbound.ts';
import { sentHeaders } from './sent-headers.ts';
import type { Target } from './target.ts';

/** An answer's body as it stood on the wire. */
export interface RawBody {
  /** How it is coded, in lower case; empty for not at all. */
  readonly coding: string;
  readonly bytes: Uint8Array;
}

interface Exchange {
  readonly target: Target;
  readonly request: OutboundRequest;
  /** Told the status as soon as it is there: what stands behind it may never come. */
  onStatus(status: number): void;
}

const MOST_HEADER_BYTES = 16 * 1024;

const MOST_ANNOUNCED = 16;

/**
 * Posts over a connection, and reads the answer to its end. Nothing is followed.
 *
 * @returns the body; null where it was to be dropped
 * @throws {Failed} `connection lost`, `answer not readable`, `answer too large`
 * @see safety, S4 to S6
 */
export function exchange(socket: Socket, { target, request, onStatus }: Exchange): Promise<RawBody | null> {
  return new Promise((resolve, reject) => {
    const asking = begin({
      createConnection: () => socket,
      method: 'POST',
      path: target.path,
      headers: sentHeaders(target, request),
      maxHeaderSize: MOST_HEADER_BYTES,
      insecureHTTPParser: false,
    });
    let answer: IncomingMessage | undefined;
    asking.on('response', (response) => {
      answer = response;
      onStatus(response.statusCode ?? 0);
      collected(response, request).then(resolve, reject);
    });
    // A body that cannot be read is told here, before the answer is told to have ended. What comes behind a whole one
    // is nothing to us.
    asking.on('error', (error) => {
      if (answer?.complete) return;
      const isBehindBody = answer !== undefined && codeOf(error) === 'HPE_HEADER_OVERFLOW';
      reject(isBehindBody ? new Failed('answer too large', error) : asFailed(error));
    });
    // it goes on in another protocol, which nobody asked for: no answer comes any more
    asking.on('upgrade', () => reject(new Failed('connection lost')));
    onMuchAnnounced(asking, () => reject(new Failed('answer not readable')));
    asking.end(request.body);
  });
}

/** Answers that only announce another one are passed over, as long as they are few. */
function onMuchAnnounced(asking: ClientRequest, tell: () => void): void {
  let announced = 0;
  asking.on('information', () => {
    announced += 1;
    if (announced > MOST_ANNOUNCED) tell();
  });
}

/** @returns null for what is dropped */
function collected(response: IncomingMessage, request: OutboundRequest): Promise<RawBody | null> {
  const { answerBytes, answerIs } = request;
  const coding = codingOf(response);
  const isDropped = answerIs === 'dropped';
  const largest = coding === '' || isDropped ? answerBytes : largestCoded(answerBytes);
  return new Promise((resolve, reject) => {
    const bytes = isDropped ? null : growingBytes(largest);
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > largest) reject(new Failed('answer too large'));
      else bytes?.add(chunk);
    });
    response.on('end', () => resolve(bytes && { coding, bytes: bytes.all() }));
    response.on('error', (error) => reject(asFailed(error)));
  });
}

function codingOf({ headers }: IncomingMessage): string {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  return coding === 'identity' ? '' : coding;
}

/** A coded body is smaller than what it stands for, but for a little where there is nothing to gain. */
function largestCoded(answerBytes: number): number {
  return 2 * answerBytes + 1024;
}

function asFailed(error: unknown): Failed {
  if (error instanceof Failed) return error;
  const code = codeOf(error);
  return new Failed(code.startsWith('HPE_') ? 'answer not readable' : 'connection lost', error);
}
