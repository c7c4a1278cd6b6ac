import { EVENT_TRIGGERS, type EventName } from '../../domain/automations/event-triggers.ts';
import { flattenAutomation } from '../../domain/automations/flatten-automation.ts';
import { getTarget } from '../../domain/automations/match-trigger.ts';
import { buildSimulatedEngagement } from '../../domain/automations/simulated-event.ts';
import {
  type TestableAutomation,
  type TestedAutomation,
  testAutomation,
} from '../../domain/automations/test-automation.ts';
import { TRIGGER_RULES } from '../../domain/automations/triggers/rules-by-type.ts';
import { formatCount } from '../../domain/text/lists-and-counts.ts';
import type { AutomationRecord } from '../../service/endpoints/automations.ts';
import { ALL, Trigger } from '../../service/triggers.ts';
import { place, setParameters } from '../page-store.ts';
import type { AccountPost } from './automation-records.ts';
import { formatPost, isStory } from './posts.ts';

/** An event that is tried: nothing happens because of it. */
export interface TriedEvent {
  readonly event: EventName;
  /** The emoji of a reaction. */
  readonly text: string;
  /** The post or story; empty for one that no trigger names. */
  readonly target: string;
}

/** Who does it. */
const FOLLOWER = 'anna';
/** No id of a post or story. */
const ANOTHER = { post: 'another post', story: 'another story' } as const;

export const EVENT_LABELS: Readonly<Record<EventName, string>> = {
  comment: 'Comment',
  'story-reply': 'Story reply',
  'story-comment': 'Story comment',
  reaction: 'Reaction',
  dm: 'Message',
};
/** Object.keys loses the types of the keys. */
const EVENTS = Object.keys(EVENT_LABELS) as readonly EventName[];

/** What the event is on; null for messages and reactions. */
function getTargetKind(event: EventName): 'post' | 'story' | null {
  const { parts } = TRIGGER_RULES[EVENT_TRIGGERS[event]];
  return parts.includes('post') ? 'post' : parts.includes('story') ? 'story' : null;
}

/** What an automation does on the event. */
export function tryEvent(
  automation: TestableAutomation,
  { event, text, target }: TriedEvent,
): TestedAutomation {
  const kind = getTargetKind(event);
  const engagement = buildSimulatedEngagement({
    ...{ event, text, emoji: text, from: FOLLOWER },
    ...(kind !== null && { [kind]: target || ANOTHER[kind] }),
  });
  return testAutomation(automation, engagement);
}

function readTried(parameters: URLSearchParams): TriedEvent {
  const event = EVENTS.find((each) => each === parameters.get('event')) ?? 'comment';
  return { event, text: parameters.get('text') ?? '', target: parameters.get('on') ?? '' };
}

/** What each automation does on the event of the address, by id; null where there is none. */
export function tryAll(
  all: readonly AutomationRecord[],
  parameters: URLSearchParams,
): ReadonlyMap<string, TestedAutomation> | null {
  const tried = readTried(parameters);
  if (tried.text.trim() === '') return null;
  return new Map(
    all.map((each) => [
      each.id,
      tryEvent({ source: each.id, flat: flattenAutomation(each), active: each.active }, tried),
    ]),
  );
}

/** Asks what would happen, over all automations. */
export function Try({
  all,
  posts,
  tried,
}: {
  all: readonly AutomationRecord[];
  posts: readonly AccountPost[];
  tried: ReadonlyMap<string, TestedAutomation> | null;
}) {
  const fires = tried === null ? [] : [...tried.values()].filter((each) => each.fires === true);
  const paused = fires.filter(({ active }) => active === false).length;
  return (
    <div class="try">
      <h2>What would happen?</h2>
      <EventFields
        tried={readTried(place.value.parameters)}
        targets={listTargets(all)}
        posts={posts}
        onChange={({ event, text, target }) => setParameters({ event, text, on: target }, { isTyped: true })}
      />
      <p class="dim" role="status">
        {tried === null
          ? 'See which automations a text would trigger. Nothing is sent.'
          : fires.length === 0
            ? 'It would trigger no automation.'
            : `It would trigger ${fires.length} of ${formatCount(all.length, 'automation')}${paused > 0 ? `, ${paused} of them only when resumed` : ''}.`}
      </p>
    </div>
  );
}

/** The posts and stories that triggers name. */
export function listTargets(all: readonly { readonly triggers: readonly unknown[] }[]): readonly string[] {
  const targets = all.flatMap(({ triggers }) =>
    triggers.flatMap((entry) => {
      const known = Trigger.safeParse(entry).data;
      const target = known === undefined ? undefined : getTarget(known);
      return target === undefined || target === ALL ? [] : [target];
    }),
  );
  return [...new Set(targets)];
}

/** The fields of an event. */
export function EventFields({
  tried,
  events = EVENTS,
  targets,
  posts,
  onChange,
}: {
  tried: TriedEvent;
  events?: readonly EventName[];
  targets: readonly string[];
  posts: readonly AccountPost[];
  onChange: (tried: TriedEvent) => void;
}) {
  const { event, text, target } = tried;
  const kind = getTargetKind(event);
  const own = posts.flatMap((post) =>
    post.id !== null && isStory(post) === (kind === 'story') ? [{ ...post, id: post.id }] : [],
  );
  const others = targets.filter((id) => !posts.some((post) => post.id === id));
  return (
    <div class="filters automation-event">
      <select
        aria-label="Event"
        value={event}
        onChange={({ currentTarget }) => {
          const chosen = events.find((each) => each === currentTarget.value);
          if (chosen !== undefined) onChange({ event: chosen, text, target: '' });
        }}
      >
        {events.map((each) => (
          <option key={each} value={each}>
            {EVENT_LABELS[each]}
          </option>
        ))}
      </select>
      <input
        aria-label={event === 'reaction' ? 'Emoji' : 'Text of the follower'}
        placeholder={event === 'reaction' ? 'Emoji' : 'What a follower writes'}
        dir="auto"
        value={text}
        onInput={({ currentTarget }) => onChange({ event, text: currentTarget.value, target })}
      />
      {kind !== null && own.length + others.length > 0 && (
        <select
          aria-label={kind === 'post' ? 'Post' : 'Story'}
          value={target}
          onChange={({ currentTarget }) => onChange({ event, text, target: currentTarget.value })}
        >
          <option value="">on {kind === 'post' ? 'any other post' : 'any other story'}</option>
          {others.map((id) => (
            <option key={id} value={id}>
              on {id}
            </option>
          ))}
          {own.map((post) => (
            <option key={post.id} value={post.id}>
              on {formatPost(post)}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
