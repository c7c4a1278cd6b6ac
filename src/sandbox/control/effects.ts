import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import type { ControlAnswer } from '../../service/control/control.ts';
import type { DmLimits } from '../../service/control/engine.ts';
import { AUTOMATION_PLATFORM, MessagePlatform } from '../../service/platforms.ts';
import type { Database } from '../../storage/open-database.ts';
import { formatTimeOrNull } from '../clock.ts';
import { getDmQuotas, rescheduleDms, toDayNumber } from '../engine/dispatcher/dm-quotas.ts';
import { toActivityRecord } from '../handlers/activity.ts';
import { ServiceFailure } from '../http/service-failure.ts';
import { findOrAddUser } from '../networks/instagram-engagement.ts';
import { listActivityByIds } from '../store/automations/activity.ts';
import { listOpenDispatches, type OpenDispatch } from '../store/automations/dispatches.ts';
import { deleteCommentTree, findNetworkUserById } from '../store/comments.ts';
import {
  listDmsByDay,
  listWaitingDms,
  readEmailPage,
  readMessagePage,
  setMessageRequests,
} from '../store/messages.ts';
import { listCallbacks } from '../store/outbound/callbacks.ts';
import { changeSettings, readSettings } from '../store/settings.ts';
import {
  buildPageMeta,
  type ControlHandler,
  findFitting,
  formatCursor,
  getAlias,
  toPageRequest,
} from './control-handler.ts';

const listInbox: ControlHandler<'listInbox'> = (query, { store }) => {
  const request = toPageRequest(query);
  const page = readMessagePage(store, request);
  return {
    messages: page.rows.map(({ row, key, profile, recipientId, text, way, commentId, at, dropped }) => ({
      cursor: formatCursor({ row, at }),
      key,
      profile: getAlias(profile, store),
      to: {
        id: recipientId,
        username: findHandle(recipientId, store),
      },
      text,
      channel: way,
      commentId,
      at: formatIsoSeconds(at),
      dropped,
    })),
    meta: buildPageMeta(page, request, ({ at }) => at),
  };
};

/** Ids of people are unique over all networks of the sandbox. */
function findHandle(id: string, store: Database): string | null {
  for (const platform of MessagePlatform.options) {
    const user = findNetworkUserById(store, platform, id);
    if (user !== undefined) return user.handle;
  }
  return null;
}

const listOutbox: ControlHandler<'listOutbox'> = (query, { store }) => {
  const request = toPageRequest(query);
  const page = readEmailPage(store, request);
  return {
    emails: page.rows.map(({ row, profile, at, ...email }) => ({
      cursor: formatCursor({ row, at }),
      ...email,
      profile: getAlias(profile, store),
      at: formatIsoSeconds(at),
    })),
    meta: buildPageMeta(page, request, ({ at }) => at),
  };
};

const setDmLimits: ControlHandler<'setDmLimits'> = (limits, { store, clock }) => {
  const { perDay, perDayOfProfile, perMonth, perHour } = limits;
  store.transaction(() => {
    changeSettings(store, {
      ...(perDay !== undefined && { dmsPerDay: perDay }),
      ...(perDayOfProfile !== undefined && { dmsPerDayOfProfile: perDayOfProfile }),
      ...(perMonth !== undefined && { conversationsPerMonth: perMonth }),
      ...(perHour !== undefined && { dmsPerHour: perHour }),
    });
    if (perHour !== undefined) rescheduleDms(store, clock.now());
  });
  return getDmLimits(store, clock.now());
};

const setPerson: ControlHandler<'setPerson'> = ({ username, messageRequests }, { store }) =>
  store.transaction(() => {
    const { id, handle } = findOrAddUser(store, username);
    setMessageRequests(store, id, messageRequests);
    return { person: { id, username: handle, messageRequests } };
  });

const deleteComment: ControlHandler<'deleteComment'> = ({ commentId }, { store }) =>
  store.transaction(() => {
    if (!deleteCommentTree(store, AUTOMATION_PLATFORM, commentId)) {
      throw new ServiceFailure(1404, { message: `There is no Instagram comment ${commentId}.` });
    }
    return { deleted: commentId };
  });

export const effectHandlers = {
  listInbox,
  listOutbox,
  setDmLimits,
  setPerson,
  deleteComment,
};

/** The current limits, and how much of them is used. */
export function getDmLimits(store: Database, now: number): DmLimits {
  const today = toDayNumber(now);
  const waiting = listWaitingDms(store);
  const ofToday = new Map(
    waiting.flatMap(({ day, profile, dms }) => (day === today ? [[profile, dms]] : [])),
  );
  const counted = listDmsByDay(store, today);
  return {
    ...getDmQuotas(readSettings(store)),
    sentToday: Object.fromEntries(
      counted.map(({ profile, sent }) => [getAlias(profile, store), sent - (ofToday.get(profile) ?? 0)]),
    ),
    waiting: [...Map.groupBy(waiting, ({ profile }) => profile)].map(([profile, days]) => ({
      profile: getAlias(profile, store),
      dms: days.reduce((sum, { dms }) => sum + dms, 0),
      next: formatEarliest(days.flatMap(({ next }) => next ?? [])),
    })),
  };
}

function formatEarliest(moments: readonly number[]): string | null {
  return moments.length === 0 ? null : formatIsoSeconds(Math.min(...moments));
}

/** Activity of any automations by id, with what unfinished rows wait for and the usernames of the people. */
export const findActivity: ControlHandler<'findActivity'> = ({ ids }, { store }) => {
  const { found: activity, rest } = findFitting(ids, (id) =>
    listActivityByIds(store, [id]).map(toActivityRecord),
  );
  const looked = ids.slice(0, ids.length - rest.length);
  const open = activity.filter(({ completedAt }) => completedAt === null).map(({ id }) => id);
  return {
    activity,
    waiting: listOpenDispatches(store, open).map(({ id, dueAt, ...rest }) => ({
      id,
      dueAt: formatIsoSeconds(dueAt),
      reason: getWaitReason(rest),
    })),
    callbacks: listCallbacks(store, looked).map(({ at, ...rest }) => ({ ...rest, at: formatTimeOrNull(at) })),
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

function findUsernames(ids: readonly string[], store: Database): Readonly<Record<string, string>> {
  const found = [...new Set(ids)].map(
    (id) => [id, findNetworkUserById(store, AUTOMATION_PLATFORM, id)?.handle] as const,
  );
  return Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
