import * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import type { ClientAnswer } from '../../../client/client-answer.ts';
import type { PostRecord } from '../../../service/posts.ts';
import type { CommandContext } from '../../context/context.ts';
import { ErrorDocument } from '../../render/error-document.ts';
import { toErrorDocument } from '../../render/failures.ts';
import type { Column } from '../../render/view.ts';
import { combineFailures } from '../../several/combine-failures.ts';
import { type IdResult, requestEach } from '../../several/request-each.ts';
import type { CommandOutcome } from '../../shell/command.ts';
import { getServiceTime } from '../../shell/service-time.ts';
import { POST_COLUMNS } from '../post-columns.ts';
import { PostEntry, toPostEntry } from '../post-entry.ts';
import { readPost } from '../read-post.ts';

/** Several posts, with the result of each request. */
export const SeveralPostsDocument = z.strictObject({
  results: z
    .array(
      z.strictObject({
        id: z.string().describe('id as given'),
        status: z.string().describe('found, or error'),
        error: ErrorDocument.nullable(),
      }),
    )
    .describe('result of each request, in the order of the ids'),
  posts: z.array(PostEntry).describe('posts that were found'),
});

/** Maximum number of concurrent requests. */
const AT_ONCE = 4;

/** What is read, and how it is shown. */
interface SeveralPostsOptions
  extends Pick<CommandContext, 'printing' | 'choiceInput' | 'choose' | 'programName'> {
  readonly ids: readonly string[];
  /** Shows progress. */
  progress(text: string | null): void;
}

/** Reads several posts. A failure for one id does not stop the others, unless it would affect them all. */
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
  // on failure stdout stays empty, except for programs, which get the results
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
      empty: 'no post could be read',
    },
    ...(last && getServiceTime(last)),
    ...(failure !== null && { failure }),
  };
}
