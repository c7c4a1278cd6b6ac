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
 * Whether the request may be sent again: `no`, nothing would change; `fix`, once what the advice names is
 * mended; `later`, the same one after a wait; `same`, the same one at any time (a post by retry-post);
 * `failed-only`, a new one to the networks that failed; `unknown`, no document tells.
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

/** One form of a failure. @see docs/service/errors.md#ERR-05 */
export interface ErrorVariant {
  readonly retryAvailable: boolean;
  readonly details: string;
}

/** What the catalogue knows of one code. */
export interface ErrorFact {
  /** HTTP status of an answer that fails with it; 200 for a warning. */
  readonly http: number;
  /** Whether that status is written down somewhere, or had to be assumed. */
  readonly httpFrom: 'given' | 'assumed';
  /** How it ends a run; `ok` is a warning, or an empty result. */
  readonly class: FailureClass | 'ok';
  readonly meaning: string;
  /** What to do next. */
  readonly advice: string;
  readonly retry: RetryAdvice;
  /**
   * What the envelope's `retryAvailable` says with this code, where that is known.
   *
   * @see docs/service/errors.md#ERR-05
   */
  readonly retryAvailable?: true | false | 'absent';
  /** Forms of the failure that differ in `retryAvailable`, by the name that `sandbox fault add --variant` takes. */
  readonly variants?: Readonly<Record<string, ErrorVariant>>;
  /** `details` of the sandbox's answers, where the service says that they hold a reason. */
  readonly details?: string;
  /** Response headers that may come with it; lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly area: ErrorArea;
  /**
   * A limit that the network sets itself: no refresh of the service lifts it.
   *
   * @see docs/service/comments.md#COM-18
   */
  readonly ownLimit?: true;
  /** The envelope's `action`, where that is known. */
  readonly action?: string;
  /** The document that names the code. */
  readonly source: 'service' | 'undescribed';
}

/** Codes with what is known of them. */
export type ErrorTable = Readonly<Record<number, ErrorFact>>;
