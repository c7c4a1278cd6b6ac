import { formatIsoSeconds } from '../../domain/time/format-iso-seconds.ts';
import type { ControlAnswer } from '../../service/control/control.ts';
import { AUTOMATION_PLATFORM } from '../../service/endpoints/automation.ts';
import { formatTimeOrNull } from '../format-time-or-null.ts';
import { toActivityRecord } from '../handlers/activity-record.ts';
import type { OpenDispatch } from '../store/dispatches.ts';
import type { Store } from '../store/store.ts';
import type { ControlHandler } from './control-handler.ts';
import { findFitting } from './control-pages.ts';

/** Activity of any automations by id, with what unfinished rows wait for and the usernames of the people. */
export const findActivity: ControlHandler<'findActivity'> = ({ ids }, { store }) => {
  const { found: activity, rest } = findFitting(ids, (id) =>
    store.activity.listByIds([id]).map(toActivityRecord),
  );
  const looked = ids.slice(0, ids.length - rest.length);
  const open = activity.filter(({ completedAt }) => completedAt === null).map(({ id }) => id);
  return {
    activity,
    waiting: store.dispatches.listOpen(open).map(({ id, dueAt, ...rest }) => ({
      id,
      dueAt: formatIsoSeconds(dueAt),
      reason: getWaitReason(rest),
    })),
    callbacks: store.callbacks
      .listByActivity(looked)
      .map(({ at, ...rest }) => ({ ...rest, at: formatTimeOrNull(at) })),
    names: findUsernames(
      activity.map(({ recipientId }) => recipientId),
      store,
    ),
    remaining: rest,
  };
};

type Waiting = ControlAnswer<'findActivity'>['waiting'][number];

function getWaitReason({
  status,
  slot,
  awaitsCallback,
}: Pick<OpenDispatch, 'status' | 'slot' | 'awaitsCallback'>): Waiting['reason'] {
  if (awaitsCallback) return 'callback';
  if (status === 'pending') return 'jitter';
  return slot === null ? 'retry' : 'pacing';
}

function findUsernames(ids: readonly string[], { users }: Store): Readonly<Record<string, string>> {
  const found = [...new Set(ids)].map((id) => [id, users.findById(AUTOMATION_PLATFORM, id)?.handle] as const);
  return Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
