import * as z from 'zod';
import { type CrierError, createUsageError } from '../../../errors.ts';
import { ERRORS } from '../../../service/errors.ts';
import { LIMITS } from '../../../service/limits.ts';
import { getWatchFolder } from '../../context/paths.ts';
import { formatDuration } from '../../render/format-duration.ts';
import { readIds } from '../../several/read-ids.ts';
import { defineCommand } from '../../shell/command.ts';
import { REMOTE } from '../../shell/flags/flags.ts';
import { COMMENTS_OF_IDS } from '../comments-input.ts';
import { buildCommentsQuery } from '../read-comments.ts';
import { WatchDocument } from '../watch/comment-event.ts';
import { watchComments } from '../watch/watch-comments.ts';
import { buildWatchOutcome } from '../watch/watch-outcome.ts';
import { createMachineTime, createSandboxTime } from '../watch/watch-time.ts';
import { createCursorNamer } from './cursor-names.ts';

/** As many as the rate limit lets one watch poll before the first id is due again. */
const MOST_IDS = (LIMITS.requestRate.max * LIMITS.commentRefreshMs) / LIMITS.requestRate.windowMs;

const OWN_LIMITS = Object.keys(ERRORS).filter((code) => ERRORS[Number(code)]?.ownLimit === true);

export default defineCommand({
  summary: 'Print comments as they are added, changed or deleted',
  description: `
Polls each id when the service says that its comments are refreshed ("nextUpdate"), never earlier. The position is saved
on this machine, so that the next watch continues without repeating or missing comments. The first poll prints all
existing comments unless --from-now is given. Replies are comments of their own. Runs until interrupted.

A failing network is reported once, and again when it recovers. A network that reached a limit of its own (${OWN_LIMITS.join(', ')})
is skipped for the rest of the watch. A permanent error, such as an unknown id, ends the watch of that id. If a response
does not mention a network, its comments count as deleted only after the second such response in a row.

In the sandbox, watch follows the sandbox clock. People keep commenting on Lt5nWc8RjYq3GvKs6PxA for a day: watch it, and
run "crier sandbox clock advance 15m" in another terminal to see new comments.`,
  examples: [
    'comments watch Sp7kQm2XvLr9TzBd4HnW --once',
    'comments watch Sp7kQm2XvLr9TzBd4HnW Mn5cTy8LrWb2QzHp6KsD --once --counts -o ndjson',
    'comments watch 18119826100716099 --platform instagram --once --from-start',
  ],
  positional: ['ids'],
  flags: [REMOTE],
  validationCode: 101,
  input: z.object({
    ...COMMENTS_OF_IDS,
    once: z.boolean().default(false).describe('poll every id once, now, and exit'),
    counts: z.boolean().default(false).describe('also report changes of likes, replies and other counts'),
    fromNow: z.boolean().default(false).describe('skip existing comments'),
    fromStart: z.boolean().default(false).describe('ignore the saved position and start over'),
    allowPartial: z
      .boolean()
      .default(false)
      .describe('with --once: exit 0 even if some networks or ids failed'),
  }),
  output: WatchDocument,
  records: 'events',
  async run(
    { ids: given, idsFrom, platform, comment, once, counts, fromNow, fromStart, allowPartial },
    context,
  ) {
    const pair = { platform, comment };
    buildCommentsQuery(pair);
    if (fromNow && fromStart)
      throw createUsageError('--from-now and --from-start cannot be used together', 'use only one of them');
    const ids = await readIds({ ids: given, idsFrom }, context.readFile);
    if (ids.length > MOST_IDS) throw createTooManyError(ids.length);
    const { choice } = await context.choose();
    const service = await context.client();
    const time =
      choice.kind === 'sandbox' ? await createSandboxTime(context) : createMachineTime(context.clock);
    const from = fromStart ? 'start' : fromNow ? 'now' : 'place';
    const watch = watchComments(
      { ids, pair, counts, once, tellsFailures: !once || allowPartial, from },
      {
        ...context,
        service,
        time,
        cursorFolder: getWatchFolder(context.machine),
        getCursorName: createCursorNamer(choice, pair),
      },
    );
    context.onEnd(watch.release);
    return buildWatchOutcome(watch, { once, allowPartial });
  },
});

function createTooManyError(count: number): CrierError {
  const { max, windowMs } = LIMITS.requestRate;
  return createUsageError(
    `a watch can follow at most ${MOST_IDS} ids, and ${count} were given`,
    `the service accepts ${max} requests in ${formatDuration(windowMs)}; "comments get" reads any number of ids once`,
  );
}
