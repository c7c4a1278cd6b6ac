/** Members of documents of `crier sandbox` that the page shows. */
export interface ClockOfPage {
  readonly mode: 'real' | 'set';
  /** UTC. */
  readonly now: string;
  /** In milliseconds; null while it is frozen. */
  readonly aheadMs: number | null;
}

export interface SandboxOverview {
  readonly plan: string;
  readonly addOns: Readonly<Record<string, boolean>>;
  readonly clock: ClockOfPage;
  /** Counts by kind. */
  readonly due: Readonly<Record<string, number>>;
  readonly upcoming: Readonly<Record<string, number | string | null>> & { readonly next: string | null };
  readonly held: readonly { readonly address: string; readonly deliveries: number }[];
  readonly automations: { readonly max: number; readonly active: Readonly<Record<string, number>> };
  /** Those who do not get DMs from strangers. */
  readonly people: readonly { readonly username: string; readonly messageRequests: string }[];
  readonly lastFault: { readonly text: string; readonly traceId: string } | null;
  readonly running: boolean;
  readonly dms: {
    readonly waiting: readonly {
      readonly profile: string;
      readonly dms: number;
      readonly next: string | null;
    }[];
    readonly perDay: number;
    readonly perDayOfProfile: number;
    readonly perMonth: number | null;
    readonly perHour: number;
    readonly sentToday: Readonly<Record<string, number>>;
  };
}

/** A row of activity. */
export interface EngagedRow {
  readonly id: string;
  readonly automationId: string;
  readonly triggerType: string;
  readonly eventId: string;
  readonly recipientUsername: string | null;
  readonly status: string;
  readonly errorDetails: string | null;
  readonly keyword: string | null;
  readonly commentText: string | null;
  readonly postId: string | null;
  readonly storyId: string | null;
  readonly actionResults: readonly {
    readonly type: string;
    readonly status: string;
    readonly errorDetails: string | null;
    readonly sent?: { readonly message?: string };
  }[];
  readonly created: string;
  readonly completedAt: string | null;
}

/** What an automation makes of an event. */
export interface EngageAnswer {
  readonly eventId: string;
  readonly username: string | null;
  readonly automationId: string;
  readonly name: string;
  readonly result: string;
  readonly details: string;
  readonly dueAt: string | null;
}

export interface EngageDocument {
  readonly like?: string;
  readonly events: readonly {
    readonly eventId: string;
    readonly username: string | null;
    readonly duplicate: boolean;
    readonly dispatches: readonly { readonly id: string; readonly automationId: string }[];
  }[];
  readonly outcomes: readonly EngageAnswer[];
}

/** Something that the sandbox sent. */
export interface SentItem {
  readonly kind: 'dm' | 'email' | 'webhook';
  readonly at: string;
  readonly profile: string;
  readonly to: string;
  readonly state: string;
  readonly subject: string | null;
  readonly text: string;
  readonly recipientUsername: string | null;
  readonly channel: string | null;
  readonly event: object | null;
  readonly attempts: number | null;
  readonly lastError: string | null;
  readonly nextAttempt: string | null;
  readonly requirement: string | null;
  readonly activityId: string | null;
  readonly hookId: string | null;
}

export interface FaultOfPage {
  readonly id: number;
  readonly code: number;
  readonly network: string | null;
  readonly endpoint: string | null;
  readonly remaining: number | null;
  readonly probability: number;
  readonly variant: string | null;
}
