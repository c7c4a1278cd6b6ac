import * as z from 'zod';
import type { Client } from '../../../../client/client.ts';
import { getField } from '../../../../domain/json/loose-record.ts';
import { readNetworkErrors } from '../../../../domain/requests/read-answer.ts';
import { CrierError, createUsageError } from '../../../../errors.ts';
import type { NetworkError } from '../../../../service/endpoints/comments.ts';
import { PostChange, PostChanged, updatePost } from '../../../../service/endpoints/posts.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import { createPrintedCommands } from '../../../framework/command/printed-commands.ts';
import { readServiceTime } from '../../../framework/command/service-time.ts';
import { noteSuspicions, readPublicText } from '../../../framework/input/files/check-text.ts';
import {
  defineFlag,
  defineSwitch,
  defineTextFlag,
  groupFlags,
} from '../../../framework/input/flags/flags.ts';
import { buildChangeCells } from '../../../framework/many/change-several.ts';
import { defineBatchChange } from '../../../framework/many/define-batch-change.ts';
import { describeErrorCode, getLegName, readFailedLeg } from '../../../framework/output/failures.ts';
import { crier, toValueWords } from '../../../framework/output/text/shell-command.ts';
import type { RecordLine } from '../../../framework/output/view.ts';
import { readStrictestRule } from '../../../framework/settings/write-rules.ts';
import {
  createScheduleReader,
  noteZone,
  type ScheduledTime,
  type ScheduleReader,
} from '../../schedule/read-schedule.ts';
import { listUnmoved, recordMove, type ShiftedPosts, shiftPosts } from '../planning/shift-posts.ts';
import { createSkipCheck, POST_IDS, SCHEDULE_FLAGS, SCHEDULE_GROUP } from '../post-flags.ts';
import { checkStoredPosts, noteLatePosts, noteStoredFaults, refuseFaultyApproval } from '../stored-faults.ts';

const { title, description, visibility } = PostChange.shape.youTubeOptions.unwrap().shape;

/** What can be changed about a post. @see docs/service/posts.md#update */
const CHANGES = {
  ...groupFlags(SCHEDULE_GROUP, {
    schedule: defineTextFlag('new time: "tomorrow 9:00", "friday 18:30", "in 2h" or an exact time', {
      placeholder: 'time',
    }),
    shift: defineTextFlag('move the time of each post by +7d, -2h or +1h30m', {
      placeholder: 'length',
      conflicts: ['schedule', 'sameTime'],
    }),
    timeZone: SCHEDULE_FLAGS.timeZone,
    sameTime: defineSwitch('with several posts: publish all of them at that time'),
    approve: defineSwitch('approve it; published at once if its time has passed'),
    skipCheck: createSkipCheck(),
    pause: defineSwitch('pause it while it is scheduled', { conflicts: ['resume'] }),
    resume: defineSwitch('resume it after a pause'),
  }),
  ...groupFlags('Detail flags', {
    notes: defineTextFlag('private notes; "" removes them', { placeholder: 'text', mayBeEmpty: true }),
    disableComments: defineSwitch('disable comments (on Instagram, LinkedIn and TikTok)', {
      conflicts: ['enableComments'],
    }),
    enableComments: defineSwitch('enable comments'),
    title: defineFlag(title.describe('title of the YouTube video'), { placeholder: 'text' }),
    description: defineFlag(description.describe('description of the YouTube video; "" removes it'), {
      placeholder: 'text',
      mayBeEmpty: true,
    }),
    visibility: visibility.describe('visibility of the YouTube video'),
  }),
};

