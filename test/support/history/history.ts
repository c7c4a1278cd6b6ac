import type { ActionType } from '../../../src/service/actions.ts';
import type { ActivityStatus, MessageSource } from '../../../src/service/endpoints/activity.ts';
import type { AnswerWay } from './ways.ts';

/**
 * What happened while processes were killed: what they said they would do, what they were answered, and what was there
 * when they were started again. All times are milliseconds.
 */
export interface History {
  /** How many events there were to be, each counted before a process asked for it. */
  readonly offered: number;
  /** Written down when the answer had come. */
  readonly accepted: readonly AcceptedEvent[];
  /** Service Post IDs of posts that were taken in, each written down when the answer had come. */
  readonly planned: readonly string[];
  readonly kills: number;
  /** What SQLite said of the file, after each kill. */
  readonly integrity: readonly string[];
  /** What was seen of the rows, in the order of the looks. */
  readonly looks: readonly HistoryLook[];
  /** All rows at the end. */
  readonly rows: readonly HistoryRow[];
  /** All DMs that the simulated network accepted, those that it dropped in silence too. */
  readonly messages: readonly HistoryMessage[];
  readonly emails: readonly Effect[];
  readonly deliveries: readonly HistoryDelivery[];
  readonly attempts: readonly HistoryAttempt[];
  readonly callbacks: readonly HistoryCallback[];
  /** All posts that were made by then through the service. */
  readonly posts: readonly HistoryPost[];
  /** The webhooks and callbacks that the receiver got. */
  readonly heard: HeardEntry;
  /** The secrets that signed, from when on each, oldest first. */
  readonly secrets: readonly SecretSince[];
  /** `dedupWindowMinutes` of every action, by its id. */
  readonly windows: Readonly<Record<string, number>>;
}

export interface AcceptedEvent {
  readonly eventId: string;
  /** Ids of the rows that the answer promised. */
  readonly dispatches: readonly string[];
}

export interface HistoryLook {
  /** How long after the last restart. */
  readonly sinceRestartMs: number;
  /** All that had not ended when it was last looked, at least. */
  readonly rows: readonly SeenRow[];
  /** `hookId` of each delivery that has been due for so long by then, and waits. */
  readonly lateDeliveries: readonly string[];
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
  readonly messageSource: MessageSource | null;
  /** The text that is configured: it holds no placeholder. Null of an action without one. */
  readonly template: string | null;
}

/** A DM or an email that left. */
export interface Effect {
  /** `<activity id>:<action id>` */
  readonly key: string;
  readonly at: number;
}

export interface HistoryMessage extends Effect {
  readonly text: string;
}

/** Which event a delivery is about. */
interface SentEvent {
  readonly hookId: string;
  readonly type: 'automation.triggered' | 'automation.completed';
  readonly activityId: string;
  /** Null of a completed event. */
  readonly actionId: string | null;
}

export interface HistoryDelivery extends SentEvent {
  readonly state: 'waiting' | 'delivered' | 'failed';
}

/** An attempt as the sandbox wrote it down. */
export interface HistoryAttempt {
  readonly hookId: string;
  readonly attempt: number;
  readonly deliveryId: string;
  /** Null where no answer came. */
  readonly status: number | null;
  readonly error: string | null;
}

export interface HistoryCallback {
  /** `<activity id>:<action id>` */
  readonly key: string;
  readonly state: 'waiting' | 'asking' | 'answered';
  /** The text that it returned; null where another one is sent. */
  readonly message: string | null;
}

export interface HistoryPost {
  readonly id: string;
  /** The networks it is meant for. */
  readonly platforms: readonly string[];
  /** The networks of its copies: of several on one network all of them. */
  readonly copies: readonly string[];
  /** The networks that refused it. */
  readonly refused: readonly string[];
  /** The clock has still something to do about it. */
  readonly isOpen: boolean;
}

/** What came to a receiver, in the order in which it came. */
export interface HeardEntry {
  readonly deliveries: readonly HeardDelivery[];
  readonly callbacks: readonly HeardCallback[];
  /** What should not have come at all. */
  readonly strays: readonly string[];
}

/** Whose signature a request carries, by the names of the secrets: `none` without one, `wrong` where none fits. */
export interface Signed {
  readonly main: string;
  readonly second: string;
  /** What the header beside them says. */
  readonly at: number;
}

/** Every request. */
interface HeardRequest {
  /** Unix seconds, as the body says. */
  readonly timeStamp: number;
  readonly signed: Signed;
  /** How it was answered. */
  readonly way: AnswerWay;
}

export interface HeardDelivery extends HeardRequest, SentEvent {
  readonly attempt: number;
  readonly deliveryId: string;
}

export interface HeardCallback extends HeardRequest {
  /** `<activity id>:<action id>` */
  readonly key: string;
}

export interface SecretSince {
  readonly name: string;
  /** Unix seconds. */
  readonly since: number;
}
