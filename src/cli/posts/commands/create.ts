import * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import { CrierError, createUsageError } from '../../../errors.ts';
import { createPost, validatePost } from '../../../service/endpoints/posts.ts';
import { buildPlannedView } from '../../context/planned-view.ts';
import { defineCommand } from '../../shell/command.ts';
import { defineFlag, groupFlags, REMOTE, WRITE } from '../../shell/flags/flags.ts';
import { buildRefusedOutcome } from '../build-refused-outcome.ts';
import { CONTENT_FLAGS, FILE_FLAGS, OPTION_FLAGS, POST_TARGETS, SCHEDULE_FLAGS } from '../post-flags.ts';
import { buildPostedOutcome } from '../posted-outcome.ts';
import { readPostInput } from '../read-post-input.ts';
import { Posted } from '../read-post-outcome.ts';
import { readSchedule } from '../read-schedule.ts';
import { readServiceTime } from '../read-service-time.ts';
import { completePost } from './complete-post.ts';
import { addIdempotencyKey, sendPost } from './send-post.ts';
import { buildValidatedOutcome, ValidatedPost } from './validated-outcome.ts';

export default defineCommand({
  summary: 'Publish or schedule a post on one or more networks',
  description: `
Describe the post with flags, or with -f in a YAML or JSON file that contains the fields of a new post; flags override
the file. Options of a network are objects such as tikTokOptions: set a field with --set, or read them from a file with
--options. On a terminal, missing values are asked for.

--schedule accepts everyday phrases in the time zone of --time-zone; a day without a time means 09:00. The result is
printed, also in UTC. A time that a clock change skips is rejected; of a time that occurs twice, the first is used.

The post is checked before it is sent, and is sent only if every network would accept it, because a published post cannot
be recalled everywhere. --skip-check leaves the check to the service. --validate-only asks the service to check the post
without publishing it.

If some networks still reject the post, the exit code is 3, both results are printed, and a command that posts to only
those networks is suggested. Every post has an idempotency key, so a post is never published twice: if a response is
lost, run the same command again with the printed key.

Networks: ${POST_TARGETS.join(', ')}.`,
  examples: [
    'posts create --platform bluesky,linkedin --text "Fresh beans from Huila, in the shop from nine"',
    `posts create --platform bluesky,linkedin --set 'post={"default":"New in: Huila","bluesky":"New in, friends"}'`,
    'posts create --platform twitter --text "Late shift: open until eight" --schedule "tomorrow 9:00" --json',
    'posts create --platform instagram --media https://kestrellane.example/beans.jpg --text "New in" --dry-run',
    'posts create --platform tiktok --media https://kestrellane.example/pour.mp4 --set tikTokOptions.visibility=private --validate-only',
  ],
  validationCode: 101,
  changes: true,
  flags: [REMOTE, WRITE],
  input: z.object({
    ...CONTENT_FLAGS,
    ...SCHEDULE_FLAGS,
    ...OPTION_FLAGS,
    ...FILE_FLAGS,
    ...groupFlags('Sending flags', {
      idempotencyKey: defineFlag(
        z.string().optional().describe('key that prevents publishing twice (default: a new one)'),
        { placeholder: 'key' },
      ),
      validateOnly: z
        .boolean()
        .default(false)
        .describe('ask the service to check the post, without publishing it'),
      skipCheck: z.boolean().default(false).describe('send the post even if the local check finds errors'),
    }),
  }),
  output: z.union([Posted, ValidatedPost]),
  records: 'postIds',
  async run({ dryRun, validateOnly, skipCheck, yes, idempotencyKey, ...input }, context) {
    if (dryRun && validateOnly) {
      throw createUsageError(
        '--dry-run and --validate-only cannot be used together',
        '--dry-run sends nothing; --validate-only sends the post to be checked',
      );
    }
    let opened: Promise<Client> | undefined;
    const service = () => (opened ??= context.client({ writes: !dryRun && !validateOnly }));
    const timeZone = input.timeZone ?? context.machine.timeZone;
    let moment: Promise<number> | undefined;
    const now = () => (moment ??= readServiceTime(service, context));
    const written = await readPostInput(input, {
      readFile: context.readFile,
      schedule: async (text) => readSchedule(text, { now: await now(), timeZone }),
    });
    const creating = { written, skipsCheck: skipCheck, mayAsk: !validateOnly, now };
    const { body, knownWarnings } = await completePost(creating, { service, timeZone, yes, dryRun, context });
    const named = { ...body, ...(idempotencyKey !== undefined && { idempotencyKey }) };
    const keyed = addIdempotencyKey(named);
    const client = await service();
    if (dryRun) return { view: buildPlannedView(client.plan(createPost, { body: keyed })) };
    if (validateOnly) return buildValidatedOutcome(await client.call(validatePost, { body }));
    const answer = await sendPost(client, keyed);
    const hasOwnKey = named.idempotencyKey !== undefined;
    if (answer instanceof CrierError) return buildRefusedOutcome(answer, { hasOwnKey }, context);
    return buildPostedOutcome({ body: keyed, answer, knownWarnings, timeZone, hasOwnKey }, context);
  },
});
