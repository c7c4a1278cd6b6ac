import { expect, test } from 'vitest';
import { connectMcp, type ToolReply } from '../../support/agents/connect-mcp.ts';
import { control } from '../../support/control.ts';
import { openTestSandbox } from '../../support/crier.ts';
import { ORDERS } from '../../support/hostile/orders.ts';

/** A word that is at both ends of each text, and in nothing else. */
const WORD = 'quagga';
const STRANGERS = ['stranger.one', 'stranger.two'] as const;

/** What remains of an answer without the texts between its marks. */
function withoutFenced({ text }: ToolReply): string {
  const mark = /^Texts between <(others-[0-9a-f]{8})>/.exec(text)?.[1];
  return mark === undefined ? text : text.replaceAll(new RegExp(`<${mark}>.*?</${mark}>`, 'gs'), '');
}

const READS = [
  ...STRANGERS.map((from) => ['comments_inbox', { from, limit: 50 }] as const),
  ['automations_explain', { automationId: 'auto_K7pW2mXq9L', person: STRANGERS[0] }],
  ['automations_activity', { id: 'auto_K7pW2mXq9L', limit: 20 }],
  ['hooks_deliveries', { limit: 20 }],
  ['messages_list', { platform: 'instagram', limit: 20 }],
  ['reviews_list', { platform: 'facebook', limit: 20 }],
] as const;

test('comments and messages that give orders are texts of others, and nothing else', {
  tags: ['T24'],
}, async () => {
  const sandbox = { ...(await openTestSandbox()), close: () => {} };
  for (const [at, order] of ORDERS.entries()) {
    const from = { username: at % 2 === 0 ? STRANGERS[0] : STRANGERS[1] };
    const text = `${WORD} GUIDE ${order} ${WORD}`;
    await control(sandbox, 'engage', { kind: 'comment', from, text });
    if (at < 2) await control(sandbox, 'engage', { kind: 'dm', from, text });
  }
  const { call, close } = await connectMcp('--tools automations,messages,reviews', { sandbox });
  const replies = await Promise.all(READS.map(([name, input]) => call(name, input)));
  expect(replies.filter(({ isError }) => isError).map(({ text }) => text)).toEqual([]);
  const [one = '', two = ''] = replies.map(({ text }) => text);
  expect(`${one}${two}`.split(`>${WORD} GUIDE`).length - 1).toBe(ORDERS.length);
  for (const reply of replies) expect(withoutFenced(reply)).not.toContain(WORD);
  await close();
});
