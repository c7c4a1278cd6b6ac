/** A reason why a comment cannot receive a private reply; code 491 covers all of them. */
interface PrivateReplyReason {
  readonly meaning: string;
  readonly pattern: RegExp;
}

const REASONS: readonly PrivateReplyReason[] = [
  {
    meaning: 'the comment is older than 7 days',
    pattern: /\b(?:7|seven)[ -]?days?\b|\btoo old\b|\bolder than\b/i,
  },
  {
    meaning: 'the comment was already replied to: one private reply per comment',
    pattern: /\balready\b.*\brepl|\brepl\w*\b.*\balready\b|\bone (?:private )?reply\b/i,
  },
  {
    meaning: 'the comment was deleted',
    pattern: /\bdeleted?\b|\bremoved\b|\bno longer (?:exists|available)\b/i,
  },
  { meaning: 'the commenter blocks message requests', pattern: /\bblock\w*\b|\bmessage requests?\b/i },
];

/** A reason is one sentence; longer texts are not searched further. */
const MAX_REASON_LENGTH = 500;

/**
 * Detects which reason behind code 491 a text describes.
 *
 * @param text `errorDetails` of an activity row, or `details` of an envelope
 * @returns the reason, or null if none or several match
 * @see docs/service/errors.md#private-reply-errors, #ERR-03
 */
export function detectPrivateReplyReason(text: string): string | null {
  const beginning = text.slice(0, MAX_REASON_LENGTH);
  const fitting = REASONS.filter(({ pattern }) => pattern.test(beginning));
  return fitting.length === 1 ? (fitting[0]?.meaning ?? null) : null;
}
