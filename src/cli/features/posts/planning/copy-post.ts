import * as z from 'zod';
import type { Client, PlannedRequest } from '../../../../client/client.ts';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../../errors.ts';
import type { PostBody } from '../../../../service/post-body.ts';
import type { PostRecord } from '../../../../service/posts.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { listProfiles, type ProfileTarget, pickProfiles } from '../../../framework/many/profiles.ts';
import { runEach } from '../../../framework/many/run-each.ts';
import { getNetworkName } from '../../../framework/output/cell.ts';
import { ErrorDocument } from '../../../framework/output/error-document.ts';
import { toErrorDocument } from '../../../framework/output/failures.ts';
import { type Column, type ListView, pickMember } from '../../../framework/output/view.ts';
import { formatMinute } from '../../schedule/read-schedule.ts';
import { toFilePost } from '../files/export-posts.ts';
import { CREATE_POST, findOutcomeFailure } from '../posted-outcome.ts';
import { PostedCopy, type PostOutcome, readPostOutcome } from '../read-post-outcome.ts';
import { formatPostStatus, readPost, toPostEntry, WAITING } from '../read-posts.ts';
import { getPostText } from '../several/plan-posts.ts';

/**
 * The profiles that `--profile` names, or that of the post.
 *
 * @throws CrierError of kind usage for an unknown alias
 */
export async function listTargets(
  named: string | undefined,
  usual: ProfileTarget,
  { service }: CommandContext,
): Promise<readonly ProfileTarget[]> {
  if (named === undefined) return [usual];
  const aliases = named.split(',').map((alias) => alias.trim());
  return pickProfiles(await listProfiles(service), aliases);
}

/**
 * Reads the post that is copied: of the profile of the run, else of the first other one that has it.
 *
 * @param searches whether other profiles are read
 */
export async function readOriginal(
  id: string,
  { searches }: { searches: boolean },
  context: CommandContext,
): Promise<{ record: PostRecord; owner: ProfileTarget }> {
  const { service } = context;
  const { profile } = (await service.choose()).choice;
  try {
    const { body } = await readPost(await service.client(), id, context);
    return { record: body, owner: { profile, service } };
  } catch (error) {
    if (!searches || !(error instanceof CrierError) || error.kind !== 'not-found') throw error;
    for (const other of await service.allProfiles()) {
      const alias = (await other.choose()).choice.profile;
      if (alias === profile) continue;
      const record = await readIfThere(await other.client(), id, context);
      if (record !== null) return { record, owner: { profile: alias, service: other } };
    }
    throw error;
  }
}

async function readIfThere(client: Client, id: string, context: CommandContext): Promise<PostRecord | null> {
  try {
    return (await readPost(client, id, context)).body;
  } catch (error) {
    if (error instanceof CrierError && error.kind === 'not-found') return null;
    throw error;
  }
}

/** Statuses of posts that are not published by themselves; their copies are not either. */
const HELD_BACK: ReadonlySet<string> = new Set(['awaiting approval', 'paused']);

/**
 * The content of a post as a new one: without id, approval, idempotency key and private notes. A time to come is kept.
 *
 * @param keepsTime false if another time, slot or repetition was asked for
 */
export function toCopy(record: PostRecord, { now, keepsTime }: { now: number; keepsTime: boolean }) {
  const {
    id: _id,
    status: _status,
    requiresApproval: _held,
    notes: _notes,
    scheduleDate: _date,
    ...content
  } = toFilePost(record);
  const status = record.status ?? '';
  const { scheduleDate } = toPostEntry(record);
  const isToCome = WAITING.has(status) && scheduleDate !== null && Date.parse(scheduleDate) > now;
  return {
    ...content,
    ...(keepsTime && isToCome && { scheduleDate }),
    ...(HELD_BACK.has(status) && { requiresApproval: true }),
  };
}

const CopyResult = z.strictObject({
  profile: z.string().nullable().describe('null is the Primary Profile'),
  status: z.string().describe('of the service, such as success or scheduled; partial or error'),
  id: z.string().nullable().describe('Service Post ID of the copy, if known'),
  platforms: z.array(z.string()),
  scheduleDate: z.string().nullable().describe('null for now, or for the next slot'),
  postIds: z.array(PostedCopy).describe('one for each network that accepted it'),
  error: ErrorDocument.nullable(),
});
type CopyResult = z.infer<typeof CopyResult>;

/** Output of `posts copy`. */
export const CopiedPost = z.strictObject({
  results: z.array(CopyResult).describe('one for each profile, in the order of --profile'),
});

