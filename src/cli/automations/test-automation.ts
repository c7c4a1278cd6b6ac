import { readEntries } from '../../domain/automations/automation-entries.ts';
import { explainMismatch } from '../../domain/automations/explain-mismatch.ts';
import {
  buildTemplateValues,
  fillTemplate,
  type TemplateValues,
} from '../../domain/automations/fill-template.ts';
import { type Match, matchTrigger } from '../../domain/automations/match-trigger.ts';
import { getField } from '../../domain/json/loose-record.ts';
import { formatPath } from '../../domain/requests/find-body-faults.ts';
import { Action } from '../../service/actions.ts';
import type { Engagement } from '../../service/engagement.ts';
import { Trigger } from '../../service/triggers.ts';
import { explainMissingTarget, formatPlaceholder } from './event-flags.ts';
import { findUnsureTarget } from './find-unsure-target.ts';
import type { TestedAction, TestedAutomation } from './test-document.ts';

/** An automation to test. */
export interface AutomationCandidate {
  /** Its file or id. */
  readonly source: string;
  /** The flat form; one from the service may contain entries of unknown types. */
  readonly flat: unknown;
  /** Null for one from a file. */
  readonly active: boolean | null;
}

/** Determines what an automation would do on an event. Makes no requests. */
export function testAutomation(
  { source, flat, active }: AutomationCandidate,
  event: Engagement,
): TestedAutomation {
  const triggers = readEntries(flat, 'triggers').map((entry, index) => ({
    path: formatPath(['triggers', index]),
    type: String(getField(entry, 'type')),
    known: Trigger.safeParse(entry).data,
  }));
  const known = triggers.flatMap((each) =>
    each.known === undefined ? [] : [{ ...each, known: each.known }],
  );
  const match = matchTrigger(
    known.map((each) => each.known),
    event,
  );
  const fired = match === null ? undefined : known[match.index];
  const silences =
    fired === undefined ? triggers.map((each) => ({ ...each, ...explainMiss(each.known, event) })) : [];
  const name = getField(flat, 'name');
  return {
    source,
    name: typeof name === 'string' ? name : null,
    active,
    fires: silences.some(({ isSure }) => !isSure) ? null : fired !== undefined,
    trigger: fired?.path ?? null,
    type: fired?.type ?? null,
    keyword: match?.keyword ?? null,
    actions:
      match === null || fired === undefined ? [] : fillActions(flat, { event, match, type: fired.type }),
    misses: silences.map(({ path, type, reason }) => ({ trigger: path, type, reason })),
  };
}

/** Why a trigger does not fire, or why that cannot be determined. */
interface TriggerMiss {
  readonly reason: string;
  readonly isSure: boolean;
}

const NOT_JUDGED: TriggerMiss = { reason: 'cannot be determined offline', isSure: false };

/** @param trigger one that does not match; undefined for an unknown type */
function explainMiss(trigger: Trigger | undefined, event: Engagement): TriggerMiss {
  if (trigger === undefined) return NOT_JUDGED;
  const missing = explainMissingTarget(trigger, event);
  const unsure = missing === null ? findUnsureTarget(trigger, event) : null;
  const why = missing ?? explainMismatch(unsure?.assumedTrigger ?? trigger, event);
  if (why !== null) return { reason: why, isSure: true };
  return unsure === null ? NOT_JUDGED : { reason: unsure.message, isSure: false };
}

interface FiredMatch {
  readonly event: Engagement;
  readonly match: Match;
  readonly type: string;
}

function fillActions(flat: unknown, { event, match, type }: FiredMatch): TestedAction[] {
  const sender = { username: formatPlaceholder('sender_username'), name: formatPlaceholder('sender_name') };
  const values: TemplateValues = {
    ...buildTemplateValues(event, { sender, keyword: match.keyword, triggerType: type }),
    comment_sent_at: formatPlaceholder('comment_sent_at'),
  };
  return readEntries(flat, 'actions').map((entry, index) => ({
    path: formatPath(['actions', index]),
    type: String(getField(entry, 'type')),
    ...fillTexts(Action.safeParse(entry).data, values),
  }));
}

type ActionTexts = Pick<TestedAction, 'to' | 'subject' | 'message' | 'messageUrl'>;

function fillTexts(action: Action | undefined, values: TemplateValues): ActionTexts {
  const nothing = { to: null, subject: null, message: null, messageUrl: null };
  switch (action?.type) {
    case undefined:
    case 'fire_webhook':
      return nothing;
    case 'send_dm':
      return {
        ...nothing,
        message: fillTemplate(action.message, values),
        messageUrl: action.messageUrl ?? null,
      };
    case 'send_email':
      return {
        ...nothing,
        to: action.to,
        subject: action.subject === undefined ? null : fillTemplate(action.subject, values),
        message: fillTemplate(action.message, values),
      };
  }
}
