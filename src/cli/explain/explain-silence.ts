import type { AutomationRecord } from '../../facts/automation.ts';
import { DAY_MS } from '../../facts/durations.ts';
import { ENGAGEMENTS, type Engagement } from '../../facts/engagement.ts';
import { LIMITS } from '../../facts/limits.ts';
import { flattenAutomation } from '../../rules/flatten-automation.ts';
import { formatIsoSeconds } from '../../rules/format-iso-seconds.ts';
import { readTimestamp } from '../../rules/read-timestamp.ts';
import { EVENT_NAMES, EVENT_TRIGGERS } from '../automations/event-names.ts';
import { testAutomation } from '../automations/test-automation.ts';
import type { PrintedCommands } from '../printed-commands.ts';
import { buildWords, type ShellWords, toFlagWords } from '../shell-command.ts';
import { createFinding, type ExplanationFinding } from './explanation.ts';
import type { NetworkEvent, SandboxFacts } from './sandbox-facts.ts';

/** What is known about an event that made no row. */
export interface SilenceContext {
  readonly automation: AutomationRecord;
  /** What happened; null when nobody said. */
  readonly event: Engagement | null;
  /** What the event was looked for by. */
  readonly query: { readonly commentId?: string | undefined; readonly recipient?: string | undefined };
  /** Whether the profile has an instagram account; null when that is not known. */
  readonly isLinked: boolean | null;
  /** The service's, in milliseconds since 1970. */
  readonly now: number;
  readonly commands: PrintedCommands;
  /** Null at a service that is not this machine's sandbox. */
  readonly sandbox: SandboxSilence | null;
}

interface SandboxSilence extends Pick<SandboxFacts, 'profile'> {
  /** The event, as the network told of it; null when it never did, or nobody named one. */
  readonly reported: NetworkEvent | null;
}

const ROWS_DAYS = LIMITS.activityLookbackMs / DAY_MS;

/** Says why an automation did nothing at all about an event: what weighs most first. */
export function explainSilence(silence: SilenceContext): readonly ExplanationFinding[] {
  const { automation, event, now } = silence;
  if (event?.at != null && now - event.at > LIMITS.activityLookbackMs) return [explainTooOld(event)];
  const findings = event === null ? [explainUnknownEvent(silence)] : explainTriggers(silence, event);
  return [
    ...explainUnlinked(silence),
    ...explainOtherAccount(silence),
    ...explainPaused(silence),
    ...findings,
    ...explainCreatedLater(automation),
  ];
}

/** Of an automation that is deleted, and whose activity holds no such row. */
export function explainDeleted(): readonly ExplanationFinding[] {
  return [
    createFinding({
      subject: 'automation',
      reason: 'it was deleted, and answers nothing any more',
      advice: `what it did before is shown for ${ROWS_DAYS} days, by the ids of its rows`,
    }),
  ];
}

function explainTooOld({ kind }: Engagement): ExplanationFinding {
  return createFinding({
    subject: 'activity',
    reason: `${ENGAGEMENTS[kind].name} of more than ${ROWS_DAYS} days ago: rows are shown for ${ROWS_DAYS} days, and whether it was answered cannot be told`,
  });
}

function explainUnlinked({ isLinked, commands, sandbox }: SilenceContext): readonly ExplanationFinding[] {
  if (isLinked !== false) return [];
  return [
    createFinding({
      subject: 'account',
      reason: 'the profile has no instagram account linked, and hears of nothing',
      advice: 'link it, and it hears of what comes then',
      command: sandbox === null ? commands.service`user` : commands.account`--linked`,
    }),
  ];
}

/** An automation hears of its own account alone. */
function explainOtherAccount({ sandbox }: SilenceContext): readonly ExplanationFinding[] {
  const { reported, profile } = sandbox ?? {};
  if (reported == null || reported.profile === profile) return [];
  return [
    createFinding({
      subject: 'account',
      reason: `it happened to the account of ${reported.profile ?? 'no profile of now'}, and this automation listens to the one of ${profile}`,
    }),
  ];
}

function explainPaused({
  automation: { id, active },
  commands,
}: SilenceContext): readonly ExplanationFinding[] {
  if (active) return [];
  return [
    createFinding({
      subject: 'automation',
      reason: 'it is paused, and answers nothing',
      advice: 'resumed, it answers what comes from then on',
      command: commands.change`automations resume ${id}`,
    }),
  ];
}

