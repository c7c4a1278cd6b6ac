import type { Client, PlannedRequest } from '../../../../client/client.ts';
import { getField } from '../../../../domain/json/loose-record.ts';
import { addDay } from '../../../../domain/posts/derive-post-key.ts';
import { buildPostPart } from '../../../../domain/posts/post-part.ts';
import { buildThreadPosts, hasTooManyPosts } from '../../../../domain/posts/thread-posts.ts';
import { formatCount, formatThese, joinWithAnd } from '../../../../domain/text/lists-and-counts.ts';
import { addAdvice, CrierError, createUsageError } from '../../../../errors.ts';
import { createPost } from '../../../../service/endpoints/posts.ts';
import { PostBody } from '../../../../service/post-body.ts';
import type { CommandOutcome } from '../../../framework/command/command.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import { createPrintedCommands } from '../../../framework/command/printed-commands.ts';
import { combineFailures } from '../../../framework/many/failures.ts';
import { describeErrorCode } from '../../../framework/output/failures.ts';
import { refuseRawOfSeveral } from '../../../framework/output/printing/show-result.ts';
import { type ShownCommand, toFlagWords } from '../../../framework/output/text/shell-command.ts';
import { describeRepetition, noteZone, type ScheduleReader } from '../../schedule/read-schedule.ts';
import { rememberCheckedPosts } from '../checked-posts.ts';
import { listKnownNetworks, toFailureEntry } from '../find-offline-faults.ts';
import type { PostsFile } from '../post-file.ts';
import type { PostFlags } from '../post-flags.ts';
import type { PostInput, PostSource } from '../read-post-input.ts';
import { formatPostStatus, readPostIfThere } from '../read-posts.ts';
import { chooseKeys } from './dated-keys.ts';
import { buildKeyedBody, deriveKeys, getScheduleDate, type PlannedPost, planPosts } from './plan-posts.ts';
import { addSlots } from './preview-slots.ts';
import { type PostResult, sendPosts } from './send-posts.ts';
import { openSentPosts } from './sent-posts.ts';
import { buildPlanView, buildSeveralView } from './several-view.ts';

export interface SeveralCreation {
  file: PostsFile;
  /** Applies the flags to a record of the file. */
  apply(source: PostSource): PostInput;
  flags: PostFlags;
  resumes: boolean;
  skipsInvalid: boolean;
  skipsCheck: boolean;
  dryRun: boolean;
  yes: boolean;
  /** The service's time in milliseconds since 1970. */
  now: number;
  /** With which the times of the file were read. */
  times: ScheduleReader;
}

/**
 * Creates the posts of a file, each under a key of its content, so that the same file creates nothing twice. Nothing is
 * sent if a post has faults that can be found offline, unless such posts are to be skipped.
 *
 * @throws CrierError of kind usage for faults
 */
export async function createSeveral(
  creation: SeveralCreation,
  client: Client,
  context: CommandContext,
): Promise<CommandOutcome> {
  const { file, flags, dryRun, yes, now, times } = creation;
  const { timeZone } = times;
  const { io } = context;
  refuseSyntaxFaults(file);
  refuseRawOfSeveral(file.entries.length, io.printing);
  const derived = deriveKeys(file, creation.apply, flags);
  const keys = derived.flatMap(({ key, at }) => (at === null ? [key] : [key, addDay(key, at)]));
  const memory = await openSentPosts(keys, client, context);
  const words = { client, memory, now, timeZone };
  const planned = planPosts(await chooseKeys(derived, words), {
    ...creation,
    memory,
    existing: await findExisting(file, client),
  });
  const plan = await addSlots(planned, client, now);
  const sending = plan.filter(({ action }) => action === 'send');
  const refusal = refuseInvalid(plan, creation);
  const requests = sending.map((planned) => client.plan(createPost, { body: buildKeyedBody(planned) }));
  const view = buildPlanView(plan, requests, { file: file.name, timeZone });
  await noteZone(times, io);
  if (dryRun || refusal === null) await noteWarnings(creation, plan, io);
  const threads = listThreadNotes(plan);
  if (dryRun) return { view, notes: threads, asOf: now, ...(refusal !== null && { failure: refusal }) };
  if (refusal !== null) throw refusal;
  const details = async () => [...threads, ...(await listPreviewNotes(creation, context))];
  if (sending.length > 0)
    await io.confirm({ what: describeSending(sending, requests), details, plan: view, yes });
  const results = await sendPosts(plan, words, io);
  if (!creation.skipsCheck)
    await rememberCheckedPosts(
      results.map(({ outcome }) => outcome),
      io,
    );
  return buildOutcome(results, creation, context);
}

