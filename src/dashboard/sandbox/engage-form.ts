import { signal } from '@preact/signals';
import { AUTOMATION_PLATFORM } from '../../service/platforms.ts';
import type { EngagedRow } from './sandbox-records.ts';

/** What a follower does, by the name of the command line. */
export interface EngageForm {
  readonly kind: string;
  readonly from: string;
  readonly text: string;
  readonly emoji: string;
  readonly post: string;
  readonly story: string;
  readonly platform: string;
  readonly ago: string;
  readonly count: string;
  /** Whether the clock is moved until all of it is done. */
  readonly run: boolean;
  /** The row of activity that it is like; null for none. */
  readonly like: EngagedRow | null;
}

/** Which fields a kind has. */
export interface KindOfDeed {
  readonly kind: string;
  readonly title: string;
  /** What the button says. */
  readonly action: string;
  readonly done: string;
  readonly hasText: boolean;
  readonly hasPost?: boolean;
  readonly hasStory?: boolean;
  readonly hasNetwork?: boolean;
  readonly hasEmoji?: boolean;
  /** Whether automations can answer it. */
  readonly isAnswered: boolean;
}

export const KINDS: readonly KindOfDeed[] = [
  {
    ...{ kind: 'comment', title: 'Comment', action: 'Comment', done: 'commented' },
    ...{ hasText: true, hasPost: true, isAnswered: true },
  },
  {
    ...{
      kind: 'story-reply',
      title: 'Story reply',
      action: 'Reply to the story',
      done: 'replied to a story',
    },
    ...{ hasText: true, hasStory: true, isAnswered: true },
  },
  {
    ...{ kind: 'story-comment', title: 'Story comment', action: 'Comment on the story' },
    ...{ done: 'commented on a story', hasText: true, hasStory: true, isAnswered: true },
  },
  {
    ...{ kind: 'dm', title: 'DM', action: 'Send the DM', done: 'sent a DM' },
    ...{ hasText: true, hasNetwork: true, isAnswered: true },
  },
  {
    ...{ kind: 'reaction', title: 'Reaction', action: 'React', done: 'reacted to a DM' },
    ...{ hasText: false, hasEmoji: true, isAnswered: true },
  },
  {
    ...{ kind: 'read', title: 'Reads DMs', action: 'Read the DMs', done: 'read the DMs' },
    ...{ hasText: false, hasNetwork: true, isAnswered: false },
  },
];

const BLANK: EngageForm = {
  ...{ kind: 'comment', from: 'mara', text: '', emoji: '', post: '', story: '' },
  ...{ platform: AUTOMATION_PLATFORM, ago: '', count: '', run: false, like: null },
};

/** Kept while another part of the page is shown. */
export const form = signal<EngageForm>(BLANK);

export function changeForm(changed: Partial<EngageForm>): void {
  form.value = { ...form.value, ...changed };
}

const KIND_BY_TRIGGER: Readonly<Record<string, string>> = {
  comment_keyword: 'comment',
  story_reply: 'story-reply',
  story_comment: 'story-comment',
  dm_keyword: 'dm',
  dm_reaction: 'reaction',
};

/** Fills the form from an event that happened; what its row does not tell stays as it was there. */
export function likeRow(row: EngagedRow): void {
  form.value = {
    ...BLANK,
    kind: KIND_BY_TRIGGER[row.triggerType] ?? BLANK.kind,
    from: row.recipientUsername ?? '',
    text: row.commentText ?? '',
    like: row,
  };
}

/** The values that the command is given: those that this kind has, and that are not as they are without. */
export function toInput(
  values: EngageForm,
  { hasText, hasPost, hasStory, hasNetwork, hasEmoji, isAnswered }: KindOfDeed,
) {
  const { kind, from, text, emoji, post, story, platform, ago, count, run, like } = values;
  const given = {
    kind,
    from: from.trim().replace(/^@/, ''),
    text: hasText ? text : '',
    emoji: hasEmoji ? emoji.trim() : '',
    post: hasPost ? post : '',
    story: hasStory ? story.trim() : '',
    platform: hasNetwork && platform !== AUTOMATION_PLATFORM ? platform : '',
    ago: isAnswered ? ago.trim() : '',
    count: isAnswered ? count.trim() : '',
    like: isAnswered ? (like?.id ?? '') : '',
  };
  const named = Object.entries(given).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(named), ...(run && isAnswered && { run: true }) };
}
