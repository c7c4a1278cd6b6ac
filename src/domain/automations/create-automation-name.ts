import type { Trigger } from '../../service/triggers.ts';

/** First words of a name, by trigger type. */
const NAME_PREFIXES: Readonly<Record<Trigger['type'], string>> = {
  comment_keyword: 'Comment',
  story_reply: 'Story reply',
  story_comment: 'Story comment',
  dm_reaction: 'Reaction',
  dm_keyword: 'DM',
};

/** Creates a name for an automation without one, from its first trigger. @see docs/service/automations.md#create */
export function createAutomationName([first]: readonly Trigger[]): string {
  if (first === undefined) return 'Automation';
  const beginning = NAME_PREFIXES[first.type];
  if ('keywords' in first && first.keywords !== undefined)
    return `${beginning} with ${first.keywords.join(', ')}`;
  return 'emoji' in first && first.emoji !== undefined ? `${beginning} ${first.emoji}` : beginning;
}
