import { describe, expect, test } from 'vitest';
import { JsonList } from '../../../src/client/json-list.ts';
import { createLongListReader, LONG_LIST_BYTES, parseJson } from '../../../src/client/parse-json.ts';
import { redactEchoedKeys, redactNamedSecrets } from '../../../src/client/redact-answer.ts';
import type { WireEvent } from '../../../src/client/wire-observer.ts';
import { createProfile, generateJwt, listProfiles } from '../../../src/service/endpoints/profiles.ts';
import { failureOf } from '../../support/network/against.ts';
import { type Scripted, scripted, testClient } from '../../support/network/client.ts';

describe('redactEchoedKeys', () => {
  const KEY = 'aB3+/dE6&gH9"jK2\\mN5';

  function answered(body: object, text = JSON.stringify(body)) {
    return { http: 200, headers: {}, bytes: new Uint8Array(Buffer.from(text)), body };
  }

  test.each([
    ['a value', { a: [{ b: `Bearer ${KEY}` }] }, { a: [{ b: 'Bearer ****\\mN5' }] }],
    ['a name', { [KEY]: 1 }, { '****\\mN5': 1 }],
    ['base64', { a: Buffer.from(`u:${KEY}`).toString('base64') }, { a: expect.stringContaining('****') }],
  ])('an answer that repeats the key shows it masked: as %s', { tags: ['T16'] }, (_how, body, shown) => {
    expect(redactEchoedKeys(answered(body), [KEY]).body).toEqual(shown);
  });

  test('its bytes stay as they came', { tags: ['T16'] }, () => {
    const answer = answered({ a: KEY });
    expect(redactEchoedKeys(answer, [KEY]).bytes).toBe(answer.bytes);
  });

  test.each([
    ['nothing of the key is in it', { token: 'somebody-elses', a: 'text' }, [KEY]],
    [
      'the key is so short that data may hold it',
      { text: 'a test of coffee', test: 1 },
      ['test', 'coffee', 'a'],
    ],
  ])('an answer is the very same when %s', (_why, body, secrets) => {
    const answer = answered(body);
    expect(redactEchoedKeys(answer, secrets)).toBe(answer);
  });

  const BOT_KEY = 'instagram-bot-key-2026';
  test.each([
    ['its longest word', { platform: 'instagram', text: 'on instagram' }],
    ['its longest word, as a name', { instagram: [{ instagram: 1 }] }],
    ['its beginning', { handle: 'instagram-bot', id: 'instagram-bot-key', 'instagram-bot-key-': 1 }],
    ['all but its last character', { text: BOT_KEY.slice(0, -1), [BOT_KEY.slice(0, -1)]: [] }],
    ['its end', { handle: BOT_KEY.slice(1), text: 'bot-key-2026' }],
    ['all of its words', { text: '2026: the key of the instagram bot' }],
    ['a number of it', { count: 2026, id: '2026' }],
    ['its beginning, in base64', { a: Buffer.from(BOT_KEY.slice(0, -3)).toString('base64') }],
  ])('what is not a whole key stays as it came: %s', { tags: ['T16'] }, (_what, body) => {
    expect(redactEchoedKeys(answered(body), [BOT_KEY]).body).toEqual(body);
    const beside = redactEchoedKeys(answered({ ...body, leak: BOT_KEY }), [BOT_KEY]).body;
    expect(beside).toEqual({ ...body, leak: '****2026' });
  });

  test('a body of which nothing was replaced is the very same', { tags: ['T16'] }, () => {
    const answer = answered({ a: [{ text: 'instagram-bot' }] });
    expect(redactEchoedKeys(answer, [BOT_KEY]).body).toBe(answer.body);
  });

  test('a list that is read later stays one, and its elements are cleaned as they are read', {
    tags: ['T16'],
  }, () => {
    const one = (at: number) => ({ id: String(at), text: at === 7 ? `got ${KEY}` : 'x'.repeat(2_000) });
    const list = Array.from({ length: Math.ceil(LONG_LIST_BYTES / 2_000) }, (_, at) => one(at));
    const bytes = Buffer.from(JSON.stringify({ status: 'success', instagram: list }));
    const reading = createLongListReader({
      fromBytes: LONG_LIST_BYTES,
      eager: [],
      lateFault: (fault) => fault,
    });
    const body = Object(parseJson(bytes, reading));
    const answer = { http: 200, headers: {}, bytes, body };
    const shown = Reflect.get(redactEchoedKeys(answer, [KEY]).body, 'instagram');
    expect(shown).toBeInstanceOf(JsonList);
    const expected = list.with(7, { id: '7', text: 'got ****\\mN5' });
    expect([...shown]).toEqual(expected);
    expect([...shown]).toEqual(expected);
  });
});

describe('redactNamedSecrets', () => {
  const KEY = 'NEWKEY-1234567890-wxyz';

  test.each([
    ['JSON that was cut', `{"profileKey":"${KEY}","a":[`, '{"profileKey":"****wxyz","a":['],
    ['a value that was cut', `{"profileKey":"${KEY}`, '{"profileKey":"****'],
    [
      'HTML',
      `<p>{"profile_key" : "${KEY}"}</p> <b>key</b>`,
      '<p>{"profile_key" : "****wxyz"}</p> <b>key</b>',
    ],
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
  ])("the value after a secret's name is masked in any text: %s", { tags: ['C8'] }, (_what, text, shown) => {
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

  describe('a new key is shown nowhere', { tags: ['T16'] }, () => {
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
});
