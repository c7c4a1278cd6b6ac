import { describe, expect, test } from 'vitest';
import type { ControlInput } from '../../../../src/service/control/control.ts';
import type { Trigger } from '../../../../src/service/triggers.ts';
import { DM, engagedSandbox } from '../../../support/automations/engaged-sandbox.ts';

describe('what sets an automation off, by its activity', () => {
  const STORY = 'story-NewStoryAAAAAAAAAAA3';
  const PLACEHOLDERS = {
    type: 'send_dm',
    message: 'k:{{matched_keyword}}',
    dedupWindowMinutes: 0,
  } as const;
  type EngageOptions = Partial<ControlInput<'engage'>>;

  test.each<[string, Trigger, EngageOptions, string | null]>([
    ['in capitals', { type: 'dm_keyword', keywords: ['price'] }, { kind: 'dm', text: 'PRICE?' }, 'price'],
    [
      'none of them',
      { type: 'dm_keyword', keywords: ['cost', 'fee'] },
      { kind: 'dm', text: 'the price' },
      null,
    ],
    [
      'a reply to that story',
      { type: 'story_reply', storyId: STORY },
      { kind: 'story_reply', storyId: STORY },
      '',
    ],
    [
      'a reply to another',
      { type: 'story_reply', storyId: '18100000000000001' },
      { kind: 'story_reply', storyId: STORY },
      null,
    ],
    ['that emoji', { type: 'dm_reaction', emoji: '🔥' }, { kind: 'reaction', emoji: '🔥' }, '🔥'],
    ['another emoji', { type: 'dm_reaction', emoji: '🔥' }, { kind: 'reaction', emoji: '👍' }, null],
  ])('%s', { tags: ['ENG-01', 'ENG-03', 'ENG-18', 'AUT-05'] }, async (_rule, trigger, engaging, keyword) => {
    const engaged = await engagedSandbox();
    const id = await engaged.automate([PLACEHOLDERS], { triggers: [trigger] });
    await engaged.engage(engaging);
    await engaged.advance(60);
    const rows = await engaged.rows(id);
    expect(rows.map(({ actionResults }) => actionResults[0]?.sent?.['message'])).toEqual(
      keyword === null ? [] : [`k:${keyword}`],
    );
    engaged.sandbox.close();
  });
});

test('the times of automation records and activity rows are UTC with seconds', {
  tags: ['TIME-01'],
}, async () => {
  const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
  const fresh = await engagedSandbox();
  const id = await fresh.automate([DM]);
  await fresh.fire(id);
  const record = (await fresh.ask(`/automations/${id}`)).body;
  const { lastTriggeredAt, lastSentAt } = record.stats;
  const [row] = (await fresh.ask(`/automations/${id}/activity`)).body.activity;
  const [result] = row.actionResults;
  const times = [record.created, record.updated, lastTriggeredAt, lastSentAt, row.created, row.completedAt];
  for (const time of [...times, result.completedAt]) expect(time).toMatch(TIME);
  fresh.sandbox.close();
});
