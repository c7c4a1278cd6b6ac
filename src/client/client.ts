import type { Clock } from '../clock.ts';
import type { Endpoint, EndpointAnswer, EndpointInput } from '../service/endpoint.ts';
import { isReadRequest } from '../service/routes/read-request.ts';
import {
  type AnswerFold,
  type AnswerStream,
  checkShape,
  foldWhole,
  readInParts,
  streamWhole,
} from './answer-stream.ts';
import { attemptRequest, type BegunAnswer } from './attempt-request.ts';
import { EAGER_LISTS, type ReadOptions } from './judge-answer.ts';
import { createRedactor, redactAddress, redactError, redactHeaders, redactJson } from './mask.ts';
import { type PreparedRequest, prepareCall, prepareRequest, type RequestInput } from './prepare-request.ts';
import { toUnreadableFailure, UnreadableError } from './read-body.ts';
import { redactEchoedKeys } from './redact-answer.ts';
import { type BudgetTurn, parseCount, type RunBudget } from './request-budget.ts';
import { completeAdvice, computeRetryWait } from './retry-advice.ts';
import type { FileUpload } from './send-file.ts';
import { checkTarget, listSecrets, type ServiceTarget } from './target.ts';
import type { ClientAnswer, Transport } from './transport.ts';
import { createWireObserver, type WireEvent } from './wire-observer.ts';

export type { ServiceTarget };

export interface ClientOptions extends SendOptions {
  target: ServiceTarget;
  /** More secrets to redact, beside the target's keys. */
  alsoSecret?: readonly string[];
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
  /**
   * Calls an endpoint whose answer is read in parts, if it is long: each part is validated when it comes.
   *
   * @param isSplit whether the elements of a list may come in several parts; null for an answer that is a list
   */
  stream<E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    isSplit: (name: string | null) => boolean,
  ): Promise<AnswerStream<EndpointAnswer<E>>>;
  /**
   * Calls an endpoint and adds its answer up part by part. Unlike with `stream`, a connection that is lost behind the first
   * part is tried again.
   *
   * @param isSplit as for `stream`
   * @param begin called for each attempt
   */
  fold<E extends Endpoint, Value>(
    endpoint: E,
    input: EndpointInput<E>,
    isSplit: (name: string | null) => boolean,
    begin: () => AnswerFold<EndpointAnswer<E>, Value>,
  ): Promise<Value>;
  /** Sends any request; the response may be an object or a list. */
  request(input: RequestInput): Promise<ClientAnswer<object>>;
  /** Sends a file to an address that the service gave. @see {@link sendFile} */
  upload(file: FileUpload): Promise<void>;
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
  const send = createSender(options, { secrets, profile: target.profileKey ?? '' });
  const sendWhole = async (request: PreparedRequest, reading: ReadOptions) => {
    const { answer } = await send(request, reading);
    if (answer === null) throw new Error('a response came in parts that was not to be split');
    return answer;
  };
  // an observer gets whole bodies
  const toSplitOptions = (endpoint: Endpoint, isSplit: (name: string | null) => boolean) => ({
    ...toReadOptions(endpoint),
    isSplit:
      options.observe === undefined
        ? (name: string | null) => !EAGER_LISTS.includes(name ?? '') && isSplit(name)
        : null,
  });
  return {
    async call(endpoint, input) {
      const request = prepareRequest(prepareCall(endpoint, input), target);
      const answer = await sendWhole(request, toReadOptions(endpoint));
      return { ...answer, body: parseAnswer(endpoint, answer, { request, secrets }) };
    },
    async stream(endpoint, input, isSplit) {
      const request = prepareRequest(prepareCall(endpoint, input), target);
      const sent = await send(request, toSplitOptions(endpoint, isSplit));
      if (sent.answer === null) return readInParts(endpoint, sent.begun, { ...options, secrets });
      const body = parseAnswer(endpoint, sent.answer, { request, secrets });
      return streamWhole({ ...sent.answer, body });
    },
    async fold(endpoint, input, isSplit, begin) {
      const request = prepareRequest(prepareCall(endpoint, input), target);
      const ends: (() => ReturnType<ReturnType<typeof begin>['end']>)[] = [];
      const { answer } = await send(request, toSplitOptions(endpoint, isSplit), async (begun) => {
        const stream = readInParts(endpoint, begun, { ...options, secrets });
        const { add, end } = begin();
        for await (const part of stream.parts) await add(part);
        ends.push(() => end(stream.rest(), stream));
      });
      const [end] = ends;
      if (answer === null) {
        if (end === undefined) throw new Error('a response was not read to its end');
        return end();
      }
      const body = parseAnswer(endpoint, answer, { request, secrets });
      return foldWhole({ ...answer, body }, begin());
    },
    async upload(file) {
      // loaded on demand: few commands send files
      const { sendFile } = await import('./send-file.ts');
      return sendFile(file, options);
    },
    request: async (input) =>
      sendWhole(prepareRequest(input, target), { longLists: false, answersSecret: false }),
    plan(request: Endpoint | RequestInput, input: EndpointInput<Endpoint> = {}) {
      const asked = 'answer' in request ? prepareCall(request, input) : request;
      return toPlannedRequest(prepareRequest(asked, target), secrets);
    },
  };
}

function toReadOptions({ hasLongLists, answersSecret }: Endpoint): ReadOptions {
  return { longLists: hasLongLists === true, answersSecret: answersSecret === true };
}

