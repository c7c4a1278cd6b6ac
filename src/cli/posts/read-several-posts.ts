import * as z from 'zod';
import type { Client } from '../../client/client.ts';
import type { ClientAnswer } from '../../client/client-answer.ts';
import type { PostRecord } from '../../facts/posts.ts';
import { PostEntry, toPostEntry } from '../../rules/post-entry.ts';
import { combineFailures } from '../combine-failures.ts';
import type { CommandOutcome } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { ErrorDocument } from '../error-document.ts';
import { toErrorDocument } from '../error-object.ts';
import { POST_COLUMNS } from '../post-columns.ts';
import type { Column } from '../render/view.ts';
import { type IdResult, requestEach } from '../request-each.ts';
import { getServiceTime } from '../service-time.ts';
import { readPost } from './read-post.ts';

/** Several posts, and how the read of each went. */
export const SeveralPostsDocument = z.strictObject({
  results: z
    .array(
      z.strictObject({
        id: z.string().describe('the id that was asked for'),
        status: z.string().describe('found; else error'),
        error: ErrorDocument.nullable(),
      }),
    )
    .describe('how the read of each id went, in the order of the ids'),
  posts: z.array(PostEntry).describe('those that were found'),
});

/** So many requests are under way at the same moment. */
const AT_ONCE = 4;

/** What is read, and how it is shown. */
interface SeveralPostsOptions
  extends Pick<CommandContext, 'printing' | 'choiceInput' | 'choose' | 'programName'> {
  readonly ids: readonly string[];
  /** Says how far it is. */
  progress(text: string | null): void;
}

/** Reads several posts. What fails for one id does not end the others, unless it would fail for each of them alike. */
export async function readSeveralPosts(
  client: Client,
  { ids, ...context }: SeveralPostsOptions,
): Promise<CommandOutcome> {
  const { printing, progress } = context;
  const all: IdResult<ClientAnswer<PostRecord>>[] = [];
  for await (const each of requestEach(ids, AT_ONCE, (id) => readPost(client, id, context))) {
    all.push(each);
    progress(`${all.length} of ${ids.length} read`);
  }
  progress(null);
  const posts = all.flatMap(({ value }) => (value === null ? [] : [toPostEntry(value.body)]));
  const last = all.findLast(({ value }) => value !== null)?.value;
  const failure = combineFailures(all, { done: 'read', remainder: 'the others are printed' });
  // on failure stdout stays empty, but for programs, which read how each went
  if (failure !== null && last === undefined && printing.format !== 'json') throw failure;
  const results = all.map(({ id, failure: error }) => ({
    id,
    status: error === null ? 'found' : 'error',
    error: error === null ? null : toErrorDocument(error),
  }));
  return {
    view: {
      kind: 'list',
      document: { results, posts },
      key: 'posts',
      rows: posts,
      columns: POST_COLUMNS as readonly Column<unknown>[], // of the rows above
      empty: 'none of them could be read',
    },
    ...(last && getServiceTime(last)),
    ...(failure !== null && { failure }),
  };
}
