import { expect, test } from 'vitest';
import { createAutomationName } from '../../../../src/domain/automations/automation-entries.ts';
import type { Trigger } from '../../../../src/service/triggers.ts';

test.each<[Trigger, string]>([
  [{ type: 'comment_keyword', postId: 'all', keywords: ['GUIDE', 'RECIPE'] }, 'Comment with GUIDE, RECIPE'],
  [{ type: 'dm_keyword', keywords: ['GUIDE'] }, 'DM with GUIDE'],
  [{ type: 'story_comment', keywords: ['GUIDE'] }, 'Story comment with GUIDE'],
  [{ type: 'story_comment' }, 'Story comment'],
  [{ type: 'story_reply', storyId: '1' }, 'Story reply'],
  [{ type: 'dm_reaction', emoji: '❤️' }, 'Reaction ❤️'],
  [{ type: 'dm_reaction' }, 'Reaction'],
])('%j is named "%s"', (trigger, expected) => {
  expect(createAutomationName([trigger, { type: 'dm_keyword', keywords: ['not the first'] }])).toBe(expected);
});

test('one without a trigger has a name, too', () => expect(createAutomationName([])).toBe('Automation'));
