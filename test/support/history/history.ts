import type { ActionType } from '../../../src/facts/actions.ts';
import type { ActivityStatus } from '../../../src/facts/activity.ts';

/**
 * What happened while processes were killed: what they said they would do, what they were told, and what was there
 * when they were started again. All times are milliseconds.
 */
export interface History {
  /** How many events there were to be, each counted before a process asked for it. */
  readonly offered: number;
  /** Written down when the answer had come. */
  readonly accepted: readonly AcceptedEvent[];
  readonly kills: number;
  /** What SQLite said of the file, after each kill. */
  readonly integrity: readonly string[];
  /** What was seen of the rows, in the order of the looks. */
  readonly looks: readonly Look[];
  /** All rows at the end. */
  readonly rows: readonly HistoryRow[];
  /** All DMs that the simulated network accepted, those that it dropped in silence too. */
  readonly messages: readonly Effect[];
  readonly emails: readonly Effect[];
  readonly deliveries: readonly HistoryDelivery[];
  /** `dedupWindowMinutes` of every action, by its id. */
  readonly windows: Readonly<Record<string, number>>;
}

export interface AcceptedEvent {
  readonly eventId: string;
  /** Ids of the rows that the answer promised. */
  readonly dispatches: readonly string[];
}

export interface Look {
  /** How long after the last restart. */
  readonly sinceRestartMs: number;
  /** All that had not ended when it was last looked, at least. */
  readonly rows: readonly SeenRow[];
}

export interface SeenRow {
  readonly id: string;
  readonly status: ActivityStatus;
  /** How long it had been due by then; less than nothing when it was not. */
  readonly dueForMs: number;
}

export interface HistoryRow {
  readonly id: string;
  readonly automationId: string;
  readonly eventId: string;
  readonly recipientId: string;
  readonly status: ActivityStatus;
  readonly results: readonly HistoryResult[];
}

export interface HistoryResult {
  readonly actionId: string;
  readonly type: ActionType;
  readonly status: ActivityStatus;
  readonly errorDetails: string | null;
}

/** A DM or an email that left. */
export interface Effect {
  /** `<activity id>:<action id>` */
  readonly key: string;
  readonly at: number;
}

export interface HistoryDelivery {
  readonly hookId: string;
  readonly type: 'automation.triggered' | 'automation.completed';
  readonly activityId: string;
  /** Null of a completed event. */
  readonly actionId: string | null;
}
