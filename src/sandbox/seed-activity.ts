import { MINUTE_MS, SECOND_MS } from '../service/durations.ts';
import { ENGAGEMENTS, type Engagement } from '../service/engagement.ts';
import { AUTOMATION_PLATFORM } from '../service/platforms.ts';
import type { Database } from '../storage/open-database.ts';
import { createSeededNumbers } from './demo/crowd.ts';
import {
  buildCompletedEvent,
  deriveOverallStatus,
  toActionResultFields,
} from './engine/dispatcher/complete.ts';
import {
  buildTriggeredEvent,
  createGroupContext,
  type DispatchContext,
  fillActionTemplate,
  getEffectKey,
  redactSent,
  saveActions,
  startDedupWindow,
} from './engine/dispatcher/context.ts';
import { generateDeliveryId, generateHookId, type Random } from './generate-ids.ts';
import type { Seed, SeedActivity, SeedEnding } from './seed.ts';
import type { StoredAction } from './store/automations/action-results.ts';
import { type Automation, countEnded, countTriggered } from './store/automations/automations.ts';
import { finishDispatch, insertDispatch } from './store/automations/dispatches.ts';
import { insertEngagement } from './store/automations/engagements.ts';
import { findNetworkUser } from './store/comments.ts';
import { insertMessage } from './store/messages.ts';
import { findDelivery, insertDelivery, refreshNextDue } from './store/outbound/deliveries.ts';
import { claimDelivery, recordAttempt } from './store/outbound/delivery-queue.ts';

/** Where the company's own receiver was; no webhook is registered any more, so that nothing new is sent there. */
const RECEIVER = 'https://orders.kestrellane.example/crier';
/** What the guide's automation asked for its text, before it had one of its own. */
const FORMER_CALLBACK = 'https://answers.kestrellane.example/guide';

const ANSWERED_AFTER_MS = 34 * SECOND_MS;
const RETRIED_AFTER_MS = 5 * MINUTE_MS;
const FIRST_COMMENT = 17_950_000_000_000_000;

/**
 * Stores what the automations of the seed did: rows of activity with their engagements, DMs, emails and deliveries.
 * Its ids need no randomness, so that the keys and ids that are made later are the same with and without it. The caller
 * holds the transaction.
 */
export function seedActivity({
  store,
  seed,
  anchor,
}: {
  store: Database;
  seed: Seed;
  /** The demo data counts its minutes back from this time. */
  anchor: number;
}): void {
  const next = createSeededNumbers(7);
  const random: Random = (bytes) => Uint8Array.from({ length: bytes }, () => next(256));
  for (const [number, answer] of (seed.activity ?? []).entries()) {
    const { by } = answer;
    const personId = findNetworkUser(store, AUTOMATION_PLATFORM, by)?.id;
    if (personId === undefined) throw new Error(`the seed has an answer to ${by}, who is not on Instagram`);
    const context = addDispatch({ store, random }, { answer, number, personId, anchor });
    addResults(context, answer);
    endDispatch(context, answer);
  }
}

/** Adds the engagement and its dispatch. The context's time is that at which its actions ran. */
function addDispatch(
  { store, random }: { store: Database; random: Random },
  {
    answer,
    number,
    personId,
    anchor,
  }: { answer: SeedActivity; number: number; personId: string; anchor: number },
): DispatchContext {
  const group = createGroupContext(store, random);
  const automation = group.reads.automation(answer.automation);
  const at = anchor - answer.minutesAgo * MINUTE_MS;
  const engagement = buildEngagement(answer, { number, personId, at });
  const row = insertEngagement(store, {
    accountId: automation.accountId,
    engagement,
    received: at,
    like: null,
  });
  const id = `${automation.id}:${answer.trigger}:${engagement.eventId}`;
  const dispatch = {
    id,
    automation: automation.id,
    triggerId: answer.trigger,
    triggerType: ENGAGEMENTS[answer.kind].trigger,
    keyword: answer.keyword ?? null,
    engagement: row,
    recipientId: personId,
    created: at,
    dueAt: at + ANSWERED_AFTER_MS,
    pauseCount: automation.pauseCount,
  };
  const added = insertDispatch(store, dispatch);
  countTriggered(store, automation.id, at);
  const known = { ...dispatch, row: added, status: 'pending', retries: 0 } as const;
  const of = { dispatch: known, engagement, automation, actions: [], endedBefore: new Set<never>() };
  return { ...group, ...of, now: dispatch.dueAt };
}

function buildEngagement(
  { kind, by, text, postId = '', storyId = '' }: SeedActivity,
  { number, personId, at }: { number: number; personId: string; at: number },
): Engagement {
  const commentId = String(FIRST_COMMENT + number * 7_919);
  const messageId = `aWdfZAG1faXRlbToxOk${String(number).padStart(6, '0')}`;
  const common = { from: { id: personId, username: by }, at };
  switch (kind) {
    case 'comment':
      return { kind, eventId: commentId, ...common, commentId, text, postId };
    case 'story_reply':
      return { kind, eventId: messageId, ...common, messageId, text, storyId };
    case 'dm':
      return { kind, eventId: messageId, ...common, messageId, text };
    case 'reaction':
      return { kind, eventId: `${messageId}R`, ...common, messageId, emoji: text };
  }
}

