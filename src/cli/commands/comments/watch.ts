import * as z from 'zod';
import { usageError } from '../../../errors.ts';
import { WatchDocument } from '../../../facts/comment-event.ts';
import { AnyId } from '../../../facts/ids.ts';
import { CommentPlatform } from '../../../facts/platforms.ts';
import { defineCommand } from '../../command.ts';
import { commentsQuery } from '../../comments-read.ts';
import { REMOTE, written } from '../../flags.ts';
import { watchPlace } from '../../places.ts';
import { readIds } from '../../read-ids.ts';
import { placeNames } from '../../watch/place-names.ts';
import { watchComments } from '../../watch/watch-comments.ts';
import { watchOutcome } from '../../watch/watch-outcome.ts';
import { machineTime, sandboxTime } from '../../watch/watch-time.ts';

export default defineCommand({
  summary: 'Print comments as they are added, changed or gone, until it is ended',
  description: `
Each id is asked for when its answer says that the comments are refreshed ("nextUpdate"), and never sooner. Where a watch
ends is kept on this machine: the next one goes on from there, repeats nothing and misses nothing. The first look prints
everything, unless --from-now is given. Replies are comments of their own.

A network that fails is told once, and again when it answers; one that has reached a limit of its own (416, 364) is left
out until the watch ends. What does not pass by itself, such as an unknown id, ends the watch of that id. Waiting
follows the sandbox's clock: "crier sandbox clock advance 10m" in another terminal makes it look again.`,
  examples: [
    'comments watch Sp7kQm2XvLr9TzBd4HnW --once',
    'comments watch Sp7kQm2XvLr9TzBd4HnW Mn5cTy8LrWb2QzHp6KsD --once --counts -o ndjson',
    'comments watch 18119826100716099 --platform instagram --once --from-start',
  ],
  positional: ['ids'],
  flags: [REMOTE],
  foresees: 101,
  input: z.object({
    ids: written(
      z.array(AnyId).default([]).describe("Service Post IDs; with --platform, the network's own ids"),
      { placeholder: 'id' },
    ),
    idsFrom: written(
      z.string().optional().describe('read ids from this file, one a line, `-` for standard input'),
      { placeholder: 'file' },
    ),
    platform: written(CommentPlatform.optional().describe('the ids are of this network'), {
      placeholder: 'network',
    }),
    comment: z.boolean().default(false).describe("the ids are comments'; needs --platform"),
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
    commentsQuery(pair);
    if (fromNow && fromStart)
      throw usageError('--from-now and --from-start contradict each other', 'give one of them');
    const ids = await readIds({ ids: given, idsFrom }, context.readFile);
    const { choice } = await context.choose();
    const service = await context.client();
    const time = choice.kind === 'sandbox' ? await sandboxTime(context) : machineTime(context.clock);
    const from = fromStart ? 'start' : fromNow ? 'now' : 'place';
    const watch = watchComments(
      { ids, pair, counts, once, tellsFailures: !once || allowPartial, from },
      { ...context, service, time, place: watchPlace(context.machine), placeName: placeNames(choice, pair) },
    );
    return watchOutcome(watch, { once, allowPartial });
  },
});
