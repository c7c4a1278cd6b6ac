import { CrierError } from '../../../errors.ts';
import { Platform } from '../../../service/platforms.ts';
import type { PostBody } from '../../../service/post-body.ts';
import type { PostRecord } from '../../../service/posts.ts';
import type { CommandContext } from '../../context/context.ts';
import { describeErrorCode } from '../../errors/describe-error-code.ts';
import { getLegName } from '../../render/failed-entry.ts';
import type { CommandOutcome } from '../../shell/command.ts';
import { createPrintedCommands } from '../../shell/printed-commands.ts';
import { buildRetryPosts } from '../build-retry-posts.ts';
import { buildNewPostCommands } from '../new-post-commands.ts';
import { readPostOutcome } from '../read-post-outcome.ts';

const BAD_PARAMETERS = 101;

/**
 * Refuses to retry a post that is published on some network, or did not fail: a retry goes to all of its networks. A
 * new post to the networks that failed is the way to fix it.
 *
 * @returns null if it can be retried
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
    const message = `the post ${id} has the status "${status}": only posts with the status "error" can be retried`;
    return buildRefusal(message, `to see it: ${printed.service`posts get ${id}`}`);
  }
  if (copies.length === 0) return null;
  const names = copies.map(({ platform }) => getLegName(platform ?? null)).join(', ');
  const commands = await buildNewPostCommands(buildRetryPosts(toBody(record), outcome), context);
  const advice =
    commands.length === 0
      ? `create a new post for only the networks that failed: ${printed.change`posts create`}`
      : 'create a new post where it failed; network options, a first comment, short links and disabled comments are not stored, so add them again';
  return {
    ...buildRefusal(
      `the post ${id} is published on ${names}, and a retry would publish it there again`,
      advice,
    ),
    commands,
  };
}

function buildRefusal(message: string, advice: string): CommandOutcome {
  return {
    view: null,
    failure: new CrierError('usage', message, { ...describeErrorCode(BAD_PARAMETERS), advice }),
  };
}

/** The stored parts of a post, for a new one. */
function toBody({ post, platforms, mediaUrls, notes }: PostRecord): PostBody {
  return {
    post: post ?? '',
    platforms: (platforms ?? []).flatMap((name) => Platform.safeParse(name).data ?? []),
    ...(mediaUrls && mediaUrls.length > 0 && { mediaUrls: [...mediaUrls] }),
    ...(notes && { notes }),
  };
}
