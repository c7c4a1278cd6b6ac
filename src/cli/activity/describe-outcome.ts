import type { ActionResult, ActivityRow } from '../../facts/activity.ts';
import { getField } from '../../rules/loose-record.ts';
import { getReason } from './get-reason.ts';

/** What came of a row in one line: what was said, else why nothing was; where actions ended differently, how each did. */
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

/** What an action that was accepted did, as people would say it. */
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

/**
 * How the reason begins for which the text of a message callback was not used.
 *
 * @see docs/service/callbacks.md#CBK-05
 */
const NOT_USED = /^callback not used:\s*/;

/** Ours: enough to know a text by; the whole of it is in the outbox, and in JSON. */
const LONGEST_TEXT = 160;

function truncateText(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  return characters.length <= LONGEST_TEXT ? text : `${characters.slice(0, LONGEST_TEXT).join('')}…`;
}

/** An action that did not happen, by its name: `send_dm failed: 491: …`. */
function describeMissed({ type, status, errorDetails }: ActionResult): string {
  return `${type} ${status}${errorDetails ? `: ${errorDetails}` : ''}`;
}
