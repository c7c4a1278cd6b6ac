import * as z from 'zod';
import { getField } from '../../../../domain/json/loose-record.ts';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../../errors.ts';
import { defineSwitch } from '../../../framework/input/flags/flags.ts';
import { defineBatchRead, defineFound } from '../../../framework/many/define-batch-read.ts';
import { getLegName } from '../../../framework/output/failures.ts';
import { listRecord, type RecordLine } from '../../../framework/output/view.ts';
import { OpenedPost, openPost } from '../open-post.ts';
import { POST_IDS } from '../post-flags.ts';
import { countThreadPosts } from '../read-post-outcome.ts';
import {
  createPostReferences,
  formatPostStatus,
  POST_COLUMNS,
  PostEntry,
  readPost,
  toPostEntry,
} from '../read-posts.ts';

export default defineBatchRead({
  summary: 'Show posts and their ids on each network',
  description: `
A post that some networks refused has the status error, and lists the network and reason of each error. With several
ids or --ids-from, a failed id does not stop the others: the JSON document has the posts under "posts", and "results" has
the result of each id.`,
  examples: [
    'posts get Sp7kQm2XvLr9TzBd4HnW',
    'posts get Sp7kQm2XvLr9TzBd4HnW --web',
    'posts get Bx6hPf2QyLs8TnCv5RkG --json',
    'posts get Sp7kQm2XvLr9TzBd4HnW Bx6hPf2QyLs8TnCv5RkG --fields id,status',
  ],
  ids: POST_IDS,
  references: ['post'],
  input: z.object({
    web: defineSwitch('open the post in the browser, as "posts open" does', {
      conflicts: ['idsFrom', 'resume', 'allProfiles'],
    }),
  }),
  output: z.union([PostEntry, defineFound('posts', PostEntry, 'posts that were found'), OpenedPost]),
  key: 'posts',
  columns: POST_COLUMNS,
  rowReferences: createPostReferences(),
  empty: 'no post could be read',
  check(ids, { web }) {
    if (web && ids.length > 1) throw createUsageError('--web opens one post', 'give one id');
  },
  async read(id, run) {
    const answer = await readPost(run.client, id, run);
    const { headers, bytes } = answer;
    // opening a post prints no answer
    return { record: toPostEntry(answer.body), answer: run.input.web ? { headers } : { headers, bytes } };
  },
  async show(post, { web }, { io }) {
    if (web) return openPost(post, undefined, io);
    const listed = listRecord(POST_COLUMNS, post, createPostReferences());
    return { view: { kind: 'record', document: post, lines: buildPostLines(post), ...listed } };
  },
});

/** The ids of a thread's posts after the first one. @see docs/service/posts.md#threads */
function buildThreadLine(
  platform: string | null,
  copy: Readonly<Record<string, unknown>>,
): readonly RecordLine[] {
  if (countThreadPosts(copy) < 2 || !Array.isArray(copy['thread'])) return [];
  const ids = copy['thread'].slice(1).map((post) => String(getField(post, 'id')));
  return [
    {
      name: `postIds.${platform}.thread`,
      title: 'thread',
      value: ids,
      shown: `${formatCount(ids.length + 1, 'post')}, then ${ids.join(', ')}`,
    },
  ];
}

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
    { name: 'created', title: 'created', value: post.created, role: 'time' },
    { name: 'scheduleDate', title: 'scheduled for', value: post.scheduleDate, role: 'time' },
    {
      name: 'platforms',
      title: 'networks',
      value: platforms?.join(', ') ?? null,
      ...(platforms && { shown: platforms.map(getLegName).join(', ') }),
    },
    ...(postIds ?? []).flatMap(({ platform, id, postUrl, ...copy }) => [
      { name: `postIds.${platform}`, title: `id on ${getLegName(platform ?? null)}`, value: id ?? null },
      ...(postUrl ? [{ name: `postIds.${platform}.postUrl`, title: '', value: postUrl }] : []),
      ...buildThreadLine(platform ?? null, copy),
    ]),
    ...(errors ?? []).map((error) => ({
      name: `errors.${getField(error, 'platform')}`,
      title: `refused by ${getLegName(String(getField(error, 'platform')))}`,
      value: `${getField(error, 'code')}: ${getField(error, 'message')}`,
    })),
    ...(post.autoRepostId ? [{ name: 'autoRepostId', title: 'repeated as', value: post.autoRepostId }] : []),
    { name: 'notes', title: 'notes', value: post.notes ?? null },
  ];
}
