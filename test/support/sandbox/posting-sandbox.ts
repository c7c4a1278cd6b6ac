import type { SandboxOptions } from '../../../src/sandbox/open-sandbox.ts';
import { type EngagedSandbox, engagedSandbox } from '../automations/engaged-sandbox.ts';
import { control } from '../control.ts';
import { NOW, type TestRequest } from '../small-sandbox.ts';

/** A sandbox whose set clock is frozen, and short ways to post to it. */
export interface PostingSandbox extends EngagedSandbox {
  send(method: string, path: string, body: object, sending?: TestRequest): ReturnType<EngagedSandbox['ask']>;
  /** Posts to facebook unless the test says otherwise. @returns its Service Post ID */
  post(body: Readonly<Record<string, unknown>>, sending?: TestRequest): Promise<string>;
  /** The same, to be published that number of seconds from the beginning. */
  schedule(seconds: number, body?: Readonly<Record<string, unknown>>, sending?: TestRequest): Promise<string>;
  change(id: string, change: object): Promise<void>;
  record(id: string, sending?: TestRequest): Promise<Recorded>;
  /** Lets that number of seconds pass. @returns how many posts were published, and how many copies confirmed */
  pass(seconds: number): Promise<readonly [posts: number, confirmations: number]>;
  listenToPosts(as?: string): Promise<void>;
  /** Events about posts, in their order. */
  recorded(): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** A post as the service returns it. */
interface Recorded {
  readonly status: string;
  readonly postIds: readonly Readonly<Record<string, unknown>>[];
  readonly errors: readonly Readonly<Record<string, unknown>>[];
}

/** That number of seconds after the beginning, as a request writes it. */
export const dateAfter = (seconds: number): string => new Date(NOW + seconds * 1_000).toISOString();

export async function postingSandbox(
  outbound: Pick<SandboxOptions, 'openOutbound' | 'allowance'> = {},
): Promise<PostingSandbox> {
  const engaged = await engagedSandbox(outbound);
  const { ask, sandbox } = engaged;
  const send: PostingSandbox['send'] = (method, path, body, sending = {}) =>
    ask(path, { ...sending, method, body: JSON.stringify(body) });
  const accepted = async (sent: ReturnType<PostingSandbox['send']>) => {
    const { http, body } = await sent;
    if (http !== 200) throw new Error(`${http}: ${JSON.stringify(body)}`);
    return body;
  };
  const post: PostingSandbox['post'] = async (body, sending) => {
    const answer = await accepted(send('POST', '/post', { platforms: ['facebook'], ...body }, sending));
    return (answer.posts?.[0] ?? answer).id;
  };
  return {
    ...engaged,
    send,
    post,
    schedule: (seconds, body = {}, sending) =>
      post({ post: `at ${seconds}`, scheduleDate: dateAfter(seconds), ...body }, sending),
    change: async (id, change) => void (await accepted(send('PATCH', '/post', { id, ...change }))),
    record: async (id, sending) => (await ask(`/post/${id}`, sending)).body,
    async pass(seconds) {
      const { processed } = (await control(sandbox, 'advanceClock', { ms: seconds * 1_000 })).body;
      return [processed['posts'] ?? 0, processed['confirmations'] ?? 0];
    },
    async listenToPosts(as) {
      const url = `https://hooks.example/${as ?? 'primary'}`;
      await send('POST', '/hook/webhook', { action: 'scheduled', url }, as === undefined ? {} : { as });
    },
    recorded: async () =>
      (await control(sandbox, 'listDeliveries')).body.deliveries
        .filter(({ action }) => action === 'scheduled')
        .map(({ event }) => event),
  };
}
