import { CrierError } from '../../errors.ts';
import { Platform } from '../../facts/platforms.ts';
import type { PostBody } from '../../facts/post-body.ts';
import type { PostRecord } from '../../facts/posts.ts';
import { buildRetryPosts } from '../../rules/build-retry-posts.ts';
import { readPostOutcome } from '../../rules/read-post-outcome.ts';
import type { CommandOutcome } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { describeErrorCode } from '../describe-error-code.ts';
import { createPrintedCommands } from '../printed-commands.ts';
import { getLegName } from '../render/failed-entry.ts';
import { buildNewPostCommands } from './build-new-post-commands.ts';

const BAD_PARAMETERS = 101;

/**
 * Refuses to send a post again that is out somewhere, or that did not fail: a retry goes to every network of the post,
 * also to those that took it. What mends it is a new post to the networks that failed.
 *
 * @returns null when it may be sent again
 * @see docs/service/general.md#HTTP-11
 * @see docs/service/posts.md#update
 */
export async function refuseRetry(
  id: string,
  record: PostRecord,
  context: Pick<CommandContext, 'choiceInput' | 'choose' | 'programName'>,
): Promise<CommandOutcome | null> {
  const outcome = readPostOutcome(record);
  const { copies } = outcome;
  const status = record.status ?? null;
  const printed = await createPrintedCommands(context);
  if (status !== null && status !== 'error') {
    const message = `the status of the post ${id} is "${status}": only one in "error" can be sent again`;
    return buildRefusal(message, `to see it: ${printed.service`posts get ${id}`}`);
  }
  if (copies.length === 0) return null;
  const names = copies.map(({ platform }) => getLegName(platform ?? null)).join(', ');
  const commands = await buildNewPostCommands(buildRetryPosts(toBody(record), outcome), context);
  const advice =
    commands.length === 0
      ? `make a new post to the networks that failed alone: ${printed.change`posts create`}`
      : 'make a new post to what failed alone; options of networks, a first comment, short links and closed comments are not kept: give again what it had of them';
  return {
    ...buildRefusal(`${names} took the post ${id}, and a retry would publish it there once more`, advice),
    commands,
  };
}

function buildRefusal(message: string, advice: string): CommandOutcome {
  return {
    view: null,
    failure: new CrierError('usage', message, { ...describeErrorCode(BAD_PARAMETERS), advice }),
  };
}

/** What is known of it that a new post says again. */
function toBody({ post, platforms, mediaUrls, notes }: PostRecord): PostBody {
  return {
    post: post ?? '',
    platforms: (platforms ?? []).flatMap((name) => Platform.safeParse(name).data ?? []),
    ...(mediaUrls && mediaUrls.length > 0 && { mediaUrls: [...mediaUrls] }),
    ...(notes && { notes }),
  };
}
