import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Client } from '../../../../client/client.ts';
import type { ClientAnswer } from '../../../../client/transport.ts';
import type { LooseRecord } from '../../../../domain/json/loose-record.ts';
import { addAdvice, CrierError, createUsageError } from '../../../../errors.ts';
import { createPost, validatePost } from '../../../../service/endpoints/posts.ts';
import { ServicePostId } from '../../../../service/ids.ts';
import { ALL_NETWORKS, PostBody } from '../../../../service/post-body.ts';
import { type CommandOutcome, defineCommand } from '../../../framework/command/command.ts';
import { readServiceTime } from '../../../framework/command/service-time.ts';
import { buildPlannedViews } from '../../../framework/command/writes.ts';
import {
  defineFlag,
  defineSwitch,
  defineTextFlag,
  groupFlags,
  REMOTE,
  WRITE,
} from '../../../framework/input/flags/flags.ts';
import { ALL_PROFILES } from '../../../framework/input/flags/write-profiles.ts';
import { formatFlags } from '../../../framework/output/text/shell-command.ts';
import {
  createScheduleReader,
  describeRepetition,
  noteSchedule,
  type ScheduleReader,
} from '../../schedule/read-schedule.ts';
import { rememberCheckedPosts } from '../checked-posts.ts';
import {
  buildMissingError,
  findOfflineFaults,
  formatFault,
  listMissingParts,
  refusePost,
} from '../find-offline-faults.ts';
import {
  describePlannedUploads,
  type PostMedia,
  readPostMedia,
  restorePaths,
  uploadPostMedia,
} from '../local-media.ts';
import { holdForReplacement, planReplacement } from '../planning/replace-post.ts';
import type { PostsFile } from '../post-file.ts';
import {
  CONTENT_FLAGS,
  FILE_FLAGS,
  MOST_SENT_POSTS,
  OPTION_FLAGS,
  POST_TARGETS,
  SCHEDULE_FLAGS,
} from '../post-flags.ts';
import { buildPostedOutcome, buildRefusedOutcome, CREATE_POST } from '../posted-outcome.ts';
import {
  combinePost,
  openPostsFile,
  type PostInput,
  type PostInputSources,
  readPostFlags,
} from '../read-post-input.ts';
import { Posted, readPostOutcome } from '../read-post-outcome.ts';
import { buildValidatedOutcome, ValidatedPost } from '../validated-outcome.ts';
import type { AskPostOptions } from '../wizard/ask-post.ts';
import type { PostDraft } from '../wizard/post-draft.ts';

/** A table is one, also with a single row, and so is what crier exported: its posts may exist. */
function isOfSeveral({ isTable, entries }: PostsFile): boolean {
  return isTable || entries.length > 1 || entries.some(({ existing }) => existing !== null);
}

const FILES_OF_ONE = '--media with a file of this machine cannot be used with a file of several posts';
const UPLOAD_FIRST = 'upload it with "media upload", and use its URL';

/** Refuses flags that have one meaning for each post of a file. @throws CrierError of kind usage */
function refuseFlagsOfOne(
  flags: Readonly<Partial<Record<keyof typeof FLAGS_OF_ONE, unknown>>>,
  media: PostMedia,
): void {
  if (media.files.size > 0) throw createUsageError(FILES_OF_ONE, UPLOAD_FIRST);
  const given = Object.entries(FLAGS_OF_ONE).find(([name]) => {
    const value = flags[name as keyof typeof FLAGS_OF_ONE]; // a key of the same object
    const isTemplate = name === 'text' && typeof value === 'string' && value.includes('{{');
    return value !== undefined && value !== false && !isTemplate;
  });
  if (given === undefined) return;
  const [, [flag, advice]] = given;
  throw createUsageError(`${flag} cannot be used with a file of several posts`, advice);
}

const FLAGS_OF_ONE = {
  text: ['--text', 'write the texts into the file, or use its columns: --text "Hello {{name}}"'],
  textFile: ['--text-file', 'write the texts into the file'],
  replaces: ['--replaces', 'give the file of one post'],
  idempotencyKey: ['--idempotency-key', 'each post has a key of its own; set idempotencyKey in the file'],
  validateOnly: ['--validate-only', 'use "posts check" with the file'],
} as const;