function addResults(context: DispatchContext, { endings, fallback }: SeedActivity): void {
  for (const [position, ending] of endings.entries()) {
    const action = context.automation.actions[position];
    if (action !== undefined) addResult(context, { position, ending, action, fallback });
  }
  saveActions(context);
}

function addResult(
  context: DispatchContext,
  {
    position,
    ending,
    action,
    fallback,
  }: {
    position: number;
    ending: SeedEnding;
    action: Automation['actions'][number];
    fallback: string | undefined;
  },
): void {
  const { dispatch, now } = context;
  const config: Readonly<Record<string, unknown>> = {
    ...action.config,
    ...(fallback !== undefined && { messageUrl: FORMER_CALLBACK }),
  };
  const { id: actionId, type } = action;
  const text = type === 'fire_webhook' ? null : fillActionTemplate(context, config['message']);
  const sent =
    text === null
      ? { payload: buildTriggeredEvent(dispatch, context.engagement, { actionId, now }) }
      : { message: text };
  const isSent = ending.status === 'sent';
  context.actions.push({
    position,
    actionId,
    type,
    config,
    status: ending.status,
    errorDetails: ending.error ?? fallback ?? null,
    messageSource: type === 'send_dm' && isSent ? (fallback === undefined ? 'template' : 'fallback') : null,
    chargedDay: null,
    slot: null,
    completedAt: now,
    recorded: isSent ? redactSent(sent) : null,
  });
  if (!isSent) return;
  startDedupWindow(context, { actionId, config });
  const key = getEffectKey(dispatch, { actionId });
  if (type === 'send_dm') addMessage(context, { key, text: text ?? '' });
}

function addMessage(
  { store, automation, engagement, dispatch, now }: DispatchContext,
  { key, text }: { key: string; text: string },
): void {
  const isComment = 'commentId' in engagement;
  insertMessage(store, {
    key,
    profile: automation.profile,
    accountId: automation.accountId,
    recipientId: dispatch.recipientId,
    text,
    way: isComment ? 'private_reply' : 'dm',
    commentId: isComment ? engagement.commentId : null,
    at: now,
    dropped: false,
    isAutomatic: false,
    mediaUrls: [],
  });
}

function endDispatch(context: DispatchContext, { limited, attempts }: SeedActivity): void {
  const { store, dispatch, automation, engagement, now } = context;
  const results: readonly StoredAction[] = context.actions;
  const endings = results.map(({ status }) => status);
  const status =
    limited === undefined
      ? deriveOverallStatus(endings.filter((each) => each !== 'pending' && each !== 'attempting'))
      : 'rate_limited';
  const failed = status === 'failed' || status === 'auth_error';
  const errorDetails =
    limited ?? (failed ? (results.find((each) => each.status === status)?.errorDetails ?? null) : null);
  const end = { status, errorDetails, completedAt: now };
  finishDispatch(store, dispatch.row, end);
  countEnded(store, automation.id, end, 1);
  const fired = results.find(({ type }) => type === 'fire_webhook');
  if (attempts === undefined || fired?.status !== 'sent') return;
  const { actionId } = fired;
  const reported = { status, errorDetails, actionResults: results.map(toActionResultFields), now };
  const triggered = buildTriggeredEvent(dispatch, engagement, { actionId, now });
  addDelivery(context, {
    key: `triggered:${getEffectKey(dispatch, { actionId })}`,
    event: triggered,
    attempts,
  });
  const completed = buildCompletedEvent(dispatch, engagement, reported);
  addDelivery(context, {
    key: `completed:${dispatch.id}`,
    event: completed,
    attempts: [200],
  });
}

/** Adds a delivery with its attempts, as the outbound queue would have recorded them. */
function addDelivery(
  { store, random, automation, now }: DispatchContext,
  {
    key,
    event,
    attempts,
  }: {
    key: string;
    event: Readonly<Record<string, unknown>>;
    /** HTTP statuses. */
    attempts: readonly number[];
  },
): void {
  const { profile } = automation;
  const hookId = generateHookId(random);
  const delivery = {
    hookId,
    key,
    profile,
    owner: profile,
    action: 'automations',
    url: RECEIVER,
    event,
  } as const;
  insertDelivery(store, { ...delivery, created: now });
  for (const [attempt, status] of attempts.entries()) {
    const found = findDelivery(store, hookId);
    if (found === undefined) return;
    const at = now + attempt * RETRIED_AFTER_MS;
    // a lease in the past: none is left
    const claimed = claimDelivery(store, found, { deliveryId: generateDeliveryId(random), at, real: 0 });
    const isDelivered = status < 300;
    const isLast = attempt === attempts.length - 1;
    recordAttempt(
      store,
      claimed,
      { ms: 140 + attempt, status, error: isDelivered ? null : `status ${status}`, byAllowance: false },
      {
        state: isDelivered ? 'delivered' : isLast ? 'failed' : 'waiting',
        dueAt: isLast ? null : at + RETRIED_AFTER_MS,
        attemptsCompleted: attempt + 1,
        isBlocked: false,
      },
    );
    refreshNextDue(store, claimed.address);
  }
}
