import { formatIsoSeconds } from '../../domain/time/format-iso-seconds.ts';
import type { DmLimits } from '../../service/control/engine.ts';
import { AUTOMATION_PLATFORM } from '../../service/endpoints/automation.ts';
import { toDayNumber } from '../engine/calendar.ts';
import { getDmQuotas } from '../engine/dm-limits.ts';
import { rescheduleDms } from '../engine/reschedule-dms.ts';
import { ServiceFailure } from '../http/service-failure.ts';
import { findOrAddUser } from '../networks/instagram-engagement.ts';
import type { Store } from '../store/store.ts';
import type { ControlHandler } from './control-handler.ts';
import { buildPageMeta, formatCursor, toPageRequest } from './control-pages.ts';
import { getAlias } from './require-profile.ts';

const listInbox: ControlHandler<'listInbox'> = (query, { store }) => {
  const request = toPageRequest(query);
  const page = store.messages.page(request);
  return {
    messages: page.rows.map(({ row, key, profile, recipientId, text, way, commentId, at, dropped }) => ({
      cursor: formatCursor({ row, at }),
      key,
      profile: getAlias(profile, store),
      to: {
        id: recipientId,
        username: store.users.findById(AUTOMATION_PLATFORM, recipientId)?.handle ?? null,
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

const listOutbox: ControlHandler<'listOutbox'> = (query, { store }) => {
  const request = toPageRequest(query);
  const page = store.outbox.page(request);
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
    store.settings.change({
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
    store.messages.setRequests(id, messageRequests);
    return { person: { id, username: handle, messageRequests } };
  });

const deleteComment: ControlHandler<'deleteComment'> = ({ commentId }, { store }) =>
  store.transaction(() => {
    if (!store.comments.delete(AUTOMATION_PLATFORM, commentId)) {
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
export function getDmLimits(store: Store, now: number): DmLimits {
  const today = toDayNumber(now);
  const waiting = store.dmCounts.listWaiting();
  const ofToday = new Map(
    waiting.flatMap(({ day, profile, dms }) => (day === today ? [[profile, dms]] : [])),
  );
  const counted = store.dmCounts.listByDay(today);
  return {
    ...getDmQuotas(store),
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