export default defineCommand({
  summary: 'Publish or schedule a post on one or more networks',
  description: `
Describe the post with flags, or with -f in a YAML or JSON file that contains the fields of a new post; flags override
the file. Options of a network are objects such as tikTokOptions: set a field with --set, or read them from a file with
--options. On a terminal, missing values are asked for.

--schedule, and scheduleDate in a file, accept everyday phrases in the time zone of --time-zone; a day without a time means 09:00. The result is
printed, also in UTC. A time that a clock change skips is refused; of a time that occurs twice, the first is used.

--media takes URLs, and files of this machine, in the order in which the post shows them. Files are checked by their bytes
against the limits of each network, and then uploaded to the media library, unless they are there already; --dry-run
uploads nothing.

--auto-schedule takes the next free slot of a posting schedule ("schedule set"). --repeat publishes the post again; with
--schedule, the first one then. --thread makes each paragraph a post of its own on X and Threads.

The post is checked before it is sent, and is sent only if every network would accept it, because a published post cannot
be recalled everywhere. --skip-check leaves the check to the service. --validate-only asks the service to check the post
without publishing it.

If some networks still refuse the post, the exit code is 3, both results are printed, and a command that posts to only
those networks is suggested. Every post has an idempotency key, so a post is never published twice: if a response is
lost, run the same command again with the printed key.

--replaces names a post that waits: it is paused, the new post is made, and then it is deleted. So is the text of a
scheduled post changed. If the new post is refused, the other one waits as before.

A file can have several posts: a list or several documents in YAML, a list or a record per line in JSON, or csv; "posts
export" writes such files. A text may use other columns of its row as {{name}}, also in --text; {{{{ is a literal {{. The
columns of csv are text, platforms, media, schedule, notes, firstComment, approveFirst and fields such as
tikTokOptions.visibility; networks and media are separated by spaces or semicolons. A plan is shown and confirmed (--yes
skips that). If a post has errors, none is sent, unless --skip-invalid. Each key is derived from the post as written in
the file, so the same file, in any order, sends nothing twice: the service never accepts a used key again, and this
machine remembers the last ${MOST_SENT_POSTS} posts. Words of a time that mean another day than when they were sent, such as
"friday 18:30" a week later, are another post. To send a post again, give it another idempotencyKey. --resume continues such
a file and also retries what failed, on the networks that refused it.

For several posts, and for csv, the document is {"results": […]}, one per post; for a file with one post that of the
post, whose key is new each time.

Networks: ${POST_TARGETS.join(', ')}.`,
  before: [
    'sandbox media sample pour.mp4',
    'posts create --platform bluesky --text "Open until eight" --dry-run --jq .request.body > week.yaml',
    'schedule set mornings --time 09:00Z',
  ],
  examples: [
    'posts create --platform bluesky,linkedin --text "Fresh beans from Huila, in the shop from nine"',
    `posts create --platform bluesky,linkedin --set 'post={"default":"New in: Huila","bluesky":"New in, friends"}'`,
    'posts create --platform twitter --text "Late shift: open until eight" --schedule "tomorrow 9:00" --json',
    'posts create --platform linkedin --text "We roast on Tuesdays" --repeat 3 --every 1w',
    `posts create --platform twitter,threads --thread --set 'post="The kettle, slowly.\\n\\nThe press, four minutes."' --dry-run`,
    'posts create --platform bluesky --text "Cupping at eight" --auto-schedule mornings',
    'posts create --platform instagram --media https://kestrellane.example/beans.jpg --text "New in" --dry-run',
    'posts create --platform instagram,facebook --media pour.mp4 --text "The first pour of the day"',
    'posts create --platform tiktok --media https://kestrellane.example/pour.mp4 --set tikTokOptions.visibility=private --validate-only',
    'posts create -f week.yaml --yes',
  ],
  validationCode: 101,
  changes: true,
  flags: [REMOTE, WRITE, ALL_PROFILES],
  input: z.object({
    ...CONTENT_FLAGS,
    ...SCHEDULE_FLAGS,
    ...OPTION_FLAGS,
    ...FILE_FLAGS,
    ...groupFlags('Sending flags', {
      idempotencyKey: defineTextFlag('key that prevents publishing twice (default: a new one)', {
        placeholder: 'key',
      }),
      validateOnly: defineSwitch('ask the service to check the post, without publishing it', {
        conflicts: ['dryRun'],
        conflictAdvice: '--dry-run sends nothing; --validate-only sends the post to be checked',
      }),
      skipCheck: defineSwitch('send the post even if the local check finds errors'),
      replaces: defineFlag(
        ServicePostId.optional().describe('a post that waits, which is deleted once the new one is made'),
        { placeholder: 'id', offers: 'post id', conflicts: ['validateOnly', 'skipInvalid', 'resume'] },
      ),
      skipInvalid: defineSwitch('of a file of several posts, send those without errors'),
      resume: defineSwitch('of a file of several posts, also retry those that failed'),
    }),
  }),
  async output() {
    const { PostedSeveral } = await import('../several/several-view.ts');
    return z.union([Posted, ValidatedPost, PostedSeveral]);
  },
  records: ['postIds', 'results'],
  async run(
    { dryRun, validateOnly, skipCheck, skipInvalid, resume, yes, idempotencyKey, replaces, ...input },
    context,
  ) {
    const { service, io } = context;
    let opened: Promise<Client> | undefined;
    const openClient = () =>
      (opened ??= service.client({ writes: !dryRun && !validateOnly, sends: { row: createPost } }));
    const times = createScheduleReader(input.timeZone, io);
    let moment: Promise<number> | undefined;
    const now = () => (moment ??= readServiceTime(openClient, context));
    const sources: PostInputSources = {
      readFile: io.readFile,
      schedule: async (text, from) => times.read(text, { now: await now(), from }),
    };
    const file = input.file === undefined ? null : await openPostsFile(input.file, sources, input);
    const media = await readPostMedia(input.media, io);
    if (file !== null && (isOfSeveral(file) || resume || skipInvalid)) {
      refuseFlagsOfOne({ validateOnly, idempotencyKey, replaces, ...input }, media);
      const { createSeveral } = await import('../several/create-several.ts');
      const creation = {
        file,
        flags: input,
        apply: await readPostFlags(input, sources),
        resumes: resume,
        skipsInvalid: skipInvalid,
        skipsCheck: skipCheck,
        dryRun,
        yes,
        now: await now(),
        times,
      };
      return createSeveral(creation, await openClient(), context);
    }
    if (resume || skipInvalid)
      throw createUsageError('--resume and --skip-invalid are for files of posts', 'use -f <file>');
    return createOne({
      written: await combinePost({ ...input, media: [...media.urls] }, sources, file),
      media,
      skipsCheck: skipCheck,
      validateOnly,
      idempotencyKey,
      replaces,
      now,
      openClient,
      times,
      timeZone: times.timeZone,
      yes,
      dryRun,
      context,
    });
  },
});

