import { setTimeout as pause } from 'node:timers/promises';
import type { PrivateAllowlist } from '../../domain/addresses/public-url.ts';
import { CrierError } from '../../errors.ts';
import { isReadRequest } from '../../service/routes/read-request.ts';
import { FROZEN_CLOCK_HEADER } from '../../service/times.ts';
import { BusyDatabase } from '../../storage/database-faults.ts';
import type { Database } from '../../storage/open-database.ts';
import type { SandboxClock } from '../clock.ts';
import type { ControlContext } from '../control/control-handler.ts';
import type { Random } from '../generate-ids.ts';
import { loadServedEndpoint } from '../handlers/handlers.ts';
import type { MediaFiles } from '../media-files.ts';
import { classifyXPair, type SandboxKeys } from '../store/access.ts';
import { SHORT_PATH } from '../store/links.ts';
import { readSettings } from '../store/settings.ts';
import {
  authenticateProfile,
  buildRateHeaders,
  checkAdmin,
  checkPlan,
  checkRate,
  countRequest,
  isCountedRequest,
  refuseUndescribed,
} from './access.ts';
import { type CalledEndpoint, callEndpoint } from './call-endpoint.ts';
import { compress } from './compress-answer.ts';
import { encodeAnswer, encodeJson, type ListCheck } from './encode-answer.ts';
import { BodyRefusal, isFileForm, readBody, readFileForm } from './read-input.ts';
import { findRoute, isLinkPage } from './routes.ts';
import {
  type AnswerContent,
  isMediaRequest,
  type SandboxAnswer,
  type SandboxRequest,
} from './sandbox-request.ts';
import { buildFailureReply, ServiceFailure, type ServiceReply } from './service-failure.ts';

export interface AppParts {
  keys: SandboxKeys;
  store: Database;
  clock: SandboxClock;
  /** Further dependencies of the control interface. */
  control: Omit<ControlContext, 'store' | 'clock' | 'allowance'>;
  /** Cryptographically secure random bytes. */
  random: Random;
  /** Private addresses that this run may reach. */
  allowance: PrivateAllowlist;
  /** The bytes of uploaded files. */
  files: MediaFiles;
  /** Records a defect of the sandbox. @returns its trace id, which is all that the client sees */
  reportFault(error: unknown): string;
}

export type App = (request: SandboxRequest) => Promise<SandboxAnswer>;

/** `action` of errors that occur before the endpoint is known. @see docs/service/access.md#access-errors */
const REQUEST = 'request';
const CONTROL_ACTION = 'sandbox';
const MEDIA_ACTION = 'media';

/** Public, as it describes what everybody knows. @see docs/service/endpoints.md#openapi */
const OPENAPI_PATH = '/openapi.json';

/** Paths that need no key: where there is nothing, none is asked for. Short links that exist were answered before. */
function isPublicPath(pathname: string): boolean {
  return [SHORT_PATH, `${OPENAPI_PATH}/`].some((path) => `${pathname}/`.startsWith(path));
}

/** Path prefix of the control interface; no route of the service has it. */
const CONTROL_PREFIX = '/_sandbox/';

interface EncodedReply extends Omit<ServiceReply, 'body'> {
  json: AnswerContent;
}

/** What is known of a request while it is handled, for its response. */
interface RequestState {
  action: string;
  headers: Readonly<Record<string, string>>;
}

/**
 * Handles a request without a socket. It serves the endpoints of `ROUTES`; access is checked first, then the rate
 * limit, the plan, and the input of the route. The control interface beside it has a key of its own.
 *
 * @see docs/service/README.md
 * @see docs/service/general.md
 */
export function createApp(parts: AppParts): App {
  const { clock } = parts;
  return async (request) => {
    if (isLinkPage(request.url.pathname)) return answerPage(request, parts);
    const file = isMediaRequest(request) ? await openFile(request, parts) : null;
    if (file !== null) return { ...file, headers: { ...getDateHeader(clock), ...file.headers } };
    const { http, json, headers } = await reply(request, parts);
    const { headers: encoding, ...content } = await compress(json, request.headers['accept-encoding']);
    return {
      status: http,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...getDateHeader(clock),
        ...(request.url.pathname.startsWith(CONTROL_PREFIX) ? {} : getFrozenHeader(clock)),
        ...headers,
        ...encoding,
      },
      ...content,
    };
  };
}

