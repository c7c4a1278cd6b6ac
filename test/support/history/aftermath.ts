import type { DatabaseSync } from 'node:sqlite';
import type { ActionType } from '../../../src/facts/actions.ts';
import type { ActivityStatus } from '../../../src/facts/activity.ts';
import type { Effect, HistoryDelivery, HistoryRow, SeenRow } from './history.ts';
import type { Aftermath } from './read-history.ts';

interface Stored {
  readonly row: number;
  readonly id: string;
  readonly automationId: string;
  readonly eventId: string;
  readonly recipientId: string;
  readonly status: ActivityStatus;
}

interface StoredResult {
  readonly dispatch: number;
  readonly actionId: string;
  readonly type: ActionType;
  readonly status: ActivityStatus;
  readonly errorDetails: string | null;
}

/** All that there is in a sandbox's file when all is over, read past the program that wrote it. */
export function readAftermath(database: DatabaseSync, windows: Aftermath['windows']): Aftermath {
  // Each query names what its type has.
  const all = <Row>(sql: string) => database.prepare(sql).all() as unknown as readonly Row[];
  const results = Map.groupBy(
    all<StoredResult>(`select dispatch, action_id as actionId, type, status, error_details as errorDetails
      from action_results order by dispatch, place`),
    ({ dispatch }) => dispatch,
  );
  const rows = all<Stored>(`select dispatches.row, id, automation as automationId, event_id as eventId,
    dispatches.recipient_id as recipientId, status
    from dispatches join engagements on engagements.row = engagement`);
  return {
    windows,
    rows: rows.map(({ row, ...rest }): HistoryRow => ({ ...rest, results: results.get(row) ?? [] })),
    messages: all<Effect>('select key, at from inbox'),
    emails: all<Effect>('select key, at from outbox'),
    deliveries: all<HistoryDelivery>(`select hook_id as hookId, event_json ->> 'type' as type,
      event_json ->> 'activityId' as activityId, event_json ->> 'actionId' as actionId from deliveries`),
  };
}

/**
 * What is to be seen of the rows now: those that have not ended, and of the others a part, another one each time.
 *
 * @param part which of `parts`
 */
export function seenRows(
  database: DatabaseSync,
  { now, part, parts }: { readonly now: number; readonly part: number; readonly parts: number },
): readonly SeenRow[] {
  const query = database.prepare(
    'select id, status, ? - due_at as dueForMs from dispatches where completed_at is null or row % ? = ?',
  );
  // The query names what its type has.
  return query.all(now, parts, part % parts) as unknown as readonly SeenRow[];
}
