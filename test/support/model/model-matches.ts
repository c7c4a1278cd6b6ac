import type { Trigger } from '../../../src/service/triggers.ts';
import { ALL_POSTS } from './promised.ts';
import type { ModelEvent, ModelTrigger } from './world.ts';

export interface ModelMatch {
  readonly trigger: ModelTrigger;
  readonly keyword: string | null;
}

/**
 * The first trigger that an engagement fires, by the words of the specification.
 *
 * @see docs/service/automations.md#triggers
 * @see docs/service/readings.md#U-10, #U-11, #U-33
 */
export function modelMatch(triggers: readonly ModelTrigger[], event: ModelEvent): ModelMatch | null {
  for (const trigger of triggers) {
    const fired = fires(trigger.config, event);
    if (fired !== null) return { trigger, ...fired };
  }
  return null;
}

type ModelFired = Pick<ModelMatch, 'keyword'>;

function fires(trigger: Trigger, event: ModelEvent): ModelFired | null {
  switch (trigger.type) {
    case 'comment_keyword':
      if (event.kind !== 'comment' || !isOnPost(trigger.postId, event.post)) return null;
      return byKeyword(trigger.keywords, event.text);
    case 'story_reply':
      if (event.kind !== 'story_reply' || !isOnStory(trigger.storyId, event.story)) return null;
      return { keyword: null };
    case 'story_comment':
      if (event.kind !== 'story_comment' || !isOnStory(trigger.storyId, event.story)) return null;
      return trigger.keywords === undefined ? { keyword: null } : byKeyword(trigger.keywords, event.text);
    case 'dm_reaction':
      if (event.kind !== 'reaction') return null;
      if (trigger.emoji !== undefined && plain(trigger.emoji) !== plain(event.emoji)) return null;
      return { keyword: event.emoji };
    case 'dm_keyword':
      return event.kind === 'dm' ? byKeyword(trigger.keywords, event.text) : null;
  }
}

function byKeyword(keywords: readonly string[], text: string): ModelFired | null {
  const keyword = keywords.find((word) => holdsWord(text, word));
  return keyword === undefined ? null : { keyword };
}

/** The scenarios' keywords begin and end with letters of scripts with spaces: one regular expression says it all. */
function holdsWord(text: string, word: string): boolean {
  const whole = folded(word).replaceAll(/[^\p{L}\p{N} ]/gu, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_])${whole}(?![\\p{L}\\p{M}\\p{N}_])`, 'u').test(folded(text));
}

/** By either id of it. @see docs/service/automations.md#create */
const isOnPost = (wanted: string, post: string | null): boolean =>
  wanted === 'all' ||
  wanted === post ||
  ALL_POSTS.some(({ id, socialPostId }) => wanted === id && post === socialPostId);

const isOnStory = (wanted: string | undefined, story: string | null): boolean =>
  wanted === undefined || wanted === 'all' || wanted === story;

const folded = (text: string): string => text.normalize('NFC').toLowerCase();

const plain = (emoji: string): string => emoji.normalize('NFC').replaceAll('\uFE0F', '');
