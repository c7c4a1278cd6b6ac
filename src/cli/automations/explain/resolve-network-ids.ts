import type { Client } from '../../../client/client.ts';
import type { AutomationRecord, StoredEntry } from '../../../service/endpoints/automation.ts';
import type { Engagement } from '../../../service/engagement.ts';
import { findNetworkId } from '../../posts/network-id.ts';
import { flattenEntry } from '../automation-forms.ts';
import { isLikelyServicePostId } from '../service-post-id.ts';

/** An automation and an event. */
interface AutomationEvent {
  readonly automation: AutomationRecord;
  readonly event: Engagement;
}

/** Replaces Service Post IDs by ids of the network where the service has them: users and triggers may use either. */
export async function resolveNetworkIds(
  { automation, event }: AutomationEvent,
  client: Client,
): Promise<AutomationEvent> {
  if (event.kind !== 'comment' || event.postId === '') return { automation, event };
  const found = new Map<string, Promise<string>>();
  const known = (id: string) => {
    if (!isLikelyServicePostId(id)) return id;
    const request = found.get(id) ?? findNetworkId(id, client).then((answer) => answer ?? id);
    found.set(id, request);
    return request;
  };
  const triggers = automation.triggers.map(async (trigger): Promise<StoredEntry> => {
    const { postId } = flattenEntry(trigger);
    if (typeof postId !== 'string') return trigger;
    const { postId: _beside, ...rest } = trigger;
    return { ...rest, config: { ...trigger.config, postId: await known(postId) } };
  });
  return {
    automation: { ...automation, triggers: await Promise.all(triggers) },
    event: { ...event, postId: await known(event.postId) },
  };
}