/** Of the posts that an export has, those that exist, with their status. */
async function findExisting({ entries }: PostsFile, client: Client): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const { existing } of entries) {
    const post = existing === null ? null : await readPostIfThere(client, existing);
    if (existing !== null && post !== null && post.status !== 'deleted')
      found.set(existing, formatPostStatus(post.status));
  }
  return found;
}

function describeSending(sending: readonly PlannedPost[], requests: readonly PlannedRequest[]): string {
  // also of the setting `writes`
  if (requests.every(({ body }) => getField(body, 'requiresApproval') === true))
    return `keep ${formatThese(sending.length, 'post')} for approval`;
  const scheduled = sending.filter((planned) => getScheduleDate(planned) !== null).length;
  const verb =
    scheduled === 0 ? 'publish' : scheduled === sending.length ? 'schedule' : 'publish or schedule';
  return `${verb} ${formatThese(sending.length, 'post')}`;
}

/** @throws CrierError of kind usage that lists all of them */
function refuseSyntaxFaults({ name, entries, faults }: PostsFile): void {
  const [first] = faults;
  if (first === undefined) {
    if (entries.length > 0) return;
    throw createUsageError(`no post in ${name}`);
  }
  const errors = faults.map(({ line, column, words }) => ({
    file: name,
    line,
    column,
    message: `${name}:${line}:${column}: ${words}`,
  }));
  if (errors.length === 1) throw createUsageError(errors[0]?.message ?? '', NOTHING_SENT);
  throw new CrierError('usage', `${name} has ${errors.length} errors`, { advice: NOTHING_SENT, errors });
}

const NOTHING_SENT = 'nothing was sent';

/** The refusal of a file with invalid posts; null if there are none, or if they are skipped. */
function refuseInvalid(
  plan: readonly PlannedPost[],
  { file, skipsInvalid }: SeveralCreation,
): CrierError | null {
  const invalid = plan.filter(({ action }) => action === 'invalid');
  const [fault] = invalid.flatMap(({ faults }) => faults);
  if (fault === undefined || (skipsInvalid && invalid.length < plan.length)) return null;
  const errors = invalid.flatMap(({ post, line, faults, input }) =>
    faults.map((each) => ({
      requestedId: `post ${post}`,
      file: file.name,
      line,
      ...toFailureEntry(each, input.layers),
    })),
  );
  const { code, http } = describeErrorCode(fault.code);
  const ways = invalid.length < plan.length ? '; correct them, or use --skip-invalid to send the others' : '';
  return new CrierError('usage', `${invalid.length} of ${formatCount(plan.length, 'post')} cannot be sent`, {
    ...(code !== undefined && { code }),
    ...(http !== undefined && { http }),
    advice: NOTHING_SENT + ways,
    errors,
  });
}

async function noteWarnings(
  { file, times }: SeveralCreation,
  plan: readonly PlannedPost[],
  io: IoPort,
): Promise<void> {
  for (const { line, column, words } of file.warnings)
    await io.note(`${file.name}:${line}:${column}: warning: ${words}`);
  for (const note of plan[0]?.input.schedule?.notes ?? []) await io.note(note);
  for (const { action, post, notes, body } of plan) {
    const all = [...notes, describeRepetition(body, times)].filter((note) => note !== null);
    if (action === 'send') for (const note of all) await io.note(`post ${post}: ${note}`);
  }
}

/** Says which posts become threads of several: `post 2 becomes 4 posts on X`. */
function listThreadNotes(plan: readonly PlannedPost[]): readonly string[] {
  return plan.flatMap(({ action, post, body }) => {
    if (action !== 'send') return [];
    const parsed = PostBody.parse(body);
    const counts = listKnownNetworks(parsed).flatMap((platform) => {
      const part = buildPostPart(parsed, platform);
      const count = hasTooManyPosts(part) ? 0 : buildThreadPosts(part, part.text).length;
      return count > 1 ? [`${formatCount(count, 'post')} on ${part.name}`] : [];
    });
    return counts.length === 0 ? [] : [`post ${post} becomes ${joinWithAnd(counts)}`];
  });
}

