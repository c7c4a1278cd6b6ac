import type { ServedCallback } from '../../../src/cli/features/callbacks/served-callback.ts';
import { openListener } from '../../../src/process/listener.ts';
import { type Around, crier, type Ran } from '../crier.ts';

/** An endpoint that this process serves. */
export interface ServedCallbacks {
  readonly port: number;
  readonly url: string;
  /** Posts to it as the service does. */
  ask(body: string | Uint8Array, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Ends it as Ctrl-C does. */
  end(): Promise<Ran>;
  /** How it ended by itself. */
  readonly ran: Promise<Ran>;
}

/** Runs `callbacks serve` with these words, and waits until it listens. */
export async function servedCallbacks(
  words: readonly string[],
  around: Around = {},
): Promise<ServedCallbacks> {
  const ending = new AbortController();
  const { promise: listening, resolve } = Promise.withResolvers<number>();
  const ran = crier(['callbacks', 'serve', ...words], {
    ...around,
    signal: ending.signal,
    async listen(options) {
      const listener = await openListener(options);
      resolve(listener.port);
      return listener;
    },
  });
  const port = await Promise.race([
    listening,
    ran.then(({ stderr }) => Promise.reject(new Error(`it never listened: ${stderr}`))),
  ]);
  const url = `http://127.0.0.1:${port}/callback`;
  return {
    port,
    url,
    ran,
    ask: (body, headers = {}) => postJson(url, body, headers),
    end() {
      ending.abort('interrupted');
      return ran;
    },
  };
}

/** Posts JSON on a connection that ends with it. */
export function postJson(
  url: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close', ...headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
}

/** Parses what `-o ndjson` printed, as records of the command. */
export function parseLines<Rec>({ stdout }: Pick<Ran, 'stdout'>): readonly Rec[] {
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Rec); // the command's own records
}

/** The records that `-o ndjson` printed. */
export const servedIn = (ran: Pick<Ran, 'stdout'>) => parseLines<ServedCallback>(ran);

/** The body of a request to a `messageUrl`. @see docs/service/callbacks.md#request */
export const CALLBACK_REQUEST = {
  automationId: 'auto_K4mZ8qT2xW',
  triggerId: 'trg_p7Rk2a',
  trigger: 'comment_keyword',
  platform: 'instagram',
  recipientId: '17841499000000777',
  recipientUsername: 'mara.lind',
  keyword: 'GUIDE',
  activityId: 'auto_K4mZ8qT2xW:trg_p7Rk2a:18055000000000789',
  actionId: 'act_v3Nd9s',
  eventId: '18055000000000789',
  commentId: '18055000000000789',
  commentText: 'GUIDE please',
  postId: '17999000000000456',
  storyId: null,
  timestamp: '2026-09-21T14:13:20Z',
} as const;
