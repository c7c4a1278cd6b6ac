import { CrierError } from '../../../src/errors.ts';
import type { CrashPoint } from '../../../src/sandbox/engine/ports.ts';
import { insertComment } from '../../../src/sandbox/store/comments.ts';
import type { Engagement, EngagementKind } from '../../../src/service/engagement.ts';
import type { Trigger } from '../../../src/service/triggers.ts';
import { commentOn, dm, reaction, storyComment, storyReply } from '../automations/engagements.ts';
import { NOW } from '../small-sandbox.ts';
import type { EngineFixture } from './engine-fixture.ts';

/** Thrown where a process is to crash: nothing in it continues. */
export class SimulatedCrash extends CrierError {}

/** A process that crashes at a crash point; for those of `recover` an internal error is thrown before. */
export interface CrashingProcess {
  hook(here: CrashPoint): void;
  hasDied(): boolean;
}

/** @param time at which visit of the point it crashes */
export function crashAt(point: CrashPoint, time = 1): CrashingProcess {
  let isDead = false;
  let left = time;
  let isFaultToCome = point.endsWith(' recover');
  return {
    hasDied: () => isDead,
    hook(here) {
      if (isFaultToCome && here === 'before runDispatch') {
        isFaultToCome = false;
        throw new Error('a fault of our own');
      }
      if (here === point) left -= 1;
      isDead ||= left === 0;
      // a crashed process does nothing more
      if (isDead) throw new SimulatedCrash('unavailable', `died ${point}`);
    },
  };
}

/** One engagement of each kind, by what the network calls it. */
export const ENGAGED: Readonly<Record<EngagementKind, (eventId: string) => Engagement>> = {
  comment: (eventId) => ({ ...commentOn({ commentId: eventId }), eventId, at: NOW }),
  story_reply: (eventId) => ({ ...storyReply(), eventId, at: NOW }),
  story_comment: (eventId) => ({ ...storyComment({ commentId: eventId }), eventId, at: NOW }),
  dm: (eventId) => ({ ...dm('price please'), eventId, at: NOW }),
  reaction: (eventId) => ({ ...reaction('🔥'), eventId, at: NOW }),
};
export const KINDS = Object.keys(ENGAGED) as EngagementKind[]; // Object.keys forgets the names of a constant table

/** A trigger for each of them. */
export const TRIGGERS: readonly Trigger[] = [
  { type: 'comment_keyword', postId: 'all', keywords: ['price'] },
  { type: 'story_reply' },
  { type: 'story_comment' },
  { type: 'dm_keyword', keywords: ['price'] },
  { type: 'dm_reaction' },
];

/** The network has the comments that are reported. */
export function writeComment({ engine }: EngineFixture, engagement: Engagement): void {
  if (!('commentId' in engagement)) return;
  const author = 'ada';
  const { commentId: id, text } = engagement;
  insertComment(engine.store, {
    platform: 'instagram',
    id,
    socialPostId: 'instagram-70000000000000001',
    parentId: null,
    author,
    text,
    created: NOW,
    likes: 0,
    extra: {},
  });
}
