/** How each state of a delivery, or of one that is forwarded, looks: words say it, the color only repeats it. */
const LOOKS: Readonly<Record<string, 'good' | 'warm' | 'bad'>> = {
  delivered: 'good',
  forwarded: 'good',
  done: 'good',
  retrying: 'warm',
  waiting: 'warm',
  behind: 'warm',
  running: 'warm',
  failed: 'bad',
  dead: 'bad',
};

/** What each state means, for a word that does not say it by itself. */
export const STATE_MEANINGS: Readonly<Record<string, string>> = {
  delivered: 'the address answered with success',
  retrying: 'an attempt failed, and another one is due',
  failed: 'every attempt failed',
  kept: 'stored here, and not forwarded',
  waiting: 'to be forwarded',
  forwarded: 'its targets took it',
  dead: 'every attempt to forward it failed; forward it again when the target works',
  repeated: 'the same delivery came again, and was not forwarded again',
  refused: 'not stored, such as without a valid signature',
};

export function State({ state }: { state: string | null | undefined }) {
  const known = state ?? 'not reported';
  return (
    <span title={STATE_MEANINGS[known]} class={`tag hook-state ${LOOKS[known] ?? 'plain'}`}>
      {known}
    </span>
  );
}
