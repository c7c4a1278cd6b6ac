import { CrierError, type ErrorFacts } from '../../errors.ts';

/** Why a call failed. Only `limited`, `not-ready` and `unavailable` may be different later without a change. */
export type CallErrorKind =
  /** The input or an option is not valid; nothing was sent. */
  | 'usage'
  /** Some networks or items succeeded, others failed: `errors`. */
  | 'partial'
  /** A key is missing or wrong, or an account must be linked again. */
  | 'auth'
  | 'not-found'
  /** Not permitted by plan, permission, feature or restriction. */
  | 'not-allowed'
  /** A rate limit or a quota: `retryAfterMs`. */
  | 'limited'
  /** Still processing, or the result is not known yet. */
  | 'not-ready'
  /** The service, or a network, rejected the request. */
  | 'rejected'
  /** No answer, or none that can be read. */
  | 'unavailable'
  /** A defect of crier. */
  | 'internal';

/** A call that failed. No member contains a key. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly kind: CallErrorKind;
  /** Number of the service's error, as in `crier errors show`; null without one. */
  readonly code: number | null;
  /** HTTP status of the answer; null if there was none. */
  readonly http: number | null;
  /** What the code means. */
  readonly meaning: string | null;
  /** What to do. */
  readonly advice: string | null;
  /** `details` of the answer, unchanged; undefined without any. */
  readonly details: unknown;
  /** One entry for each network or item that failed, as the service returned them. */
  readonly errors: readonly unknown[];
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** For a write without an answer: it may have taken effect. */
  readonly mayBeDone: boolean;
  /** Whether the account must be linked again. */
  readonly relink: boolean;
  /** Service Post ID of a post that no network accepted, and that can be retried. */
  readonly postId: string | null;

  constructor(kind: CallErrorKind, message: string, facts: Omit<ErrorFacts, 'cause'> = {}) {
    super(message);
    this.kind = kind;
    this.code = facts.code ?? null;
    this.http = facts.http ?? null;
    this.meaning = facts.meaning ?? null;
    this.advice = facts.advice ?? null;
    this.details = facts.details;
    this.errors = facts.errors ?? [];
    this.retryAfterMs = facts.retryAfterMs ?? null;
    this.mayBeDone = facts.mayBeDone ?? false;
    this.relink = facts.relink ?? false;
    this.postId = facts.postId ?? null;
  }
}

const KINDS: readonly string[] = [
  'usage',
  'partial',
  'auth',
  'not-found',
  'not-allowed',
  'limited',
  'not-ready',
  'rejected',
  'unavailable',
] satisfies readonly CallErrorKind[];

/** Advice of the core that names flags of the command line; null for none that a program could follow. */
const FLAG_ADVICE: readonly (readonly [words: string, option: string | null])[] = [
  ['increase --timeout', 'increase timeoutMs'],
  ['--verbose shows the whole response', null],
];

function adaptAdvice(advice: string | null | undefined): string | null {
  const parts = (advice ?? '').split('; ').map((part) => {
    const known = FLAG_ADVICE.find(([words]) => part.endsWith(words));
    return known === undefined ? part : known[1] === null ? '' : part.replace(known[0], known[1]);
  });
  return parts.filter((part) => part !== '').join('; ') || null;
}

/** Turns a failure of the core into the error of the library; anything else, such as an abort, stays what it is. */
export function toCallError(error: unknown): unknown {
  if (!(error instanceof CrierError)) return error;
  const kind = KINDS.includes(error.kind) ? (error.kind as CallErrorKind) : 'internal'; // as listed above
  return new CallError(kind, error.message, { ...error.facts, advice: adaptAdvice(error.facts.advice) });
}
