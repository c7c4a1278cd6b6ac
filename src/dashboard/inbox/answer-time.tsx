import { getNow } from '../page-store.ts';
import { getNetworkName } from '../parts/networks.tsx';
import { When } from '../parts/when.tsx';
import type { PageItem } from './inbox-records.ts';

/** Until when a network takes an answer to a message, before one is written for nothing. @see docs/service/limits.md#answer-time */
export function AnswerTime({ item: { kind, platform, answerUntil, state } }: { item: PageItem }) {
  if (kind !== 'message' || answerUntil === null) return null;
  const name = getNetworkName(platform);
  if (Date.parse(answerUntil) < getNow())
    return (
      <p class="warm small">
        {name} takes answers for 24 hours after the person wrote; that ended <When at={answerUntil} />, so it
        may refuse this one. It takes one again when the person writes.
      </p>
    );
  if (state === 'answered') return null;
  return (
    <p class="dim small">
      {name} takes an answer until <When at={answerUntil} isExact />.
    </p>
  );
}