export default defineBatchChange({
  summary: 'Reschedule, approve, pause or annotate posts',
  description: `
What you do not set stays unchanged. The text and networks of a post cannot be changed: use "posts delete" and create a
new one. Of a published post, only comments, notes and the details of a YouTube video can be changed.

With --approve, the stored post is checked first, as "posts create" does. If a network would refuse it, the errors are
shown, and you are asked; without a terminal nothing is approved, unless you add --skip-check. With --schedule or
--resume, such errors are warnings.

--shift moves each post from the time that it has. Days keep the local time of --time-zone, also where the clocks change;
hours are elapsed time. If one of the posts cannot be moved, or its new time is in the past, nothing is sent.

With several ids or --ids-from, each post gets the same changes; one time for all of them is asked about, and without a
terminal needs --same-time. A failed id does not stop the others: the JSON document has "results" with the result of each id.`,
  examples: [
    'posts update Su3gHk9WqZr5TcYb7MvN --approve',
    'posts update Su3gHk9WqZr5TcYb7MvN --schedule "friday 18:30" --time-zone Europe/Oslo',
    'posts update Su3gHk9WqZr5TcYb7MvN --shift +7d --time-zone Europe/Oslo',
    'posts update Tk6xBn4VgSj8QcLp2RyF --notes "ask Noor first" --dry-run',
    'posts update Su3gHk9WqZr5TcYb7MvN Tk6xBn4VgSj8QcLp2RyF --notes "ask Noor first"',
  ],
  validationCode: 101,
  ids: POST_IDS,
  references: ['post'],
  input: z.object(CHANGES),
  call: updatePost,
  judgedBy: null,
  async prepare({ dryRun, yes, ...flags }, context) {
    const { ids, io, open } = context;
    const times = createScheduleReader(flags.timeZone, io);
    const moment =
      flags.schedule === undefined ? null : await readNewTime(flags.schedule, { ids, times }, context);
    const change = toPostChange(flags, moment?.iso ?? null);
    const shifted =
      flags.shift === undefined ? null : await shiftPosts(flags.shift, { ids, times, open }, context);
    if (moment !== null && ids.length > 1 && !flags.sameTime)
      await confirmSameTime(ids.length, { at: moment.shown, yes, dryRun }, io);
    for (const words of moment?.notes ?? []) await io.note(words);
    if (moment !== null) await io.note(`to be scheduled for ${moment.shown}`);
    await noteZone(times, io);
    await noteSuspicions(flags.title, io, '--title');
    await noteSuspicions(flags.description, io, '--description');
    const warnings: string[] = [];
    const momentOf = (id: string) => shifted?.times.get(id) ?? moment;
    return { change, momentOf, shifted, shift: flags.shift ?? '', warnings };
  },
  request: (id, _flags, { change, momentOf }) => {
    const scheduleDate = momentOf(id)?.iso;
    return { body: { id, ...change, ...(scheduleDate !== undefined && { scheduleDate }) } };
  },
  inspect: (flags, run) => checkBefore(run.made, run, flags),
  async refuse(id, { known }) {
    const failure = known.get(id);
    return failure === undefined ? null : { view: null, failure };
  },
  async around(id, send, { made, ...context }) {
    const answer = await (made.shifted === null ? send() : recordMove(id, send, made.shifted, context));
    made.warnings.push(...listWarnings(answer.body).map((warning) => `${id}: ${warning}`));
    return answer;
  },
  done: 'updated',
  shownBy: crier`posts list`,
  async notes({ made, ...context }) {
    const unmoved = made.shifted === null ? [] : await listUnmoved(made.shift, made.shifted, context);
    return [...made.warnings, ...unmoved];
  },
  one: {
    output: PostChanged,
    show: (body, id, { made: { change, momentOf } }) => ({
      view: {
        kind: 'record',
        document: { ...body, id: body.id ?? id },
        cells: buildChangeCells(id, 'updated'),
        lines: buildChangeLines(id, change, momentOf(id)),
      },
      notes: listWarnings(body),
    }),
  },
});

/**
 * Checks the posts before a change that publishes them, or lets them be published.
 *
 * @returns why posts cannot be changed: they are published, or could not be read before they are approved
 */
async function checkBefore(
  {
    change: { approved, scheduledPause, scheduleDate },
    shifted,
  }: { change: PostChange; shifted: ShiftedPosts | null },
  { ids, client, ...context }: CommandContext & { ids: readonly string[]; client: Client },
  { yes, skipCheck }: { yes: boolean; skipCheck: boolean },
): Promise<ReadonlyMap<string, CrierError>> {
  const isDated = scheduleDate !== undefined || shifted !== null;
  const isReleased = approved === true || scheduledPause === false || isDated;
  if (skipCheck || !isReleased) return new Map();
  const posts = shifted?.posts ?? (await checkStoredPosts(ids, client, context));
  const published = posts.flatMap(({ id, value }) =>
    value?.record.status === 'success' ? [[id, createPublishedError(id)] as const] : [],
  );
  if (!isDated) await noteLatePosts(posts, context.io);
  if (approved !== true) {
    await noteStoredFaults(posts, context.io);
    return new Map(published);
  }
  await refuseFaultyApproval(posts, { yes }, context.io);
  const failed = posts.flatMap(({ id, failure }) => (failure === null ? [] : [[id, failure] as const]));
  return new Map([...published, ...failed]);
}

