import { randomBytes } from 'node:crypto';
import { openSandbox, type Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import type { Action } from '../../../src/service/actions.ts';
import { LIMITS } from '../../../src/service/limits.ts';
import type { Trigger } from '../../../src/service/triggers.ts';
import { ANY_TRIGGER, DM, HOOK, MAIL } from '../automations/engaged-sandbox.ts';
import { control } from '../control.ts';
import { QUIET_DEMO } from '../sandbox/new-sandbox.ts';
import { askSandbox } from '../small-sandbox.ts';
import { loopbackOutbound } from './loopback-outbound.ts';
import type { HistoryReceiver } from './receiver.ts';

/** The secrets that sign, by their names: the second comes after a while. */
export const SECRETS = { first: 'the-first-secret-of-the-run', second: 'the-second-secret-of-the-run' };

const NO_LIMIT = 1_000_000_000;
/** A receiver that hangs answers nothing in this time. */
const TIMEOUT_MS = 1_000;
/** In a few words only: what leaves takes longer than all else. */
const RECORDED: readonly Trigger[] = [
  { type: 'comment_keyword', postId: 'all', keywords: ['parcel'] },
  { type: 'dm_keyword', keywords: ['parcel'] },
];

/** The sandbox of a file that workers die on, seen from a machine with a later time. */
export interface KilledSandbox {
  /** @returns the window of every action, by its id */
  prepare(): Promise<Record<string, number>>;
  /** Runs all that is due by then, and waits for what leaves. @returns the sandbox's time by then */
  advance(ms: number, laterMs: number): Promise<number>;
  /** From now on the second secret signs too. @returns the sandbox's time */
  changeSecret(laterMs: number): Promise<number>;
}

export function killedSandbox(file: string, receiver: HistoryReceiver): KilledSandbox {
  const opened = (laterMs: number): Promise<Sandbox> =>
    openSandbox({
      file,
      random: randomBytes,
      seed: async () => QUIET_DEMO, // so that all effects are those of the run
      clock: { now: () => Date.now() + laterMs },
      ...loopbackOutbound(receiver.allowed),
    });
  const within = async <Result>(laterMs: number, work: (sandbox: Sandbox) => Promise<Result>) => {
    const sandbox = await opened(laterMs);
    try {
      return await work(sandbox);
    } finally {
      sandbox.close();
    }
  };
  const advance = (ms: number, laterMs: number) =>
    within(laterMs, async (sandbox) => timeOf(await control(sandbox, 'advanceClock', { ms })));
  return {
    prepare: () => within(0, (sandbox) => prepare(sandbox, receiver)),
    advance,
    changeSecret: (laterMs) =>
      within(laterMs, async (sandbox) => {
        await control(sandbox, 'setWebhookSecret', { profile: 'primary', secret: SECRETS.second });
        return timeOf(await control(sandbox, 'getClock'));
      }),
  };
}

const timeOf = ({ body }: { readonly body: { readonly now: string } }): number => Date.parse(body.now);

/** What automations there are: of whom, with which triggers and actions, whose windows are over soon, later, and never open. */
function automations({
  callbackUrl,
  untrustedUrl,
}: HistoryReceiver): readonly (readonly [string | undefined, readonly Trigger[], readonly Action[]])[] {
  const pair = (dm: number, email: number): readonly Action[] => [
    { ...DM, dedupWindowMinutes: dm },
    { ...MAIL, dedupWindowMinutes: email },
  ];
  const recorded = (messageUrl: string): readonly Action[] => [
    { ...DM, messageUrl, timeoutMs: TIMEOUT_MS, dedupWindowMinutes: 0 },
    { ...HOOK, dedupWindowMinutes: 0 },
  ];
  return [
    [undefined, ANY_TRIGGER, pair(1, 0)],
    [undefined, ANY_TRIGGER, pair(0, 1)],
    ['harbour', ANY_TRIGGER, pair(2, 1)],
    [undefined, RECORDED, recorded(callbackUrl)],
    ['harbour', RECORDED, recorded(untrustedUrl)],
  ];
}

async function prepare(sandbox: Sandbox, receiver: HistoryReceiver): Promise<Record<string, number>> {
  await control(sandbox, 'setClock', { mode: 'set' });
  await control(sandbox, 'setRateLimit', { max: null });
  await control(sandbox, 'setDmLimits', { perDay: NO_LIMIT, perHour: NO_LIMIT });
  const send = async (path: string, body: unknown, as?: string) => {
    const sending = { method: 'POST', body: JSON.stringify(body), ...(as && { as }) };
    const answer = await askSandbox(sandbox, path, sending);
    if (answer.http !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const webhook = { action: 'automations', url: receiver.webhookUrl, secret: SECRETS.first };
  await send('/hook/webhook', webhook);
  await send('/hook/webhook', { action: 'automations', url: receiver.untrustedUrl }, 'harbour');
  const windows: Record<string, number> = {};
  for (const [as, triggers, actions] of automations(receiver)) {
    const { id } = await send('/automations', { triggers, actions }, as);
    const { body } = await askSandbox(sandbox, `/automations/${id}`, as ? { as } : {});
    for (const action of body.actions) windows[action.id] = action.config.dedupWindowMinutes;
  }
  return windows;
}

/** By then a round of the sandbox's time has seen the end of everybody's 20 to 60 seconds. */
export const ROUND_MS = LIMITS.dispatchJitterMs.max;
/** By then every schedule has had its last attempt. */
export const SCHEDULE_MS = LIMITS.webhookRetryEndMs;