/** Each trigger says what kept it silent, those first that listen to such events. */
function explainTriggers(silence: SilenceContext, event: Engagement): readonly ExplanationFinding[] {
  const { automation, commands } = silence;
  const flat = flattenAutomation(automation);
  const { fires, trigger, misses } = testAutomation({ source: automation.id, flat, active: null }, event);
  if (fires === true) return explainWouldFire(silence, trigger ?? 'triggers');
  const isMeant = ({ type }: (typeof misses)[number]) => type === ENGAGEMENTS[event.kind].trigger;
  return [...misses.filter(isMeant), ...misses.filter((miss) => !isMeant(miss))].map((miss, at) =>
    createFinding({
      subject: miss.trigger,
      reason: `${miss.type}: ${miss.reason}`,
      command: at === 0 ? commands.service`automations get ${automation.id} --as yaml` : null,
    }),
  );
}

/** What was said is not what kept it silent. */
function explainWouldFire(silence: SilenceContext, trigger: string): readonly ExplanationFinding[] {
  const { isLinked, automation } = silence;
  const isSaid = isLinked === false || !automation.active || explainOtherAccount(silence).length > 0;
  return isSaid
    ? [
        createFinding({
          subject: trigger,
          reason: 'this alone would not keep it silent: it answers such things',
        }),
      ]
    : [createFinding({ subject: trigger, reason: describeMissedEvent(silence), advice: ONCE })];
}

const ONCE = 'the network tells of a thing once; what it told before is not looked at again';

const EITHER =
  'it would answer this now: it was paused or different when it happened, or the network never told of it';

/** The sandbox knows whether, and when, the network told. */
function describeMissedEvent({ automation, query, sandbox }: SilenceContext): string {
  const event = sandbox?.reported ?? null;
  if (event === null) {
    return sandbox !== null && query.commentId !== undefined
      ? 'it would answer this; the network never told of it'
      : EITHER;
  }
  const [received, created, updated] = [event.received, automation.created, automation.updated].map(
    (each) => readTimestamp(each).ms,
  );
  const at = ` the network told of it at ${event.received}`;
  if (received != null && created != null && received < created)
    return `it would answer this now;${at}, before it was created`;
  return received != null && updated != null && received <= updated
    ? `it would answer this now;${at}, before its last change: it was paused or different then`
    : `it would answer this now;${at}, when the plan had no automations or the account had them off`;
}

/** Nobody said what happened: the command that asks for it fits the first thing that the automation waits for. */
function explainUnknownEvent(silence: SilenceContext): ExplanationFinding {
  const { automation, query, commands } = silence;
  const { recipient, commentId } = query;
  const where = toFlagWords([
    ...(recipient === undefined ? [] : [['--recipient', recipient] as const]),
    ...(commentId === undefined ? [] : [['--comment-id', commentId] as const]),
  ]);
  return createFinding({
    subject: 'activity',
    reason: describeNoRow(silence),
    advice: 'say what happened, and each trigger tells whether it answers that',
    command: commands.service`automations explain ${automation.id} ${where} ${buildEventFlags(automation)}`,
  });
}

const HANDLE = /\D/;

function describeNoRow({ query: { recipient, commentId }, sandbox }: SilenceContext): string {
  const days = `in the last ${ROWS_DAYS} days`;
  if (commentId !== undefined) return `no row of this comment ${days}, and what it said is not known here`;
  if (recipient === undefined) return `no activity yet: it answered nothing ${days}`;
  if (sandbox !== null) return `nobody called ${recipient} has done anything here`;
  const noHandle = 'rows of DMs, reactions and story replies carry no handle: give the id of the person';
  return `no row names ${recipient} ${days}${HANDLE.test(recipient) ? `; ${noHandle}` : ''}`;
}

function buildEventFlags({ triggers }: AutomationRecord): ShellWords {
  const kind = EVENT_NAMES.find((each) => EVENT_TRIGGERS[each] === triggers[0]?.type) ?? 'comment';
  if (kind === 'reaction') return buildWords`--event reaction --emoji "❤️"`;
  return [
    ...(kind === 'comment' ? [] : buildWords`--event ${kind}`),
    ...buildWords`--text "what they wrote"`,
  ];
}

function explainCreatedLater({ created }: AutomationRecord): readonly ExplanationFinding[] {
  const { ms } = readTimestamp(created);
  if (ms === null) return [];
  return [
    createFinding({
      subject: 'automation',
      reason: `it was created on ${formatIsoSeconds(ms)}; what happened before is not looked at`,
    }),
  ];
}
