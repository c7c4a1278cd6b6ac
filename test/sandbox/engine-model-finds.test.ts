import { expect, test } from 'vitest';
import type { Command } from '../support/model/command.ts';
import { runScenario } from '../support/model/run-scenario.ts';
import { Difference } from '../support/model/scenario.ts';
import { openScenarioSandbox, type ScenarioSandbox } from '../support/model/scenario-sandbox.ts';

/** One of everything: a comment that is answered by a DM, an email and a webhook, and one that is not. */
const STEPS: readonly Command[] = [
  { do: 'webhook', profile: 'primary', registered: true },
  {
    do: 'create',
    profile: 'primary',
    triggers: [{ type: 'comment_keyword', postId: 'all', keywords: ['price'] }],
    actions: [
      { type: 'send_dm', message: 'Here it is.' },
      { type: 'send_email', to: 'desk@shop.example', message: 'One more.' },
      { type: 'fire_webhook', sendCompletedEvent: true },
    ],
  },
  comment('mara'),
  { do: 'advance', seconds: 60 },
  comment('mara'),
  { do: 'advance', seconds: 60 },
];

function comment(who: string): Command {
  return {
    do: 'engage',
    profile: 'primary',
    kind: 'comment',
    who,
    text: 'price',
    emoji: '🔥',
    place: 0,
    lateSeconds: 0,
  };
}

/** A sandbox some of whose answers are not true. */
type Lie = (answer: string) => string;

const lying = (of: string, lie: Lie) => async (): Promise<ScenarioSandbox> => {
  const sandbox = await openScenarioSandbox();
  // A lie changes words and not the shape, or is found for that.
  const told = <T>(name: string, answer: T): T =>
    name === of ? JSON.parse(lie(JSON.stringify(answer))) : answer;
  return {
    ...sandbox,
    control: async (name, input) => told(name, await sandbox.control(name, input)),
    service: async (method, path, sending) =>
      told(
        `${method} ${path.replace(/auto_\w+/, 'id').replace(/\?.*/, '')}`,
        await sandbox.service(method, path, sending),
      ),
  };
};

test('a sandbox that does not lie is believed', async () => {
  expect(await runScenario(STEPS)).toEqual({ sent: 1, deduplicated: 1 });
});

test.each<[string, string, Lie, string]>([
  ['a refusal', 'POST /automations', () => '{"http":429,"body":{"code":470}}', 'the answer is 470'],
  ['a due time before its time', 'engage', swap('"dueAt":"2026', '"dueAt":"2025'), 's after the engagement'],
  ['nothing that fires', 'engage', swap(/"dispatches":\[.*?\]/, '"dispatches":[]'), 'it fires nothing'],
  ['no rows', 'GET /automations/id/activity', swap(/"activity":\[.*\],/, '"activity":[],'), 'has 0 entries'],
  ['another end', 'GET /automations/id/activity', swap('"deduplicated"', '"failed"'), 'status is "failed"'],
  ['another source', 'GET /automations/id/activity', swap('"template"', '"callback"'), 'messageSource'],
  [
    'another person',
    'GET /automations/id/activity',
    swap(/"recipientId":"/, '"recipientId":"1'),
    'has the id',
  ],
  ['what was not sent', 'GET /automations/id/activity', swap('Here it is.', 'Here.'), 'sent.message'],
  ['another count', 'GET /automations', swap('"totalSent":1', '"totalSent":2'), 'stats.totalSent is 2'],
  ['a DM that came twice', 'listInbox', swap(/\[(.*)\]/, '[$1,$1]'), 'has 2 entries'],
  ['a DM that did not come', 'listInbox', swap(/\[.*\]/, '[]'), 'has 0 entries'],
  ['another text', 'listInbox', swap('Here it is.', 'Here.'), 'text is "Here."'],
  ['no email', 'listOutbox', swap(/\[.*\]/, '[]'), 'the outbox'],
  ['an event without a key', 'listDeliveries', swap('"storyId":null,', ''), 'storyId is missing'],
  [
    'an event of another end',
    'listDeliveries',
    swap('"status":"sent"', '"status":"failed"'),
    'the deliveries',
  ],
])('%s, where it is not so, is found', async (_what, of, lie, words) => {
  const ran = runScenario(STEPS, lying(of, lie));
  await expect(ran).rejects.toThrow(Difference);
  await expect(ran).rejects.toThrow(words);
});

function swap(found: string | RegExp, by: string): Lie {
  return (answer) => answer.replace(found, by);
}
