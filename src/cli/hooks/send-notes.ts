import type { SentAttempt } from './send-attempt.ts';
import type { Flaw } from './send-verdict.ts';

/** What is to be known of sendings beside their answers. */
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

const NOT_SIGNED =
  'it was not signed: no secret is set. --secret-file, CRIER_WEBHOOK_SECRET or the context would give one';

const ONE_HOOK_ID =
  'all had one hookId: a good receiver answers each with 200 and acts on one of them, which only its own log shows';
