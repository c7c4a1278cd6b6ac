import { EVENT_TRIGGERS } from '../../../../domain/automations/event-triggers.ts';
import { flattenAutomation } from '../../../../domain/automations/flatten-automation.ts';
import { testAutomation } from '../../../../domain/automations/test-automation.ts';
import { formatIsoSeconds, readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { DAY_MS } from '../../../../service/durations.ts';
import type { AutomationRecord } from '../../../../service/endpoints/automations.ts';
import { ENGAGEMENTS, type Engagement } from '../../../../service/engagement.ts';
import { LIMITS } from '../../../../service/limits.ts';
import type { PrintedCommands } from '../../../framework/command/printed-commands.ts';
import { buildWords, type ShellWords, toFlagWords } from '../../../framework/output/text/shell-command.ts';
import { EVENT_NAMES } from '../event-names.ts';
import {
  createFinding,
  type ExplanationFinding,
  type FindingInput,
  type NetworkEvent,
} from './explanation.ts';

/** What is known about an event that made no row. */
export interface SilenceContext {
  automation: AutomationRecord;
  /** The event; null if unknown. */
  event: Engagement | null;
  /** What was used to search for the event. */
  query: { commentId?: string | undefined; recipient?: string | undefined };
  /** Whether the profile has an Instagram account; null if unknown. */
  isLinked: boolean | null;
  /** The service's time in milliseconds since 1970. */
  now: number;
  commands: PrintedCommands;
  /** Null if the service is not the local sandbox; `reported` if the network did not report it, or no event was given. */
  sandbox: { profile: string; reported: NetworkEvent | null } | null;
}

const ROWS_DAYS = LIMITS.activityLookbackMs / DAY_MS;

/** Explains why an automation did not react to an event: most important first. */
export function explainSilence(silence: SilenceContext): readonly ExplanationFinding[] {
  const { automation, event, now } = silence;
  if (event?.at != null && now - event.at > LIMITS.activityLookbackMs)
    return [createFinding(explainTooOld(event))];
  return [
    explainUnlinked(silence),
    explainOtherAccount(silence),
    explainPaused(silence),
    ...(event === null ? [explainUnknownEvent(silence)] : explainTriggers(silence, event)),
    explainCreatedLater(automation),
  ]
    .filter((each) => each !== null)
    .map(createFinding);
}

export function explainDeleted(): readonly ExplanationFinding[] {
  return [
    createFinding({
      subject: 'automation',
      reason: 'it was deleted, and no longer reacts',
      advice: `its activity is available for ${ROWS_DAYS} days, by the ids of its rows`,
    }),
  ];
}

function explainTooOld({ kind }: Engagement): FindingInput {
  return {
    subject: 'activity',
    reason: `${ENGAGEMENTS[kind].name} of more than ${ROWS_DAYS} days ago: activity is only available for ${ROWS_DAYS} days, so the result is unknown`,
  };
}

function explainUnlinked({ isLinked, commands, sandbox }: SilenceContext): FindingInput | null {
  if (isLinked !== false) return null;
  return {
    subject: 'account',
    reason: 'the profile has no linked Instagram account, and receives no events',
    advice: 'link it to receive events from then on',
    command: sandbox === null ? commands.service`user` : commands.account`--linked`,
  };
}

/** An automation only receives events of its own account. */
function explainOtherAccount({ sandbox }: SilenceContext): FindingInput | null {
  const { reported, profile } = sandbox ?? {};
  if (reported == null || reported.profile === profile) return null;
  return {
    subject: 'account',
    reason: `the event belongs to the account of ${reported.profile ?? 'a profile that no longer exists'}, but this automation to that of ${profile}`,
  };
}

function explainPaused({ automation: { id, active }, commands }: SilenceContext): FindingInput | null {
  if (active) return null;
  return {
    subject: 'automation',
    reason: 'it is paused, and does not react',
    advice: 'after it is resumed, it reacts to new events',
    command: commands.change`automations resume ${id}`,
  };
}

/** Explains each trigger, those for this kind of event first. */
function explainTriggers(silence: SilenceContext, event: Engagement): readonly FindingInput[] {
  const { automation, commands } = silence;
  const flat = flattenAutomation(automation);
  const candidate = { source: automation.id, flat, active: null, isPaused: false };
  const { fires, trigger, misses } = testAutomation(candidate, event);
  if (fires === true) return [explainWouldFire(silence, trigger ?? 'triggers')];
  const isMeant = ({ type }: (typeof misses)[number]) => type === ENGAGEMENTS[event.kind].trigger;
  return [...misses.filter(isMeant), ...misses.filter((miss) => !isMeant(miss))].map((miss, at) => ({
    subject: miss.trigger,
    reason: `${miss.type}: ${miss.reason}`,
    command: at === 0 ? commands.service`automations get ${automation.id} --as yaml` : null,
  }));
}

/** The trigger matches, so the reason is another one. */
function explainWouldFire(silence: SilenceContext, subject: string): FindingInput {
  const { isLinked, automation } = silence;
  const isSaid = isLinked === false || !automation.active || explainOtherAccount(silence) !== null;
  return isSaid
    ? { subject, reason: 'this trigger matches such events' }
    : { subject, reason: describeMissedEvent(silence), advice: ONCE };
}

const ONCE = 'the network reports an event once; events from before are not processed again';

const EITHER =
  'it would react now: it was paused or different at the time, or the network never reported the event';

/** The sandbox knows whether, and when, the network reported the event. */
function describeMissedEvent({ automation, query, sandbox }: SilenceContext): string {
  const event = sandbox?.reported ?? null;
  if (event === null) {
    return sandbox !== null && query.commentId !== undefined
      ? 'it would react now; the network never reported the event'
      : EITHER;
  }
  const [received, created, updated] = [event.received, automation.created, automation.updated].map(
    (each) => readTimestamp(each).ms,
  );
  const at = ` the network reported the event at ${event.received}`;
  if (received != null && created != null && received < created)
    return `it would react now;${at}, before the automation was created`;
  return received != null && updated != null && received <= updated
    ? `it would react now;${at}, before its last change: it was paused or different then`
    : `it would react now;${at}, when the plan had no automations or the account had them disabled`;
}

/** The event is unknown: suggests a command that describes one for the first trigger. */
function explainUnknownEvent(silence: SilenceContext): FindingInput {
  const { automation, query, commands } = silence;
  const { recipient, commentId } = query;
  const where = toFlagWords([
    ...(recipient === undefined ? [] : [['--recipient', recipient] as const]),
    ...(commentId === undefined ? [] : [['--comment-id', commentId] as const]),
  ]);
  return {
    subject: 'activity',
    reason: describeNoRow(silence),
    advice: 'describe the event, and each trigger is explained',
    command: commands.service`automations explain ${automation.id} ${where} ${buildEventFlags(automation)}`,
  };
}

const HANDLE = /\D/;

function describeNoRow({ query: { recipient, commentId }, sandbox }: SilenceContext): string {
  const days = `in the last ${ROWS_DAYS} days`;
  if (commentId !== undefined) return `no row for this comment ${days}, and its text is not known here`;
  if (recipient === undefined) return `no activity ${days}`;
  if (sandbox !== null) return `no engagement by ${recipient} in this sandbox`;
  const noHandle = 'rows of DMs, reactions and story replies have no handle: use the id of the person';
  return `no row of ${recipient} ${days}${HANDLE.test(recipient) ? `; ${noHandle}` : ''}`;
}

function buildEventFlags({ triggers }: AutomationRecord): ShellWords {
  const kind = EVENT_NAMES.find((each) => EVENT_TRIGGERS[each] === triggers[0]?.type) ?? 'comment';
  if (kind === 'reaction') return buildWords`--event reaction --emoji "❤️"`;
  return [
    ...(kind === 'comment' ? [] : buildWords`--event ${kind}`),
    ...buildWords`--text "what they wrote"`,
  ];
}

function explainCreatedLater({ created }: AutomationRecord): FindingInput | null {
  const { ms } = readTimestamp(created);
  if (ms === null) return null;
  return {
    subject: 'automation',
    reason: `it was created on ${formatIsoSeconds(ms)}; earlier events are not processed`,
  };
}
