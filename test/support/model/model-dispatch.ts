import type { Action } from '../../../src/service/actions.ts';
import type { TerminalStatus } from '../../../src/service/endpoints/activity.ts';
import { dayOf, EXPECTED, monthOf, SENDERS, written } from './expected.ts';
import { modelEnqueue } from './model-deliveries.ts';
import type { Keyed, ModelAction, ModelCallback, ModelDispatch, ModelResult, ModelWorld } from './world.ts';

type DispatchIds<T extends Action['type']> = Extract<Action, { type: T }>;

/** A dispatch as it runs: it stops at each callback, and continues with its text, or with null for none. */
export type DispatchRun = Generator<ModelCallback, void, string | null>;

/**
 * Runs one dispatch at `world.now`, but for what is asked of others.
 *
 * @see docs/service/webhooks.md#automation-events
 * @see docs/service/engine.md#states
 * @see docs/service/readings.md#U-16 to #U-20
 */
export function* runDispatch(world: ModelWorld, dispatch: ModelDispatch): DispatchRun {
  const { automation, event, pauses } = dispatch;
  const isOff = automation.state !== 'active' || automation.pauses !== pauses;
  const isOwn = event.who === SENDERS[automation.profile].username;
  dispatch.status = 'in_flight';
  Object.assign(dispatch, isOff || isOwn ? SKIPPED : yield* runActions(world, dispatch));
  dispatch.completedAt = world.now;
  if (!isOff) complete(world, dispatch);
}

type ModelRun<Result> = Generator<ModelCallback, Result, string | null>;
type ModelEnd = Pick<ModelDispatch, 'status' | 'results'>;

const SKIPPED: ModelEnd = { status: 'skipped', results: null };

/** @see docs/service/readings.md#U-16: the cap is for the dispatch as a whole */
function* runActions(world: ModelWorld, dispatch: ModelDispatch): ModelRun<ModelEnd> {
  const { actions } = dispatch.automation;
  const open = actions.filter((action) => !isInItsWindow(world, dispatch, action));
  const dms = open.filter(({ config }) => config.type === 'send_dm').length;
  if (dms > 0 && dms > dmsLeftToday(world, dispatch)) return { status: 'rate_limited', results: [] };
  dispatch.charged = dms;
  const results: ModelResult[] = [];
  for (const action of actions) {
    const outcome = open.includes(action) ? yield* runAction(world, dispatch, action) : DEDUPLICATED;
    results.push({ key: action.key, type: action.config.type, ...outcome });
  }
  return { status: derived(results.map(({ status }) => status)), results };
}

const DEDUPLICATED: ModelOutcome = { status: 'deduplicated' };

/** The five conditions, in their order. @see docs/service/engine.md#states */
function derived(each: readonly TerminalStatus[]): TerminalStatus {
  if (each.some((status) => status === 'auth_error')) return 'auth_error';
  if (each.some((status) => status === 'sent')) return 'sent';
  if (each.every((status) => status === 'deduplicated')) return 'deduplicated';
  if (each.every((status) => status === 'deduplicated' || status === 'skipped')) return 'skipped';
  return 'failed';
}

/** @see docs/service/engine.md#D-01 to #D-04, #D-06; docs/service/readings.md#U-13 */
function isInItsWindow(world: ModelWorld, { event }: ModelDispatch, { key, config }: ModelAction): boolean {
  const last = world.fired.get(`${key} ${event.who}`);
  const minutes = config.dedupWindowMinutes ?? EXPECTED.dedupMinutes;
  return last !== undefined && world.now - last < minutes * EXPECTED.minuteMs;
}

/**
 * What others will send counts, too, until it is known that it did not go out.
 *
 * @see docs/service/readings.md#U-17
 * @see docs/service/engine.md#C-01
 */
function dmsLeftToday(world: ModelWorld, { automation }: ModelDispatch): number {
  const today = [
    ...world.dms.filter(({ at }) => dayOf(at) === dayOf(world.now)).map(({ profile }) => profile),
    ...world.dispatches.flatMap(({ charged, automation: { profile } }) => Array(charged).fill(profile)),
  ];
  const { accountPerDay, profilePerDay } = world.caps;
  const cap = Math.min(EXPECTED.dmsPerDay[world.plan], accountPerDay ?? Number.POSITIVE_INFINITY);
  const own = today.filter((profile) => profile === automation.profile).length;
  return Math.min(cap - today.length, (profilePerDay ?? cap) - own);
}

type ModelOutcome = Omit<ModelResult, 'key' | 'type'>;

function* runAction(
  world: ModelWorld,
  dispatch: ModelDispatch,
  { key, config }: ModelAction,
): ModelRun<ModelOutcome> {
  const result =
    config.type === 'send_dm'
      ? yield* sendDm(world, dispatch, { key, config })
      : outcome(world, dispatch, { key, config });
  if (config.type === 'send_dm') dispatch.charged -= 1;
  if (result.status === 'sent') world.fired.set(`${key} ${dispatch.event.who}`, world.now);
  return result;
}

