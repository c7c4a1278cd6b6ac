import type { Action } from '../../../src/facts/actions.ts';
import type { ActivityStatus, Ending } from '../../../src/facts/activity.ts';
import type { Trigger } from '../../../src/facts/triggers.ts';
import type { AccountParts, Caps, Engage, ProfileName } from './command.ts';

/** A trigger or action, with the number by which the model knows it again. */
export interface Keyed<T> {
  readonly key: number;
  readonly config: T;
}
export type ModelAction = Keyed<Action>;
export type ModelTrigger = Keyed<Trigger>;

export interface ModelAutomation {
  /** In the order of their making; the model's name for it. */
  readonly number: number;
  readonly profile: ProfileName;
  triggers: readonly ModelTrigger[];
  actions: readonly ModelAction[];
  state: 'active' | 'paused' | 'deleted';
  /** How often it was paused: what was queued before does not run after. */
  pauses: number;
}

/** An engagement as the network told of it. */
export interface ModelEvent extends Omit<Engage, 'do' | 'lateSeconds' | 'place'> {
  readonly eventId: string;
  /** Only comments have one. */
  readonly commentId: string | null;
  /** Social Post ID; of a comment alone. */
  readonly post: string | null;
  /** Of what is done on a story alone. */
  readonly story: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** How an action ended. */
export interface ModelResult {
  /** The action's. */
  readonly key: number;
  readonly type: Action['type'];
  readonly status: Ending;
  /** Left out where no text was determined, or of another kind; `unsaid` where the specification does not say. */
  readonly source?: 'template' | 'fallback' | 'unsaid';
  /** What was sent, of what was; of a webhook nothing, as its payload is looked at where it is delivered. */
  readonly sent?: Readonly<Record<string, string | null>>;
  /** Words that the reason must hold. */
  readonly because?: string;
}

/** A dispatch, which is a row of the activity. */
export interface ModelDispatch {
  readonly automation: ModelAutomation;
  readonly event: ModelEvent;
  readonly trigger: ModelTrigger;
  readonly keyword: string | null;
  readonly pauses: number;
  readonly created: number;
  readonly dueAt: number;
  status: ActivityStatus;
  /** Null where the specification does not say what there is. */
  results: readonly ModelResult[] | null;
  completedAt: number | null;
}

/** A DM, email or webhook delivery that left. */
export interface ModelEffect {
  readonly kind: 'dm' | 'email' | 'triggered' | 'completed';
  readonly dispatch: ModelDispatch;
  /** The action's; null of a completed event. */
  readonly key: number | null;
  readonly sent: Readonly<Record<string, string | null>>;
  /** The profile whose webhook it goes to. */
  readonly webhook: ProfileName | null;
  readonly at: number;
}

/** All that the model knows. */
export interface World {
  now: number;
  plan: 'launch' | 'business' | 'enterprise';
  caps: Caps;
  readonly accounts: Record<ProfileName, AccountParts>;
  readonly webhooks: Record<ProfileName, boolean>;
  refuses: number | null;
  readonly automations: ModelAutomation[];
  readonly events: ModelEvent[];
  readonly dispatches: ModelDispatch[];
  /** When an action was last accepted for a person: by key of the action and handle. */
  readonly fired: Map<string, number>;
  /** Every DM that was accepted. */
  readonly dms: { readonly profile: ProfileName; readonly who: string; readonly at: number }[];
  /** Comments that have their private reply, and those that were taken back. */
  readonly replied: Set<string>;
  readonly deleted: Set<string>;
  /** When each story was first spoken of, which is when it was published. */
  readonly stories: Map<string, number>;
  readonly requests: Map<string, 'open' | 'silent' | 'blocked'>;
  readonly effects: ModelEffect[];
  nextKey: number;
}

const USABLE: AccountParts = { token: 'ok', messaging: 'on', page: 'selected' };

export function newWorld(now: number): World {
  return {
    now,
    plan: 'business',
    caps: { accountPerDay: null, profilePerDay: null, perMonth: null },
    accounts: { primary: USABLE, acme: USABLE },
    webhooks: { primary: false, acme: false },
    refuses: null,
    automations: [],
    events: [],
    dispatches: [],
    fired: new Map(),
    dms: [],
    replied: new Set(),
    deleted: new Set(),
    stories: new Map(),
    requests: new Map(),
    effects: [],
    nextKey: 0,
  };
}

/** The automation that a step means; deleted ones are there too. */
export function picked<T>(of: readonly T[], which: number): T | undefined {
  return of.length === 0 ? undefined : of[which % of.length];
}
