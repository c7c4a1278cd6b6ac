import * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import { CrierError, createUsageError } from '../../../errors.ts';
import { createPost, validatePost } from '../../../facts/endpoints/posts.ts';
import { Posted } from '../../../rules/read-post-outcome.ts';
import { defineCommand } from '../../command.ts';
import { defineFlag, REMOTE, WRITE } from '../../flags.ts';
import { buildPlannedView } from '../../planned-view.ts';
import { buildRefusedOutcome } from '../../posts/build-refused-outcome.ts';
import { completePost } from '../../posts/complete-post.ts';
import { CONTENT, EXTRAS, FROM_FILE, TIMING } from '../../posts/draft-flags.ts';
import { buildPostedOutcome } from '../../posts/posted-outcome.ts';
import { readPostInput } from '../../posts/read-post-input.ts';
import { readSchedule } from '../../posts/read-schedule.ts';
import { readServiceTime } from '../../posts/read-service-time.ts';
import { addIdempotencyKey, sendPost } from '../../posts/send-post.ts';
import { buildValidatedOutcome, ValidatedPost } from '../../posts/validated-outcome.ts';

export default defineCommand({
  summary: 'Publish a post on several networks; on a terminal, asks for what is missing',
  description: `
By flags, or with -f from a YAML or JSON file, which holds what the service takes as a new post; flags beat the file. A
network's own options stand in objects such as tikTokOptions: --set sets one, --options takes a file of them.

--schedule takes a time as people say it, by the clocks of --time-zone; a day without a time is 09:00. How it was taken
is said, also in UTC. A time that the clocks skip is refused; of one that comes twice, the first is meant.

Nothing is sent unless every network would take it, as "posts check" sees it: what is out on some could not be called
back everywhere. --skip-check leaves that to the service, and --validate-only lets the service check it and publishes
nothing.

When some networks refuse it all the same, it exits 3, prints both halves, and names the command for a new post to those
alone. It is never sent twice: each post gets an idempotency key unless you give one, and when an answer is lost, the
same command with that key cannot publish it again.`,
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
    ...CONTENT,
    ...TIMING,
    ...EXTRAS,
    ...FROM_FILE,
    idempotencyKey: defineFlag(
      z.string().optional().describe('the service takes a post with this key once; left out, a new one'),
      { placeholder: 'key' },
    ),
    validateOnly: z.boolean().default(false).describe('let the service check it, and publish nothing'),
    skipCheck: z
      .boolean()
      .default(false)
      .describe('send it also when the check here finds what would be refused'),
  }),
  output: z.union([Posted, ValidatedPost]),
  records: 'postIds',
  async run({ dryRun, validateOnly, skipCheck, yes, idempotencyKey, ...input }, context) {
    if (dryRun && validateOnly) {
      throw createUsageError(
        '--dry-run and --validate-only cannot both be',
        'the first sends nothing, the second asks',
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
