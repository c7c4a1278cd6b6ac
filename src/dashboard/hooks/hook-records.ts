/** An attempt of the service, as the sandbox reports it; a service may report less. */
interface HookAttemptOfPage {
  readonly attempt?: number | null;
  readonly deliveryId?: string | null;
  readonly at?: unknown;
  readonly ms?: number | null;
  readonly status?: number | null;
  readonly error?: string | null;
  readonly allowedPrivate?: boolean | null;
}

/** A delivery as the service lists it: its body as last sent, with its result. */
export interface SentDelivery {
  readonly action: string;
  readonly hookId?: string | null;
  readonly created?: unknown;
  readonly url?: string | null;
  readonly delivery?: {
    readonly state?: string | null;
    readonly attempts?: number | null;
    readonly lastStatus?: number | null;
    readonly lastError?: string | null;
    readonly nextAttempt?: unknown;
    readonly requirement?: string | null;
    readonly log?: readonly HookAttemptOfPage[] | null;
  } | null;
  readonly [field: string]: unknown;
}

export interface HistoryOfPage {
  readonly deliveries: readonly SentDelivery[];
  readonly errorRate: {
    readonly attempts: number;
    readonly errors: number;
    readonly unanswered: number;
  } | null;
  readonly meta: { readonly pagination: { readonly hasMore: boolean } };
}

export interface ExplainedHook {
  readonly hookId: string;
  readonly delivery: SentDelivery | null;
  readonly received: readonly ReceivedOfPage[];
  readonly findings: readonly HookFinding[];
}

interface HookFinding {
  readonly subject: string;
  readonly status: string | null;
  readonly reason: string;
  readonly advice: string | null;
  readonly command: string | null;
}

/** A delivery as the receiver of this machine stored it; the last members are those of a single one. */
export interface ReceivedOfPage {
  readonly number: number;
  readonly at: string;
  readonly state: string;
  readonly action: string | null;
  readonly type: string | null;
  readonly hookId: string | null;
  readonly person: string | null;
  readonly post: string | null;
  readonly repeats: number | null;
  readonly editedFrom: number | null;
  readonly source: string;
  readonly attempt: number | null;
  readonly deliveryId: string | null;
  readonly signature: string | null;
  readonly bytes: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly event?: unknown;
  readonly forwardings?: readonly ForwardingOfPage[];
}

/** A target of a delivery, with what it answered. */
export interface ForwardingOfPage {
  readonly target: string;
  readonly state: string;
  readonly nextAttempt: string | null;
  readonly attempts: readonly {
    readonly attempt: number;
    readonly at: string;
    readonly ms: number | null;
    readonly status: number | null;
    readonly error: string | null;
  }[];
}

export interface ReceivedList {
  readonly deliveries: readonly ReceivedOfPage[];
  readonly meta: { readonly pagination: { readonly hasMore: boolean } };
}

export interface ReceivedCounts {
  readonly kept: number;
  readonly waiting: number;
  readonly forwarded: number;
  readonly dead: number;
  readonly repeated: number;
  readonly waitingTargets: readonly string[];
  readonly refused: Readonly<Record<string, number>>;
}

/** What was forwarded, or would be. */
export interface ForwardedOfPage {
  readonly forwarded: readonly {
    readonly number: number;
    readonly target: string;
    readonly result: string;
    readonly status: number | null;
    readonly error: string | null;
    readonly event?: Readonly<Record<string, unknown>>;
  }[];
}

export interface RegisteredHooks {
  readonly webhooks: readonly { readonly action: string; readonly url: string }[];
  readonly updated: string | null;
}
