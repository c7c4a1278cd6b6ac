import type { OutboundAnswer } from '../../../src/outbound/outbound.ts';
import type { Action } from '../../../src/service/actions.ts';
import type { WebhookAction } from '../../../src/service/webhooks.ts';
import { type EngagedSandbox, engagedSandbox } from '../automations/engaged-sandbox.ts';
import { control } from '../control.ts';
import { loopbackOutbound } from '../history/loopback-outbound.ts';
import { openReceiver, type Receiver, type Reply, type ReplyPlan } from '../receiver/receiver.ts';
import { NOW, smallSandbox, type TestRequest } from '../small-sandbox.ts';
import { SLIGHT_SEED } from '../small-seed.ts';
import { createFakeOutbound } from './fake-outbound.ts';

/** A sandbox, and a receiver of webhooks on this machine. */
export interface DeliverySandbox extends EngagedSandbox {
  readonly receiver: Receiver;
  /** Registers the receiver. */
  register(secret?: string, options?: { as?: string; action?: WebhookAction }): Promise<void>;
  /** Enqueues a delivery manually. @returns its `hookId` */
  enqueue(event?: Readonly<Record<string, unknown>>, profile?: string): Promise<string>;
  pass(ms: number): Promise<void>;
  listed(hookId: string): Promise<DeliveryInList>;
  /** The bodies that came, in the order in which they came. */
  bodies(): readonly Readonly<Record<string, unknown>>[];
}

type DeliveryInList = Awaited<ReturnType<typeof control<'listDeliveries'>>>['body']['deliveries'][number];

/** Where such sandboxes come from. */
export interface DeliverySandboxes {
  /** @param plan default: every answer is a good one */
  open(plan?: ReplyPlan): Promise<DeliverySandbox>;
  close(): Promise<void>;
}

export function createDeliverySandboxes(): DeliverySandboxes {
  const opened: DeliverySandbox[] = [];
  return {
    async open(plan) {
      const receiver = await openReceiver(plan);
      const recorded = { ...(await engagedSandbox(loopbackOutbound([receiver.address]))), receiver };
      opened.push({ ...recorded, ...waysOf(recorded) });
      return { ...recorded, ...waysOf(recorded) };
    },
    async close() {
      for (const { receiver, sandbox } of opened.splice(0)) {
        await receiver.close();
        sandbox.close();
      }
    },
  };
}

function waysOf({
  sandbox,
  ask,
  receiver,
}: EngagedSandbox & Pick<DeliverySandbox, 'receiver'>): Omit<
  DeliverySandbox,
  keyof EngagedSandbox | 'receiver'
> {
  return {
    async register(secret, { as, action = 'automations' } = {}) {
      const body = JSON.stringify({ action, url: receiver.url, ...(secret !== undefined && { secret }) });
      await ask('/hook/webhook', { method: 'POST', body, ...(as !== undefined && { as }) });
    },
    async enqueue(event = { type: 'automation.triggered' }, profile = 'primary') {
      const { body } = await control(sandbox, 'triggerEvent', { profile, action: 'automations', event });
      return String(body.delivery?.hookId);
    },
    pass: async (ms) => void (await control(sandbox, 'advanceClock', { ms })),
    async listed(hookId) {
      const { deliveries } = (await control(sandbox, 'listDeliveries')).body;
      const found = deliveries.find((each) => each.hookId === hookId);
      if (found === undefined) throw new Error(`there is no delivery ${hookId}`);
      return found;
    },
    bodies: () => receiver.received.map((one) => one.json()),
  };
}

const PATH = '/hook/history';
const OK: Partial<OutboundAnswer> = { status: 200 };

/** A sandbox with a set clock, whose receivers answer in turn, with the last one from then on. */
export async function openHookSandbox(...answers: readonly Partial<OutboundAnswer>[]) {
  const outbound = createFakeOutbound(
    () => answers[Math.min(outbound.asked.length, answers.length) - 1] ?? OK,
  );
  const small = await smallSandbox(SLIGHT_SEED, NOW, { openOutbound: async () => outbound });
  const { sandbox, ask } = small;
  await control(sandbox, 'setClock', { mode: 'set' });
  await control(sandbox, 'setRateLimit', { max: null });
  return {
    ...small,
    outbound,
    history: async (query = '', sending: TestRequest = {}) => (await ask(`${PATH}${query}`, sending)).body,
    async listen(action: WebhookAction = 'feed', as?: string) {
      const body = JSON.stringify({ action, url: `https://hooks.example/${as ?? 'primary'}` });
      await ask('/hook/webhook', { method: 'POST', body, ...(as !== undefined && { as }) });
    },
    /** @returns the hook id */
    async enqueue(action: WebhookAction = 'feed', event: object = { id: '1' }, profile = 'primary') {
      const { body } = await control(sandbox, 'triggerEvent', { profile, action, event: { ...event } });
      return body.delivery?.hookId;
    },
    pass: (ms: number) => control(sandbox, 'advanceClock', { ms }),
    /** The last body that left. */
    sent: () => JSON.parse(new TextDecoder().decode(outbound.asked.at(-1)?.body)),
  };
}

type SendDm = Extract<Action, { readonly type: 'send_dm' }>;

/** A sandbox and an endpoint on this machine that receives the callbacks of its DMs. */
export interface CallbackSandbox extends EngagedSandbox {
  readonly receiver: Receiver;
  /** A DM that asks the receiver, with what the test is about. */
  called(more?: Partial<SendDm>): SendDm;
  /** Makes an automation with that DM, and lets a follower comment. @returns how the DM ended */
  fireDm(more?: Partial<SendDm>): ReturnType<typeof dmOf>;
}

/** What the template of every such DM says. */
export const TEMPLATE = 'Here it is.';

/** An answer that holds a text. */
export const saying = (message: unknown, status = 200): Reply => ({
  status,
  body: JSON.stringify({ message }),
});

/** Where such sandboxes come from. */
export interface CallbackSandboxes {
  /** @param plan default: every answer is `hello` */
  open(plan?: ReplyPlan): Promise<CallbackSandbox>;
  close(): Promise<void>;
}

export function createCallbackSandboxes(): CallbackSandboxes {
  const opened: CallbackSandbox[] = [];
  return {
    async open(plan = () => saying('hello')) {
      const receiver = await openReceiver(plan);
      const engaged = await engagedSandbox(loopbackOutbound([receiver.address]));
      const called: CallbackSandbox['called'] = (more) => ({
        type: 'send_dm',
        message: TEMPLATE,
        messageUrl: receiver.url,
        ...more,
      });
      const fireDm = async (more?: Partial<SendDm>) => dmOf(engaged, await engaged.automate([called(more)]));
      const asking = { ...engaged, receiver, called, fireDm };
      opened.push(asking);
      return asking;
    },
    async close() {
      for (const { receiver, sandbox } of opened.splice(0)) {
        await receiver.close();
        sandbox.close();
      }
    },
  };
}

async function dmOf({ fire }: EngagedSandbox, id: string) {
  const row = await fire(id);
  const result = row.actionResults.find(({ type }) => type === 'send_dm');
  if (result === undefined) throw new Error('there was no DM');
  return result;
}
