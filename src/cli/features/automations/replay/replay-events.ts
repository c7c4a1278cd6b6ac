import { createPeople } from './answer-people.ts';
import { judgeEvents } from './judge-events.ts';
import type { SourceRows } from './read-sources.ts';
import type { ReplayCounts, ReplayedEvent } from './replay-document.ts';
import { openSortedRows } from './sorted-rows.ts';
import { type ReplayOptions, type StoredRows, storeRows } from './store-rows.ts';

/**
 * Replays events through automations: rows are joined by event, events are judged, and answered by person in the order of
 * time. What does not fit into memory is in temporary files.
 *
 * @returns the counts, and the events with another answer in the order of time, which can be read once
 * @throws CrierError of kind usage for a row of no known kind
 */
export async function replayEvents(sources: readonly AsyncIterable<SourceRows>[], options: ReplayOptions) {
  const counts = createCounts();
  const automations = options.prepared.automations.map((each) => ({ ...each, events: 0, people: 0 }));
  const differences = openSortedRows<ReplayedEvent>();
  let rows: StoredRows | null = null;
  try {
    rows = await storeRows(sources, { ...options, counts });
    const people = createPeople(differences, { prepared: options.prepared, counts, automations });
    await judgeEvents(rows, people, { ...options, counts });
    options.progress(null);
  } catch (error) {
    differences.close();
    throw error;
  } finally {
    rows?.parts.close();
  }
  return { counts, automations, differences };
}

function createCounts(): ReplayCounts {
  const results = { same: 0, added: 0, changed: 0, dropped: 0, unrecorded: 0, unsure: 0 };
  const people = { peopleBefore: 0, peopleNow: 0 };
  return {
    events: 0,
    silent: 0,
    ...results,
    ...people,
    otherRows: 0,
    ofOtherProfiles: 0,
    profilesOfDeliveries: 0,
    cutLines: 0,
  };
}
