import { CommentDeletion } from '../facts/comment-writes.ts';
import type { EndpointName } from '../facts/endpoints.ts';
import { getField, isRecord, type LooseRecord } from '../rules/loose-record.ts';
import { readQueryList } from '../rules/read-query-list.ts';
import { normalizeMediaUrls } from './normalize-media-urls.ts';
import type { RawInput } from './read-input.ts';
import { createInputFailure } from './service-failure.ts';

/**
 * Calls whose id may stand in the path or in the body, and where their rows have it.
 *
 * @see docs/service/comments.md#dialects
 */
const IDS: Readonly<
  Partial<Record<EndpointName, { readonly name: string; readonly home: 'path' | 'body' }>>
> = {
  createComment: { name: 'id', home: 'path' },
  replyToComment: { name: 'commentId', home: 'body' },
  deleteComments: { name: 'id', home: 'body' },
};

/** Calls whose body takes `mediaUrls`, and so `mediaUrl` too. */
const TAKES_MEDIA: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'createPost',
  'validatePost',
  'createComment',
  'replyToComment',
]);

/**
 * Brings a request of either dialect, or with older names of parameters, into the form that the endpoint's row has; any
 * other stays as it is. What deletes comments may say all of it in the query: there the body does not have it.
 *
 * @throws ServiceFailure 101 when an id stands in the path, and another one beside it
 * @see docs/service/comments.md#routing
 */
export function normalizeRequest(name: EndpointName, raw: RawInput): RawInput {
  if (name === 'getHistory') return renameLimit(raw);
  if (name === 'updatePost') return dropSource(raw);
  const listed = TAKES_MEDIA.has(name) ? { ...raw, body: normalizeMediaUrls(raw.body) } : raw;
  const id = IDS[name];
  if (id === undefined) return listed;
  const told = name === 'deleteComments' ? mergeQuery(listed) : listed;
  const inPath = raw.params[id.name];
  const inBody = getField(told.body, id.name);
  if (inPath !== undefined && inBody !== undefined && inPath !== inBody) {
    throw createInputFailure(`${id.name}: is one thing in the path, and another one beside it`);
  }
  if (id.home === 'path') {
    return typeof inBody === 'string' ? { ...told, params: { ...raw.params, [id.name]: inBody } } : told;
  }
  const { [id.name]: _moved, ...params } = raw.params;
  return { ...told, params, body: inPath === undefined ? told.body : setMember(told.body, id.name, inPath) };
}

/** `lastRecords` is an older name of `limit`. */
function renameLimit(raw: RawInput): RawInput {
  const older = raw.query.get('lastRecords');
  if (older === null || raw.query.has('limit')) return raw;
  const query = new URLSearchParams(raw.query);
  query.set('limit', older);
  return { ...raw, query };
}

/** Client libraries add their name as `source` to every body, here too, where unknown members are refused. */
function dropSource(raw: RawInput): RawInput {
  if (!isRecord(raw.body)) return raw;
  const { source: _client, ...body } = raw.body;
  return { ...raw, body };
}

/** Without a body, there is one now; what is no object stays, and is refused as that. */
function setMember(body: unknown, name: string, value: unknown): unknown {
  if (body === undefined) return { [name]: value };
  return isRecord(body) ? { ...body, [name]: value } : body;
}

/** The body has what it lacks from the query. */
function mergeQuery(raw: RawInput): RawInput {
  const inQuery = Object.keys(CommentDeletion.shape).flatMap((name) => readQueryValue(raw.query, name));
  if (inQuery.length === 0 || (raw.body !== undefined && !isRecord(raw.body))) return raw;
  const body: LooseRecord = { ...Object.fromEntries(inQuery), ...raw.body };
  return { ...raw, query: new URLSearchParams(), body };
}

const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
]);

/** A member as the body would have it; a text that is no such value stays, and is refused there. */
function readQueryValue(query: URLSearchParams, name: string): readonly (readonly [string, unknown])[] {
  if (name === 'platforms') {
    const platforms = readQueryList(query, name);
    return platforms === undefined ? [] : [[name, platforms]];
  }
  const text = query.getAll(name).at(-1);
  if (text === undefined) return [];
  return [[name, name === 'searchPlatformId' ? (BOOLEANS.get(text) ?? text) : text]];
}
