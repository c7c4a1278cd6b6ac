import type { ServiceCalls } from '../client/service-calls.ts';
import type { ServiceClient, ServiceClientOptions } from '../client.ts';
import type { ControlCalls } from './control-calls.ts';

/** A network, by the name that the service uses. */
export type SandboxPlatform = ServiceCalls['getPlatformHistory']['input']['params']['platform'];
/** A plan of the service. */
export type SandboxPlan = NonNullable<ControlCalls['setPlan']['input']['plan']>;

/** What a sandbox begins with. */
export interface SandboxStartOptions {
  /** Default: the plan of `crier sandbox`. */
  plan?: SandboxPlan;
  /** Add-ons that differ from the default, which is all. */
  addOns?: NonNullable<ControlCalls['setPlan']['input']['addOns']>;
  /** The month of a small company, or nothing but accounts (default: `demo`). */
  data?: 'demo' | 'empty';
  /** Networks whose accounts the Primary Profile has linked (default: all; added to those of the demo data). */
  platforms?: readonly SandboxPlatform[];
  /** User Profiles, added to those of the demo data. */
  profiles?: readonly {
    title: string;
    /** Local name (default: the title in lower case, with hyphens). */
    alias?: string;
    /** Networks whose accounts it has linked (default: all). */
    platforms?: readonly SandboxPlatform[];
  }[];
  /** Freezes the clock at this time (default: it runs with the machine's clock, ahead of it once it is advanced). */
  now?: Date | string;
  /** Listens on loopback: true for any free port (default: false; only `fetch` reaches it). */
  listen?: boolean | { port: number };
  /** Address that `fetch` answers, with a path if it has one (default: the port's, or `http://sandbox.localhost`). */
  baseUrl?: string;
  /** Where its data is: in memory, or in a private folder that `close` removes (default: `memory`). */
  storage?: 'memory' | 'folder';
  /** Gets internal errors of the sandbox, whose answers have code 1500. */
  onDefect?: (error: unknown) => void;
}

/** A User Profile and its key. */
export interface ProfileKeys {
  readonly alias: string;
  readonly title: string;
  readonly refId: string;
  readonly profileKey: string;
}

/** A length of time; parts add up. */
export interface Duration {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
  readonly milliseconds?: number;
}

/** The clock of a sandbox: it runs, or is frozen. */
export interface SandboxClockControl {
  now: () => Promise<Date>;
  /** Freezes it at this time. */
  set: (time: Date | string) => Promise<Date>;
  /** Moves it ahead, and runs everything that falls due meanwhile, in order; it stays frozen, or continues from there. */
  advance: (by: Duration) => Promise<Date>;
  /** Lets it follow real time again. */
  run: () => Promise<Date>;
}

/** Errors that calls return although nothing is wrong. */
export interface FaultControl {
  add: (fault: ControlCalls['addFault']['input']) => Promise<ControlCalls['addFault']['answer']['fault']>;
  list: () => Promise<ControlCalls['listFaults']['answer']['faults']>;
  /** Removes one, or all. @returns how many */
  clear: (id?: number) => Promise<number>;
}

type EngageCallInput = ControlCalls['engage']['input'];
/** What follows from an engagement. */
export type EngagementResult = ControlCalls['engage']['answer']['events'][number];

/** What a follower does; a new name creates the person. */
export type FollowerAct = Omit<EngageCallInput, 'kind' | 'from' | 'platform' | 'count'> & {
  readonly from: string;
};

/** The people on the networks. Automations react to what they do. */
export interface FollowerControl {
  /** Comments on a post: `postId`, or the newest one on Instagram. */
  comment: (act: FollowerAct & { text: string }) => Promise<EngagementResult>;
  replyToStory: (act: FollowerAct & { text: string }) => Promise<EngagementResult>;
  commentOnStory: (act: FollowerAct & { text: string }) => Promise<EngagementResult>;
  sendDm: (
    act: FollowerAct & { text: string; platform?: EngageCallInput['platform'] },
  ) => Promise<EngagementResult>;
  /** Reacts to a DM with an emoji. */
  react: (act: FollowerAct) => Promise<EngagementResult>;
  /** The direct messages that people received, oldest first. */
  inbox: () => Promise<ControlCalls['listInbox']['answer']['messages']>;
}

/** A request to an address of a user. */
export interface CaughtRequest {
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The signed text. */
  readonly body: string;
  /** The body, parsed. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** An attempt to deliver a webhook. */
export interface CaughtDelivery extends Omit<CaughtRequest, 'json'> {
  /** The body, parsed. */
  readonly event: Readonly<Record<string, unknown>>;
  readonly action: string | null;
  /** `subAction` or `type` of the event. */
  readonly type: string | null;
  readonly hookId: string | null;
  /** Zero-based. */
  readonly attempt: number;
}

/** An HTTP status, a JSON document with status 200, or a lost connection. */
export type RequestReply = number | Readonly<Record<string, unknown>> | 'no answer';

/** Webhook deliveries and message callbacks: nothing leaves the process. */
export interface DeliveryControl {
  /** All attempts so far, oldest first, once everything that is due was sent. */
  list: () => Promise<readonly CaughtDelivery[]>;
  /** Forgets them. */
  clear: () => void;
  /** Answers the following attempts (default: 200). */
  answerWith: (
    reply: RequestReply | ((delivery: CaughtDelivery) => RequestReply | Promise<RequestReply>),
  ) => void;
  /** Answers message callbacks, such as with `{ message: 'Hello' }` (default: 200 without a text). */
  answerCallbacksWith: (
    reply: RequestReply | ((request: CaughtRequest) => RequestReply | Promise<RequestReply>),
  ) => void;
}

/** A service for tests, in this process. Close it, or declare it with `await using`. */
export interface RunningSandbox {
  /** Address of the service; with `listen`, one that other programs reach. */
  baseUrl: string;
  apiKey: string;
  /** The User Profiles as they are now. */
  profiles: readonly ProfileKeys[];
  /** The X app that its accounts were linked with. */
  xApp: { key: string; secret: string };
  /** Answers as the service does, without a port. @throws TypeError for an address that is not under `baseUrl` */
  fetch: typeof globalThis.fetch;
  /** A client of it with all keys; `profile` is the alias of a User Profile. */
  createClient: (
    options?: Partial<Omit<ServiceClientOptions, 'fetch'>> & { profile?: string },
  ) => ServiceClient;
  clock: SandboxClockControl;
  faults: FaultControl;
  followers: FollowerControl;
  deliveries: DeliveryControl;
  /** Everything else that `crier sandbox` can do, such as `setAccount`, `setPlan`, `setMedia` and `listOutbox`. */
  control: <N extends keyof ControlCalls>(
    name: N,
    input: ControlCalls[N]['input'],
  ) => Promise<ControlCalls[N]['answer']>;
  /** Restores the data that it began with; keys stay. */
  reset: () => Promise<void>;
  /** Ends it and removes its data. */
  close: () => Promise<void>;
  [Symbol.asyncDispose]: () => Promise<void>;
}
