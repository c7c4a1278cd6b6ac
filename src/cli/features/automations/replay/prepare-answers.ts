import { readEntries } from '../../../../domain/automations/automation-entries.ts';
import { compileTriggers } from '../../../../domain/automations/compile-triggers.ts';
import { buildTemplateValues } from '../../../../domain/automations/fill-template.ts';
import { getTarget, type Match } from '../../../../domain/automations/match-trigger.ts';
import { TRIGGER_RULES } from '../../../../domain/automations/triggers/rules-by-type.ts';
import { getField } from '../../../../domain/json/loose-record.ts';
import { Action, PLACEHOLDER, PLACEHOLDERS } from '../../../../service/actions.ts';
import { MINUTE_MS } from '../../../../service/durations.ts';
import { ENGAGEMENTS, type Engagement } from '../../../../service/engagement.ts';
import { isLikelyServicePostId } from '../../../../service/ids.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { ALL, Trigger, type TriggerType } from '../../../../service/triggers.ts';
import type { AutomationCandidate } from '../candidate-files.ts';
import type { ReplayRow } from './replay-row.ts';

/** What the rows of an event say together. */
export type PastEvent = Omit<ReplayRow, 'answer' | 'rank'>;

/** An automation that fires on an event, and how. */
export interface Firing extends Match {
  /** Its index among those of the replay. */
  readonly automation: number;
}

/** What an action would send, in the text that is known before it is sent. */
export interface ReplayedAction {
  readonly automation: number;
  /** Its index in the automation. */
  readonly action: number;
  readonly type: Action['type'];
  /** How long it does not run again for the person, in milliseconds. */
  readonly windowMs: number;
  /** For people; null for what is no text of the file. */
  readonly message: string | null;
  /** Whether a text that was sent can be this one: values that only the network knows can be anything. */
  canBe(sent: string): boolean;
}

/** Prepares automations for many events of the past. Makes no requests. */
export function prepareAnswers(candidates: readonly AutomationCandidate[]) {
  const automations = candidates.map(({ flat, source }) => ({
    source,
    name: readName(flat) ?? source,
    triggers: readEntries(flat, 'triggers').map((entry) => Trigger.safeParse(entry).data),
    actions: readEntries(flat, 'actions').map((entry) => Action.safeParse(entry).data),
  }));
  const lists = automations.map(({ triggers }) => triggers.filter((each) => each !== undefined));
  const match = compileTriggers(lists);
  const findUnsure = prepareUnsure(lists);
  return {
    automations: automations.map(({ source, name }) => ({ source, name })),
    /** Automations with a trigger or action that this version does not know. */
    unknown: automations.filter((each) => [...each.triggers, ...each.actions].includes(undefined)),
    /** @returns the automations that fire, and those of which it is not known whether they do */
    judge(event: PastEvent): { readonly firings: readonly Firing[]; readonly unsure: readonly number[] } {
      const engagement = buildEngagement(event);
      const matches = match(engagement);
      const firings = [...matches].map(([automation, each]) => ({ automation, ...each }));
      return { firings, unsure: findUnsure(event, engagement, matches) };
    },
    /** Lists what the automations would send, in order; without what is empty, and would not be sent. */
    listActions(event: PastEvent, firings: readonly Firing[]): readonly ReplayedAction[] {
      const engagement = buildEngagement(event);
      return firings.flatMap((firing) => {
        const type = lists[firing.automation]?.[firing.index]?.type ?? 'comment_keyword';
        const values = listKnownValues(event, engagement, { keyword: firing.keyword, type });
        return (automations[firing.automation]?.actions ?? []).flatMap((action, index) =>
          action === undefined ? [] : buildAction(action, { automation: firing.automation, index, values }),
        );
      });
    },
  };
}

export type PreparedAnswers = ReturnType<typeof prepareAnswers>;

function readName(flat: unknown): string | null {
  const name = getField(flat, 'name');
  return typeof name === 'string' ? name : null;
}

function buildEngagement({
  key,
  kind,
  personId,
  username,
  text,
  emoji,
  postId,
  servicePostId,
  storyId,
}: PastEvent) {
  const engagement = TRIGGER_RULES[ENGAGEMENTS[kind].trigger].buildEngagement({
    eventId: key,
    from: { id: personId ?? '', username: username ?? null },
    at: null,
    id: key,
    text: text ?? '',
    place: postId ?? storyId ?? '',
    emoji: emoji ?? '',
  });
  return engagement.kind === 'comment' ? { ...engagement, servicePostId: servicePostId ?? null } : engagement;
}

/** What an event may not say, although a trigger waits for it. */
const MISSING = ['text', 'post', 'service post', 'story'] as const;
type Missing = (typeof MISSING)[number];

/**
 * Prepares finding the automations that would fire, or fire otherwise, if what the event does not say were right: its text,
 * its story, or the other one of the two ids of a post.
 */
