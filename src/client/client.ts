import type { Endpoint, EndpointAnswer, EndpointInput } from '../facts/endpoint.ts';
import type { Answer } from './answer.ts';
import { completeAdvice } from './complete-advice.ts';
import type { Reading } from './judge.ts';
import { redactAddress, redactHeaders, redactJson } from './mask.ts';
import { type Prepared, prepare, prepareCall, type RequestInput } from './prepare.ts';
import { type SendOptions, sender } from './send.ts';
import { checkTarget, secretsOf, type Target } from './target.ts';
import { UnreadableError } from './unreadable.ts';
import { unreadableAnswer } from './unreadable-answer.ts';

export type { Target };

export interface ClientOptions extends SendOptions {
  readonly target: Target;
  /** What else must not be shown, beside the target's keys. */
  readonly alsoSecret?: readonly string[];
}

/** A request as it would leave, its keys masked. */
export interface PlannedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON value; null for none. */
  readonly body: unknown;
}

/** Speaks to one service with one set of keys. Every failure of a request is a `CrierError`. */
export interface Client {
  /** Makes the call of an endpoint's row; holds what goes out to it strictly, what comes in loosely. */
  call<E extends Endpoint>(endpoint: E, input: EndpointInput<E>): Promise<Answer<EndpointAnswer<E>>>;
  /** Makes any request; its answer may be an object or a list. */
  request(input: RequestInput): Promise<Answer<object>>;
  /** What `call` would send. */
  plan<E extends Endpoint>(endpoint: E, input: EndpointInput<E>): PlannedRequest;
  /** What `request` would send. */
  plan(input: RequestInput): PlannedRequest;
}

/**
 * Makes a client.
 *
 * @example
 * const client = createClient({ target, transport: networkTransport(), clock, random: Math.random,
 *   timeoutMs: 30_000, retries: 2, maxWaitMs: 60_000 });
 * const { body } = await client.call(getComments, { params: { id } });
 *
 * @throws {CrierError} when the address or a key cannot be used
 * @see the command line's contract, "Requests"
 */
export function createClient(options: ClientOptions): Client {
  const { target, alsoSecret = [] } = options;
  checkTarget(target);
  const secrets = [...secretsOf(target), ...alsoSecret];
  const send = sender(options, secrets);
  return {
    async call(endpoint, input) {
      const request = prepare(prepareCall(endpoint, input), target);
      const answer = await send(request, readingOf(endpoint));
      return { ...answer, body: fitted(endpoint, answer, { request, secrets }) };
    },
    request: async (input) => send(prepare(input, target), { longLists: false, answersSecret: false }),
    plan(request: Endpoint | RequestInput, input: EndpointInput<Endpoint> = {}) {
      const asked = 'answer' in request ? prepareCall(request, input) : request;
      return planned(prepare(asked, target), secrets);
    },
  };
}

function readingOf({ hasLongLists, answersSecret }: Endpoint): Reading {
  return { longLists: hasLongLists === true, answersSecret: answersSecret === true };
}

interface Asked {
  readonly request: Prepared;
  readonly secrets: readonly string[];
}

function fitted<E extends Endpoint>(
  endpoint: E,
  answer: Answer<object>,
  { request, secrets }: Asked,
): EndpointAnswer<E> {
  const result = endpoint.answer.safeParse(answer.body);
  // The compiler does not follow E from the row to its schema's output.
  if (result.success) return result.data as EndpointAnswer<E>;
  const [issue] = result.error.issues;
  const place =
    issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.map(String).join('.')}`;
  const fault = new UnreadableError(`has a shape that nobody expected${place}`, answer.bytes, result.error);
  const error = unreadableAnswer(
    fault,
    { ...answer, host: request.url.host, isSecret: endpoint.answersSecret === true },
    secrets,
  );
  throw completeAdvice(error, request, 'answered');
}

function planned({ method, url, headers, body }: Prepared, secrets: readonly string[]): PlannedRequest {
  return {
    method,
    url: redactAddress(url, secrets),
    headers: redactHeaders(headers, secrets),
    body: body === null ? null : redactJson(JSON.parse(body), secrets),
  };
}
