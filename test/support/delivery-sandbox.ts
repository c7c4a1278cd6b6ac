import type { WebhookAction } from '../../src/service/webhooks.ts';
import { control } from './control.ts';
import { type EngagedSandbox, engagedSandbox } from './engaged-sandbox.ts';
import { outlet } from './history/outlet.ts';
import { openReceiver, type Receiver, type ReplyPlan } from './receiver.ts';

/** A sandbox, and a receiver of webhooks on this machine. */
export interface DeliverySandbox extends EngagedSandbox {
  readonly receiver: Receiver;
  /** Registers the receiver. */
  register(secret?: string, options?: { as?: string; action?: WebhookAction }): Promise<void>;
  /** Enqueues a delivery manually. @returns its `hookId` */
  tell(event?: Readonly<Record<string, unknown>>, profile?: string): Promise<string>;
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
      const told = { ...(await engagedSandbox(outlet([receiver.address]))), receiver };
      opened.push({ ...told, ...waysOf(told) });
      return { ...told, ...waysOf(told) };
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
    async tell(event = { type: 'automation.triggered' }, profile = 'primary') {
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
