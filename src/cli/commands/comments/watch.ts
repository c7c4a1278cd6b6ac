import * as z from 'zod';
import { type CrierError, createUsageError } from '../../../errors.ts';
import { WatchDocument } from '../../../facts/comment-event.ts';
import { ERRORS } from '../../../facts/errors.ts';
import { LIMITS } from '../../../facts/limits.ts';
import { defineCommand } from '../../command.ts';
import { COMMENTS_OF_IDS } from '../../comments-input.ts';
import { buildCommentsQuery } from '../../comments-read.ts';
import { REMOTE } from '../../flags.ts';
import { formatDuration } from '../../format-duration.ts';
import { getWatchFolder } from '../../paths.ts';
import { readIds } from '../../read-ids.ts';
import { placeNames } from '../../watch/place-names.ts';
import { watchComments } from '../../watch/watch-comments.ts';
import { watchOutcome } from '../../watch/watch-outcome.ts';
import { machineTime, sandboxTime } from '../../watch/watch-time.ts';

/** As many as can be asked for before the first is due again. */
const MOST_IDS = (LIMITS.requestRate.max * LIMITS.commentRefreshMs) / LIMITS.requestRate.windowMs;

const OWN_LIMITS = Object.keys(ERRORS).filter((code) => ERRORS[Number(code)]?.ownLimit === true);

export default defineCommand({
  summary: 'Print comments as they are added, changed or gone, until it is ended',
  description: `
Each id is asked for when its answer says that the comments are refreshed ("nextUpdate"), and never sooner. Where a watch
ends is kept on this machine: the next one goes on from there, repeats nothing and misses nothing. The first look prints
everything, unless --from-now is given. Replies are comments of their own.

A network that fails is told once, and again when it answers; one that has reached a limit of its own
(${OWN_LIMITS.join(', ')}) is left out until the watch ends. What does not pass by itself, such as an unknown id, ends the
watch of that id. A network that an answer does not speak of at all keeps its comments until two answers in a row do not.

Waiting follows the sandbox's clock. In the sandbox, people go on commenting on Lt5nWc8RjYq3GvKs6PxA for a day: watch it,
and in another terminal "crier sandbox clock advance 15m" makes it look again, and print what they wrote since.`,
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
    once: z.boolean().default(false).describe('look once at every id, at once, and end'),
    counts: z.boolean().default(false).describe('likes, replies and the like are changes, too'),
    fromNow: z.boolean().default(false).describe('print nothing of what is there already'),
    fromStart: z.boolean().default(false).describe('forget where the last watch ended'),
    allowPartial: z
      .boolean()
      .default(false)
      .describe('with --once, exit 0 also when some networks or ids failed'),
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
      throw createUsageError('--from-now and --from-start contradict each other', 'give one of them');
    const ids = await readIds({ ids: given, idsFrom }, context.readFile);
    if (ids.length > MOST_IDS) throw createTooManyError(ids.length);
    const { choice } = await context.choose();
    const service = await context.client();
    const time = choice.kind === 'sandbox' ? await sandboxTime(context) : machineTime(context.clock);
    const from = fromStart ? 'start' : fromNow ? 'now' : 'place';
    const watch = watchComments(
      { ids, pair, counts, once, tellsFailures: !once || allowPartial, from },
      {
        ...context,
        service,
        time,
        place: getWatchFolder(context.machine),
        placeName: placeNames(choice, pair),
      },
    );
    context.onEnd(watch.release);
    return watchOutcome(watch, { once, allowPartial });
  },
});

function createTooManyError(count: number): CrierError {
  const { max, windowMs } = LIMITS.requestRate;
  return createUsageError(
    `one watch can follow ${MOST_IDS} ids, and here are ${count}`,
    `the service takes ${max} requests in ${formatDuration(windowMs)}; "comments get" reads any number of ids once`,
  );
}
