import { expect, test } from 'vitest';
import type { ModelCommand } from '../../support/model/command.ts';
import { runScenario } from '../../support/model/run-scenario.ts';
import { Difference } from '../../support/model/scenario.ts';
import { openScenarioSandbox, type ScenarioSandbox } from '../../support/model/scenario-sandbox.ts';

/**
 * One of everything: a comment that is answered by a DM, an email and a webhook, and one that is not; a DM whose answer
 * comes from a callback. The receiver of its webhook is down at first.
 */
const STEPS: readonly ModelCommand[] = [
  { do: 'webhook', profile: 'primary', registered: true, place: 0, secret: 'the-first-secret' },
  { do: 'secret', profile: 'primary', secret: 'the-second-secret', isReadable: true },
  { do: 'outside', webhooks: 'down', texts: 'well' },
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
  {
    do: 'create',
    profile: 'primary',
    triggers: [{ type: 'dm_keyword', keywords: ['price'] }],
    actions: [{ type: 'send_dm', message: 'Not this.', messageUrl: 'https://texts.example/next' }],
  },
  engaged('comment', 'mara'),
  engaged('dm', 'ben'),
  { do: 'advance', seconds: 60 },
  engaged('comment', 'mara'),
  { do: 'compare' },
  { do: 'outside', webhooks: 'well', texts: 'well' },
  { do: 'advance', seconds: 60 },
];

function engaged(kind: 'comment' | 'dm', who: string): ModelCommand {
  return {
    do: 'engage',
    profile: 'primary',
    kind,
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
  const recorded = <T>(name: string, answer: T): T =>
    name === of ? JSON.parse(lie(JSON.stringify(answer))) : answer;
  return {
    ...sandbox,
    control: async (name, input) => recorded(name, await sandbox.control(name, input)),
    outbound: { ...sandbox.outbound, seen: () => recorded('outbound', sandbox.outbound.seen()) },
    service: async (method, path, sending) =>
      recorded(
        `${method} ${path.replace(/auto_\w+/, 'id').replace(/\?.*/, '')}`,
        await sandbox.service(method, path, sending),
      ),
  };
};

test('a sandbox that does not lie is believed', async () => {
  expect(await runScenario(STEPS)).toEqual({
    sent: 2,
    deduplicated: 1,
    delivered: 3,
    attempts: 7,
    'texts used': 1,
    'callbacks asked': 1,
  });
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
  ['a DM that came twice', 'listInbox', swap(/\[(.*)\]/, '[$1,$1]'), 'has 4 entries'],
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
  ['a text that no callback returned', 'listInbox', swap('"For ', '"for '), 'text is "for '],
  ['another time', 'listDeliveries', swap('"nextAttempt":"2026', '"nextAttempt":"2025'), 'nextAttempt is'],
  ['an attempt more', 'listDeliveries', swap(/"attempts":\d/, '"attempts":9'), 'attempts is 9'],
  ['a delivery that ended', 'listDeliveries', swap('"waiting"', '"failed"'), 'state is "failed"'],
  ['an empty history', 'GET /hook/history', swap(/\[.*\]/, '[]'), 'automations has 0 entries'],
  ['an attempt at another time', 'GET /hook/history', swap('"at":"2026', '"at":"2025'), '.at is "2025'],
  ['another answer', 'GET /hook/history', swap('"status":503', '"status":500'), '.status is 500'],
  [
    'a request that came twice',
    'outbound',
    swap(/^\[(.*)\]$/s, '[$1,$1]'),
    'the requests that left:  has 10 entries',
  ],
  ['nothing that left', 'outbound', swap(/.*/s, '[]'), 'the requests that left:  has 0 entries'],
  ['no signature', 'outbound', swap('"signed":"the-first-secret"', '"signed":"none"'), 'signed is "none"'],
  [
    'no second signature',
    'outbound',
    swap('"signedToo":"the-second-secret"', '"signedToo":"none"'),
    'signedToo is "none"',
  ],
  ['another moment', 'outbound', swap(/"timeStamp":\d/, '"timeStamp":9'), 'body.timeStamp is'],
  ['another hookId', 'outbound', swap(/"hookId":"/, '"hookId":"X'), 'body.hookId is "X'],
  [
    'the template in a callback',
    'outbound',
    swap('"eventId"', '"message":"Not this.","eventId"'),
    'body.message is "Not this."',
  ],
])(
  '%s, where it is not so, is found',
  { tags: ['W-02', 'T12', 'S10', 'W-01', 'K-09'] },
  async (_what, of, lie, words) => {
    const ran = runScenario(STEPS, lying(of, lie));
    await expect(ran).rejects.toThrow(Difference);
    await expect(ran).rejects.toThrow(words);
  },
);

function swap(found: string | RegExp, by: string): Lie {
  return (answer) => answer.replace(found, by);
}
