import { setImmediate } from 'node:timers/promises';
import type { Transport } from '../../../src/client/transport.ts';
import type { OutputStream } from '../../../src/world.ts';
import { type Around, crier, type Ran } from '../crier.ts';
import { createManualClock, type ManualClock } from '../manual-clock.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** 2026-09-21T14:13:20Z. */
export const START = Date.UTC(2026, 8, 21, 14, 13, 20);

/** A comment in a network's own words; `created` is in the order of the ids. */
export function said(id: string, comment: string, more: object = {}): object {
  return {
    commentId: id,
    comment,
    created: `2026-09-21T10:00:${id.padStart(2, '0')}Z`,
    userName: 'ada',
    ...more,
  };
}

/** What the service says at one look; an `Error` is a connection that was lost. */
export interface Poll {
  /** Comments by network. */
  readonly comments?: Readonly<Record<string, readonly object[]>>;
  readonly errors?: readonly object[];
  /** How far away the next update is, or what stands for it; default: ten minutes. */
  readonly next?: number | { readonly raw: unknown };
  readonly http?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** Looks that come one after the other, or by id. */
export type Polls = readonly (Poll | Error)[];

export interface Watched extends Ran {
  /** When the service was asked, in its own time, and for what. */
  readonly asked: readonly { readonly at: number; readonly id: string }[];
}

export interface Watching {
  readonly polls: Polls;
  /** A folder that lasts from one watch to the next. */
  readonly state: string;
  readonly clock?: ManualClock;
  /** How far the service's clock is ahead. */
  readonly aheadMs?: number;
  /** Gets what is printed in place of the caught stdout; is given what ends the watch. */
  readonly stdout?: (end: AbortController) => OutputStream;
  readonly around?: Partial<Around>;
}

/** A clock on which waiting takes no time, and a request does not time out. */
export function watchClock(start = START): ManualClock {
  const clock = createManualClock({ start, holdsFromMs: 10 * DAY_MS });
  return {
    ...clock,
    async sleep(ms, signal) {
      await clock.sleep(ms, signal);
      await setImmediate(); // others have their turn: progress that is redrawn every second sleeps for ever
    },
  };
}

/**
 * Watches a service that returns one look after the other, and is interrupted when it is asked again. Time passes as
 * fast as the watch waits.
 *
 * @param words in one text, split at spaces; or a list when a word has one
 */
export async function watch(words: string | readonly string[], options: Watching): Promise<Watched> {
  const { polls, state, clock = watchClock(), aheadMs = 0 } = options;
  const end = new AbortController();
  const asked: { at: number; id: string }[] = [];
  const network: Transport = async ({ url }) => {
    const now = clock.now() + aheadMs;
    const id = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
    const poll = polls[asked.length];
    if (poll === undefined) {
      await setImmediate(); // the request is under way, as it would be
      end.abort('interrupted');
      return new Promise(() => {});
    }
    asked.push({ at: now, id });
    if (poll instanceof Error) throw poll;
    return answerTo(poll, id, now);
  };
  const own = typeof words === 'string' ? words.split(' ') : words;
  const all = [
    'comments',
    'watch',
    ...own.filter((word) => word !== ''),
    '--timeout',
    '20d',
    '--retries',
    '0',
  ];
  const ran = await crier(all, {
    network,
    clock,
    signal: end.signal,
    ...(options.stdout && { stdout: options.stdout(end) }),
    ...options.around,
    env: {
      CRIER_BASE_URL: 'https://api.example',
      CRIER_API_KEY: 'KEY-OF-A-WATCH-0001',
      CRIER_STATE_DIR: state,
      ...options.around?.env,
    },
  });
  return { ...ran, asked };
}

async function answerTo(
  { comments = {}, errors, next = 600_000, http = 200, body, ...poll }: Poll,
  id: string,
  now: number,
) {
  const nextUpdate = typeof next === 'number' ? iso(now + next) : next.raw;
  const status = errors === undefined ? 'success' : 'partial';
  const whole = { status, id, lastUpdated: iso(now), nextUpdate, ...comments, ...(errors && { errors }) };
  const headers = {
    'content-type': 'application/json',
    date: new Date(now).toUTCString(),
    ...poll.headers,
  };
  return { status: http, headers, body: once(Buffer.from(JSON.stringify(body ?? whole))) };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

async function* once(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body;
}

/** The events of an ndjson watch in short: `added instagram 1`. */
export function short({ stdout }: Pick<Ran, 'stdout'>): readonly string[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ShortEvent)
    .map(({ event, changes, comment: { platform, id } }) =>
      [event, platform, id, ...(changes.length > 0 ? [`(${changes.join()})`] : [])].join(' '),
    );
}

interface ShortEvent {
  readonly event: string;
  readonly changes: readonly string[];
  readonly comment: { readonly platform: string; readonly id: string | null };
}
