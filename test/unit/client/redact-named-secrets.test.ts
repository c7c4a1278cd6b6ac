import { describe, expect, test } from 'vitest';
import { redactNamedSecrets } from '../../../src/client/redact-answer.ts';
import type { WireEvent } from '../../../src/client/wire-observer.ts';
import { createProfile, generateJwt, listProfiles } from '../../../src/service/endpoints/profiles.ts';
import { failureOf } from '../../support/against.ts';
import { type Scripted, scripted, testClient } from '../../support/client.ts';

const KEY = 'NEWKEY-1234567890-wxyz';

test.each([
  ['JSON that was cut', `{"profileKey":"${KEY}","a":[`, '{"profileKey":"****wxyz","a":['],
  ['a value that was cut', `{"profileKey":"${KEY}`, '{"profileKey":"****'],
  ['HTML', `<p>{"profile_key" : "${KEY}"}</p> <b>key</b>`, '<p>{"profile_key" : "****wxyz"}</p> <b>key</b>'],
  [
    'HTML with its quotes escaped',
    `&quot;token&quot;:&quot;${KEY}&quot;,`,
    '&quot;token&quot;:&quot;****wxyz&quot;,',
  ],
  ['JSON within JSON', `x "{\\"apiKey\\":\\"${KEY}\\"}"`, 'x "{\\"apiKey\\":\\"****wxyz\\"}"'],
  ['a quote in it', 'x {"privateKey":"a\\"b c\\"","d":1', 'x {"privateKey":"****","d":1'],
  ['a number', "{'token': 1234567, 'b'", "{'token': ****, 'b'"],
  ['a list', `x "tokens":["${KEY}"]`, 'x "tokens":****'],
  ['a query', `/x?api_key=${KEY}&b=1`, '/x?api_key=****wxyz&b=1'],
  ['a header', `Authorization: Bearer ${KEY}\n`, 'Authorization: Bearer ****wxyz\n'],
  ['words', 'Invalid token: expired', 'Invalid token: expired'],
])("C8 the value after a secret's name is masked in any text: %s", (_what, text, shown) => {
  expect(redactNamedSecrets(text)).toBe(shown);
});

const HTML = { 'content-type': 'text/html' };
const ODD_ANSWERS: readonly (readonly [string, Scripted])[] = [
  ['cut', { body: Buffer.from(`{"profileKey":"${KEY}","status":`) }],
  ['cut within the key', { body: Buffer.from(`{"profileKey":"${KEY.slice(0, -2)}`) }],
  ['HTML', { headers: HTML, body: Buffer.from(`{"profile_key":"${KEY}"}`) }],
];

/** All that is shown of an answer, in an error and on the wire. */
async function shownOf(
  answer: Scripted,
  ask: (client: ReturnType<typeof testClient>) => Promise<unknown>,
): Promise<{ readonly message: string; readonly all: string }> {
  const events: WireEvent[] = [];
  const client = testClient({ transport: scripted(answer), observe: (event) => void events.push(event) });
  const { message, facts } = await failureOf(ask(client));
  return { message, all: JSON.stringify([message, facts, events]) };
}

describe('T16 a new key is shown nowhere', () => {
  test.each([
    ...ODD_ANSWERS,
    ['an odd member', { body: { profileKey: KEY, status: 5 } }] as const,
    ['a list', { body: [KEY] }] as const,
    ['a text', { body: KEY }] as const,
    ['a text that is cut', { body: Buffer.from(`"${KEY}`) }] as const,
  ])('whatever the response with the secret looks like: %s', async (_what, answer) => {
    const made = await shownOf(answer, (client) => client.call(createProfile, { body: { title: 'Shop' } }));
    expect(made.all).not.toContain('NEWKEY');
    expect(made.message).not.toContain('beginning');
    const body = { profileKey: 'other', domain: 'shop', privateKey: 'pem' };
    expect((await shownOf(answer, (client) => client.call(generateJwt, { body }))).all).not.toContain(
      'NEWKEY',
    );
  });

  test.each(ODD_ANSWERS)('and nothing under its name in any other answer: %s', async (_what, answer) => {
    const listed = await shownOf(answer, (client) => client.call(listProfiles, {}));
    expect(listed.all).not.toContain('NEWKEY');
    expect(listed.message).toContain('beginning');
  });
});
