import { judgeCallback } from '../../../domain/callbacks/judge-callback.ts';
import { CALLBACK_FIELDS } from '../../../service/callback.ts';
import { LIMITS } from '../../../service/limits.ts';
import type { WebhookSecret } from '../../hooks/read-webhook-secret.ts';
import { formatDuration } from '../../render/format-duration.ts';
import type { ServeAnswer } from '../serve-answer.ts';

interface ServeNotesInput {
  readonly url: string;
  /** The command that starts a sandbox that may call it. */
  readonly start: string;
  readonly secrets: readonly WebhookSecret[];
  readonly answer: ServeAnswer;
  readonly status: number;
  readonly delayMs: number;
  readonly drip: boolean;
}

/** What to know when the endpoint starts, one sentence each. */
export function listServeNotes(serving: ServeNotesInput): readonly string[] {
  const { url, start, secrets } = serving;
  const [first] = secrets;
  const fallback = findFallbackReason(serving);
  return [
    `listening for callbacks on ${url}`,
    `to let the sandbox call it: ${start}`,
    first === undefined
      ? 'no secret is set, so signatures are not checked'
      : `signatures are checked with the secret of ${first.from}; unsigned requests are refused`,
    ...(fallback === null ? [] : [`the service will use the fallback message: ${fallback}`]),
    'press Ctrl-C to stop',
  ];
}

/** Why none of these responses can be used; null if they can. */
function findFallbackReason({ answer, status, delayMs, drip }: ServeNotesInput): string | null {
  const { max } = LIMITS.callbackTimeoutMs;
  if (drip || delayMs > max) return `it waits at most ${formatDuration(max)}`;
  const used = judgeCallback({ status, body: answer(ALL_FILLED), fault: null });
  return 'reason' in used ? used.reason : null;
}

/** Fills every field, so a message of a single field is not empty. */
const ALL_FILLED = Object.fromEntries(Object.keys(CALLBACK_FIELDS).map((name) => [name, 'x']));