function prepareUnsure(lists: readonly (readonly Trigger[])[]) {
  const widened = new Map(
    MISSING.map((missing) => [
      missing,
      compileTriggers(lists.map((list) => list.map((each) => widen(each, missing)))),
    ]),
  );
  const matters = new Set(
    MISSING.filter((missing) => lists.some((list) => list.some((each) => widen(each, missing) !== each))),
  );
  return (
    event: PastEvent,
    engagement: Engagement,
    matches: ReadonlyMap<number, Match>,
  ): readonly number[] => {
    const unsure = new Set<number>();
    for (const missing of listMissing(event)) {
      if (!matters.has(missing)) continue;
      for (const [automation, { index }] of widened.get(missing)?.(engagement) ?? [])
        if (matches.get(automation)?.index !== index) unsure.add(automation);
    }
    return [...unsure];
  };
}

function listMissing({ kind, text, emoji, postId, servicePostId, storyId }: PastEvent): readonly Missing[] {
  const missing: Missing[] = [];
  if (kind === 'reaction' ? emoji === undefined : text === undefined && ENGAGEMENTS[kind].reportsText)
    missing.push('text');
  if (kind === 'comment' && postId === undefined) missing.push('post');
  if (kind === 'comment' && servicePostId === undefined) missing.push('service post');
  if ((kind === 'story_comment' || kind === 'story_reply') && storyId === undefined) missing.push('story');
  return missing;
}

/** The trigger as if it did not ask for that; the same one if it does not. */
function widen(trigger: Trigger, missing: Missing): Trigger {
  if (missing === 'text') {
    if (trigger.type === 'dm_reaction') return trigger.emoji === undefined ? trigger : { type: trigger.type };
    // no text fires a trigger without keywords that has a place for them
    return 'keywords' in trigger && trigger.keywords !== undefined ? withoutKeywords(trigger) : trigger;
  }
  const target = getTarget(trigger);
  if (target === undefined || target === ALL) return trigger;
  if (missing === 'story') return 'storyId' in trigger ? { ...trigger, storyId: ALL } : trigger;
  const isOfService = missing === 'service post';
  return 'postId' in trigger && isLikelyServicePostId(target) === isOfService
    ? { ...trigger, postId: ALL }
    : trigger;
}

function withoutKeywords(trigger: Trigger): Trigger {
  const { keywords: _keywords, ...rest } = trigger as Trigger & { keywords: unknown }; // of the caller's check
  return rest as Trigger; // only matched, which takes triggers of all types without keywords
}

/** What is known of the placeholders; undefined is what only the network knows. */
type KnownValues = Readonly<Record<string, string | null | undefined>>;

function listKnownValues(
  { personId, username, text, kind }: PastEvent,
  engagement: Engagement,
  { keyword, type }: { keyword: string | null; type: TriggerType },
): KnownValues {
  const sender = { username: null, name: null };
  return {
    ...buildTemplateValues(engagement, { sender, keyword, triggerType: type }),
    ...(personId === undefined && { recipient_id: undefined }),
    ...(ENGAGEMENTS[kind].carriesUsername && username === undefined && { recipient_username: undefined }),
    ...(kind !== 'reaction' && text === undefined && { comment_text: undefined }),
    // reactions name the message that was reacted to, which no row has
    ...(kind === 'reaction' && { comment_id: undefined }),
    sender_username: undefined,
    sender_name: undefined,
    comment_sent_at: undefined,
  };
}

function buildAction(
  action: Action,
  { automation, index, values }: { automation: number; index: number; values: KnownValues },
): readonly ReplayedAction[] {
  const windowMs = (action.dedupWindowMinutes ?? LIMITS.dedupWindowMinutes.default) * MINUTE_MS;
  const { type } = action;
  const facts = { automation, action: index, type, windowMs };
  if (action.type === 'fire_webhook' || (action.type === 'send_dm' && action.messageUrl !== undefined))
    return [{ ...facts, message: null, canBe: () => true }];
  const { text, parts } = fillKnown(action.message, values);
  return text.trim() === '' ? [] : [{ ...facts, message: text, canBe: (sent) => hasParts(sent, parts) }];
}

/** Fills in what is known. @returns the text with the other placeholders, and the parts between them */
function fillKnown(template: string, values: KnownValues): { text: string; parts: readonly string[] } {
  const parts: string[] = [];
  let [text, part, from] = ['', '', 0];
  const take = (known: string) => {
    text += known;
    part += known;
  };
  for (const { 0: whole, 1: name = '', index } of template.matchAll(PLACEHOLDER)) {
    take(template.slice(from, index));
    from = index + whole.length;
    const value = Object.hasOwn(PLACEHOLDERS, name) ? values[name] : whole;
    if (value !== undefined) {
      take(value ?? '');
      continue;
    }
    parts.push(part);
    part = '';
    text += `{{${name}}}`;
  }
  take(template.slice(from));
  return { text, parts: [...parts, part] };
}

/** Whether a text has the parts in this order, from its start to its end, with anything between them. */
function hasParts(text: string, parts: readonly string[]): boolean {
  const [first = '', ...others] = parts;
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const part of others) {
    const at = text.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}