/** @throws CrierError of kind usage without a terminal, and with `--yes`, which does not mean that */
async function confirmSameTime(
  count: number,
  { at, yes, dryRun }: { at: string; yes: boolean; dryRun: boolean },
  io: IoPort,
): Promise<void> {
  const refusal = createUsageError(
    `--schedule would publish ${count} posts at the same time`,
    'reschedule each with a time of its own, or add --same-time if that is meant; nothing was sent',
  );
  if (yes) throw refusal;
  if (dryRun && io.canPrompt) return;
  await io.confirm({ what: `publish ${count} posts at the same time, ${at}`, refusal, yes: false });
}

/** The service only says that a parameter is not valid. */
function createPublishedError(id: string): CrierError {
  return new CrierError('usage', `${id} is published already`, {
    ...describeErrorCode(101),
    advice: 'only its comments, notes and the details of a YouTube video can be changed; nothing was sent',
  });
}

function listWarnings(body: unknown): readonly string[] {
  return readNetworkErrors(getField(body, 'warnings')).map(formatWarning);
}

function formatWarning(warning: NetworkError): string {
  const { platform, words } = readFailedLeg(warning);
  return `warning: ${platform === '' ? '' : `${getLegName(platform)}: `}${words}`;
}

async function readNewTime(
  schedule: string,
  { ids, times }: { ids: readonly string[]; times: ScheduleReader },
  context: CommandContext,
): Promise<ScheduledTime> {
  const { change } = await createPrintedCommands(context);
  const { mode } = readStrictestRule(await context.service.choiceInput());
  const way =
    mode === 'drafts'
      ? ''
      : `; to publish a post that waits for approval: "${change`posts approve ${toValueWords(ids)}`}"`;
  return times.read(schedule, {
    now: await readServiceTime(() => context.service.client(), context),
    pastAdvice: `give a time in the future${way}`,
  });
}

type ChangeFlags = z.infer<z.ZodObject<typeof CHANGES>>;

/**
 * Builds a change from flags.
 *
 * @param scheduleDate the time of `--schedule` for the service
 * @throws CrierError of kind usage without any change
 */
function toPostChange(flags: ChangeFlags, scheduleDate: string | null): PostChange {
  if (flags.timeZone !== undefined && scheduleDate === null && flags.shift === undefined)
    throw createUsageError('--time-zone needs --schedule or --shift', 'add --schedule or --shift');
  const { visibility } = flags;
  const [title, description] = [flags.title, flags.description].map((text) =>
    text === undefined ? undefined : readPublicText(text),
  );
  const youTubeOptions = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(visibility !== undefined && { visibility }),
  };
  const change: PostChange = {
    ...(scheduleDate !== null && { scheduleDate }),
    ...(flags.approve && { approved: true }),
    ...((flags.pause || flags.resume) && { scheduledPause: flags.pause }),
    ...(flags.notes !== undefined && { notes: flags.notes }),
    ...((flags.disableComments || flags.enableComments) && { disableComments: flags.disableComments }),
    ...(Object.keys(youTubeOptions).length > 0 && { youTubeOptions }),
  };
  if (Object.keys(change).length > 0 || flags.shift !== undefined) return change;
  throw createUsageError(
    'nothing to change',
    'add --schedule, --shift, --approve, --pause, --resume, --notes, --disable-comments, --title, --description or --visibility',
  );
}

/** Builds the lines of a change, without unchanged fields. @param moment the new time; null if unchanged */
function buildChangeLines(
  id: string,
  { approved, scheduledPause, disableComments, notes, youTubeOptions = {} }: PostChange,
  moment: ScheduledTime | null,
): readonly RecordLine[] {
  const lines: readonly (RecordLine | false)[] = [
    { name: 'id', title: 'id', value: id },
    moment !== null && {
      name: 'scheduleDate',
      title: 'scheduled for',
      value: moment.iso,
      shown: moment.shown,
    },
    approved !== undefined && { name: 'approved', title: 'approved', value: approved },
    scheduledPause !== undefined && { name: 'scheduledPause', title: 'paused', value: scheduledPause },
    disableComments !== undefined && {
      name: 'disableComments',
      title: 'comments',
      value: disableComments,
      shown: disableComments ? 'closed' : 'open',
    },
    notes !== undefined && { name: 'notes', title: 'notes', value: notes },
    ...Object.entries(youTubeOptions).map(([name, value]) => ({
      name: `youTubeOptions.${name}`,
      title: `${name} on YouTube`,
      value: value ?? null,
    })),
  ];
  return lines.filter((line) => line !== false);
}
