import type { Action } from '../../src/service/actions.ts';
import { type EngagedSandbox, engagedSandbox } from './engaged-sandbox.ts';
import { outlet } from './history/outlet.ts';
import { openReceiver, type Receiver, type Reply, type ReplyPlan } from './receiver.ts';

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
      const engaged = await engagedSandbox(outlet([receiver.address]));
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