export interface SentCopy {
  readonly target: ProfileTarget;
  readonly outcome: PostOutcome | null;
  readonly failure: CrierError | null;
}

/** Sends the copies one after another; a failure of one profile does not end the others. */
export async function sendCopies(
  targets: readonly ProfileTarget[],
  body: PostBody & { idempotencyKey: string },
  { io }: CommandContext,
): Promise<readonly SentCopy[]> {
  const requests = { done: 'sent', progress: io.progress, keys: 'own' } as const;
  const all = await Array.fromAsync(
    runEach(targets, requests, async ({ service }) => {
      const client = await service.client({ writes: true });
      const answer = await client.call(CREATE_POST, { body });
      const outcome = readPostOutcome(answer.body);
      return { outcome, failure: findOutcomeFailure(outcome, answer.http) };
    }),
  );
  return all.map(({ id: target, value, failure }) => ({
    target,
    outcome: value?.outcome ?? null,
    failure: failure ?? value?.failure ?? null,
  }));
}

export function buildCopiesView(
  copies: readonly SentCopy[],
  {
    platforms,
    scheduleDate = null,
  }: { platforms: readonly string[]; scheduleDate?: string | null | undefined },
): ListView<unknown> {
  const rows = copies.map(({ target, outcome, failure }): CopyResult => {
    const failed = outcome?.verdict === 'partial' ? 'partial' : 'error';
    const { id = null, status = null } = outcome?.posted ?? {};
    return {
      profile: target.profile,
      status: failure === null ? (status ?? 'success') : failed,
      id: id ?? failure?.facts.postId ?? null,
      platforms: [...platforms],
      scheduleDate,
      postIds: (outcome?.copies ?? []).map((copy) => ({ ...copy, warnings: [...copy.warnings] })),
      error: failure === null ? null : toErrorDocument(failure),
    };
  });
  const columns: readonly Column<CopyResult>[] = [
    { ...pickMember('profile', 'profile'), show: ({ profile }) => profile ?? 'Primary', drop: 0 },
    {
      ...pickMember('status', 'status'),
      show: ({ status }) => formatPostStatus(status),
      role: 'status',
      drop: 0,
    },
    { ...pickMember('id', 'id'), role: 'id', drop: 1 },
    {
      ...pickMember('platforms', 'networks'),
      show: ({ platforms }) => platforms.map(getNetworkName).join(', '),
      flexible: true,
    },
    { ...pickMember('scheduleDate', 'scheduled for'), dataOnly: true },
    { name: 'error.message', title: 'why', value: ({ error }) => error?.message ?? null, dataOnly: true },
  ];
  return { kind: 'list', document: { results: rows }, key: 'results', rows, columns, empty: 'nothing' };
}

interface CopyPlan {
  profile: string | null;
  platforms: readonly string[];
  scheduleDate: string | null;
  requiresApproval: boolean;
  text: string;
}

/** What would be sent to which profile. */
export function buildCopyPlan(
  targets: readonly ProfileTarget[],
  { body, requests, timeZone }: { body: PostBody; requests: readonly PlannedRequest[]; timeZone: string },
): ListView<unknown> {
  const rows = targets.map(
    ({ profile }): CopyPlan => ({
      profile,
      platforms: body.platforms,
      scheduleDate: body.scheduleDate ?? null,
      requiresApproval: body.requiresApproval === true,
      text: getPostText({ body: { ...body } }),
    }),
  );
  const isLater = body.autoSchedule !== undefined || body.autoRepost !== undefined;
  const when =
    body.scheduleDate === undefined
      ? isLater
        ? 'published by its schedule'
        : 'published at once'
      : `scheduled for ${formatMinute(Date.parse(body.scheduleDate), timeZone)} in ${timeZone}`;
  const approval = body.requiresApproval === true ? ', once approved' : '';
  const columns: readonly Column<CopyPlan>[] = [
    { ...pickMember('profile', 'profile'), show: ({ profile }) => profile ?? 'Primary', drop: 0 },
    {
      ...pickMember('platforms', 'networks'),
      value: ({ platforms }) => platforms.map(getNetworkName).join(', '),
      drop: 2,
    },
    { ...pickMember('scheduleDate', 'scheduled for'), dataOnly: true },
    { ...pickMember('text', 'post'), role: 'text', flexible: true },
  ];
  return {
    kind: 'list',
    document: { plan: rows, requests },
    key: 'plan',
    rows,
    columns,
    heading: `${formatCount(targets.length, 'new post')}, ${when}${approval}`,
    empty: 'nothing',
  };
}
