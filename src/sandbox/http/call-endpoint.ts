import { readQueryList } from '../../domain/json/bounded-json.ts';
import { getField, isRecord, type LooseRecord } from '../../domain/json/loose-record.ts';
import { detectXTarget } from '../../domain/requests/detect-x-target.ts';
import type { Endpoint } from '../../service/endpoint.ts';
import type { EndpointName } from '../../service/endpoints.ts';
import { getTypeOfEnding } from '../../service/media-limits.ts';
import { AUDIO_PLATFORM } from '../../service/platforms.ts';
import type { Database } from '../../storage/open-database.ts';
import type { HandlerContext, HandlerInput } from '../handlers/handler.ts';
import type { ServedEndpoint } from '../handlers/handlers.ts';
import { checkAudioLogin } from '../networks/check-account.ts';
import { findInjectedFailure } from '../networks/injected-faults.ts';
import type { XPairSent } from '../store/access.ts';
import { findLinkedAccount, type Profile } from '../store/profiles.ts';
import { fillSamples } from './fill-samples.ts';
import { BOOLEANS, type Input, type RawInput, readInput } from './read-input.ts';
import type { Route } from './routes.ts';
import type { SandboxRequest } from './sandbox-request.ts';
import { createInputFailure, ServiceFailure } from './service-failure.ts';

/** The endpoint of a request, with its path parameters. */
export type CalledEndpoint<N extends EndpointName = EndpointName> = ServedEndpoint<N> & Pick<Route, 'params'>;

type CallContext = Omit<HandlerContext, 'findInjectedFailure'>;

/**
 * Handles a request of an endpoint: reads its input by its schemas, requires the X pair where X is addressed, applies
 * injected faults, and calls the handler.
 *
 * @throws ServiceFailure where the service refuses
 */
export function callEndpoint<N extends EndpointName>(
  { name, params, endpoint, handle }: CalledEndpoint<N>,
  request: Pick<SandboxRequest, 'url'> & { body: unknown },
  context: CallContext,
): object | Promise<object> {
  const { url, body } = request;
  const sent = TAKES_MEDIA.has(name) ? fillSamples(body, context.random) : body;
  const raw = normalizeRequest({ name, endpoint }, { params, query: url.searchParams, body: sent });
  const input = readChecked(endpoint, raw, context);
  const aim = detectXTarget({ path: buildPath(endpoint, raw.params), query: input.query, body: input.body });
  if (isPairMissing(aim, context.xPair)) {
    throw new ServiceFailure(419, {
      message: 'One or both of the X API key and secret headers are missing.',
    });
  }
  const failure = findInjectedFailure(context.store, { endpoint: name, network: null });
  if (failure !== null) {
    const { code, ...facts } = failure;
    throw new ServiceFailure(code, facts);
  }
  // Validated by the schemas of this endpoint.
  return handle(input as HandlerInput<N>, {
    ...context,
    findInjectedFailure: (network) => findInjectedFailure(context.store, { endpoint: name, network }),
  });
}

/** The path of a request in the endpoint's current spelling: an older spelling addresses the same networks. */
function buildPath({ path }: Endpoint, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_gap, param: string) => params[param] ?? '');
}

/** Direct login is the reason of every refused audio request, even when its parameters are invalid. */
function readChecked(endpoint: Endpoint, raw: RawInput, { store, profile }: CallContext): Input {
  try {
    return readInput(endpoint, raw);
  } catch (error) {
    const failure = endpoint.action === 'audio' ? checkDirectLogin(store, profile) : null;
    throw failure ?? error;
  }
}

function checkDirectLogin(store: Database, profile: Profile): ServiceFailure | null {
  const failure = checkAudioLogin(findLinkedAccount(store, profile.id, AUDIO_PLATFORM));
  if (failure === null) return null;
  const { code, ...facts } = failure;
  return new ServiceFailure(code, { platform: AUDIO_PLATFORM, ...facts });
}

