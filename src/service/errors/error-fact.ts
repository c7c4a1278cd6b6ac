/** How a failure ends a run: the kinds of the exit-code table that an answer of the service can lead to. */
export type FailureClass =
  | 'auth'
  | 'not-found'
  | 'not-allowed'
  | 'limited'
  | 'not-ready'
  | 'rejected'
  | 'unavailable';

/**
 * Whether to retry the request. `no`: the result would be the same; `fix`: after the problem in the advice is fixed;
 * `later`: unchanged, after a wait; `same`: unchanged, at any time (a post with retry-post); `failed-only`: a new
 * request for the failed networks only; `unknown`: not documented.
 */
export type RetryAdvice = 'no' | 'fix' | 'later' | 'same' | 'failed-only' | 'unknown';

/** The part of the service, or the network, that a code belongs to. */
type ErrorArea =
  | 'request'
  | 'access'
  | 'profiles'
  | 'linking'
  | 'posting'
  | 'media'
  | 'comments'
  | 'history'
  | 'messages'
  | 'reviews'
  | 'moderation'
  | 'schedules'
  | 'automations'
  | 'private replies'
  | 'audio'
  | 'facebook'
  | 'google'
  | 'instagram'
  | 'linkedin'
  | 'reddit'
  | 'threads'
  | 'tiktok'
  | 'X'
  | 'youtube'
  | 'sandbox';

/** A variant of a failure. @see docs/service/errors.md#ERR-05 */
export interface ErrorVariant {
  readonly retryAvailable: boolean;
  readonly details: string;
}

/** What the catalogue knows about a code. */
export interface ErrorFact {
  /** HTTP status of the answer; 200 for a warning. */
  readonly http: number;
  /** Whether the status is documented or assumed. */
  readonly httpFrom: 'given' | 'assumed';
  /** How it ends a run; `ok` is a warning or an empty result. */
  readonly class: FailureClass | 'ok';
  readonly meaning: string;
  readonly advice: string;
  readonly retry: RetryAdvice;
  /** The envelope's `retryAvailable` for this code, if known. @see docs/service/errors.md#ERR-05 */
  readonly retryAvailable?: true | false | 'absent';
  /** Variants that differ in `retryAvailable`, by the name that `sandbox fault add --variant` accepts. */
  readonly variants?: Readonly<Record<string, ErrorVariant>>;
  /** `details` in the sandbox's answers, where the service documents that they contain a reason. */
  readonly details?: string;
  /** Response headers that can be sent with it; lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly area: ErrorArea;
  /**
   * A limit set by the network itself; a refresh by the service does not lift it.
   *
   * @see docs/service/comments.md#COM-18
   */
  readonly ownLimit?: true;
  /** The envelope's `action`, if known. */
  readonly action?: string;
  /** Where the code is documented: in the service's main reference, or only on another of its pages. */
  readonly source: 'service' | 'elsewhere';
}

export type ErrorTable = Readonly<Record<number, ErrorFact>>;

/** What holds of most codes, so that a table names only what differs. */
const USUAL = { httpFrom: 'given', retry: 'fix', source: 'service' } as const;

type ErrorEntry = Omit<ErrorFact, keyof typeof USUAL | 'area'> &
  Partial<Pick<ErrorFact, keyof typeof USUAL | 'area'>>;

/**
 * Builds the table of an area. A code that does not say otherwise has a documented status, can be sent again after
 * the problem is fixed, belongs to `area`, and is in the service's main reference.
 */
export function defineErrors(area: ErrorArea, entries: Readonly<Record<number, ErrorEntry>>): ErrorTable {
  return Object.fromEntries(
    Object.entries(entries).map(([code, entry]) => [code, { ...USUAL, area, ...entry }]),
  );
}
