import type { ActionType } from '../../../service/actions.ts';
import type { MessageSource, TerminalStatus } from '../../../service/endpoints/activity.ts';
import type { Database } from '../../../storage/open-database.ts';

/** The part of an effect that is recorded on its activity row. */
export interface RedactedSent {
  readonly sent: Readonly<Record<string, unknown>>;
  readonly truncated: boolean;
}

/** State of one action of a dispatch. `attempting` is that of an earlier version which died while a DM was sent. */
type ActionState = Exclude<TerminalStatus, 'rate_limited'> | 'pending' | 'attempting';

/** One action of a dispatch, as it was configured when the dispatch ran. It changes in memory until it is saved. */
export interface StoredAction {
  /** Zero-based, in the order in which actions run. */
  readonly position: number;
  readonly actionId: string;
  readonly type: ActionType;
  readonly config: Readonly<Record<string, unknown>>;
  status: ActionState;
  errorDetails: string | null;
  messageSource: MessageSource | null;
  /** The day whose cap a DM is charged to; null for none. */
  chargedDay: number | null;
  /** Send time reserved by the account's rate limit, in milliseconds since 1970; null once the DM is sent. */
  slot: number | null;
  completedAt: number | null;
  /** What it sent; null before, and of rows that were read. */
  recorded: RedactedSent | null;
}

/** A row without the parts that are set when the action ends. */
type ActionResultRow = Omit<StoredAction, 'config' | 'recorded'> & { configJson: string };

export function listActions(database: Database, dispatch: number): readonly StoredAction[] {
  return database
    .all<ActionResultRow>(
      `select position, action_id as actionId, type, config_json as configJson, status,
             error_details as errorDetails, message_source as messageSource, charged_day as chargedDay, slot,
             completed_at as completedAt
           from action_results where dispatch = ? order by position`,
      dispatch,
    )
    .map(({ configJson, ...row }) => ({
      ...row,
      // written only by `saveAction`, from the same type
      config: JSON.parse(configJson) as StoredAction['config'],
      recorded: null,
    }));
}

/** Writes an action that is new, or was open until now: what was sent is not read back. */
export function saveAction(database: Database, dispatch: number, action: StoredAction): void {
  const { config, recorded } = action;
  database.run(
    `replace into action_results
           (dispatch, position, action_id, type, config_json, status, error_details, message_source, sent_json,
            truncated, charged_day, slot, completed_at)
         values (:dispatch, :position, :actionId, :type, :configJson, :status, :errorDetails, :messageSource, :sent,
            :truncated, :chargedDay, :slot, :completedAt)`,
    {
      ...action,
      dispatch,
      configJson: JSON.stringify(config),
      sent: recorded === null ? null : JSON.stringify(recorded.sent),
      truncated: Number(recorded?.truncated ?? false),
    },
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
