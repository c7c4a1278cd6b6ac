import * as z from 'zod';
import { formatIsoSeconds } from '../../../domain/time/read-timestamp.ts';
import type { Column } from '../../framework/output/view.ts';
import { ProfileAlias } from '../comments/read-profiles.ts';
import type { PausedWork } from './pause-record.ts';
import type { UnsavedProfile, WorkOfProfile } from './read-work.ts';
import { type Work, type WorkKind, WorkKind as WorkKindSchema } from './work.ts';

const Count = z.int().min(0);

/** What runs and what is paused of one profile. */
export const PictureRow = z.strictObject({
  profile: ProfileAlias,
  state: z
    .enum(['running', 'partly', 'paused', 'idle', 'unknown'])
    .describe('partly: some of it is paused; idle: there is nothing; unknown: it could not be read'),
  automations: z
    .strictObject({ active: Count, paused: Count })
    .nullable()
    .describe('null if the account has none of it, or it could not be read'),
  posts: z
    .strictObject({
      scheduled: Count,
      paused: Count,
      awaitingApproval: Count,
      repeated: Count.describe('of those that are scheduled: posts that repeat another one'),
    })
    .nullable(),
  nextPostAt: z.string().nullable().describe('when the next scheduled post goes out'),
  feeds: z.int().nullable().describe('feeds whose new entries are posted'),
  autoResponse: z
    .enum(['on', 'off'])
    .nullable()
    .describe('automatic reply to messages; null if there is none'),
  toResume: Count.describe('what "crier resume" brings back'),
  errors: z
    .array(z.strictObject({ kind: WorkKindSchema.nullable(), message: z.string() }))
    .describe('what could not be read; null for all of it'),
});
export type PictureRow = z.infer<typeof PictureRow>;

export const UnsavedProfiles = z
  .array(z.strictObject({ title: z.string().nullable(), refId: z.string().nullable() }))
  .describe('profiles of the account whose keys are not saved on this machine: nothing is known of them');

/** @param left what can be brought back, of all profiles */
export function toPictureRow(
  { profile, value, failure }: WorkOfProfile,
  left: readonly PausedWork[],
): PictureRow {
  const toResume = left.filter((each) => each.profile === profile).length;
  if (value === null)
    return {
      ...NOTHING,
      profile,
      state: 'unknown',
      toResume,
      errors: [{ kind: null, message: failure.message }],
    };
  const { work, absent, failures } = value;
  const isKnown = (kind: WorkKind) => !absent.includes(kind) && !failures.some((each) => each.kind === kind);
  const count = (kind: WorkKind, state: Work['state']) =>
    work.filter((each) => each.kind === kind && each.state === state).length;
  const reply = work.find(({ kind }) => kind === 'autoresponse');
  const scheduled = work.filter(({ kind, state }) => kind === 'posts' && state === 'running');
  const next = scheduled.reduce((first, { dueAt }) => Math.min(first, dueAt), Number.POSITIVE_INFINITY);
  return {
    profile,
    state: judgeState(work, failures.length > 0),
    automations: isKnown('automations')
      ? { active: count('automations', 'running'), paused: count('automations', 'paused') }
      : null,
    posts: isKnown('posts')
      ? {
          scheduled: scheduled.length,
          paused: count('posts', 'paused'),
          awaitingApproval: count('posts', 'waiting'),
          repeated: scheduled.filter(({ isRepeated }) => isRepeated).length,
        }
      : null,
    nextPostAt: Number.isFinite(next) && next > 0 ? formatIsoSeconds(next) : null,
    feeds: isKnown('feeds') ? count('feeds', 'running') : null,
    autoResponse: reply === undefined ? null : reply.state === 'running' ? 'on' : 'off',
    toResume,
    errors: failures.map(({ kind, failure: { message } }) => ({ kind, message })),
  };
}

const NOTHING = {
  automations: null,
  posts: null,
  nextPostAt: null,
  feeds: null,
  autoResponse: null,
} as const;

function judgeState(work: readonly Work[], hasFailures: boolean): PictureRow['state'] {
  const isRunning = work.some(({ state }) => state === 'running');
  const isPaused = work.some(({ state }) => state === 'paused');
  if (isRunning) return isPaused ? 'partly' : 'running';
  if (hasFailures) return 'unknown';
  return isPaused ? 'paused' : 'idle';
}

/** `3`, `3, 1 paused`, `all 4 paused`; empty for none. */
function formatShare(running: number, paused: number): string {
  if (paused === 0) return running === 0 ? '' : String(running);
  return running === 0 ? `${paused} paused` : `${running}, ${paused} paused`;
}

export const PICTURE_COLUMNS: readonly Column<PictureRow>[] = [
  {
    name: 'profile',
    title: 'profile',
    value: ({ profile }) => profile,
    placeholder: () => 'Primary',
    role: 'name',
    drop: 0,
    least: 9,
  },
  { name: 'state', title: 'state', value: ({ state }) => state, role: 'status', drop: 0 },
  {
    name: 'automations.active',
    title: 'automations',
    value: ({ automations }) => automations?.active ?? null,
    show: ({ automations }) => formatShare(automations?.active ?? 0, automations?.paused ?? 0),
    drop: 1,
  },
  {
    name: 'automations.paused',
    title: 'paused automations',
    value: ({ automations }) => automations?.paused ?? null,
    dataOnly: true,
  },
  {
    name: 'posts.scheduled',
    title: 'posts',
    value: ({ posts }) => posts?.scheduled ?? null,
    show: ({ posts }) => formatShare(posts?.scheduled ?? 0, posts?.paused ?? 0),
    drop: 1,
  },
  {
    name: 'posts.paused',
    title: 'paused posts',
    value: ({ posts }) => posts?.paused ?? null,
    dataOnly: true,
  },
  {
    name: 'posts.awaitingApproval',
    title: 'to approve',
    value: ({ posts }) => posts?.awaitingApproval ?? null,
    role: 'count',
    drop: 4,
  },
  {
    name: 'posts.repeated',
    title: 'repeated posts',
    value: ({ posts }) => posts?.repeated ?? null,
    dataOnly: true,
    inWide: true,
  },
  { name: 'feeds', title: 'feeds', value: ({ feeds }) => feeds, role: 'count', drop: 3 },
  { name: 'autoResponse', title: 'reply', value: ({ autoResponse }) => autoResponse, drop: 5 },
  { name: 'nextPostAt', title: 'next post', value: ({ nextPostAt }) => nextPostAt, role: 'time', drop: 2 },
  { name: 'toResume', title: 'to resume', value: ({ toResume }) => toResume, role: 'count', drop: 6 },
  {
    name: 'errors',
    title: 'not read',
    value: ({ errors }) => errors.map(({ message }) => message).join('; ') || null,
    dataOnly: true,
  },
];

/** The profiles of the account that a picture cannot have. */
export function noteUnsaved(unsaved: readonly UnsavedProfile[], what: string): readonly string[] {
  if (unsaved.length === 0) return [];
  const names = unsaved
    .slice(0, MOST_NAMED)
    .map(({ title, refId }) => title ?? refId ?? 'one without a title');
  const rest = unsaved.length > MOST_NAMED ? ` and ${unsaved.length - MOST_NAMED} more` : '';
  const verb = unsaved.length === 1 ? 'its key is' : 'their keys are';
  return [`warning: ${names.join(', ')}${rest}: ${what}, because ${verb} not saved on this machine`];
}

const MOST_NAMED = 5;
