import type { SentAttempt } from './send-attempt.ts';
import type { Flaw } from './send-verdict.ts';

/** Notes beside the attempts. */
export function listSendNotes({
  signedWith,
  flaws,
  attempts,
  isUnsignedOnPurpose,
}: {
  readonly signedWith: string | null;
  readonly flaws: readonly Flaw[];
  readonly attempts: readonly SentAttempt[];
  readonly isUnsignedOnPurpose: boolean;
}): readonly string[] {
  const isGood = attempts.every(({ expected }) => expected);
  return [
    ...(signedWith === null && !isUnsignedOnPurpose ? [NOT_SIGNED] : []),
    ...(signedWith === null ? [] : [`signed with the secret of ${signedWith}`]),
    ...(isGood && flaws.length > 0 ? ['refused, as it should be'] : []),
    ...(isGood && flaws.length === 0 && attempts.length > 1 ? [ONE_HOOK_ID] : []),
  ];
}

const NOT_SIGNED = 'not signed: no secret is set (--secret-file, CRIER_WEBHOOK_SECRET or the context)';

const ONE_HOOK_ID =
  'all have the same hookId: a receiver should respond to each with 200, but process only one; see its log';
