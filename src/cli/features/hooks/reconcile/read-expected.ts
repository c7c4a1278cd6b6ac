import type { Client } from '../../../../client/client.ts';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { CrierError } from '../../../../errors.ts';
import {
  type AutomationRecord,
  getAutomation,
  listAutomations,
} from '../../../../service/endpoints/automations.ts';
import { LIMITS } from '../../../../service/limits.ts';
import type { RequestPace } from '../../../framework/many/request-pace.ts';
import type { ProgressText } from '../../../framework/output/printing/progress.ts';
import { getCreatedTime } from '../../automations/activity/activity-filter.ts';
import { readActivityPages } from '../../automations/activity/query-activity.ts';
import {
  type ExpectedEvent,
  listExpectedEvents,
  readWebhookActions,
  type WebhookActions,
} from './expected-events.ts';
import { isInSpan, type Span } from './read-sources.ts';

export interface ExpectedEvents {
  readonly events: readonly ExpectedEvent[];
  readonly automations: number;
  readonly rows: number;
  /** What could not be compared, a sentence each. */
  readonly limits: readonly string[];
}

/** Our choice: the most pages of one run; with its pace they take about six minutes. */
const MOST_PAGES = 250;

interface ExpectedReading {
  span: Span;
  /** Ids of automations that the history names: one that was deleted is not listed. */
  named: readonly string[];
  pace: RequestPace;
  progress(text: ProgressText): void;
}

/**
 * Reads the activity of all automations that fire a webhook.
 *
 * @throws CrierError of requests, but for a plan without automations
 * @see docs/service/activity.md#ACT-01, #ACT-09
 */
export async function readExpected(client: Client, reading: ExpectedReading): Promise<ExpectedEvents> {
  const { span, named, pace, progress } = reading;
  const listed = await listWatched(client, reading);
  if (listed === null)
    return {
      events: [],
      automations: 0,
      rows: 0,
      limits: ['this plan has no automations: only the history was compared'],
    };
  const all = [...listed.keys(), ...named.filter((id) => !listed.has(id))];
  const events: ExpectedEvent[] = [];
  const silent = new Set<string>();
  let rows = 0;
  let pages = 0;
  let isCut = false;
  for (const [place, id] of all.entries()) {
    const actions = listed.get(id) ?? null;
    if (actions !== null && actions.completing.length === 0) silent.add(id);
    const read = listed.has(id)
      ? readActivityPages(client, { id, pace })
      : ignoreUnknown(readActivityPages(client, { id, pace }));
    for await (const page of read) {
      pages += 1;
      const inTime = page.rows.filter((row) => getCreatedTime(row) >= span.since);
      rows += inTime.length;
      progress(`activity of ${place} of ${all.length} automations, ${rows} rows read`);
      const wanted = inTime.filter((row) => isInSpan(getCreatedTime(row), span));
      events.push(...wanted.flatMap((row) => listExpectedEvents(row, actions)));
      isCut = pages >= MOST_PAGES && (page.next !== null || place < all.length - 1);
      if (inTime.length < page.rows.length || isCut) break;
    }
    if (isCut) break;
  }
  return { events, automations: all.length, rows, limits: listLimits({ silent, all, listed, isCut }) };
}

/** An event that was made for a test, and one of another profile, name an automation that the service does not know. */
async function* ignoreUnknown<Page>(pages: AsyncIterable<Page>): AsyncGenerator<Page> {
  try {
    yield* pages;
  } catch (error) {
    if (!(error instanceof CrierError) || error.kind !== 'not-found') throw error;
  }
}

/** Automations that fire a webhook, or did, and their present actions; null if the plan has none. */
async function listWatched(
  client: Client,
  { span, pace }: ExpectedReading,
): Promise<ReadonlyMap<string, WebhookActions | null> | null> {
  await pace();
  const answer = await client.call(listAutomations, {}).catch((error: unknown) => {
    if (error instanceof CrierError && error.kind === 'not-allowed') return null;
    throw error;
  });
  if (answer === null) return null;
  const watched = new Map<string, WebhookActions | null>();
  for (const { id, stats, updated, actions: given } of answer.body.automations) {
    const last = readTimestamp(stats?.lastTriggeredAt).ms;
    if (last !== null && last < span.since) continue;
    const actions = given ?? (await readActions(client, id, pace));
    const found = readWebhookActions({ actions, updated });
    // one that was changed since may have fired a webhook before
    const changed = readTimestamp(updated).ms;
    if (found !== null || changed === null || changed >= span.since) watched.set(id, found);
  }
  return watched;
}

async function readActions(
  client: Client,
  id: string,
  pace: RequestPace,
): Promise<AutomationRecord['actions']> {
  await pace();
  return (await client.call(getAutomation, { params: { id } })).body.actions;
}

function listLimits({
  silent,
  all,
  listed,
  isCut,
}: {
  silent: ReadonlySet<string>;
  all: readonly string[];
  listed: ReadonlyMap<string, unknown>;
  isCut: boolean;
}): readonly string[] {
  const unlisted = all.filter((id) => !listed.has(id)).length;
  const none = 'no automation.completed is expected of';
  return [
    ...(silent.size > 0
      ? [`${none} ${formatCount(silent.size, 'automation')} without sendCompletedEvent`]
      : []),
    ...(unlisted > 0
      ? [
          `${none} ${formatCount(unlisted, 'automation')} that the history names and the service does not list`,
        ]
      : []),
    ...(isCut
      ? [
          `only the newest ${MOST_PAGES * LIMITS.activityPageSize.max} rows of activity were read: use a shorter span`,
        ]
      : []),
  ];
}
