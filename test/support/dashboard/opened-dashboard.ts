import type { Clock } from '../../../src/clock.ts';
import { openListener } from '../../../src/process/listener.ts';
import { type Around, crier, type Ran } from '../crier.ts';
import { answering } from '../engine/fake-outbound.ts';
import { REAL_TIME } from '../real-time.ts';
import { postJson } from '../receiver/served-callbacks.ts';

/** A dashboard that this process serves. */
export interface OpenedDashboard {
  readonly origin: string;
  readonly port: number;
  /** The link that was printed first. */
  readonly link: string;
  /** The headers of its page's requests, once the link was used. */
  readonly session: Readonly<Record<string, string>>;
  /** What was printed so far. */
  printed(): string;
  /** Asks as the page does; with the token of a session, once the link was used. */
  ask(path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Uses the link, and asks as its page from then on. */
  enter(): Promise<void>;
  /** Runs a command as the page does. */
  run(command: string, input?: object, profile?: string | null): Promise<PageRan>;
  /** Ends it as Ctrl-C does. */
  end(): Promise<Ran>;
}

/** What the page gets of a command. */
export interface PageRan {
  readonly document: unknown;
  readonly failure: { readonly message: string } | null;
}

/** The date of the demo data, which is frozen; waits are real, so that the page follows what changes. */
const CLOCK: Clock = { ...REAL_TIME, now: () => Date.parse('2026-09-21T14:13:20Z') };

/** Runs `dashboard` with these words, and waits for its link. @param command for an account, without `--sandbox` */
export function openDashboard(
  line = '',
  around: Around = {},
  command = 'dashboard --sandbox',
): Promise<OpenedDashboard> {
  return openPageOf(`${command} ${line}`, around);
}

/** The same with any command that serves the page. */
export async function openPageOf(command: string, around: Around = {}): Promise<OpenedDashboard> {
  const ending = new AbortController();
  let printed = '';
  const { promise: linked, resolve } = Promise.withResolvers<string>();
  const ran = crier(command, {
    clock: CLOCK,
    listen: openListener,
    // the pictures of the demo are at names that do not exist
    outbound: answering(() => ({ fault: 'name not found' })),
    ...around,
    signal: ending.signal,
    onOutput(text) {
      printed += text;
      const [link] = /https?:\S+#token=\S+/.exec(printed) ?? [];
      if (link !== undefined) resolve(link);
    },
  });
  const failed = ran.then(({ stderr }) => Promise.reject(new Error(`it gave no link: ${stderr}`)));
  const link = await Promise.race([linked, failed]);
  const { origin, port, hash } = new URL(link);
  const token = new URLSearchParams(hash.slice(1)).get('token');
  let session: Readonly<Record<string, string>> = {};
  const ask: OpenedDashboard['ask'] = (path, body, headers = {}) =>
    postJson(`${origin}/${path}`, JSON.stringify(body), { ...session, ...headers });
  return {
    ...{ origin, port: Number(port), link, ask },
    get session() {
      return session;
    },
    printed: () => printed,
    async enter() {
      const answer = await ask('api/session', { token });
      session = { authorization: `Bearer ${((await answer.json()) as { session: string }).session}` };
    },
    async run(command, input = {}, profile = null) {
      const answer = await ask('api/run', { command, input, profile });
      return (await answer.json()) as PageRan; // of this program
    },
    end() {
      ending.abort('interrupted');
      return ran;
    },
  };
}
