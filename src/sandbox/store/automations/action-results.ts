import type { ActionType } from '../../../service/actions.ts';
import type { MessageSource, TerminalStatus } from '../../../service/endpoints/activity.ts';
import type { Database } from '../../../storage/open-database.ts';

/** The part of an effect that is recorded on its activity row. */
export interface RedactedSent {
  readonly sent: Readonly<Record<string, unknown>>;
  readonly truncated: boolean;
}

/** State of one action of a dispatch. `attempting`: sent to the network, outcome not known yet. */
type ActionState = Exclude<TerminalStatus, 'rate_limited'> | 'pending' | 'attempting';

/** One action of a dispatch, as it was configured when the dispatch ran. */
export interface StoredAction {
  /** Zero-based, in the order in which actions run. */
  readonly position: number;
  readonly actionId: string;
  readonly type: ActionType;
  readonly config: Readonly<Record<string, unknown>>;
  readonly status: ActionState;
  readonly errorDetails: string | null;
  readonly messageSource: MessageSource | null;
  /** The day whose cap a DM is charged to; null for none. */
  readonly chargedDay: number | null;
  /** Send time reserved by the account's rate limit, in milliseconds since 1970. */
  readonly slot: number | null;
  /** The month whose limit a DM is charged to. */
  readonly chargedMonth: number | null;
}

/** Columns to change; others stay. */
interface ActionChange extends Partial<Omit<StoredAction, 'position' | 'actionId' | 'type' | 'config'>> {
  recorded?: RedactedSent | null;
  completedAt?: number;
}

type ActionResultRow = Omit<StoredAction, 'config'> & { configJson: string };

export function listActions(database: Database, dispatch: number): readonly StoredAction[] {
  return database
    .all<ActionResultRow>(
      `select position, action_id as actionId, type, config_json as configJson, status,
             error_details as errorDetails, message_source as messageSource, charged_day as chargedDay, slot,
             charged_month as chargedMonth
           from action_results where dispatch = ? order by position`,
      dispatch,
    )
    .map(({ configJson, ...row }) => ({
      ...row,
      // written only by `add`, from the same type
      config: JSON.parse(configJson) as StoredAction['config'],
    }));
}

export function insertAction(
  database: Database,
  dispatch: number,
  action: Omit<StoredAction, 'errorDetails' | 'messageSource' | 'slot' | 'chargedMonth'> & {
    completedAt: number | null;
  },
): void {
  database.run(
    `insert into action_results
           (dispatch, position, action_id, type, config_json, status, charged_day, completed_at)
         values (:dispatch, :position, :actionId, :type, :config, :status, :chargedDay, :completedAt)`,
    { ...action, dispatch, config: JSON.stringify(action.config) },
  );
}

export function changeAction(
  database: Database,
  dispatch: number,
  position: number,
  { recorded, ...change }: ActionChange,
): void {
  const sent = recorded && JSON.stringify(recorded.sent);
  const values = {
    status: change.status,
    error_details: change.errorDetails,
    message_source: change.messageSource,
    charged_day: change.chargedDay,
    slot: change.slot,
    charged_month: change.chargedMonth,
    completed_at: change.completedAt,
    sent_json: sent,
    truncated: recorded === undefined ? undefined : Number(recorded?.truncated ?? false),
  };
  const named = Object.entries(values).filter(
    (entry): entry is [string, string | number | null] => entry[1] !== undefined,
  );
  database.run(
    `update action_results set ${named.map(([column]) => `${column} = ?`).join(', ')}
         where dispatch = ? and position = ?`,
    ...named.map(([, value]) => value),
    dispatch,
    position,
  );
}

/** Fails all open actions, with an error by their state. */
export function failOpenActions(
  database: Database,
  dispatch: number,
  { attempting, pending, completedAt }: { attempting: string; pending: string; completedAt: number },
): void {
  database.run(
    `update action_results set status = 'failed', completed_at = :completedAt,
           error_details = case status when 'attempting' then :attempting else :pending end
         where dispatch = :dispatch and completed_at is null`,
    { completedAt, attempting, pending, dispatch },
  );
}

/** Releases the reserved slots of all waiting DMs. @returns the rows of their dispatches */
export function releaseActionSlots(database: Database): readonly number[] {
  return database.column<number>(
    `update action_results set slot = null where status = 'pending' and slot is not null returning dispatch`,
  );
}

/** Dedup key: one action for one person. */
export interface DedupKey {
  readonly automation: string;
  readonly actionId: string;
  readonly recipientId: string;
}

/**
 * When the action last fired for the person, in milliseconds since 1970; null when it never did. No claim is needed
 * before an effect: dispatches of one automation and person run one after the other.
 *
 * @see docs/service/engine.md#ENG-06
 * @see docs/service/readings.md#U-13, #U-15
 */
export function findAcceptedAt(database: Database, key: DedupKey): number | null {
  return (
    database.value<number>(
      `select accepted_at as at from dedup_claims where automation = :automation and action_id = :actionId and recipient_id = :recipientId`,
      key,
    ) ?? null
  );
}

/** Starts the dedup window. The caller holds the transaction. */
export function saveDedupClaim(database: Database, key: DedupKey, acceptedAt: number): void {
  database.run(
    'replace into dedup_claims (automation, action_id, recipient_id, accepted_at) values (:automation, :actionId, :recipientId, :acceptedAt)',
    { ...key, acceptedAt },
  );
}
