import type { DatabaseSync } from 'node:sqlite';
import type { ActivityStatus } from '../../../src/service/endpoints/activity.ts';
import type {
  Effect,
  HistoryAttempt,
  HistoryCallback,
  HistoryDelivery,
  HistoryLook,
  HistoryMessage,
  HistoryPost,
  HistoryResult,
  HistoryRow,
} from './history.ts';
import type { Aftermath } from './read-history.ts';

interface StoredRow {
  readonly row: number;
  readonly id: string;
  readonly automationId: string;
  readonly eventId: string;
  readonly recipientId: string;
  readonly status: ActivityStatus;
}

type StoredResult = HistoryResult & { readonly dispatch: number };

/** A list of the database is a JSON text. */
type StoredPost = Readonly<Record<'id' | 'platforms' | 'copies' | 'refused', string>> & {
  readonly isOpen: number;
};

/** What is known without the file. */
type Known = Pick<Aftermath, 'windows' | 'heard' | 'secrets'>;

/** All that there is in a sandbox's file when all is over, read past the program that wrote it. */
export function readAftermath(database: DatabaseSync, known: Known): Aftermath {
  // Each query names what its type has.
  const all = <Row>(sql: string) => database.prepare(sql).all() as unknown as readonly Row[];
  const results = Map.groupBy(
    all<StoredResult>(`select dispatch, action_id as actionId, type, status, error_details as errorDetails,
        message_source as messageSource, config_json ->> 'message' as template
      from action_results order by dispatch, position`),
    ({ dispatch }) => dispatch,
  );
  const rows = all<StoredRow>(`select dispatches.row, id, automation as automationId, event_id as eventId,
    dispatches.recipient_id as recipientId, status
    from dispatches join engagements on engagements.row = engagement`);
  return {
    ...known,
    rows: rows.map(({ row, ...rest }): HistoryRow => ({ ...rest, results: results.get(row) ?? [] })),
    messages: all<HistoryMessage>('select key, at, text from inbox'),
    emails: all<Effect>('select key, at from outbox'),
    deliveries: all<HistoryDelivery>(`select hook_id as hookId, event_json ->> 'type' as type,
      event_json ->> 'activityId' as activityId, event_json ->> 'actionId' as actionId, state from deliveries`),
    attempts: all<HistoryAttempt>(`select hook_id as hookId, attempt, delivery_id as deliveryId, status, error
      from attempts join deliveries on deliveries.row = delivery order by delivery, attempt`),
    callbacks: all<HistoryCallback>(`select dispatches.id || ':' || action_id as key, callbacks.state, message
      from callbacks join dispatches on dispatches.row = callbacks.dispatch
      join action_results using (dispatch, position)`),
    posts: all<StoredPost>(POSTS).map(
      ({ id, isOpen, ...lists }): HistoryPost => ({
        id,
        isOpen: isOpen === 1,
        platforms: JSON.parse(lists.platforms),
        copies: JSON.parse(lists.copies),
        refused: JSON.parse(lists.refused),
      }),
    ),
  };
}

/** Those that have a body: others were there before. */
const POSTS = `select id, about_json ->> 'platforms' as platforms,
    (select json_group_array(platform) from social_posts where post_id = posts.id) as copies,
    (select json_group_array(value ->> 'platform') from json_each(about_json, '$.errors')) as refused,
    due_at is not null or exists
      (select 1 from social_posts where post_id = posts.id and resolves_at is not null) as isOpen
  from posts where about_json -> 'body' <> 'null'`;

/** Which rows are looked at, and when. */
interface Looking {
  readonly now: number;
  /** How long after the last restart. */
  readonly sinceRestartMs: number;
  /** Of those that have ended, one of this number. */
  readonly part: number;
  readonly parts: number;
}

/** What is to be seen now: the rows that have not ended and a part of the others, and the expected deliveries. */
export function lookAt(database: DatabaseSync, { now, sinceRestartMs, part, parts }: Looking): HistoryLook {
  const rows = database.prepare(
    'select id, status, ? - due_at as dueForMs from dispatches where completed_at is null or row % ? = ?',
  );
  const late = database.prepare(
    `select hook_id as hookId from deliveries where state = 'waiting' and due_at <= ?`,
  );
  // The queries name what the types have.
  return {
    sinceRestartMs,
    rows: rows.all(now, parts, part % parts) as unknown as HistoryLook['rows'],
    lateDeliveries: late.all(now - sinceRestartMs).map(({ hookId }) => String(hookId)),
  };
}
