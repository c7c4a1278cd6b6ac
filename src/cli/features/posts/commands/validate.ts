import * as z from 'zod';
import { validatePost } from '../../../../service/endpoints/posts.ts';
import { checkModeration } from '../../../../service/endpoints/validation.ts';
import { PostBody } from '../../../../service/post-body.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { readServiceTime } from '../../../framework/command/service-time.ts';
import { defineSwitch, REMOTE } from '../../../framework/input/flags/flags.ts';
import { createScheduleReader, describeRepetition, noteSchedule } from '../../schedule/read-schedule.ts';
import {
  buildMissingError,
  findOfflineFaults,
  listMissingParts,
  refusePost,
} from '../find-offline-faults.ts';
import { readPostMedia, uploadPostMedia } from '../local-media.ts';
import { CONTENT_FLAGS, FILE_FLAGS, OPTION_FLAGS, SCHEDULE_FLAGS } from '../post-flags.ts';
import { readPostInput } from '../read-post-input.ts';
import { addModeration, buildValidatedOutcome, ValidatedPost } from '../validated-outcome.ts';

export default defineCommand({
  summary: 'Ask the service to check a post, without publishing it',
  description: `
Takes the flags of "posts create", or a file with one post. The service also checks what "posts check" cannot know: which
accounts are linked, what they may do, and whether the media can be fetched; with --moderation also whether text and media are
harmful: exit code 11 if so. Rules of the networks are left to it as
well; only a post that cannot be sent is refused here. A post that it would refuse ends with its error.`,
  examples: [
    'posts validate --platform bluesky,linkedin --text "Fresh beans from Huila, in the shop from nine"',
    'posts validate --platform pinterest --media https://kestrellane.example/beans.jpg --text "New in" --json',
    'posts validate -f week.yaml',
    'posts validate --platform bluesky --text "Open until eight" --moderation',
  ],
  before: [
    'posts create --platform bluesky --text "Open until eight" --dry-run --jq .request.body > week.yaml',
  ],
  validationCode: 101,
  flags: [REMOTE],
  input: z.object({
    ...CONTENT_FLAGS,
    ...SCHEDULE_FLAGS,
    ...OPTION_FLAGS,
    ...FILE_FLAGS,
    moderation: defineSwitch('also check text and media for harmful content'),
  }),
  output: ValidatedPost,
  async run(input, context) {
    const { service, io } = context;
    const client = await service.client();
    const times = createScheduleReader(input.timeZone, io);
    const now = await readServiceTime(async () => client, context);
    const media = await readPostMedia(input.media, io);
    const { body, unfilled, layers, warnings } = await readPostInput(
      { ...input, media: [...media.urls] },
      {
        readFile: io.readFile,
        schedule: async (text, from) => times.read(text, { now, from }),
      },
    );
    for (const warning of warnings) await io.note(warning);
    const missing = listMissingParts(body);
    if (missing.length > 0) throw buildMissingError(missing, { mayAsk: false });
    const { unusable, ...others } = findOfflineFaults(body, now, media);
    refusePost({ ...others, unusable: [...unusable, ...unfilled] }, { layers, skipsCheck: true });
    const post = await uploadPostMedia(PostBody.parse(body), media, client, context);
    const repetition = describeRepetition(post, times);
    if (repetition !== null) await io.note(repetition);
    const { scheduleDate, ...undated } = post;
    const timed =
      scheduleDate === undefined
        ? undated
        : { ...undated, scheduleDate: await noteSchedule(scheduleDate, { now, times }, io) };
    const outcome = buildValidatedOutcome(await client.call(validatePost, { body: timed }));
    if (!input.moderation) return outcome;
    const { body: moderation } = await client.call(checkModeration, { body: listModerated(post) });
    return addModeration(outcome, moderation);
  },
});

/** The texts of all networks and the first comment, and all media. */
function listModerated({ post, mediaUrls = [], firstComment }: PostBody) {
  const texts = [...(typeof post === 'string' ? [post] : Object.values(post)), firstComment?.comment];
  const written = texts.filter((text) => text !== undefined && /\S/.test(text));
  const media = Array.isArray(mediaUrls) ? mediaUrls : Object.values(mediaUrls).flatMap((urls) => urls ?? []);
  return {
    ...(written.length > 0 && { text: [...new Set(written)].join('\n\n') }),
    ...(media.length > 0 && { mediaUrls: [...new Set(media)] }),
  };
}
