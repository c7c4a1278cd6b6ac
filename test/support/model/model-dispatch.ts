import type { Action } from '../../../src/facts/actions.ts';
import type { Ending } from '../../../src/facts/activity.ts';
import type { ProfileName } from './command.ts';
import { modelText } from './model-text.ts';
import { dayOf, monthOf, PROMISED, SENDERS } from './promised.ts';
import type { Keyed, ModelAction, ModelDispatch, ModelEffect, ModelResult, World } from './world.ts';

type Of<T extends Action['type']> = Extract<Action, { type: T }>;

/**
 * Runs one dispatch to its end at `world.now`.
 *
 * @see service.md, "States and transitions", "Automation events"; readings U-16 to U-20
 */
export function runDispatch(world: World, dispatch: ModelDispatch): void {
  const { automation, event, pauses } = dispatch;
  const isOff = automation.state !== 'active' || automation.pauses !== pauses;
  const isOwn = event.who === SENDERS[automation.profile].username;
  Object.assign(dispatch, isOff || isOwn ? SKIPPED : runActions(world, dispatch));
  dispatch.completedAt = world.now;
  if (!isOff) complete(world, dispatch);
}

type Ended = Pick<ModelDispatch, 'status' | 'results'>;

const SKIPPED: Ended = { status: 'skipped', results: null };

/** @see reading U-16: the cap is for the dispatch as a whole */
function runActions(world: World, dispatch: ModelDispatch): Ended {
  const { actions } = dispatch.automation;
  const open = actions.filter((action) => !isInItsWindow(world, dispatch, action));
  const dms = open.filter(({ config }) => config.type === 'send_dm').length;
  if (dms > 0 && dms > dmsLeftToday(world, dispatch)) return { status: 'rate_limited', results: [] };
  const results = actions.map((action): ModelResult => {
    const outcome = open.includes(action) ? runAction(world, dispatch, action) : DEDUPLICATED;
    return { key: action.key, type: action.config.type, ...outcome };
  });
  return { status: derived(results.map(({ status }) => status)), results };
}

const DEDUPLICATED: Outcome = { status: 'deduplicated' };

/** The five conditions, in their order. @see service.md, "Activity status" */
function derived(each: readonly Ending[]): Ending {
  if (each.some((status) => status === 'auth_error')) return 'auth_error';
  if (each.some((status) => status === 'sent')) return 'sent';
  if (each.every((status) => status === 'deduplicated')) return 'deduplicated';
  if (each.every((status) => status === 'deduplicated' || status === 'skipped')) return 'skipped';
  return 'failed';
}

/** @see cases D-01 to D-04, D-06; reading U-13 */
function isInItsWindow(world: World, { event }: ModelDispatch, { key, config }: ModelAction): boolean {
  const last = world.fired.get(`${key} ${event.who}`);
  const minutes = config.dedupWindowMinutes ?? PROMISED.dedupMinutes;
  return last !== undefined && world.now - last < minutes * PROMISED.minuteMs;
}

/** @see reading U-17; case C-01 */
function dmsLeftToday(world: World, { automation }: ModelDispatch): number {
  const today = world.dms.filter(({ at }) => dayOf(at) === dayOf(world.now));
  const { accountPerDay, profilePerDay } = world.caps;
  const cap = Math.min(PROMISED.dmsPerDay[world.plan], accountPerDay ?? Number.POSITIVE_INFINITY);
  const own = today.filter(({ profile }) => profile === automation.profile).length;
  return Math.min(cap - today.length, (profilePerDay ?? cap) - own);
}

type Outcome = Omit<ModelResult, 'key' | 'type'>;

function runAction(world: World, dispatch: ModelDispatch, action: ModelAction): Outcome {
  const result = outcome(world, dispatch, action);
  if (result.status === 'sent') world.fired.set(`${action.key} ${dispatch.event.who}`, world.now);
  return result;
}

