import type { Endpoint, EndpointAnswer, EndpointInput } from '../service/endpoint.ts';
import type { ClientAnswer } from './client-answer.ts';
import { completeAdvice } from './complete-advice.ts';
import type { ReadOptions } from './judge-answer.ts';
import { redactAddress, redactHeaders, redactJson } from './mask.ts';
import { type PreparedRequest, prepareCall, prepareRequest, type RequestInput } from './prepare-request.ts';
import { createSender, type SendOptions } from './send.ts';
import { checkTarget, listSecrets, type ServiceTarget } from './target.ts';
import { toUnreadableFailure } from './unreadable-answer.ts';
import { UnreadableError } from './unreadable-error.ts';

export type { ServiceTarget };

export interface ClientOptions extends SendOptions {
  readonly target: ServiceTarget;
  /** More secrets to redact, beside the target's keys. */
  readonly alsoSecret?: readonly string[];
}

/** A request as it would be sent, with its keys masked. */
export interface PlannedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON value; null for no body. */
  readonly body: unknown;
}

/** A client for one service with one set of keys. Every failed request throws a `CrierError`. */
export interface Client {
  /** Calls an endpoint; validates the input strictly and the response leniently. */
  call<E extends Endpoint>(endpoint: E, input: EndpointInput<E>): Promise<ClientAnswer<EndpointAnswer<E>>>;
  /** Sends any request; the response may be an object or a list. */
  request(input: RequestInput): Promise<ClientAnswer<object>>;
  /** Returns what `call` would send. */
  plan<E extends Endpoint>(endpoint: E, input: EndpointInput<E>): PlannedRequest;
  /** Returns what `request` would send. */
  plan(input: RequestInput): PlannedRequest;
}

/**
 * Creates a client.
 *
 * @example
 * const client = createClient({ target, transport: networkTransport(), clock, random: Math.random,
 *   timeoutMs: 30_000, retries: 2, maxWaitMs: 60_000 });
 * const { body } = await client.call(getComments, { params: { id } });
 *
 * @throws {CrierError} when the address or a key cannot be used
 * @see docs/command-line.md#requests
 */
export function createClient(options: ClientOptions): Client {
  const { target, alsoSecret = [] } = options;
  checkTarget(target);
  const secrets = [...listSecrets(target), ...alsoSecret];
  const send = createSender(options, secrets);
  return {
    async call(endpoint, input) {
      const request = prepareRequest(prepareCall(endpoint, input), target);
      const answer = await send(request, toReadOptions(endpoint));
      return { ...answer, body: parseAnswer(endpoint, answer, { request, secrets }) };
    },
    request: async (input) => send(prepareRequest(input, target), { longLists: false, answersSecret: false }),
    plan(request: Endpoint | RequestInput, input: EndpointInput<Endpoint> = {}) {
      const asked = 'answer' in request ? prepareCall(request, input) : request;
      return toPlannedRequest(prepareRequest(asked, target), secrets);
    },
  };
}

function toReadOptions({ hasLongLists, answersSecret }: Endpoint): ReadOptions {
  return { longLists: hasLongLists === true, answersSecret: answersSecret === true };
}

interface SentRequest {
  readonly request: PreparedRequest;
  readonly secrets: readonly string[];
}

function parseAnswer<E extends Endpoint>(
  endpoint: E,
  answer: ClientAnswer<object>,
  { request, secrets }: SentRequest,
): EndpointAnswer<E> {
  const result = endpoint.answer.safeParse(answer.body);
  // The compiler does not relate E to the output of its schema.
  if (result.success) return result.data as EndpointAnswer<E>;
  const [issue] = result.error.issues;
  const place =
    issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.map(String).join('.')}`;
  const fault = new UnreadableError(`has an unexpected shape${place}`, answer.bytes, result.error);
  const error = toUnreadableFailure(
    fault,
    { ...answer, host: request.url.host, isSecret: endpoint.answersSecret === true },
    secrets,
  );
  throw completeAdvice(error, request, 'answered');
}

function toPlannedRequest(
  { method, url, headers, body }: PreparedRequest,
  secrets: readonly string[],
): PlannedRequest {
  return {
    method,
    url: redactAddress(url, secrets),
    headers: redactHeaders(headers, secrets),
    body: body === null ? null : redactJson(JSON.parse(body), secrets),
  };
}