interface PostCreation extends AskPostOptions {
  written: PostInput;
  media: PostMedia;
  times: ScheduleReader;
  skipsCheck: boolean;
  validateOnly: boolean;
  idempotencyKey: string | undefined;
  /** The id of a post. */
  replaces: string | undefined;
  /** The service's time in milliseconds since 1970; requested only if necessary. */
  now(): Promise<number>;
}

async function createOne(creation: PostCreation): Promise<CommandOutcome> {
  const { media, skipsCheck, validateOnly, replaces, now, openClient, timeZone, dryRun, context } = creation;
  const { body, knownWarnings } = await completePost(creation);
  const ownKey = creation.idempotencyKey ?? body.idempotencyKey;
  // so that a request whose response was lost can be repeated safely
  const planned = { ...body, idempotencyKey: ownKey ?? randomUUID() };
  const client = await openClient();
  if (body.autoSchedule !== undefined) {
    const { checkPostingSchedule } = await import('../several/preview-slots.ts');
    await checkPostingSchedule(body, client, await now());
  }
  if (dryRun) {
    const plan = client.plan(createPost, { body: restorePaths(planned, media) });
    return {
      view: buildPlannedViews(replaces === undefined ? [plan] : planReplacement(replaces, plan, client)),
      notes: await describePlannedUploads(media, context),
    };
  }
  const keyed = await uploadPostMedia(planned, media, client, context);
  if (validateOnly) {
    const { mediaUrls } = keyed;
    const checked = { ...body, ...(mediaUrls !== undefined && { mediaUrls }) };
    return buildValidatedOutcome(await client.call(validatePost, { body: checked }));
  }
  const replaced = replaces === undefined ? null : await holdForReplacement(replaces, client, context);
  const answer = await sendPost(client, keyed).catch(async (error: unknown) => {
    throw error instanceof CrierError && replaced !== null ? await replaced.restore(error) : error;
  });
  const hasOwnKey = ownKey !== undefined;
  if (answer instanceof CrierError) {
    const refusal = replaced === null ? answer : await replaced.restore(answer);
    return buildRefusedOutcome(refusal, { hasOwnKey }, context);
  }
  if (!skipsCheck) await rememberCheckedPosts([readPostOutcome(answer.body)], context.io);
  const posted = await buildPostedOutcome(
    { body: keyed, answer },
    { knownWarnings, timeZone, hasOwnKey },
    context,
  );
  return replaced === null ? posted : replaced.finish(posted);
}

