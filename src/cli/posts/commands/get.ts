import * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import { getField } from '../../../domain/json/loose-record.ts';
import { createUsageError } from '../../../errors.ts';
import type { Uses } from '../../context/context.ts';
import { getLegName } from '../../render/failures.ts';
import type { Column, RecordLine } from '../../render/view.ts';
import { defineIdDocument, toIdDocument } from '../../several/change-several.ts';
import { combineFailures } from '../../several/combine-failures.ts';
import { getOnlyId, readIdsOrRaw } from '../../several/read-ids.ts';
import { runEach } from '../../several/request-each.ts';
import { type CommandOutcome, defineCommand, getServiceTime } from '../../shell/command.ts';
import { defineFlag, REMOTE } from '../../shell/flags/flags.ts';
import { OpenedPost, openPost } from '../open-post.ts';
import { SEVERAL_POSTS } from '../post-flags.ts';
import { formatPostStatus, POST_COLUMNS, PostEntry, readPost, toPostEntry } from '../read-posts.ts';

/** Several posts, with the result of each request. */
const SeveralPostsDocument = z.strictObject({
  results: z
    .array(defineIdDocument('found, or error').extend({ id: z.string().describe('id as given') }))
    .describe('result of each request, in the order of the ids'),
  posts: z.array(PostEntry).describe('posts that were found'),
});

export default defineCommand({
  summary: 'Show posts and their ids on each network',
  description: `
A post that some networks rejected has the status error, and lists the network and reason of each error. With several
ids, a failed id does not stop the others: "results" in the JSON document has the result of each id.`,
  examples: [
    'posts get Sp7kQm2XvLr9TzBd4HnW',
    'posts get Sp7kQm2XvLr9TzBd4HnW --web',
    'posts get Bx6hPf2QyLs8TnCv5RkG --json',
    'posts get Sp7kQm2XvLr9TzBd4HnW Bx6hPf2QyLs8TnCv5RkG --fields id,status',
  ],
  positional: ['id'],
  flags: [REMOTE],
  input: z.object({
    ...SEVERAL_POSTS,
    web: defineFlag(
      z.boolean().default(false).describe('open the post in the browser, as "posts open" does'),
      {
        conflicts: ['idsFrom'],
      },
    ),
  }),
  output: z.union([PostEntry, SeveralPostsDocument, OpenedPost]),
  async run({ id: given, idsFrom, web }, { service, io }) {
    const ids = await readIdsOrRaw({ ids: given, idsFrom }, io);
    if (web && ids.length > 1) throw createUsageError('--web opens one post', 'give one id');
    const id = getOnlyId(ids, idsFrom);
    if (id === null) {
      return readSeveralPosts(await service.client(), ids, { service, io });
    }
    const answer = await readPost(await service.client(), id, { service, io });
    const post = toPostEntry(answer.body);
    if (web) return openPost(post, undefined, { io });
    return { view: { kind: 'record', document: post, lines: buildPostLines(post) }, raw: answer.bytes };
  },
});

/** Maximum number of concurrent requests. */
const AT_ONCE = 4;

/** Reads several posts. A failure for one id does not stop the others, unless it would affect them all. */
async function readSeveralPosts(
  client: Client,
  ids: readonly string[],
  context: Uses<{ service: 'choiceInput' | 'choose'; io: 'printing' | 'programName' | 'progress' }>,
): Promise<CommandOutcome> {
  const { io } = context;
  const all = await runEach(ids, { atOnce: AT_ONCE, done: 'read', progress: io.progress }, (id) =>
    readPost(client, id, context),
  );
  const posts = all.flatMap(({ value }) => (value === null ? [] : [toPostEntry(value.body)]));
  const last = all.findLast(({ value }) => value !== null)?.value;
  const failure = combineFailures(all, { done: 'read', remainder: 'the others are printed' });
  // on failure stdout stays empty, except for programs, which get the results
  if (failure !== null && last === undefined && io.printing.format !== 'json') throw failure;
  const results = all.map((each) => toIdDocument(each.id, each.failure, 'found'));
  return {
    view: {
      kind: 'list',
      document: { results, posts },
      key: 'posts',
      rows: posts,
      columns: POST_COLUMNS as readonly Column<unknown>[], // of the rows above
      empty: 'no post could be read',
    },
    ...(last && getServiceTime(last)),
    ...(failure !== null && { failure }),
  };
}

/** Builds the lines of a post, with the ids of its copies. */
function buildPostLines(post: PostEntry): readonly RecordLine[] {
  const { postIds, errors, platforms } = post;
  return [
    { name: 'id', title: 'id', value: post.id },
    { name: 'post', title: 'post', value: post.post },
    {
      name: 'status',
      title: 'status',
      value: post.status ?? null,
      shown: formatPostStatus(post.status),
    },
    { name: 'type', title: 'type', value: post.type ?? null },
    { name: 'created', title: 'created', value: post.created },
    { name: 'scheduleDate', title: 'scheduled for', value: post.scheduleDate },
    {
      name: 'platforms',
      title: 'networks',
      value: platforms?.join(', ') ?? null,
      ...(platforms && { shown: platforms.map(getLegName).join(', ') }),
    },
    ...(postIds ?? []).flatMap(({ platform, id, postUrl }) => [
      { name: `postIds.${platform}`, title: `id on ${getLegName(platform ?? null)}`, value: id ?? null },
      ...(postUrl ? [{ name: `postIds.${platform}.postUrl`, title: '', value: postUrl }] : []),
    ]),
    ...(errors ?? []).map((error) => ({
      name: `errors.${getField(error, 'platform')}`,
      title: `refused by ${getLegName(String(getField(error, 'platform')))}`,
      value: `${getField(error, 'code')}: ${getField(error, 'message')}`,
    })),
    { name: 'notes', title: 'notes', value: post.notes ?? null },
  ];
}
