import type { ActionType } from '../../../service/actions.ts';
import type { ActivityStatus, MessageSource } from '../../../service/endpoints/activity.ts';
import type { EngagementKind } from '../../../service/engagement.ts';
import type { TriggerType } from '../../../service/triggers.ts';
import type { Database } from '../../../storage/open-database.ts';
import type { ActivityPosition } from '../../page-cursor.ts';

/** Result of one action of a dispatch. Times are milliseconds since 1970. */
export interface ActivityAction {
  readonly actionId: string;
  readonly type: ActionType;
  readonly status: ActivityStatus;
  readonly errorDetails: string | null;
  /** Null until the text is determined, and for actions without a text. */
  readonly messageSource: MessageSource | null;
  /** What was sent, with secrets redacted; null when nothing was sent. */
  readonly sent: Readonly<Record<string, unknown>> | null;
  readonly truncated: boolean;
  readonly completedAt: number | null;
}

export interface ActivityEntry extends ActivityPosition {
  readonly automation: string;
  readonly triggerId: string;
  readonly triggerType: TriggerType;
  readonly keyword: string | null;
  readonly eventId: string;
  readonly kind: EngagementKind;
  readonly recipientId: string;
  readonly recipientUsername: string | null;
  readonly text: string | null;
  readonly emoji: string | null;
  readonly commentId: string | null;
  readonly postId: string | null;
  readonly storyId: string | null;
  readonly status: ActivityStatus;
  readonly errorDetails: string | null;
  readonly completedAt: number | null;
  /** In order of position. */
  readonly actions: readonly ActivityAction[];
}

export interface ActivityPageRequest {
  automation: string;
  /** No older than this, in milliseconds since 1970. */
  since: number;
  /** Cursor: only dispatches behind this position; null for the newest. */
  after: ActivityPosition | null;
  max: number;
}

type EntryRow = Omit<ActivityEntry, 'actions'> & { row: number };

type ActivityActionRow = Omit<ActivityAction, 'status' | 'sent' | 'truncated'> & {
  dispatch: number;
  status: ActivityStatus | 'attempting';
  sentJson: string | null;
  truncated: 0 | 1;
};

const ENTRIES = `select dispatches.row, id, automation, trigger_id as triggerId, trigger_type as triggerType, keyword,
    event_id as eventId, kind, engagements.recipient_id as recipientId, recipient_username as recipientUsername, text,
    emoji, comment_id as commentId, post_id as postId, story_id as storyId, status, error_details as errorDetails,
    created, completed_at as completedAt
  from dispatches join engagements on engagements.row = dispatches.engagement`;
const OF_AUTOMATION = 'where automation = ? and created >= ?';
const IN_ORDER = 'order by created desc, id desc limit ?';

/** Whether the profile has or had this automation; a deleted one is known by its activity. */
export function isKnownAutomation(database: Database, profile: number, automation: string): boolean {
  return (
    database.first('select 1 from automations where id = ? and profile = ?', automation, profile) !==
    undefined
  );
}

/** Newest first, then by id, which makes the order total. The cost does not depend on how far back the page is. */
export function readActivityPage(database: Database, wanted: ActivityPageRequest): readonly ActivityEntry[] {
  return withActions(database, listEntries(database, wanted));
}

/** Returns entries in the order of `ids`; unknown ids are skipped. */
export function listActivityByIds(database: Database, ids: readonly string[]): readonly ActivityEntry[] {
  const found = database.all<EntryRow>(
    `${ENTRIES} where id in (select value from json_each(?))`,
    JSON.stringify(ids),
  );
  const byId = new Map(withActions(database, found).map((entry) => [entry.id, entry]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function listEntries(database: Database, { automation, since, after, max }: ActivityPageRequest) {
  return after === null
    ? database.all<EntryRow>(`${ENTRIES} ${OF_AUTOMATION} ${IN_ORDER}`, automation, since, max)
    : database.all<EntryRow>(
        `${ENTRIES} ${OF_AUTOMATION} and (created, id) < (?, ?) ${IN_ORDER}`,
        automation,
        since,
        after.created,
        after.id,
        max,
      );
}

function withActions(database: Database, found: readonly EntryRow[]): readonly ActivityEntry[] {
  const actions = Map.groupBy(listActions(database, found), ({ dispatch }) => dispatch);
  return found.map(({ row, ...entry }) => ({
    ...entry,
    actions: (actions.get(row) ?? []).map(readAction),
  }));
}

function listActions(database: Database, entries: readonly EntryRow[]): readonly ActivityActionRow[] {
  return database.all<ActivityActionRow>(
    `select dispatch, action_id as actionId, type, status, error_details as errorDetails,
       message_source as messageSource, sent_json as sentJson, truncated, completed_at as completedAt
     from action_results where dispatch in (select value from json_each(?)) order by dispatch, position`,
    JSON.stringify(entries.map(({ row }) => row)),
  );
}

function readAction({ dispatch, status, sentJson, truncated, ...action }: ActivityActionRow): ActivityAction {
  return {
    ...action,
    // the service reports an attempt as in flight
    status: status === 'attempting' ? 'in_flight' : status,
    // written only by the engine, from an object
    sent: sentJson === null ? null : (JSON.parse(sentJson) as Readonly<Record<string, unknown>>),
    truncated: truncated === 1,
  };
}
