import { EVENT_TRIGGERS } from '../../../../domain/automations/event-triggers.ts';
import { formatIsoSeconds } from '../../../../domain/time/read-timestamp.ts';
import { ENGAGEMENTS } from '../../../../service/engagement.ts';
import type { TriggerType } from '../../../../service/triggers.ts';
import type { Firing, PreparedAnswers } from './prepare-answers.ts';
import type { ReplayCounts, ReplayedEvent } from './replay-document.ts';
import { type AnsweredEvent, createPersonReplay } from './replay-person.ts';
import type { SortedRows } from './sorted-rows.ts';

/** An event with what fires on it. */
export interface JudgedEvent extends Omit<AnsweredEvent, 'actions'> {
  readonly firings: readonly Firing[];
}

interface CountedAutomation {
  readonly name: string;
  events: number;
  people: number;
}

export type ReplayPeople = ReturnType<typeof createPeople>;

/** Answers the events of one person after the other, and counts. @param differences what is not the same */
export function createPeople(
  differences: SortedRows<ReplayedEvent>,
  {
    prepared,
    counts,
    automations,
  }: { prepared: PreparedAnswers; counts: ReplayCounts; automations: readonly CountedAutomation[] },
) {
  let person = startPerson();
  return {
    /** Answers the next event of the person. */
    answer(judged: JudgedEvent): void {
      const actions = prepared.listActions(judged.event, judged.firings);
      const answer = person.replay({ ...judged, actions });
      counts[answer.result] += 1;
      person.hasGot ||= answer.got !== null && answer.got.length > 0;
      for (const index of new Set(answer.would.map(({ automation }) => automation))) {
        person.answering.add(index);
        count(automations[index], 'events');
      }
      if (answer.result !== 'same')
        differences.add('', judged.event.at ?? 0, describe(judged, answer, automations));
    },
    /** The next events are of another person. */
    end(): void {
      if (person.hasGot) counts.peopleBefore += 1;
      if (person.answering.size > 0) counts.peopleNow += 1;
      for (const each of person.answering) count(automations[each], 'people');
      person = startPerson();
    },
  };
}

function startPerson() {
  /** Indexes of the automations that answer the person. */
  const answering = new Set<number>();
  return { replay: createPersonReplay(), answering, hasGot: false };
}

const EVENT_BY_TRIGGER: ReadonlyMap<TriggerType, string> = new Map(
  Object.entries(EVENT_TRIGGERS).map(([event, trigger]) => [trigger, event]),
);

function count(automation: { events: number; people: number } | undefined, what: 'events' | 'people'): void {
  if (automation !== undefined) automation[what] += 1;
}

function describe(
  { event, answers }: JudgedEvent,
  { result, got, would }: ReturnType<ReturnType<typeof createPersonReplay>>,
  automations: readonly { readonly name: string }[],
): ReplayedEvent {
  const { trigger } = ENGAGEMENTS[event.kind];
  return {
    eventId: event.key,
    at: event.at === undefined ? null : formatIsoSeconds(event.at),
    event: EVENT_BY_TRIGGER.get(trigger) ?? trigger,
    person: event.username ?? event.personId ?? null,
    text: event.text ?? event.emoji ?? null,
    result,
    got: got === null ? null : [...got],
    answeredBy: answers.map(({ automationId }) => automationId),
    would: would.map(({ automation, type, message }) => ({
      automation: automations[automation]?.name ?? '',
      ...{ type, message },
    })),
  };
}
