import type { Clock } from '../clock.ts';
import { CrierError } from '../errors.ts';
import { getField } from '../rules/loose-record.ts';
import { readCode } from '../rules/read-leg-errors.ts';
import type { RequestOutcome } from '../rules/retry.ts';
import { readRetryAfter } from '../rules/retry-after.ts';
import type { Answer } from './answer.ts';
import { completeAdvice, type Fate } from './complete-advice.ts';
import { judge, type Reading } from './judge.ts';
import { nameLostConnection } from './lost-connection.ts';
import type { Prepared } from './prepare.ts';
import { readBody } from './read-body.ts';
import type { Transport, WireResponse } from './transport.ts';
import { UnreadableError } from './unreadable.ts';
import { unreadableAnswer } from './unreadable-answer.ts';
import { within } from './within.ts';

/** How one try ended: with an answer, or with an error and what decides about another try. */
export type Outcome =
  | { readonly answer: Answer<object> }
  | { readonly error: CrierError; readonly ending: RequestOutcome };

export interface TryOptions extends Reading {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly secrets: readonly string[];
  /** Is told of every body that was read whole. */
  arrived(answer: Omit<Answer<unknown>, 'body'>): void;
}

/**
 * Sends a request once, and judges what comes.
 *
 * @throws the signal's reason, and whatever is a defect
 */
export async function tryOnce(request: Prepared, options: TryOptions): Promise<Outcome> {
  const { clock, timeoutMs, signal } = options;
  const { host } = request.url;
  const timeUp = outOfTime(request, timeoutMs);
  let head: Omit<WireResponse, 'body'> | null = null;
  try {
    const answer = await within({ clock, timeoutMs, signal, timeUp }, async (ending) => {
      const response = await options.transport({ ...request, signal: ending });
      head = response;
      return await receive(response, request.url, options);
    });
    return { answer };
  } catch (cause) {
    const { error, fate, lost } = failureOf(cause, timeUp, host);
    const ending = endingOf(error, lost, retryAfter(head, clock.now()));
    return { error: completeAdvice(error, request, fate), ending };
  }
}

async function receive(
  { status: http, headers, body }: WireResponse,
  url: URL,
  { secrets, arrived, clock, longLists, answersSecret }: TryOptions,
): Promise<Answer<object>> {
  if (http >= 300 && http < 400) throw redirected(url, http, headers['location']);
  const explain = (fault: UnreadableError) =>
    unreadableAnswer(fault, { http, headers, host: url.host, isSecret: answersSecret }, secrets);
  try {
    const bytes = await readBody(body, headers['content-encoding']);
    arrived({ http, headers, bytes });
    return judge({ http, headers, bytes }, { secrets, now: clock.now(), longLists, lateFault: explain });
  } catch (cause) {
    throw cause instanceof UnreadableError ? explain(cause) : cause;
  }
}

function outOfTime({ method, url }: Prepared, timeoutMs: number): CrierError {
  const moreTime = 'give it more time with --timeout';
  return new CrierError('unavailable', `${url.host} gave no whole answer within ${timeoutMs / 1_000} s`, {
    http: null,
    advice: method === 'GET' ? `try again later, or ${moreTime}` : moreTime,
  });
}

/** The host alone: the rest of the address is the other side's text, and may hold what it was sent. */
function redirected(url: URL, http: number, location: string | undefined): CrierError {
  const other = location === undefined ? '' : (URL.parse(location, url.href)?.host ?? '');
  const place = other === '' ? 'elsewhere' : `to ${other}`;
  return new CrierError(
    'unavailable',
    `${url.host} redirects ${place} (HTTP ${http}), which is not followed`,
    {
      http,
      advice: 'make the final address the base address, if you trust it',
    },
  );
}

interface Failure {
  readonly error: CrierError;
  readonly fate: Fate;
  /** No answer, or not all of it. */
  readonly lost: boolean;
}

function failureOf(cause: unknown, timeUp: CrierError, host: string): Failure {
  if (cause === timeUp) return { error: timeUp, fate: 'lost', lost: true };
  if (cause instanceof CrierError) return { error: cause, fate: 'answered', lost: false };
  const named = nameLostConnection(cause, host);
  if (named === null) throw cause;
  return { ...named, fate: named.unsent ? 'unsent' : 'lost' };
}

function retryAfter(head: Omit<WireResponse, 'body'> | null, now: number): number | null {
  return readRetryAfter(head?.headers['retry-after'], now);
}

function endingOf({ facts }: CrierError, lost: boolean, retryAfterMs: number | null): RequestOutcome {
  const legs = (facts.errors ?? []).map((leg) => readCode(getField(leg, 'code')));
  return {
    http: facts.http ?? null,
    lost,
    codes: [facts.code ?? null, ...legs].filter((code) => code !== null),
    retryAvailable: facts.retryAvailable === true,
    retryAfterMs,
  };
}