/** The sandbox's own time; omitted when its store cannot be read. */
function getDateHeader(clock: SandboxClock): Readonly<Record<string, string>> {
  try {
    return { date: new Date(clock.now()).toUTCString() };
  } catch {
    return {};
  }
}

/** Only the service's answers have it: those of the control interface tell the state of the clock themselves. */
function getFrozenHeader(clock: SandboxClock): Readonly<Record<string, string>> {
  try {
    return clock.mode() === 'set' ? { [FROZEN_CLOCK_HEADER]: 'frozen' } : {};
  } catch {
    return {};
  }
}

async function answerPage(request: SandboxRequest, parts: AppParts): Promise<SandboxAnswer> {
  const { store, keys, control } = parts;
  // Loaded on demand: requests of the service do not need it.
  const { answerFailure, answerLinkPage } = await import('../link-page/answer-link-page.ts');
  try {
    if (request.method !== 'GET') await waitUntilWritable(store);
    const answered = answerLinkPage(request, { engine: control.engine, key: keys.adminToken });
    store.requireInPlace();
    return answered;
  } catch (error) {
    return answerFailure(toFailure(error, parts));
  }
}

/** A file that cannot be read is reported by the reply. */
async function openFile(request: SandboxRequest, parts: AppParts): Promise<SandboxAnswer | null> {
  const { openMediaAnswer } = await import('./media-routes.ts');
  try {
    return openMediaAnswer(request, parts);
  } catch (error) {
    parts.reportFault(error);
    return null;
  }
}

async function reply(request: SandboxRequest, parts: AppParts): Promise<EncodedReply> {
  const { store } = parts;
  const known: RequestState = { action: REQUEST, headers: {} };
  const { method, url } = request;
  const isRead = isReadRequest(method, url.pathname);
  try {
    if (isRead && url.pathname === OPENAPI_PATH) return await describeService();
    if (isPublicPath(url.pathname)) throw createNoRouteFailure(request);
    const answer = await findAnswer(request, parts);
    if (!isRead) await waitUntilWritable(store);
    const body = await answer(known);
    store.requireInPlace(); // nothing is acknowledged that would be lost
    return { http: 200, json: encodeAnswer(body, createListCheck(parts)), headers: known.headers };
  } catch (error) {
    const { http, body, headers } = buildFailureReply(toFailure(error, parts), known.action);
    const closing: Record<string, string> = error instanceof BodyRefusal ? { connection: 'close' } : {};
    return { http, json: encodeJson(body), headers: { ...known.headers, ...headers, ...closing } };
  }
}

type AnswerRequest = (known: RequestState) => object | Promise<object>;

/** Loads what answers a request: the control interface, the media library, or the endpoint. */
async function findAnswer(request: SandboxRequest, parts: AppParts): Promise<AnswerRequest> {
  const { method, url } = request;
  if (url.pathname.startsWith(CONTROL_PREFIX)) return (known) => answerControl(request, known, parts);
  if (isMediaRequest(request)) return (known) => answerUpload(request, known, parts);
  const route = findRoute(method, url.pathname);
  const called = route && { ...(await loadServedEndpoint(route.name)), params: route.params };
  return async (known) => {
    const form = called?.name === 'uploadMedia' && isFileForm(request) ? await readFileForm(request) : null;
    return answerService(request, { called, form, known }, parts);
  };
}

/** Synchronous from the count of the request on, so that no other one comes between. */
function answerService(
  request: SandboxRequest,
  {
    called,
    form,
    known,
  }: {
    called: CalledEndpoint | null;
    /** The body of an upload that is a form. */
    form: object | null;
    known: RequestState;
  },
  { store, clock, keys, random, allowance, files, control }: AppParts,
): object | Promise<object> {
  const { headers, url } = request;
  // An unauthenticated client has used nothing of the limit.
  known.headers = buildRateHeaders({ max: readSettings(store).requestRateMax, used: 0 });
  const profile = authenticateProfile(headers, { keys, store });
  store.requireInPlace();
  const now = clock.now();
  const running = clock.runningNow();
  const isCounted = isCountedRequest(request.method, headers, keys);
  const usage = countRequest(store, profile, { now: running, isCounted });
  known.headers = buildRateHeaders(usage);
  checkRate(store, profile, { ...usage, now: running });
  const body = form ?? readBody(request.body);
  const subscription = readSettings(store);
  if (called === null) {
    refuseUndescribed(url.pathname, subscription, profile);
    throw createNoRouteFailure(request);
  }
  known.action = called.endpoint.action;
  checkPlan(subscription, called.endpoint, profile);
  const context = {
    store,
    profile,
    origin: url.origin,
    now,
    usedInMonth: usage.usedInMonth,
    random,
    allowance,
    files,
    openOutbound: control.engine.openOutbound,
    // A secret of this store that every process on it shares; a cursor's signature does not reveal it.
    cursorKey: keys.adminToken,
    xPair: classifyXPair(headers, keys.xPair),
  };
  return callEndpoint(called, { url, body }, context);
}

