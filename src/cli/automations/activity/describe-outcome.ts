import { getField } from '../../../domain/json/loose-record.ts';
import type { ActionResult, ActivityRow } from '../../../service/endpoints/activity.ts';
import { getReason } from './get-reason.ts';

/**
 * Result of a row in one line: the text that was sent, or the reason why none was. If actions ended differently, the
 * result of each.
 */
export function describeOutcome(row: ActivityRow): string {
  const results = row.actionResults ?? [];
  const sent = results.filter(({ status }) => status === 'sent');
  const missed = results.filter(({ status }) => status !== 'sent');
  if (missed.length === 0 && row.status === 'sent') return sent.map(describeSent).join('; ');
  const endings = new Set(missed.map(({ status, errorDetails }) => `${status} ${errorDetails ?? ''}`));
  if (sent.length === 0 && endings.size < 2) return getReason(row) ?? '';
  const parts = [...sent.map(describeSent), ...missed.map(describeMissed)].join('; ');
  return sent.length === 0 ? parts : `${sent.length} of ${results.length}: ${parts}`;
}

/** What a sent action did, for people. */
function describeSent({ type, sent, messageSource, errorDetails }: ActionResult): string {
  const message = getField(sent, 'message');
  const to = getField(sent, 'to');
  if (type === 'send_email') return typeof to === 'string' ? `email to ${to}` : 'email';
  if (type === 'send_dm' && typeof message === 'string') {
    const isFallback = messageSource === 'fallback' && typeof errorDetails === 'string';
    return `${truncateText(message)}${isFallback ? ` (fallback: ${errorDetails.replace(NOT_USED, '')})` : ''}`;
  }
  return `${type} sent`;
}

/** Prefix of the reason why the text of a message callback was not used. @see docs/service/callbacks.md#CBK-05 */
const NOT_USED = /^callback not used:\s*/;

/** Our choice: enough to recognize a text; the outbox and JSON have all of it. */
const LONGEST_TEXT = 160;

function truncateText(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  return characters.length <= LONGEST_TEXT ? text : `${characters.slice(0, LONGEST_TEXT).join('')}…`;
}

/** An action that was not sent, with its type: `send_dm failed: 491: …`. */
function describeMissed({ type, status, errorDetails }: ActionResult): string {
  return `${type} ${status}${errorDetails ? `: ${errorDetails}` : ''}`;
}
