import { CALLBACK_FIELDS } from '../../facts/callback.ts';
import { LIMITS } from '../../facts/limits.ts';
import { judgeCallback } from '../../rules/judge-callback.ts';
import { formatDuration } from '../format-duration.ts';
import type { WebhookSecret } from '../hooks/read-webhook-secret.ts';
import type { ServeAnswer } from './serve-answer.ts';

interface ServeNotesInput {
  readonly url: string;
  /** Starts a sandbox that may ask it. */
  readonly start: string;
  readonly secrets: readonly WebhookSecret[];
  readonly answer: ServeAnswer;
  readonly status: number;
  readonly delayMs: number;
  readonly drip: boolean;
}

/** What whoever starts the endpoint has to know, a sentence each. */
export function listServeNotes(serving: ServeNotesInput): readonly string[] {
  const { url, start, secrets } = serving;
  const [first] = secrets;
  const fallback = findFallbackReason(serving);
  return [
    `callbacks are answered at ${url}`,
    `the sandbox asks it after: ${start}`,
    first === undefined
      ? 'no secret is known, so that signatures are not checked'
      : `signatures are checked with the secret of ${first.from}; what is not signed is refused`,
    ...(fallback === null ? [] : [`the service falls back on the template message: ${fallback}`]),
    'Ctrl-C ends it',
  ];
}

/** Why no answer of these will be used; null when they may be. */
function findFallbackReason({ answer, status, delayMs, drip }: ServeNotesInput): string | null {
  const { max } = LIMITS.callbackTimeoutMs;
  if (drip || delayMs > max) return `it waits ${formatDuration(max)} at most`;
  const used = judgeCallback({ status, body: answer(ALL_FILLED), fault: null });
  return 'reason' in used ? used.reason : null;
}

/** A text that is one field alone is not empty for every callback. */
const ALL_FILLED = Object.fromEntries(Object.keys(CALLBACK_FIELDS).map((name) => [name, 'x']));
