import { useState } from 'preact/hooks';
import { EVENT_TRIGGERS, type EventName } from '../../domain/automations/event-triggers.ts';
import { getField, type LooseRecord } from '../../domain/json/loose-record.ts';
import { ALL } from '../../service/triggers.ts';
import type { AccountPost } from './automation-records.ts';
import type { DraftBody } from './draft.ts';
import { Outcome } from './outcome.tsx';
import { EVENT_LABELS, EventFields, listTargets, type TriedEvent, tryEvent } from './try.tsx';

/** What a follower gets of an automation that is being written, on an event that can be changed. */
export function Preview({ body, posts }: { body: Required<DraftBody>; posts: readonly AccountPost[] }) {
  const [tried, setTried] = useState<TriedEvent | null>(null);
  const events = listEvents(body.triggers);
  const usual = createUsualEvent(body.triggers, events);
  // an event of another trigger than those that are left
  const shown = tried !== null && events.includes(tried.event) ? tried : usual;
  const outcome = tryEvent({ source: '', flat: body, active: null }, shown);
  return (
    <aside class="preview panel" aria-label="What a follower gets">
      <h2>What a follower gets</h2>
      <EventFields
        tried={shown}
        events={events}
        targets={listTargets([{ triggers: body.triggers }])}
        posts={posts}
        onChange={setTried}
      />
      <Outcome outcome={outcome} posts={posts} isDraft />
    </aside>
  );
}

function listEvents(triggers: readonly LooseRecord[]): readonly EventName[] {
  const types = new Set(triggers.map((each) => getField(each, 'type')));
  const all = Object.keys(EVENT_LABELS) as readonly EventName[]; // the keys of this table
  return all.filter((event) => types.has(EVENT_TRIGGERS[event]));
}

/** What the first trigger waits for. */
function createUsualEvent(
  triggers: readonly LooseRecord[],
  [event = 'comment']: readonly EventName[],
): TriedEvent {
  const trigger = triggers.find((each) => getField(each, 'type') === EVENT_TRIGGERS[event]) ?? {};
  const keywords = getField(trigger, 'keywords');
  const keyword = Array.isArray(keywords) ? String(keywords[0] ?? '') : '';
  const target = getField(trigger, 'postId') ?? getField(trigger, 'storyId');
  return {
    event,
    text:
      event === 'reaction'
        ? String(getField(trigger, 'emoji') ?? '❤️')
        : keyword || (keywords === undefined ? 'Hello!' : ''),
    target: typeof target === 'string' && target !== ALL ? target : '',
  };
}