/**
 * Half a pair is always an error; no pair is one where X is named. Where X may be one of a post's networks, only that
 * network fails.
 *
 * @see docs/service/access.md#access-errors, #AUTH-08
 */
function isPairMissing(aim: ReturnType<typeof detectXTarget>, sent: XPairSent): boolean {
  if (aim === 'no') return false;
  return sent === 'one' || (sent === 'none' && aim === 'named');
}

/**
 * Endpoints whose id may be in the path or in the body, and where the table of endpoints has it.
 *
 * @see docs/service/comments.md#dialects
 */
const IDS: Readonly<Partial<Record<EndpointName, { name: string; home: 'path' | 'body' }>>> = {
  createComment: { name: 'id', home: 'path' },
  replyToComment: { name: 'commentId', home: 'body' },
  deleteComments: { name: 'id', home: 'body' },
};

/** Endpoints whose body accepts `mediaUrls`, and therefore `mediaUrl`. */
const TAKES_MEDIA: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'createPost',
  'validatePost',
  'createComment',
  'replyToComment',
]);

/**
 * Normalizes a request of either dialect, or with older parameter names, to the form in the table of endpoints; any
 * other stays unchanged. A deletion of comments may have all its parameters in the query: they are moved to the body.
 *
 * @throws ServiceFailure 101 when the id in the path contradicts another one
 * @see docs/service/comments.md#routing
 */
function normalizeRequest(
  { name, endpoint }: Pick<ServedEndpoint, 'name' | 'endpoint'>,
  raw: RawInput,
): RawInput {
  if (name === 'getHistory') return renameParameter(raw, 'lastRecords', 'limit');
  if (name === 'getMediaMeta') return renameParameter(raw, 'url', 'mediaUrl');
  if (name === 'getUploadUrl') return readEndingAsType(raw);
  if (name === 'updatePost') return dropSource(raw);
  if (name === 'resizeMedia') return renameImageUrl(raw);
  if (name === 'setAutoSchedule') return normalizeSchedule(raw);
  const body = toLists(endpoint, raw.body);
  const listed = TAKES_MEDIA.has(name)
    ? { ...raw, body: normalizeMediaUrls(normalizeAutoSchedule(dropNulls(body))) }
    : { ...raw, body };
  const id = IDS[name];
  if (id === undefined) return listed;
  const reported = name === 'deleteComments' ? mergeQuery(endpoint, listed) : listed;
  const inPath = raw.params[id.name];
  const inBody = getField(reported.body, id.name);
  if (inPath !== undefined && inBody !== undefined && inPath !== inBody) {
    throw createInputFailure(`${id.name}: differs between the path and the rest of the request`);
  }
  if (id.home === 'path') {
    return typeof inBody === 'string'
      ? { ...reported, params: { ...raw.params, [id.name]: inBody } }
      : reported;
  }
  const { [id.name]: _moved, ...params } = raw.params;
  return {
    ...reported,
    params,
    body: inPath === undefined ? reported.body : setMember(reported.body, id.name, inPath),
  };
}

/** A parameter of the query that has an older name. */
function renameParameter(raw: RawInput, olderName: string, name: string): RawInput {
  const older = raw.query.get(olderName);
  if (older === null || raw.query.has(name)) return raw;
  const query = new URLSearchParams(raw.query);
  query.set(name, older);
  return { ...raw, query };
}

/** `imageUrl` is an older name of `mediaUrl`. @see docs/service/endpoints.md#media */
function renameImageUrl(raw: RawInput): RawInput {
  if (!isRecord(raw.body) || raw.body['mediaUrl'] !== undefined) return raw;
  const { imageUrl, ...body } = raw.body;
  return imageUrl === undefined ? raw : { ...raw, body: { ...body, mediaUrl: imageUrl } };
}

