import { getField } from '../domain/json/loose-record.ts';
import { readTimestamp } from '../domain/time/read-timestamp.ts';
import { MINUTE_MS } from '../service/durations.ts';
import { foldWhole, streamWhole } from './answer-stream.ts';
import type { Client } from './client.ts';
import type { ClientAnswer } from './transport.ts';

/** An answer, and until when it is that of the service, in milliseconds since 1970. */
interface KeptAnswer {
  readonly answer: ClientAnswer<never>;
  readonly until: number;
}

/** Posts whose comments are kept. */
const MOST_KEPT = 200;
/** A network that failed may be read again before the others are refreshed. */
const INCOMPLETE_MS = MINUTE_MS;
const PATH = '/comments/{id}';

/**
 * Comments that were read, for a program that runs many commands: the service answers a read from its own copy until
 * `nextUpdate`, but counts it against the request limit. A change drops the answers that have one of its ids.
 *
 * @see docs/service/comments.md#COM-13, #COM-14
 */
export function createKeptReads() {
  const kept = new Map<string, KeptAnswer>();
  // of the service, whose clock can be set if it is a sandbox
  let now = Number.NEGATIVE_INFINITY;
  const drop = (input: object) => {
    const ids = listTexts(input);
    for (const [key, { answer }] of kept)
      if (ids.some((id) => key.includes(id) || Buffer.from(answer.bytes).includes(id))) kept.delete(key);
  };
  const keep = (key: string, answer: ClientAnswer<never>) => {
    const until = readTimestamp(getField(answer.body, 'nextUpdate')).ms;
    if (until === null) return;
    const isIncomplete = getField(answer.body, 'errors') !== undefined;
    kept.delete(key);
    kept.set(key, { answer, until: isIncomplete ? Math.min(until, now + INCOMPLETE_MS) : until });
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  };
  return {
    /** @param name of the service and the profile */
    wrap(client: Client, name: string): Client {
      const call: Client['call'] = async (endpoint, input) => {
        const isKept = endpoint.method === 'GET' && endpoint.path === PATH;
        const key = `${name} ${JSON.stringify(input)}`;
        const found = isKept ? kept.get(key) : undefined;
        if (found !== undefined && now < found.until) return found.answer;
        try {
          const answer = await client.call(endpoint, input);
          const date = Date.parse(answer.headers['date'] ?? '');
          const asOf = Number.isNaN(date) ? now : date;
          // the clock of a sandbox was set back, or its data replaced
          if (asOf < now - MINUTE_MS) kept.clear();
          now = asOf;
          if (isKept) keep(key, answer as ClientAnswer<never>); // of this endpoint and input, for the same
          return answer;
        } finally {
          if (endpoint.effect !== 'none') drop(input);
        }
      };
      return {
        ...client,
        call,
        // what is kept is whole
        async stream(endpoint, input) {
          return streamWhole(await call(endpoint, input));
        },
        async fold(endpoint, input, _isSplit, begin) {
          return foldWhole(await call(endpoint, input), begin());
        },
      };
    },
  };
}
export type KeptReads = ReturnType<typeof createKeptReads>;

/** Shorter ones are words, and no ids. */
const SHORTEST_ID = 6;

/** All texts of a request, among which its ids are. */
function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.length >= SHORTEST_ID ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}