function outcome(world: World, dispatch: ModelDispatch, { key, config }: ModelAction): Outcome {
  switch (config.type) {
    case 'send_dm':
      return sendDm(world, dispatch, { key, config });
    case 'fire_webhook':
      if (webhookOf(world, dispatch) === null) return { status: 'failed' };
      leave(world, dispatch, { kind: 'triggered', key });
      return { status: 'sent' };
    case 'send_email': {
      const { to, subject, message } = config;
      const sent = {
        to,
        subject: subject === undefined ? null : modelText(subject, dispatch),
        message: modelText(message, dispatch),
      };
      leave(world, dispatch, { kind: 'email', key, sent });
      return { status: 'sent', sent };
    }
  }
}

/** @see readings U-20, U-42; rules ENG-09, ENG-12, ENG-13, ENG-15, ENG-19, ENG-20 */
function sendDm(world: World, dispatch: ModelDispatch, { key, config }: Keyed<Of<'send_dm'>>): Outcome {
  const { automation, event } = dispatch;
  if (isOverTheMonth(world, dispatch)) return { status: 'failed' };
  const source = config.messageUrl === undefined ? 'template' : 'fallback';
  const message = modelText(config.message, dispatch);
  if (message.trim() === '') return { status: 'failed', source };
  const { token, messaging, page } = world.accounts[automation.profile];
  if (token !== 'ok' || messaging === 'off' || page === 'none')
    return { status: 'auth_error', source: 'unsaid' };
  const refusal = refused(world, dispatch);
  if (refusal !== null) return { status: 'failed', source, because: refusal };
  if (event.commentId !== null) world.replied.add(event.commentId);
  world.dms.push({ profile: automation.profile, who: event.who, at: world.now });
  const sent = { message, ...(source === 'fallback' && { messageUrl: '[redacted]' }) };
  leave(world, dispatch, { kind: 'dm', key, sent });
  return { status: 'sent', source, sent };
}

/** @see rule ENG-12; case C-03 */
function isOverTheMonth(world: World, { automation, event }: ModelDispatch): boolean {
  const { perMonth } = world.caps;
  if (perMonth === null || event.commentId !== null) return false;
  const sent = world.dms.filter(
    ({ profile, at }) => profile === automation.profile && monthOf(at) === monthOf(world.now),
  );
  return sent.length >= perMonth && !sent.some(({ who }) => who === event.who);
}

/** @returns what the reason must hold, where the network refuses the DM; any of several reasons may be told */
function refused(world: World, { event }: ModelDispatch): string | null {
  const { commentId, who, at } = event;
  const isShared =
    commentId !== null &&
    (world.now - at > PROMISED.privateReplyMs ||
      world.replied.has(commentId) ||
      world.deleted.has(commentId) ||
      world.requests.get(who) === 'blocked');
  if (world.refuses !== null) return isShared ? '49' : String(world.refuses);
  return isShared ? '491' : null;
}

function leave(
  world: World,
  dispatch: ModelDispatch,
  { kind, key, sent = {} }: Pick<ModelEffect, 'kind' | 'key'> & Partial<ModelEffect>,
): void {
  const webhook = kind === 'triggered' || kind === 'completed' ? webhookOf(world, dispatch) : null;
  world.effects.push({ kind, dispatch, key, sent, webhook, at: world.now });
}

/** Whose webhook it is: the profile's own, or the Primary's. @see service.md, "Automation events", 6 */
function webhookOf({ webhooks }: World, { automation }: ModelDispatch): ProfileName | null {
  if (webhooks[automation.profile]) return automation.profile;
  return webhooks.primary ? 'primary' : null;
}

/** The event of the end, where somebody asked for it. @see reading U-18 */
function complete(world: World, dispatch: ModelDispatch): void {
  const asked = dispatch.automation.actions.some(
    ({ config }) => config.type === 'fire_webhook' && config.sendCompletedEvent === true,
  );
  if (asked && webhookOf(world, dispatch) !== null) {
    leave(world, dispatch, { kind: 'completed', key: null });
  }
}
