import { getField, isRecord, type LooseRecord } from '../../domain/json/loose-record.ts';
import { readQueryList } from '../../domain/json/read-query-list.ts';
import { CommentDeletion } from '../../service/endpoints/comment-writes.ts';
import type { EndpointName } from '../../service/endpoints.ts';
import { normalizeMediaUrls } from './normalize-media-urls.ts';
import type { RawInput } from './read-input.ts';
import { createInputFailure } from './service-failure.ts';

/**
 * Endpoints whose id may be in the path or in the body, and where the table of endpoints has it.
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
    throw createInputFailure(`${id.name}: differs between the path and the rest of the request`);
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