/** Clients also send the end of the file name, such as `mp4`, and then no name. @see docs/service/endpoints.md#media */
function readEndingAsType(raw: RawInput): RawInput {
  const ending = raw.query.get('contentType') ?? '';
  const type = getTypeOfEnding(ending);
  if (type === null) return raw;
  const query = new URLSearchParams(raw.query);
  query.set('contentType', type);
  if (!query.has('fileName')) query.set('fileName', `file.${ending.replace(/^\./, '')}`);
  return { ...raw, query };
}

/**
 * A text where a body has a list: one address as `mediaUrls`, networks with commas as `platforms`.
 *
 * @see docs/service/posts.md#media-url
 */
function toLists({ body: schema }: Endpoint, body: unknown): unknown {
  if (!isRecord(body) || schema === undefined) return body;
  const { mediaUrls, platforms } = body;
  const takes = (name: string) => Object.hasOwn(schema.shape, name);
  return {
    ...body,
    ...(takes('mediaUrls') && mediaUrls !== undefined && { mediaUrls: toUrlLists(mediaUrls) }),
    ...(takes('platforms') &&
      typeof platforms === 'string' && { platforms: platforms.split(',').map((each) => each.trim()) }),
  };
}

/** One list, or lists by network. */
function toUrlLists(mediaUrls: unknown): unknown {
  const toList = (value: unknown) => (typeof value === 'string' ? (value === '' ? [] : [value]) : value);
  if (!isRecord(mediaUrls)) return toList(mediaUrls);
  return Object.fromEntries(Object.entries(mediaUrls).map(([network, urls]) => [network, toList(urls)]));
}

/** Without these, a post is published at once, twice, or in other places: a null in them is more likely a mistake. */
const NEVER_NULL: ReadonlySet<string> = new Set([
  'scheduleDate',
  'autoSchedule',
  'requiresApproval',
  'idempotencyKey',
  'platforms',
  'profileKey',
  'profileKeys',
]);

/** Clients write null for what a new post or comment does not have. @see docs/service/posts.md#media-url */
function dropNulls(body: unknown): unknown {
  if (!isRecord(body)) return body;
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== null || NEVER_NULL.has(name)),
  );
}

const AMERICAN_DATE = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/**
 * Clients also write `13:05z`, days by name, and dates as `12/24/2026`, the month first.
 *
 * @see docs/service/endpoints.md#auto-schedule
 */
function normalizeSchedule(raw: RawInput): RawInput {
  if (!isRecord(raw.body)) return raw;
  const { schedule, daysOfWeek, excludeDates, ...others } = raw.body;
  const body = {
    ...others,
    ...(schedule !== undefined && { schedule: mapTexts(schedule, (time) => time.replace(/z$/, 'Z')) }),
    ...(daysOfWeek !== undefined && { daysOfWeek: mapTexts(daysOfWeek, readWeekDay) }),
    ...(excludeDates !== undefined && {
      excludeDates: mapTexts(excludeDates, (date) => date.replace(AMERICAN_DATE, '$3-$1-$2')),
    }),
  };
  return { ...raw, body };
}

const WEEK_DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** A number as text, a name, or at least its first three letters; anything else stays, and is refused later. */
function readWeekDay(text: string): number | string {
  if (/^[0-6]$/.test(text)) return Number(text);
  const day = text.length < 3 ? -1 : WEEK_DAYS.findIndex((name) => name.startsWith(text.toLowerCase()));
  return day === -1 ? text : day;
}

/** Anything else than texts in a list stays, and is refused later. */
function mapTexts(value: unknown, change: (text: string) => unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((each: unknown) => (typeof each === 'string' ? change(each) : each));
}

/** Client libraries add their name as `source` to every body, even to endpoints that refuse unknown members. */
function dropSource(raw: RawInput): RawInput {
  if (!isRecord(raw.body)) return raw;
  const { source: _client, ...body } = raw.body;
  return { ...raw, body };
}

