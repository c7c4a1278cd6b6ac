import type { Action } from '../../../src/service/actions.ts';
import type { ControlInput } from '../../../src/service/control/control.ts';
import { SECOND_MS } from '../../../src/service/durations.ts';
import type { Trigger } from '../../../src/service/triggers.ts';
import { control } from '../control.ts';
import { NOW, type SmallSandbox, smallSandbox } from '../small-sandbox.ts';
import { SLIGHT_SEED } from '../small-seed.ts';
import { automationsOf } from './ask-automations.ts';

type FollowerEvent = Partial<ControlInput<'engage'>>;

/** Short ways to do what tests of automations do again and again. Ids of profiles are their aliases. */
export interface EngagedSandbox extends SmallSandbox {
  /** @returns its id */
  automate(
    actions: readonly Action[],
    options?: { triggers?: readonly Trigger[]; as?: string },
  ): Promise<string>;
  /** A comment by mara with the word `price`, unless the test says otherwise. @returns what followed */
  engage(engaging?: FollowerEvent): Promise<Awaited<ReturnType<typeof engagements>>>;
  advance(seconds: number): Promise<number>;
  /** Engages, and lets a minute pass. @returns the newest row of the automation */
  fire(id: string, engaging?: FollowerEvent): Promise<ActivityListRow>;
  /** Newest first. */
  rows(id: string, as?: string): Promise<readonly ActivityListRow[]>;
  update(id: string, change: object): Promise<void>;
  remove(id: string): Promise<void>;
  listen(url?: string, as?: string): Promise<void>;
  texts(): Promise<readonly string[]>;
  /** The types of the events that wait to be delivered, in their order, or one member of each. */
  events(member?: string): Promise<readonly unknown[]>;
  now(): Promise<string>;
}

/** A row of activity, as the service gives it. */
export interface ActivityListRow {
  readonly id: string;
  readonly status: string;
  readonly errorDetails: string | null;
  readonly created: string;
  readonly completedAt: string | null;
  readonly triggerId: string;
  readonly actionResults: readonly {
    readonly actionId: string;
    readonly type: string;
    readonly status: string;
    readonly errorDetails: string | null;
    readonly messageSource?: string;
    readonly sent?: Readonly<Record<string, unknown>>;
    readonly completedAt: string | null;
  }[];
}

export const DM = { type: 'send_dm', message: 'Here it is.' } as const;
export const HOOK = { type: 'fire_webhook', sendCompletedEvent: true } as const;
export const MAIL = { type: 'send_email', to: 'desk@shop.example', message: 'One more.' } as const;

/** One of each kind; words where they are needed are `price`. */
export const ANY_TRIGGER: readonly Trigger[] = [
  { type: 'comment_keyword', postId: 'all', keywords: ['price'] },
  { type: 'story_reply' },
  { type: 'story_comment' },
  { type: 'dm_keyword', keywords: ['price'] },
  { type: 'dm_reaction' },
];

const engagements = async (small: SmallSandbox, engaging: FollowerEvent) => {
  const kind = engaging.kind ?? 'comment';
  const text = kind === 'reaction' || engaging.eventId !== undefined ? {} : { text: 'price' };
  const order = { kind, from: { username: 'mara' }, ...text, ...engaging };
  const { http, body } = await control(small.sandbox, 'engage', order);
  if (http !== 200) throw new Error(`${http}: ${body.details}`);
  return body.events;
};

/** A sandbox whose set clock is frozen until it is advanced. @param outbound lets it reach others */
export async function engagedSandbox(
  outbound: Parameters<typeof smallSandbox>[2] = {},
): Promise<EngagedSandbox> {
  const small = await smallSandbox(SLIGHT_SEED, NOW, outbound);
  const { sandbox, ask } = small;
  const { create, update, remove } = automationsOf(small);
  await control(sandbox, 'setClock', { mode: 'set' });
  await control(sandbox, 'setRateLimit', { max: null });
  const rows = async (id: string, as?: string): Promise<readonly ActivityListRow[]> =>
    (await ask(`/automations/${id}/activity?limit=100`, as === undefined ? {} : { as })).body.activity;
  const advance = async (seconds: number) =>
    (await control(sandbox, 'advanceClock', { ms: seconds * SECOND_MS })).body.processed['dispatches'] ?? 0;
  const engage = (engaging: FollowerEvent = {}) => engagements(small, engaging);
  return {
    ...small,
    async automate(actions, { triggers = ANY_TRIGGER, as } = {}) {
      const { body } = await create({ triggers, actions }, as === undefined ? {} : { as });
      return body.id;
    },
    engage,
    advance,
    rows,
    async fire(id, engaging) {
      await engage(engaging);
      await advance(60);
      const [newest] = await rows(id, engaging?.profile === 'primary' ? undefined : engaging?.profile);
      if (newest === undefined) throw new Error('nothing fired');
      return newest;
    },
    update: async (id, change) => void (await update(id, change)),
    remove: async (id) => void (await remove(id)),
    async listen(url = 'https://hooks.example.com/automations', as) {
      const body = JSON.stringify({ action: 'automations', url });
      await ask('/hook/webhook', { method: 'POST', body, ...(as !== undefined && { as }) });
    },
    texts: async () => (await control(sandbox, 'listInbox')).body.messages.map(({ text }) => text),
    events: async (member = 'type') =>
      (await control(sandbox, 'listDeliveries')).body.deliveries.map(({ event }) => event[member]),
    now: async () => (await control(sandbox, 'getClock')).body.now,
  };
}
