import type { Action } from '../../../src/service/actions.ts';
import type { ActivityStatus, TerminalStatus } from '../../../src/service/endpoints/activity.ts';
import type { Trigger } from '../../../src/service/triggers.ts';
import type { AccountParts, Caps, Engage, ProfileName, Secret } from './command.ts';
import type { OutsideOutcome } from './outside.ts';

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

/** An engagement as the network reported it. */
export interface ModelEvent extends Omit<Engage, 'do' | 'lateSeconds' | 'place'> {
  readonly eventId: string;
  /** Only comments have one. */
  readonly commentId: string | null;
  /** Social Post ID; of a comment only. */
  readonly post: string | null;
  /** Of what is done on a story only. */
  readonly story: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** How an action ended. */
export interface ModelResult {
  /** The action's. */
  readonly key: number;
  readonly type: Action['type'];
  readonly status: TerminalStatus;
  /** Left out where no text was determined, or of another kind; `unsaid` where the specification does not say. */
  readonly source?: 'template' | 'callback' | 'fallback' | 'unsaid';
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
  /** DMs that count for its day, and that have not ended. */
  charged: number;
  /** Null where the specification does not say what there is. */
  results: readonly ModelResult[] | null;
  completedAt: number | null;
}

/** A DM or email that left. */
export interface ModelEffect {
  readonly kind: 'dm' | 'email';
  readonly dispatch: ModelDispatch;
  /** The action's. */
  readonly key: number;
  readonly sent: Readonly<Record<string, string | null>>;
  readonly at: number;
}

/** One try to deliver something. */
export interface ModelAttempt {
  readonly at: number;
  /** Null where nothing left, as there was nothing to sign with. */
  readonly outcome: OutsideOutcome | null;
}

/** What signs a request, and what does beside it for a while. */
export interface ModelSignature {
  readonly main: Secret | 'none';
  readonly second: Secret | 'none';
}

/** A delivery, until it has ended. */
export interface ModelDelivery {
  readonly kind: 'triggered' | 'completed';
  readonly dispatch: ModelDispatch;
  /** The action's; null of a completed event. */
  readonly key: number | null;
  /** The profile whose webhook it goes to, and where that is. */
  readonly webhook: ProfileName;
  url: string;
  readonly created: number;
  state: 'waiting' | 'delivered' | 'failed';
  /** Null when it has ended. */
  dueAt: number | null;
  /** How much of the schedule is over. */
  tries: number;
  /** It ended as its webhook was taken away. */
  isTakenAway: boolean;
  readonly attempts: ModelAttempt[];
}

/** A callback that is to be asked. */
export interface ModelCallback {
  readonly dispatch: ModelDispatch;
  /** The action's. */
  readonly key: number;
  readonly url: string;
}

/** A request that left. */
export interface ModelRequest {
  readonly about:
    | {
        readonly kind: 'attempt';
        readonly delivery: ModelDelivery;
        readonly attempt: number;
        /** Where it went: later it may go elsewhere. */
        readonly url: string;
      }
    | { readonly kind: 'callback'; readonly callback: ModelCallback };
  readonly at: number;
  readonly signed: ModelSignature;
}

/** A dispatch that continues when its callback is answered, with the text that is to be sent, or none. */
export interface ModelWaitingCallback extends ModelCallback {
  proceed(text: string | null): void;
}

/** One whose dispatch may continue, with the text that came; null for none. */
export interface AnsweredCallback {
  readonly callback: ModelWaitingCallback;
  readonly text: string | null;
}

/** What a profile's requests are signed with. */
export interface ModelSecret {
  readonly secret: Secret | null;
  readonly previous: { readonly secret: Secret; readonly until: number } | null;
  readonly isReadable: boolean;
}

export interface ModelBreaker {
  failures: number;
  openedAt: number | null;
  /** A probe that decides whether it closes is in flight. */
  isTried: boolean;
}

/** How those outside answer. */
export interface Outside {
  webhook(delivery: ModelDelivery): OutsideOutcome;
  callback(callback: ModelCallback): OutsideOutcome;
}

/** All that the model knows. */
export interface ModelWorld {
  now: number;
  plan: 'launch' | 'business' | 'enterprise';
  caps: Caps;
  readonly accounts: Record<ProfileName, AccountParts>;
  /** Their addresses; null where there is none. */
  readonly webhooks: Record<ProfileName, string | null>;
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
  readonly deliveries: ModelDelivery[];
  readonly secrets: Record<ProfileName, ModelSecret>;
  readonly waiting: ModelWaitingCallback[];
  readonly answered: AnsweredCallback[];
  /** What left since the last look. */
  readonly left: ModelRequest[];
  /** By profile and origin. */
  readonly breakers: Map<string, ModelBreaker>;
  /** Callbacks by their result: they were sent, or something kept them from it. */
  readonly callbacks: { asked: number; keptBack: number };
  readonly outside: Outside;
  nextKey: number;
}

const UNSIGNED: ModelSecret = { secret: null, previous: null, isReadable: true };
const USABLE: AccountParts = { token: 'ok', messaging: 'on', page: 'selected' };

export function newWorld(now: number, outside: Outside): ModelWorld {
  return {
    now,
    plan: 'business',
    caps: { accountPerDay: null, profilePerDay: null, perMonth: null },
    accounts: { primary: USABLE, acme: USABLE },
    webhooks: { primary: null, acme: null },
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
    deliveries: [],
    secrets: { primary: UNSIGNED, acme: UNSIGNED },
    waiting: [],
    answered: [],
    left: [],
    breakers: new Map(),
    callbacks: { asked: 0, keptBack: 0 },
    outside,
    nextKey: 0,
  };
}

/** The automation that a step means; deleted ones are there too. */
export function picked<T>(of: readonly T[], which: number): T | undefined {
  return of.length === 0 ? undefined : of[which % of.length];
}