async function answerUpload(request: SandboxRequest, known: RequestState, parts: AppParts): Promise<object> {
  known.action = MEDIA_ACTION;
  parts.store.requireInPlace();
  const { receiveUpload } = await import('./media-routes.ts');
  return receiveUpload(request, parts);
}

async function answerControl(
  request: SandboxRequest,
  known: RequestState,
  { keys, store, clock, control, allowance }: AppParts,
): Promise<object> {
  known.action = CONTROL_ACTION;
  checkAdmin(request.headers, keys);
  store.requireInPlace();
  // Loaded on demand: requests of the service do not need it.
  const { callControl } = await import('../control/call-control.ts');
  const done = await callControl(request, { ...control, store, clock, allowance });
  return done ?? Promise.reject(createNoRouteFailure(request));
}

/** A list is of one state of the store: after a reset, its rows are those of another one. */
function createListCheck({ store, clock, reportFault }: AppParts): ListCheck {
  const generation = clock.generation();
  return {
    beforePart() {
      store.requireInPlace();
      if (clock.generation() === generation) return;
      const reason = 'the sandbox was reset, or its clock was set, while a list was read';
      throw new CrierError('unavailable', reason, { advice: 'read the list again' });
    },
    onFault(error) {
      if (!(error instanceof CrierError && error.kind === 'unavailable')) reportFault(error);
    },
  };
}

/** Of an internal fault, only what the user can fix, such as a full disk, is described in the response. */
function toFailure(error: unknown, { reportFault }: AppParts): ServiceFailure {
  if (error instanceof ServiceFailure) return error;
  if (error instanceof BusyDatabase) return createLockedFailure(error.message);
  const traceId = reportFault(error);
  const reason = error instanceof CrierError ? `${error.message}; ` : '';
  return new ServiceFailure(1500, {
    message: 'The sandbox failed with an internal fault.',
    details: `${reason}trace id ${traceId}`,
  });
}

/** Loaded and built on demand. */
async function describeService(): Promise<EncodedReply> {
  const { buildOpenApiDocument } = await import('../../service/openapi/build-document.ts');
  return { http: 200, json: encodeJson(buildOpenApiDocument()), headers: {} };
}

/** @param isUntouched nothing was done, so that the same request may be retried */
function createLockedFailure(details: string, isUntouched = false): ServiceFailure {
  return new ServiceFailure(1503, {
    message: 'Another process keeps the data of the sandbox locked.',
    details,
    ...(isUntouched && { retryAvailable: true }),
  });
}

/** How long a write waits for another process that holds the write lock. */
const WRITE_WAIT_MS = 3_000;
/** Short: a process that writes in a tight loop frees the lock for a moment only. */
const POLL_INTERVAL_MS = 2;

/**
 * Waits until no other process holds the write lock. SQLite's own busy timeout would block reads as well.
 *
 * @throws ServiceFailure 1503 on timeout: nothing was done
 */
export async function waitUntilWritable(store: Database): Promise<void> {
  const deadline = performance.now() + WRITE_WAIT_MS;
  while (store.isWriteLocked()) {
    if (performance.now() > deadline) throw createLockedFailure('nothing was changed', true);
    await pause(POLL_INTERVAL_MS);
  }
}

function createNoRouteFailure({ method, url }: SandboxRequest): ServiceFailure {
  const message = `There is no route ${method} ${url.pathname}, or not with this method.`;
  return new ServiceFailure(1404, { message });
}