/** A missing body becomes an object; a body that is not an object stays, and is refused later. */
function setMember(body: unknown, name: string, value: unknown): unknown {
  if (body === undefined) return { [name]: value };
  return isRecord(body) ? { ...body, [name]: value } : body;
}

/** Members of the body take precedence over the query. */
function mergeQuery(endpoint: Endpoint, raw: RawInput): RawInput {
  const inQuery = Object.keys(endpoint.body?.shape ?? {}).flatMap((name) => readQueryValue(raw.query, name));
  if (inQuery.length === 0 || (raw.body !== undefined && !isRecord(raw.body))) return raw;
  const body: LooseRecord = { ...Object.fromEntries(inQuery), ...raw.body };
  return { ...raw, query: new URLSearchParams(), body };
}

/** A query value in the type of the body; a text that cannot be converted stays, and is refused later. */
function readQueryValue(query: URLSearchParams, name: string): readonly (readonly [string, unknown])[] {
  if (name === 'platforms') {
    const platforms = readQueryList(query, name);
    return platforms === undefined ? [] : [[name, platforms]];
  }
  const text = query.getAll(name).at(-1);
  if (text === undefined) return [];
  return [[name, name === 'searchPlatformId' ? (BOOLEANS.get(text) ?? text) : text]];
}

/**
 * `autoSchedule: true` with `autoScheduleTitle` is an older form of the object; false means none.
 *
 * @see docs/service/posts.md#auto-schedule
 */
function normalizeAutoSchedule(body: unknown): unknown {
  const given = getField(body, 'autoSchedule');
  if (!isRecord(body) || typeof given !== 'boolean') return body;
  const { autoSchedule: _older, autoScheduleTitle: title, ...others } = body;
  if (!given) return others;
  return { ...others, autoSchedule: { schedule: true, ...(title !== undefined && { title }) } };
}

/** Members of a new post with media of their own. */
const PARTS_WITH_MEDIA = ['firstComment', 'threadsOptions', 'twitterOptions', 'xOptions'] as const;

/**
 * Merges `mediaUrl`, a single address, into `mediaUrls`, in a body and its parts. It is redundant beside a
 * `mediaUrls` that contains the same address; an empty `mediaUrls` counts as missing.
 *
 * @throws ServiceFailure 101 when it is not among the addresses of `mediaUrls`
 * @see docs/service/posts.md
 */
function normalizeMediaUrls(body: unknown): unknown {
  if (!isRecord(body)) return body;
  const parts = PARTS_WITH_MEDIA.flatMap((name) => {
    const part = body[name];
    return isRecord(part) ? [[name, mergeMediaUrl(part, `${name}.`)] as const] : [];
  });
  return { ...mergeMediaUrl(body, ''), ...Object.fromEntries(parts) };
}

/** @param prefix name of the part with a dot, for the error message */
function mergeMediaUrl(record: LooseRecord, prefix: string): LooseRecord {
  const { mediaUrl, ...rest } = record;
  const { mediaUrls } = rest;
  const others = mediaUrls === undefined ? rest : { ...rest, mediaUrls: toUrlLists(mediaUrls) };
  if (mediaUrl === undefined || mediaUrl === null) return others;
  const urls: readonly unknown[] = Array.isArray(mediaUrl) ? mediaUrl : [mediaUrl];
  const given = listMediaUrls(getField(others, 'mediaUrls'));
  if (given.length === 0) return { ...others, mediaUrls: urls };
  if (urls.every((url) => given.includes(url))) return others;
  throw createInputFailure(`${prefix}mediaUrl: is not one of mediaUrls; use only one of them`);
}

/** One list, or lists by network. */
function listMediaUrls(mediaUrls: unknown): readonly unknown[] {
  if (Array.isArray(mediaUrls)) return mediaUrls;
  return isRecord(mediaUrls) ? Object.values(mediaUrls).flat() : [];
}
