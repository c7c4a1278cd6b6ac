import { request as begin, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { codeOf, Failed } from './failed.ts';
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
 * @throws {Failed} `connection lost`, `answer not readable`, `answer too large`
 * @see safety, S4 to S6
 */
export function exchange(socket: Socket, { target, request, onStatus }: Exchange): Promise<RawBody> {
  return new Promise((resolve, reject) => {
    const asking = begin({
      createConnection: () => socket,
      method: 'POST',
      path: target.path,
      headers: sentHeaders(target, request),
      setHost: false,
      maxHeaderSize: MOST_HEADER_BYTES,
      insecureHTTPParser: false,
    });
    let answer: IncomingMessage | undefined;
    asking.on('response', (response) => {
      answer = response;
      onStatus(response.statusCode ?? 0);
      collected(response, request.answerBytes).then(resolve, reject);
    });
    // A body that cannot be read is told here, before the answer is told to have ended. What comes behind a whole one
    // is nothing to us.
    asking.on('error', (error) => answer?.complete || reject(asFailed(error)));
    // it goes on in another protocol, which nobody asked for: no answer comes any more
    asking.on('upgrade', () => reject(new Failed('connection lost')));
    endWhereMuchIsAnnounced(asking);
    asking.end(request.body);
  });
}

/** Answers that only announce another one are passed over, as long as they are few. */
function endWhereMuchIsAnnounced(asking: ClientRequest): void {
  let announced = 0;
  asking.on('information', () => {
    announced += 1;
    if (announced > MOST_ANNOUNCED) asking.destroy(new Failed('answer not readable'));
  });
}

function collected(response: IncomingMessage, answerBytes: number): Promise<RawBody> {
  const coding = codingOf(response);
  const largest = coding === '' ? answerBytes : largestCoded(answerBytes);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > largest) reject(new Failed('answer too large'));
    });
    response.on('end', () => resolve({ coding, bytes: Buffer.concat(chunks, size) }));
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
  if (code === 'HPE_HEADER_OVERFLOW') return new Failed('answer too large', error);
  return new Failed(code.startsWith('HPE_') ? 'answer not readable' : 'connection lost', error);
}
