import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { formatThese } from '../../../../domain/text/lists-and-counts.ts';
import { createPost } from '../../../../service/endpoints/posts.ts';
import { ServicePostId } from '../../../../service/ids.ts';
import { PostBody } from '../../../../service/post-body.ts';
import { type CommandOutcome, defineCommand } from '../../../framework/command/command.ts';
import { readServiceTime } from '../../../framework/command/service-time.ts';
import {
  defineFlag,
  defineSwitch,
  defineTextFlag,
  groupFlags,
  REMOTE,
  WRITE,
} from '../../../framework/input/flags/flags.ts';
import { combineFailures } from '../../../framework/many/failures.ts';
import { formatFlags } from '../../../framework/output/text/shell-command.ts';
import { createScheduleReader, describeRepetition, noteSchedule } from '../../schedule/read-schedule.ts';
import { findOfflineFaults, formatFault, refusePost } from '../find-offline-faults.ts';
import {
  buildCopiesView,
  buildCopyPlan,
  CopiedPost,
  listTargets,
  readOriginal,
  type SentCopy,
  sendCopies,
  toCopy,
} from '../planning/copy-post.ts';
import { CONTENT_FLAGS, OPTION_FLAGS, SCHEDULE_FLAGS } from '../post-flags.ts';
import { listWarningNotes } from '../posted-outcome.ts';
import { readPostFlags } from '../read-post-input.ts';

/** Flags of a new post that a copy does not have: its content is that of the post. */
const NO_FLAGS = {
  text: undefined,
  textFile: undefined,
  media: [],
  file: undefined,
  options: undefined,
  audio: undefined,
  thread: false,
  threadNumbers: false,
  firstComment: undefined,
  shortenLinks: false,
  autoHashtag: false,
  disableComments: false,
};

export default defineCommand({
  summary: 'Copy a post to other profiles, or to another time',
  description: `
Makes a new post of the text, media, networks and options of one that exists, for each profile of --profile (default: that
of the post; none is the Primary Profile). The post is read in the profile that is in use, or else in the first saved one
that has it, and stays as it is.

Its id, approval, idempotency key and private notes are not copied. The copy of a post that waits for its time keeps that
time, unless --schedule or another flag gives one; the copy of a published post is published at once. The copy of one that
awaits approval or is paused awaits approval. Of a published post, the service does not list options of networks and first
comments: add them with --set.

The copy is checked as "posts create" checks a new post, the plan is shown, and you are asked; without a terminal it needs
--yes. A profile that refuses its copy does not stop the others, and the exit code is 3.`,
  examples: [
    'posts copy Su3gHk9WqZr5TcYb7MvN --profile harbour --schedule "friday 18:30" --yes',
    'posts copy Su3gHk9WqZr5TcYb7MvN --profile none,wholesale --platform bluesky --yes',
  ],
  validationCode: 101,
  positional: ['id'],
  references: ['post'],
  changes: true,
  namesTargets: true,
  flags: [REMOTE, WRITE],
  input: z.object({
    id: defineFlag(ServicePostId.describe('Service Post ID of the post to copy'), { offers: 'post id' }),
    platform: CONTENT_FLAGS.platform,
    ...SCHEDULE_FLAGS,
    set: OPTION_FLAGS.set,
    notes: OPTION_FLAGS.notes,
    ...groupFlags('Sending flags', {
      idempotencyKey: defineTextFlag('key that prevents publishing twice (default: a new one)', {
        placeholder: 'key',
      }),
      skipCheck: defineSwitch('send the copies even if the local check finds errors'),
    }),
  }),
  output: CopiedPost,
  records: 'results',
  async run(
    { id, profile, skipCheck, idempotencyKey, dryRun, yes, ...flags },
    context,
  ): Promise<CommandOutcome> {
    const { service, io } = context;
    const { typed } = await service.choiceInput();
    const named = typed.has('profile') ? profile : undefined;
    const client = await service.client({
      writes: !dryRun,
      sends: { row: createPost },
      namesProfiles: named !== undefined,
    });
    const now = await readServiceTime(async () => client, context);
    const times = createScheduleReader(flags.timeZone, io);
    const { record, owner } = await readOriginal(id, { searches: named !== undefined }, context);
    const targets = await listTargets(named, owner, context);
    const apply = await readPostFlags(
      { ...NO_FLAGS, ...flags },
      { readFile: io.readFile, schedule: async (text, from) => times.read(text, { now, from }) },
    );
    const keepsTime = [flags.schedule, flags.autoSchedule, flags.repeat].every((each) => each === undefined);
    const layer = { has: () => true, locate: () => ({ flag: `the post ${id}` }) };
    const source = { value: toCopy(record, { now, keepsTime }), layer, warnings: [], variables: new Map() };
    const { body, layers, warnings } = apply(source);
    for (const warning of warnings) await io.note(warning);
    const faults = findOfflineFaults(body, now);
    refusePost(faults, { layers, skipsCheck: skipCheck });
    for (const fault of faults.warnings) await io.note(`warning: ${formatFault(fault, layers)}`);
    const repetition = describeRepetition(body, times);
    if (repetition !== null) await io.note(repetition);
    const { scheduleDate, ...others } = PostBody.parse(body);
    const copy = {
      ...others,
      ...(scheduleDate !== undefined && {
        scheduleDate: await noteSchedule(scheduleDate, { now, times }, io),
      }),
      idempotencyKey: idempotencyKey ?? randomUUID(),
    };
    const clients = await Promise.all(targets.map((target) => target.service.client()));
    const requests = clients.map((each) => each.plan(createPost, { body: copy }));
    const plan = buildCopyPlan(targets, { body: copy, requests, timeZone: times.timeZone });
    if (dryRun) return { view: plan, asOf: now };
    const verb = copy.scheduleDate === undefined ? 'send' : 'schedule';
    await io.confirm({
      what: `${verb} a copy of ${id} for ${formatThese(targets.length, 'profile')}`,
      plan,
      yes,
    });
    const copies = await sendCopies(targets, copy, context);
    return {
      view: buildCopiesView(copies, copy),
      asOf: now,
      notes: listNotes(copies, { id, key: copy.idempotencyKey }),
      ...combineCopyFailures(copies),
    };
  },
});

const getName = ({ target }: SentCopy) => target.profile ?? 'none';

function listNotes(copies: readonly SentCopy[], { id, key }: { id: string; key: string }): readonly string[] {
  return copies.flatMap((copy) => {
    const warnings = copy.outcome === null ? [] : listWarningNotes(copy.outcome, new Set());
    const name = getName(copy);
    if (copy.failure?.facts.mayBeDone !== true) return warnings.map((each) => `${name}: ${each}`);
    const again = formatFlags`--profile ${name} --idempotency-key ${key}`;
    return [
      `${name}: the copy of ${id} may have been made; to retry safely, run the same command with ${again}: if it was accepted, the service refuses it with 1409`,
    ];
  });
}

function combineCopyFailures(copies: readonly SentCopy[]) {
  const all = copies.map((copy) => ({ id: getName(copy), failure: copy.failure }));
  const failure = combineFailures(all, {
    done: 'copied to',
    noun: 'profile',
    remainder: 'the others have their copy',
    countsIncomplete: true,
  });
  return failure !== null && { failure };
}