function outcome(
  world: ModelWorld,
  dispatch: ModelDispatch,
  { key, config }: Keyed<Exclude<Action, { type: 'send_dm' }>>,
): ModelOutcome {
  switch (config.type) {
    case 'fire_webhook':
      return { status: modelEnqueue(world, { kind: 'triggered', dispatch, key }) ? 'sent' : 'failed' };
    case 'send_email': {
      const { to, subject, message } = config;
      const sent = {
        to,
        subject: subject === undefined ? null : modelText(subject, dispatch),
        message: modelText(message, dispatch),
      };
      world.effects.push({ kind: 'email', dispatch, key, sent, at: world.now });
      return { status: 'sent', sent };
    }
  }
}

/**
 * @see docs/service/readings.md#U-20, #U-42
 * @see docs/service/engine.md#ENG-09, #ENG-12, #ENG-13, #ENG-15, #ENG-19, #ENG-20
 * @see docs/service/callbacks.md#CBK-02, #CBK-05, #CBK-07
 */
function* sendDm(
  world: ModelWorld,
  dispatch: ModelDispatch,
  { key, config }: Keyed<DispatchIds<'send_dm'>>,
): ModelRun<ModelOutcome> {
  const { automation, event } = dispatch;
  const { messageUrl: url } = config;
  if (isOverTheMonth(world, dispatch)) return { status: 'failed' };
  const recorded = url === undefined ? null : yield { dispatch, key, url };
  const source = url === undefined ? 'template' : recorded === null ? 'fallback' : 'callback';
  // Others may have had their DM meanwhile.
  if (url !== undefined && isOverTheMonth(world, dispatch)) return { status: 'failed', source };
  const message = recorded ?? modelText(config.message, dispatch);
  if (recorded === null && message.trim() === '') return { status: 'failed', source };
  const { token, messaging, page } = world.accounts[automation.profile];
  if (token !== 'ok' || messaging === 'off' || page === 'none')
    return { status: 'auth_error', source: 'unsaid' };
  const refusal = refused(world, dispatch);
  if (refusal !== null) return { status: 'failed', source, because: refusal };
  if (event.commentId !== null) world.replied.add(event.commentId);
  world.dms.push({ profile: automation.profile, who: event.who, at: world.now });
  const sent = { message, ...(url !== undefined && { messageUrl: '[redacted]' }) };
  world.effects.push({ kind: 'dm', dispatch, key, sent, at: world.now });
  return { status: 'sent', source, sent };
}

/** @see docs/service/engine.md#ENG-12, #C-03 */
function isOverTheMonth(world: ModelWorld, { automation, event }: ModelDispatch): boolean {
  const { perMonth } = world.caps;
  if (perMonth === null || event.commentId !== null) return false;
  const sent = world.dms.filter(
    ({ profile, at }) => profile === automation.profile && monthOf(at) === monthOf(world.now),
  );
  return sent.length >= perMonth && !sent.some(({ who }) => who === event.who);
}

/** @returns what the reason must contain, where the network refuses the DM; any of several reasons may be given */
function refused(world: ModelWorld, { event }: ModelDispatch): string | null {
  const { commentId, who, at } = event;
  const isShared =
    commentId !== null &&
    (world.now - at > EXPECTED.privateReplyMs ||
      world.replied.has(commentId) ||
      world.deleted.has(commentId) ||
      world.requests.get(who) === 'blocked');
  if (world.refuses !== null) return isShared ? '49' : String(world.refuses);
  return isShared ? '491' : null;
}

/** The event of the end, where there is a subscriber. @see docs/service/readings.md#U-18 */
function complete(world: ModelWorld, dispatch: ModelDispatch): void {
  const asked = dispatch.automation.actions.some(
    ({ config }) => config.type === 'fire_webhook' && config.sendCompletedEvent === true,
  );
  if (asked) modelEnqueue(world, { kind: 'completed', dispatch, key: null });
}

/**
 * A template, filled in. Of the placeholders only `recipient_id` and a message's `comment_id` are not used in the
 * scenarios: the network makes them up.
 *
 * @see docs/service/automations.md#placeholders
 * @see docs/service/engine.md#M-09, #M-10, #M-12, #M-13
 */
function modelText(template: string, { automation, event, trigger, keyword }: ModelDispatch): string {
  const sender = SENDERS[automation.profile];
  const values: Readonly<Record<string, string | null>> = {
    recipient_username: event.commentId === null ? null : event.who,
    recipient_name: null,
    sender_username: sender.username,
    sender_name: sender.name,
    comment_text: event.kind === 'reaction' ? null : event.text,
    comment_sent_at: written(event.at),
    matched_keyword: keyword,
    platform: 'instagram',
    trigger_type: trigger.config.type,
  };
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? '');
}
