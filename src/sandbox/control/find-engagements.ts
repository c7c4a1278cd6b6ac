import { formatIsoSeconds } from '../../domain/time/format-iso-seconds.ts';
import type { ControlAnswer } from '../../service/control/control.ts';
import { AUTOMATION_PLATFORM } from '../../service/endpoints/automation.ts';
import type { Engagement } from '../../service/engagement.ts';
import { findInstagramAccount } from '../engine/suppression.ts';
import type { StoredEngagement } from '../store/engagements.ts';
import type { Store } from '../store/store.ts';
import type { ControlHandler } from './control-handler.ts';
import { getAlias } from './require-profile.ts';

/** Older engagements of one person add nothing. */
const MAX_PER_PERSON = 100;

/** Finds reported engagements by event id, or by person. */
export const findEngagements: ControlHandler<'findEngagements'> = ({ eventId, username }, { store }) => {
  const personId = username === undefined ? null : findPersonId(username, store);
  const called = eventId === undefined ? [] : store.engagements.listByEventId(eventId);
  const done = personId === null ? [] : store.engagements.listLatest(personId, MAX_PER_PERSON);
  return { personId, engagements: [...called, ...done].map((each) => toEngagementRecord(each, store)) };
};

/** Instagram handles are lower case; users may type them otherwise. */
function findPersonId(username: string, { users }: Store): string | null {
  const names = [username, username.toLowerCase()];
  const found = names.map((name) => users.find(AUTOMATION_PLATFORM, name)).find((user) => user !== undefined);
  return found?.id ?? null;
}

function toEngagementRecord(
  { row, accountId, engagement, received }: StoredEngagement,
  store: Store,
): ControlAnswer<'findEngagements'>['engagements'][number] {
  const owner = findInstagramAccount(store, accountId);
  return {
    profile: owner === undefined ? null : getAlias(owner.profile, store),
    engagement: addServicePostId(engagement, store),
    received: formatIsoSeconds(received),
    dispatches: store.dispatches.listByEngagement(row).map(({ id, automation, dueAt }) => ({
      id,
      automationId: automation,
      name: store.automations.get(automation).name,
      dueAt: formatIsoSeconds(dueAt),
    })),
  };
}

/** The network does not know the service's ids. */
function addServicePostId(engagement: Engagement, { posts }: Store): Engagement {
  if (engagement.kind !== 'comment') return engagement;
  const servicePostId = posts.findSocial(AUTOMATION_PLATFORM, engagement.postId)?.postId ?? null;
  return { ...engagement, servicePostId };
}
