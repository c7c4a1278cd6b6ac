// Why no test notices a change: mostly since nothing that the program does differs.
import { REASONS_OF_DOMAIN } from './reasons/domain.ts';
import { REASONS_OF_OUTBOUND } from './reasons/outbound.ts';
import { REASONS_OF_RECEIVER } from './reasons/receiver.ts';
import { REASONS_OF_TIMES } from './reasons/times.ts';

export const REASONS: Readonly<Record<string, string>> = {
  ...REASONS_OF_DOMAIN,
  ...REASONS_OF_OUTBOUND,
  ...REASONS_OF_RECEIVER,
  ...REASONS_OF_TIMES,
  'src/sandbox/engine/dispatcher/dm-quotas.ts: (date.getUTCFullYear() - EPOCH_YEAR) * MONTHS_A_YEAR + date.getUTCMonth() => (date.getUTCFullYear() - EPOCH_YEAR) * MONTHS_A_YEAR - date.getUTCMonth()':
    'each month still has a number of its own',
  'src/sandbox/engine/dispatcher/dm-quotas.ts: date.getUTCFullYear() - EPOCH_YEAR => date.getUTCFullYear() + EPOCH_YEAR':
    'each month still has a number of its own',
  'src/sandbox/engine/dispatcher/dm-slots.ts: leftByAccount.get(accountId) ?? perHour - countDmSlots(store, accountId, now - HOUR_MS) => leftByAccount.get(accountId) && perHour - countDmSlots(store, accountId, now - HOUR_MS)':
    'only speed: the rows decide when none is left',
  'src/sandbox/engine/dispatcher/dm-slots.ts: leftByAccount.set(accountId, left); => ;':
    'only speed: they are counted again',
  'src/sandbox/engine/dispatcher/dm-slots.ts: left > 0 => false':
    'only speed: the rows decide when none is left',
  'src/sandbox/engine/dispatcher/dm-slots.ts: left !== undefined => true':
    'only speed: the rows decide when none is left',
};
