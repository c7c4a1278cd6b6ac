import { describe, expect, test } from 'vitest';
import { keepIds } from '../../../../../src/domain/automations/automation-entries.ts';
import { flattenAutomation } from '../../../../../src/domain/automations/flatten-automation.ts';
import { AutomationRecord, NewAutomation } from '../../../../../src/service/endpoints/automations.ts';
import { readDocExamples } from '../../../../support/docs/read-doc.ts';

/** The example of the contract, with a member that is not known. */
const [EXAMPLE] = readDocExamples('service/automations', 'get');
const STORED = AutomationRecord.parse({ ...AutomationRecord.parse(EXAMPLE), later: { x: 1 } });

describe('the flat form of what is stored', () => {
  test('is what creating takes', () => {
    const flat = flattenAutomation(STORED);
    expect(flat).toEqual({
      platform: 'instagram',
      name: 'Spring catalogue',
      description: 'DM the price list',
      triggers: [{ type: 'comment_keyword', postId: 'all', keywords: ['price', 'catalogue'] }],
      actions: [
        {
          type: 'send_dm',
          message: 'Hello {{recipient_username}}, here it is.',
          dedupWindowMinutes: 1440,
        },
      ],
    });
    expect(NewAutomation.parse(flat)).toEqual(flat);
  });

  test.each([
    [
      'an unknown field stays',
      { type: 'dm_reaction', config: { emoji: '🔥', since: 3 } },
      { type: 'dm_reaction', emoji: '🔥', since: 3 },
    ],
    [
      'a field beside the type is read too',
      { type: 'fire_webhook', dedupWindowMinutes: 5, config: { sendCompletedEvent: true } },
      { type: 'fire_webhook', dedupWindowMinutes: 5, sendCompletedEvent: true },
    ],
    [
      'what is in config counts',
      { type: 'fire_webhook', dedupWindowMinutes: 5, config: { dedupWindowMinutes: 6 } },
      { type: 'fire_webhook', dedupWindowMinutes: 6 },
    ],
    [
      'no config',
      { id: 'act_1', type: 'fire_webhook', active: true, config: null },
      { type: 'fire_webhook' },
    ],
  ])('%s', (_what, entry, expected) => {
    expect(flattenAutomation({ ...STORED, triggers: [], actions: [entry] }).actions).toEqual([expected]);
  });

  test('what is empty or unknown is omitted', () => {
    const { triggers, actions, id, active } = STORED;
    const flat = flattenAutomation({ id, active, triggers, actions, description: '', name: null });
    expect(Object.keys(flat)).toEqual(['triggers', 'actions']);
  });
});

describe('ids over an update', { tags: ['U-14'] }, () => {
  const link = { type: 'dm_keyword', keywords: ['link'] };
  const info = { type: 'dm_keyword', keywords: ['info', 'link'] };
  const stored = [
    { id: 'trg_1', entry: link },
    { id: 'trg_2', entry: info },
    { id: 'trg_3', entry: link },
  ];

  test.each([
    ['nothing changed', [link, info, link], ['trg_1', 'trg_2', 'trg_3']],
    ['another order', [info, link], ['trg_2', 'trg_1']],
    ['fields in another order', [{ keywords: ['link'], type: 'dm_keyword' }], ['trg_1']],
    ['keywords in another order are another trigger', [{ ...info, keywords: ['link', 'info'] }], [null]],
    ['a field more', [{ ...link, postId: 'all' }], [null]],
    ['more of a kind than there were', [link, link, link], ['trg_1', 'trg_3', null]],
    ['none', [], []],
  ])('%s', (_what, entries, expected) => {
    expect(keepIds(stored, entries)).toEqual(expected);
  });

  test('of what was never stored none has an id', () => expect(keepIds([], [link])).toEqual([null]));
});