function parseAnswer<E extends Endpoint>(
  endpoint: E,
  answer: ClientAnswer<object>,
  {
    request,
    secrets,
  }: {
    request: PreparedRequest;
    secrets: readonly string[];
  },
): EndpointAnswer<E> {
  try {
    checkShape(endpoint.answer, answer.body, answer.bytes);
  } catch (fault) {
    if (!(fault instanceof UnreadableError)) throw fault;
    const origin = { ...answer, host: request.url.host, isSecret: endpoint.answersSecret === true };
    throw completeAdvice(toUnreadableFailure(fault, origin, secrets), request, 'answered');
  }
  // The schemas only check, they change nothing; zod's copy would lack a member named __proto__.
  return answer.body as EndpointAnswer<E>;
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

/** Sends a request with the retries that the retry rule allows. */
type Send = (
  request: PreparedRequest,
  reading: ReadOptions,
  /** Reads a response that comes in parts, in each attempt. */
  drain?: (begun: BegunAnswer) => Promise<void>,
) => Promise<SentRequest>;

/** The response, or the beginning of one that comes in parts. */
type SentRequest = { answer: ClientAnswer<object> } | { answer: null; begun: BegunAnswer };

/** How a client sends. */
interface SendOptions {
  transport: Transport;
  clock: Clock;
  /** From 0 up to, and without, 1. */
  random(): number;
  /** For each attempt, from the DNS lookup to the last byte. */
  timeoutMs: number;
  /** Maximum number of retries of a GET. */
  retries: number;
  /** Maximum wait before a retry. */
  maxWaitMs: number;
  observe?(event: WireEvent): void;
  /** Shared by all clients of a run; without it, requests are sent at once. */
  budget?: RunBudget;
  /** Prints a warning, such as that the request limit is near. */
  warn?(sentence: string): void;
  /** Aborts everything, with its reason. */
  signal?: AbortSignal;
}

/**
 * Creates the function by which a client sends its requests.
 *
 * @see docs/command-line.md#requests
 * @see docs/service/general.md#HTTP-06
 */
function createSender(
  options: SendOptions,
  {
    secrets,
    profile,
  }: {
    /** Redacted everywhere: for the observer and in errors. */
    secrets: readonly string[];
    /** What the service counts its requests by. */
    profile: string;
  },
): Send {
  const { budget } = options;
  const wire = createWireObserver(options, secrets);
  const watchRate = createRateWatcher(options.warn);
  const clean = createRedactor(secrets);
  return async (request, reading, drain) => {
    const { method, url } = request;
    for (let attempt = 0, refusals = 0; ; ) {
      const turn = await budget?.take(profile);
      const seen = wire.request(request, attempt, reading);
      let headers: ClientAnswer<unknown>['headers'] | null = null;
      const outcome = await attemptRequest(request, {
        ...options,
        ...reading,
        secrets,
        drain,
        onAnswer(answer) {
          ({ headers } = answer);
          seen.answer(answer);
          watchRate(answer.headers);
        },
      }).catch(endTurn(turn));
      const pauseMs =
        'answer' in outcome || !isReadRequest(method, url.pathname)
          ? null
          : (budget?.pauseAfter(outcome.ending, { refusals, maxWaitMs: options.maxWaitMs }) ?? null);
      turn?.end(headers);
      if ('answer' in outcome)
        return outcome.answer === null ? outcome : { answer: redactEchoedKeys(outcome.answer, secrets) };
      seen.failure(outcome.error);
      if (pauseMs !== null) {
        // a refusal at the request limit is no failure of this request: its retries are left
        refusals += 1;
        wire.retry(refusals, pauseMs);
        continue;
      }
      const last = { method, path: url.pathname, attempt, chance: options.random() };
      const waitMs = computeRetryWait(last, outcome.ending, options);
      if (waitMs === null) throw redactError(outcome.error, clean);
      attempt += 1;
      wire.retry(attempt, waitMs);
      await pause(waitMs, options);
    }
  };
}

/** Gives a turn back when its request ends with a defect, or with the run. */
function endTurn(turn: BudgetTurn | undefined): (error: unknown) => never {
  return (error) => {
    turn?.end(null);
    throw error;
  };
}

async function pause(waitMs: number, { clock, signal }: SendOptions): Promise<void> {
  try {
    await clock.sleep(waitMs, signal);
  } catch (cause) {
    throw signal?.aborted ? signal.reason : cause;
  }
}

/** Warns once for each client: the count only grows until its window ends. */
function createRateWatcher(warn: SendOptions['warn']): (headers: ClientAnswer<unknown>['headers']) => void {
  let warned = false;
  return (headers) => {
    const sentence = warned ? null : getRateWarning(headers);
    if (sentence === null) return;
    warned = true;
    warn?.(sentence);
  };
}

/**
 * Share of the service's request limit from which a warning is printed.
 *
 * @see docs/service/access.md#request-limit
 */
const WARNING_SHARE = 0.9;

/**
 * Warns that the request limit is nearly used up, by the headers of every response.
 *
 * @returns null when it is not, when nothing is left and the response itself says so, or without these headers
 */
function getRateWarning(headers: Readonly<Record<string, string>>): string | null {
  const max = parseCount(headers['x-ratelimit-max']);
  const count = parseCount(headers['x-ratelimit-count']);
  if (max === null || count === null || count < max * WARNING_SHARE || count >= max) return null;
  return `${count} of the ${max} requests in the window of the request limit are used`;
}
