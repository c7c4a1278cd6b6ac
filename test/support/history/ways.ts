import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { ASSUMED } from '../../../src/service/assumed.ts';
import { LIMITS } from '../../../src/service/limits.ts';

/** A way in which a receiver may answer. */
interface WayFact {
  /** The HTTP status that is to be recorded; null where none comes. */
  readonly status: number | null;
  /** The answer is whole, and takes a delivery. */
  readonly isTaken: boolean;
  /** And it tells the text that a callback is asked for. */
  readonly hasText: boolean;
  /** @param body what a good answer says */
  give(response: ServerResponse, body: string): void | Promise<void>;
}

const DRIP_MS = 2;
/** A receiver that hangs lets go at last: the deadlines of the program are tested where a clock can be moved. */
const HANG_MS = 40;

const plain = (status: number): WayFact => ({
  status,
  isTaken: status === 200,
  hasText: status === 200,
  give: (response, body) => void response.writeHead(status).end(body),
});

/** All ways that the receiver of the chaos run knows. */
export const WAYS = {
  ok: plain(200),
  drip: {
    status: 200,
    isTaken: true,
    hasText: true,
    async give(response, body) {
      const half = Math.floor(body.length / 2);
      response.writeHead(200);
      for (const part of ['', body.slice(0, half), body.slice(half)]) {
        if (part !== '') response.write(part);
        await pause(DRIP_MS);
      }
      response.end();
    },
  },
  /** What follows the 200 of a webhook is not read; what follows that of a callback is. */
  'too much': {
    status: 200,
    isTaken: true,
    hasText: false,
    give: (response) => void response.writeHead(200).end(' '.repeat(TOO_MUCH_BYTES)),
  },
  'not json': {
    status: 200,
    isTaken: true,
    hasText: false,
    give: (response) => void response.end('{"message":'),
  },
  'status 503': plain(503),
  'status 500': plain(500),
  'status 429': plain(429),
  'status 408': plain(408),
  'status 404': plain(404),
  redirect: {
    status: 302,
    isTaken: false,
    hasText: false,
    give: (response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
  },
  hang: {
    status: null,
    isTaken: false,
    hasText: false,
    async give(response) {
      await pause(HANG_MS);
      response.destroy();
    },
  },
  'reset before the head': {
    status: null,
    isTaken: false,
    hasText: false,
    give: ({ socket }) => void socket?.resetAndDestroy(),
  },
  'reset in the head': {
    status: null,
    isTaken: false,
    hasText: false,
    give: ({ socket }) => void socket?.write('HTTP/1.1 200 OK\r\ncontent-le', () => socket.resetAndDestroy()),
  },
  'reset in the body': {
    status: 200,
    isTaken: false,
    hasText: false,
    give: ({ socket }) =>
      void socket?.write('HTTP/1.1 200 OK\r\ncontent-length: 90\r\n\r\n{"mess', () =>
        socket.resetAndDestroy(),
      ),
  },
  'not http': {
    status: null,
    isTaken: false,
    hasText: false,
    give: ({ socket }) => void socket?.end('220 mail.example ready\r\n'),
  },
} as const satisfies Record<string, WayFact>;
export type AnswerWay = keyof typeof WAYS;

/** More than is taken of any answer. */
const TOO_MUCH_BYTES = Math.max(ASSUMED.webhookAnswerBytes, LIMITS.callbackAnswerBytes) + 1;