/**
 * Returns the post as given or asked for, without faults.
 *
 * @throws CrierError of kind usage, with the code of the service
 */
async function completePost(
  creation: PostCreation,
): Promise<{ body: PostBody; knownWarnings: ReadonlySet<string> }> {
  const { written, media, skipsCheck, times } = creation;
  const { io } = creation.context;
  const mayAsk = !creation.validateOnly && media.files.size === 0; // the questions are about URLs
  const { body, unfilled, layers, warnings, isFromFile } = written;
  for (const warning of warnings) await io.note(warning);
  const repetition = describeRepetition(body, times);
  if (repetition !== null) await io.note(repetition);
  const missing = isFromFile ? [] : listMissingParts(body);
  const now = body['scheduleDate'] === undefined ? io.now() : await creation.now();
  const faults = findOfflineFaults({ ...(missing.length > 0 && NOTHING_MISSING), ...body }, now, media);
  if (missing.length > 0) {
    refusePost({ ...faults, refused: unfilled, warnings: [] }, { layers, skipsCheck });
    if (!mayAsk || (await io.prompts()) === null) throw buildMissingError(missing, { mayAsk });
    return { body: await askForRest(body, creation), knownWarnings: new Set() };
  }
  refusePost({ ...faults, refused: [...faults.refused, ...unfilled] }, { layers, skipsCheck });
  for (const fault of [...faults.warnings, ...unfilled])
    await io.note(`warning: ${formatFault(fault, layers)}`);
  const { scheduleDate, ...others } = PostBody.parse(body);
  const knownWarnings = new Set(faults.warnings.map(({ path, message: words }) => `${path}: ${words}`));
  if (scheduleDate === undefined) return { body: others, knownWarnings };
  const date = await noteSchedule(scheduleDate, { now, times }, io);
  return { body: { ...others, scheduleDate: date }, knownWarnings };
}

/** Replaces missing parts while the rest is checked. */
const NOTHING_MISSING = { platforms: [ALL_NETWORKS], post: '' } as const;

async function askForRest(given: LooseRecord, options: AskPostOptions): Promise<PostBody> {
  const { askPost } = await import('../wizard/ask-post.ts');
  const known = PostBody.partial().parse(given) as PostDraft; // parsed JSON is never undefined
  const post = await askPost(known, options);
  if (post === null)
    throw createUsageError('nothing was published', 'your answers are printed above as a file');
  return post;
}

/**
 * Sends a new post once. If the response is lost, the error says how to find out whether it was published.
 *
 * @returns the response, or the failure of a post that was refused as a whole
 * @throws CrierError when the response is lost
 * @see docs/service/posts.md#body
 */
async function sendPost(
  client: Client,
  body: PostBody & { idempotencyKey: string },
): Promise<ClientAnswer<z.infer<typeof CREATE_POST.answer>> | CrierError> {
  try {
    return await client.call(CREATE_POST, { body });
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    if (error.facts.mayBeDone !== true) return error;
    throw addAdvice(
      error,
      `to retry safely, add ${formatFlags`--idempotency-key ${body.idempotencyKey}`}: if this post was accepted, the service refuses it with 1409`,
    );
  }
}
