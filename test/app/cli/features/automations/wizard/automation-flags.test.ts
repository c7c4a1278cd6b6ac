import { describe, expect, test } from 'vitest';
import { buildAutomationFlags } from '../../../../../../src/cli/features/automations/wizard/equivalent-command.ts';
import type { NewAutomation } from '../../../../../../src/service/endpoints/automations.ts';
import { crier } from '../../../../../support/crier.ts';

const COMMENT: NewAutomation['triggers'][number] = {
  type: 'comment_keyword',
  postId: 'all',
  keywords: ['GUIDE'],
};
const DM = { type: 'send_dm', message: 'Here' } as const;

const AUTOMATIONS: readonly (readonly [string, Pick<NewAutomation, 'triggers' | 'actions'>, string])[] = [
  ['a comment and a DM', { triggers: [COMMENT], actions: [DM] }, '--on --post --keyword --dm'],
  [
    'triggers that share their fields',
    { triggers: [COMMENT, { type: 'dm_keyword', keywords: ['GUIDE'] }], actions: [DM] },
    '--on --on --post --keyword --dm',
  ],
  [
    'triggers that differ in one',
    { triggers: [COMMENT, { type: 'dm_keyword', keywords: ['HELP'] }], actions: [DM] },
    '--trigger --trigger --dm',
  ],
  [
    'all three kinds of actions',
    {
      triggers: [{ type: 'dm_reaction', emoji: '❤️' }],
      actions: [
        { ...DM, messageUrl: 'https://bot.example/say', timeoutMs: 900, dedupWindowMinutes: 5 },
        { type: 'fire_webhook', sendCompletedEvent: true, dedupWindowMinutes: 5 },
        { type: 'send_email', to: 'a@b.example', subject: 'Hi', message: '@all', dedupWindowMinutes: 5 },
      ],
    },
    '--on --emoji --dm --message-url --timeout-ms --webhook --completed-event --email --email-subject --email-message --dedup-window-minutes',
  ],
  [
    'actions in another order',
    { triggers: [{ type: 'story_reply', storyId: 'all' }], actions: [{ type: 'fire_webhook' }, DM] },
    '--on --story --action --action',
  ],
  [
    'a text of several lines',
    { triggers: [COMMENT], actions: [{ type: 'send_dm', message: 'One\n\nTwo' }] },
    '--on --post --keyword --action',
  ],
  [
    'texts that would name a file, or standard input',
    {
      triggers: [COMMENT],
      actions: [
        { type: 'send_dm', message: '@here' },
        { type: 'send_dm', message: '-' },
      ],
    },
    '--on --post --keyword --action --action',
  ],
  [
    'a missing story, which flags do not omit',
    { triggers: [{ type: 'story_reply' }], actions: [DM] },
    '--trigger --dm',
  ],
];

describe('the flags that make an automation', () => {
  test.each(AUTOMATIONS)('%s', async (_what, parts, flags) => {
    const automation = { platform: 'instagram', name: "it's", ...parts } as const;
    const words = await buildAutomationFlags(automation);
    expect(words.map(([flag]) => flag).join(' ')).toBe(`--name ${flags}`);
    const line = ['automations', 'create', '--sandbox', ...words.flat().filter((word) => word !== undefined)];
    const { json } = await crier([...line, '--dry-run', '--json']);
    expect(json).toMatchObject({ request: { body: automation } });
  });
});