/** Names the command that shows the posts as their networks do, if it can read them as they are sent. */
async function listPreviewNotes(
  { file, flags }: SeveralCreation,
  context: CommandContext,
): Promise<readonly string[]> {
  if (!canReadAgain(flags)) return [];
  const { local } = await createPrintedCommands(context);
  return [`how each network shows them: ${local`posts preview -f ${flags.file ?? file.name}`}`];
}

async function buildOutcome(
  results: readonly PostResult[],
  creation: SeveralCreation,
  context: CommandContext,
): Promise<CommandOutcome> {
  const considered = results.filter(({ planned }) => planned.action !== 'invalid');
  const failure = combinePostFailures(considered);
  const isListed = failure?.kind === 'partial';
  return {
    view: buildSeveralView(results),
    asOf: creation.now,
    notes: [
      ...results.flatMap(({ planned: { post }, notes }) => notes.map((note) => `post ${post}: ${note}`)),
      summarize(results),
    ],
    commands: failure === null ? [] : await listResumeCommands(creation, context),
    ...(failure !== null && { failure: isListed ? failure : addAdvice(failure, RESUME) }),
  };
}

/** A post that may have been sent before is not sent: this is never more than a partial failure. */
function combinePostFailures(results: readonly PostResult[]): CrierError | null {
  const combined = combineFailures(
    results.map(({ planned: { post }, failure }) => ({ id: `post ${post}`, failure })),
    { done: 'sent', remainder: RESUME, countsIncomplete: true },
  );
  if (combined === null || !results.some(({ planned }) => planned.doubt !== null)) return combined;
  return new CrierError('partial', combined.message, { http: 200, errors: combined.facts.errors ?? [] });
}

const RESUME = 'the same command with --resume sends only what is missing';

/** `3 posts: 1 sent, 1 sent before, 1 failed`. */
function summarize(results: readonly PostResult[]): string {
  const counts = Map.groupBy(results, describeResult);
  const parts = [...counts].map(([what, { length }]) => `${length} ${what}`);
  return `${formatCount(results.length, 'post')}: ${parts.join(', ')}`;
}

function describeResult({ planned: { action }, status, outcome, failure }: PostResult): string {
  if (action === 'invalid') return 'invalid and skipped';
  if (failure !== null)
    return outcome?.verdict === 'partial' ? 'incomplete' : (FAILED.get(status) ?? 'failed');
  if (status === 'awaiting approval') return 'kept for approval';
  return outcome === null ? status : (SUCCEEDED.get(outcome.verdict) ?? 'sent');
}

const FAILED: ReadonlyMap<string, string> = new Map([
  ['not sent', 'not sent'],
  ['failed before', 'failed before'],
]);
const SUCCEEDED: ReadonlyMap<string, string> = new Map([
  ['published', 'published'],
  ['accepted', 'scheduled'],
]);

/** The command that sends what is missing, if it can be typed. */
async function listResumeCommands(
  { file: { isTable }, flags, skipsInvalid, times: { timeZone }, yes }: SeveralCreation,
  context: CommandContext,
): Promise<readonly ShownCommand[]> {
  if (!canReadAgain(flags)) return [];
  const { change } = await createPrintedCommands(context);
  const words = toFlagWords([
    ['--file', flags.file ?? '-'],
    // times in words are of this zone
    ...(isTable ? [['--time-zone', timeZone] as const] : []),
    ...(skipsInvalid ? [['--skip-invalid'] as const] : []),
    ['--resume'],
    ...(yes ? [['--yes'] as const] : []),
  ]);
  return [{ lead: 'to send what is missing', line: change`posts create ${words}` }];
}

/** Whether the file can be read again, and no other flag describes the posts. */
function canReadAgain(flags: PostFlags): boolean {
  const isGiven = DESCRIBING.some((name) => {
    const value = flags[name];
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
  });
  return (flags.file ?? '-') !== '-' && !isGiven;
}

const DESCRIBING = [
  'platform',
  'media',
  'audio',
  'schedule',
  'approveFirst',
  'options',
  'set',
  'firstComment',
  'shortenLinks',
  'autoHashtag',
  'disableComments',
  'notes',
] as const satisfies readonly (keyof PostFlags)[];
