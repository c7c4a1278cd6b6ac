import type { Clock } from '../../../../clock.ts';
import type { CheckFinding } from '../../../framework/output/check-list.ts';
import type { SentAttempt } from '../send-attempt.ts';
import type { EffectsLog } from './effects-log.ts';
import { describeResponse, isAccepted, type ReceiverProbe } from './receiver-probe.ts';

export interface ReceiverCheckTools {
  probe: ReceiverProbe;
  /** Response to an ordinary valid delivery, which is sent before all checks. */
  first: SentAttempt;
  /** Number of secrets: 0 if unsigned, 2 during a rotation. */
  secrets: number;
  clock: Clock;
  signal: AbortSignal;
  /** Null without `--effects`. */
  effects: EffectsLog | null;
  /** Restarts the receiver and returns the exit code of the command, null after a signal; null without `--restart-command`. */
  restart: (() => Promise<number | null>) | null;
}

export interface ReceiverCheck {
  /** Ids in `docs/service` and `docs/safety.md`. */
  rules: readonly [string, ...string[]];
  /** Whether it does not need the first delivery to be accepted. */
  judgesFirst?: true;
  needs?: 'secret' | 'two secrets' | 'effects' | 'restart';
  /** @returns a text if it is met */
  run(tools: ReceiverCheckTools): Promise<string | CheckFinding>;
}

/** @returns a text if all were accepted */
export function judgeAccepted(
  sents: readonly SentAttempt[],
  text: string,
  { what, advice }: { what: string; advice: string },
): string | CheckFinding {
  const bad = sents.filter((sent) => !isAccepted(sent));
  if (bad.length === 0) return text;
  const answers = [...new Set(bad.map(describeResponse))].join(', ');
  const which = sents.length === 1 ? `${what} was` : `${bad.length} of ${sents.length} ${what} were`;
  return { found: `${which} not accepted: ${answers}`, advice };
}

/** @returns a text if it was refused with a client error */
export function judgeRefused(sent: SentAttempt, what: string, advice: string): string | CheckFinding {
  if (sent.expected) return `refused with ${sent.status}`;
  if (isAccepted(sent)) return { found: `a delivery ${what} was accepted: ${sent.status}`, advice };
  const found = `a delivery ${what} was neither accepted nor refused: ${describeResponse(sent)}`;
  return { found, advice: 'refuse with a status such as 401: only client errors are not retried' };
}

export function isUnauthorized({ status }: SentAttempt): boolean {
  return status === 401 || status === 403;
}
