import {
  ACTIVITY_STATES,
  type ActionResult,
  type ActivityRow,
  ActivityStatus,
} from '../../service/endpoints/activity.ts';
import { getField } from '../json/loose-record.ts';

/** The steps of a funnel below the first one, by the outcomes of rows. */
export const FUNNEL_STEPS = { sent: 'sent', failed: 'failed', other: 'not sent' } as const;

/** The outcome of a row, or of one of its actions, as reports count it. */
export function classifyOutcome(status: string): keyof typeof FUNNEL_STEPS {
  if (status === 'sent') return 'sent';
  return status === 'failed' || status === 'auth_error' ? 'failed' : 'other';
}

/**
 * Result of a row in one line: the text that was sent, or the reason why none was. If actions ended differently, the
 * result of each.
 */
export function describeOutcome(row: ActivityRow, longest = LONGEST_TEXT): string {
  const results = row.actionResults ?? [];
  const sent = results.filter(({ status }) => status === 'sent');
  const missed = results.filter(({ status }) => status !== 'sent');
  const reported = sent.map((result) => describeSent(result, longest));
  if (missed.length === 0 && row.status === 'sent') return reported.join('; ');
  const endings = new Set(missed.map(({ status, errorDetails }) => `${status} ${errorDetails ?? ''}`));
  if (sent.length === 0 && endings.size < 2) return getReason(row) ?? '';
  const parts = [...reported, ...missed.map(describeMissed)].join('; ');
  return sent.length === 0 ? parts : `${sent.length} of ${results.length}: ${parts}`;
}

function describeSent({ type, sent, messageSource, errorDetails }: ActionResult, longest: number): string {
  const message = getField(sent, 'message');
  const to = getField(sent, 'to');
  if (type === 'send_email') return typeof to === 'string' ? `email to ${to}` : 'email';
  if (type === 'send_dm' && typeof message === 'string') {
    const isFallback = messageSource === 'fallback' && typeof errorDetails === 'string';
    return `${truncateText(message, longest)}${isFallback ? ` (fallback: ${errorDetails.replace(NOT_USED, '')})` : ''}`;
  }
  return `${type} sent`;
}

/** Prefix of the reason why the text of a message callback was not used. @see docs/service/callbacks.md#CBK-05 */
const NOT_USED = /^callback not used:\s*/;

/** Our choice: enough to recognize a text; the outbox and JSON have all of it. */
const LONGEST_TEXT = 160;

function truncateText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  return characters.length <= longest ? text : `${characters.slice(0, longest).join('')}…`;
}

/** An action that was not sent, with its type: `send_dm failed: 491: …`. */
function describeMissed({ type, status, errorDetails }: ActionResult): string {
  return `${type} ${status}${errorDetails ? `: ${errorDetails}` : ''}`;
}

/** Reason why a row was not sent: the service's text if there is one, otherwise the meaning of its status. */
export function getReason({ status, errorDetails, actionResults }: ActivityRow): string | null {
  const results = actionResults ?? [];
  // the reason of another action does not explain the row: a missing webhook is not an authorization error
  const own = results.find((result) => result.status === status && result.errorDetails);
  const message = errorDetails || own?.errorDetails;
  if (message) return message;
  const state = ActivityStatus.safeParse(status);
  if (state.success) return ACTIVITY_STATES[state.data].meaning;
  return results.find((result) => result.errorDetails)?.errorDetails ?? null;
}

/** Every distinct reason why a row or one of its actions was not sent. Empty if every action was sent. */
export function listReasons(row: ActivityRow): readonly (string | null)[] {
  const missed = (row.actionResults ?? []).filter(({ status }) => status !== 'sent');
  if (missed.length === 0) return row.status === 'sent' ? [] : [getReason(row)];
  return [
    ...new Set(missed.map(({ status, errorDetails }) => getReason({ id: row.id, status, errorDetails }))),
  ];
}
