import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transport } from '../../../src/client/transport.ts';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import type { Message } from '../../../src/service/endpoints/messages.ts';
import { control } from '../../support/control.ts';
import { type Around, crier, openTestSandbox } from '../../support/crier.ts';

let opened: Sandbox;
let sandbox: Sandbox;
const run = (words: readonly string[], around: Around = {}) =>
  crier([...words, '--sandbox'], { sandbox, ...around });
const json = async (words: readonly string[]) => JSON.parse((await run([...words, '--json'])).stdout);

beforeAll(async () => {
  opened = await openTestSandbox();
  sandbox = { ...opened, close: () => {} };
  for (const network of ['instagram', 'facebook', 'twitter']) {
    const words = ['sandbox', 'engage', 'dm', '--from', 'mara', '--text', `hello ${network}`];
    expect((await crier([...words, '--platform', network], { sandbox })).exitCode).toBe(0);
  }
});
afterAll(() => opened.close());

describe.each(['instagram', 'facebook', 'twitter'])('on %s', (network) => {
  test('a message that is sent is shown below the one that it answers', async () => {
    const sent = await json(['messages', 'send', network, '@Mara', '--text', 'Yes.']);
    expect(sent).toMatchObject({ status: 'success', message: 'Yes.' });
    const { messages } = await json(['messages', 'show', network, 'mara']);
    expect(messages.map(({ message }: { message: string }) => message)).toEqual([`hello ${network}`, 'Yes.']);
    const byId = await json(['messages', 'show', network, messages[0].conversationId]);
    expect(byId.messages).toEqual(messages);
    const { stderr } = await run(['messages', 'show', network, messages[0].conversationId, '--verbose']);
    const requests = stderr.match(/GET \S*\/messages\/\S+/g);
    expect(requests).toEqual(Array(2).fill(expect.stringContaining('conversationId=')));
    const list = await json(['messages', 'list', network, '-n', '1']);
    expect(list).toMatchObject({ messages: [{ message: 'Yes.' }], meta: { pagination: { hasMore: true } } });
  });
});

test('a person whose id a service refuses as that of a conversation is found among the messages', async () => {
  const { messages } = await json(['messages', 'show', 'instagram', 'mara']);
  const [{ senderId, conversationId }] = messages;
  const answer: Sandbox['answer'] = async (request) => {
    const asked = request.url.searchParams.get('conversationId');
    if (asked !== senderId) return sandbox.answer(request);
    const headers = { 'content-type': 'application/json' };
    return { status: 404, headers, body: Buffer.from('{"status":"error","code":186,"message":"not found"}') };
  };
  const found = await run(['messages', 'show', 'instagram', senderId, '--json'], {
    sandbox: { ...sandbox, answer },
  });
  expect(found.json).toMatchObject({ conversationIds: [conversationId], messages });
});

test('a table of 40 columns names the person and the text', async () => {
  const around = { isTerminal: true, columns: 40, env: { NO_COLOR: '1' } };
  const { stdout } = await run(['messages', 'show', 'instagram', 'mara'], around);
  expect(stdout).toContain('@mara');
  expect(stdout).toContain('hello');
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(40);
});

test('--dry-run sends nothing', async () => {
  const before = await json(['messages', 'list', 'facebook']);
  const { request } = await json(['messages', 'send', 'facebook', 'mara', '--text', 'Later.', '--dry-run']);
  expect(request.body).toEqual({ conversationId: 'mara', message: 'Later.' });
  expect((await json(['messages', 'list', 'facebook'])).messages).toEqual(before.messages);
});

test.each([
  [['send', 'instagram', 'nobody', '--text', 'hello'], 'no conversation with nobody on Instagram', 5],
  [['send', 'twitter', 'nobody', '--text', 'hello'], 'there are conversations with mara;', 5],
  [['send', 'instagram', 'mara', '--media', './cup.png'], '"crier media upload ./cup.png --sandbox"', 2],
  [['show', 'instagram', 'nobody'], 'no conversation with nobody', 5],
  [['send', 'instagram', 'mara'], 'the text is missing', 2],
  [['send', 'instagram', '--text', 'hello'], 'the person is missing', 2],
  [['list', 'instagram', '--cursor', 'x'], 'for X only', 2],
])('%j is refused', async (words, message, exitCode) => {
  const ran = await run(['messages', ...words]);
  expect([ran.exitCode, ran.stderr]).toEqual([exitCode, expect.stringContaining(message)]);
});

test('a person who reads the messages of the account is a messageRead event, which has no id', async () => {
  const read = async (words: string) => crier(`sandbox engage read ${words}`, { sandbox });
  const stranger = await read('--from otto');
  expect([stranger.exitCode, stranger.stderr]).toEqual([
    2,
    expect.stringContaining('otto has no message of'),
  ]);
  const unheard = await read('--from mara');
  expect([unheard.exitCode, unheard.stderr]).toEqual([
    0,
    expect.stringContaining('no webhook is registered'),
  ]);
  await json(['hooks', 'register', 'messages', 'https://hooks.example/dm']);
  const ran = await read('--from @mara --platform facebook --json');
  const document = JSON.parse(ran.stdout);
  expect(document).toMatchObject({ username: 'mara', messages: 1, hookId: expect.any(String) });
  const { deliveries } = (await control(opened, 'listDeliveries')).body;
  const event = deliveries.find(({ hookId }) => hookId === document.hookId)?.event;
  expect(event).toMatchObject({
    subAction: 'messageRead',
    type: 'received',
    platform: 'facebook',
    message: null,
    conversationId: document.conversationId,
    senderDetails: { username: 'mara' },
  });
  expect(event).not.toHaveProperty('id');
  for (const words of ['--from mara --text hello', '--from mara --run', '--from mara --count 2', '']) {
    expect((await read(words)).exitCode).toBe(2);
  }
});

test('a person who has another handle now is listed and found by it, with what was written before', async () => {
  const about = { conversationId: 'c', created: '2026-09-20T10:00:00Z', message: 'hello' };
  const written = (id: string, username: string) => ({
    ...{ ...about, id, action: 'received', senderId: 'p', recipientId: 'own', senderDetails: { username } },
  });
  const sent = { ...about, id: '3', action: 'sent', senderId: 'own', recipientId: 'p' };
  const messages = [sent, written('2', 'mara.new'), written('1', 'mara.old')];
  const answer: Sandbox['answer'] = async (request) => {
    if (!request.url.pathname.startsWith('/messages/')) return sandbox.answer(request);
    const headers = { 'content-type': 'application/json' };
    return { status: 200, headers, body: Buffer.from(JSON.stringify({ status: 'success', messages })) };
  };
  const ask = (words: string) => run(words.split(' '), { sandbox: { ...sandbox, answer } });
  const found = JSON.parse((await ask('messages list instagram --from mara.new --json')).stdout);
  expect(found.messages.map(({ id }: Message) => id)).toEqual(['2', '1']);
  for (const words of ['list instagram', 'show instagram mara.new']) {
    const { stdout } = await ask(`messages ${words} -o table --wide`);
    expect(stdout.match(/@mara\S*/g)).toEqual(Array(3).fill('@mara.new'));
  }
  const inbox = JSON.parse(
    (await ask('inbox list --kind message --platform instagram --state all --json')).stdout,
  );
  expect(inbox.items.map(({ person }: { person: object }) => person)).toMatchObject([{ handle: 'mara.new' }]);
});

test('twitter continues with a cursor', async () => {
  const first = await json(['messages', 'list', 'twitter', '-n', '1']);
  const cursor = first.meta.pagination.next;
  const second = await json(['messages', 'list', 'twitter', '-n', '1', '--cursor', cursor]);
  expect(second.messages[0].id).not.toBe(first.messages[0].id);
});

test('the automatic reply is changed by what the flags name', async () => {
  const at = ['messages', 'autoresponse'];
  expect(await json(at)).toMatchObject({ autoResponseActive: false, autoResponseWaitSeconds: 86_400 });
  await json([...at, '--on', '--text', 'Soon.', '--wait', '12h']);
  const on = { autoResponseActive: true, autoResponseMessage: 'Soon.', autoResponseWaitSeconds: 43_200 };
  expect(await json(at)).toMatchObject(on);
  await json([...at, '--off', '--dry-run']);
  expect(await json(at)).toMatchObject(on);
  expect(await json([...at, '--off'])).toMatchObject({ ...on, autoResponseActive: false });
});

test('an automatic reply of blanks is refused, once', async () => {
  const { exitCode, stderr } = await run(['messages', 'autoresponse', '--on', '--text', ' ']);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining('autoResponseMessage must not be blank'),
  });
});

describe('messages list finds', () => {
  test.each([
    ['words, in any case', 'facebook --contains FACEBOOK', ['hello facebook']],
    ['what a person wrote', 'facebook --from @MARA', ['hello facebook']],
    ['words of a person', 'instagram --from mara --contains hello', ['hello instagram']],
  ])('%s', async (_what, words, expected) => {
    const { messages } = await json(['messages', 'list', ...words.split(' ')]);
    expect(messages.map(({ message }: { message: string }) => message)).toEqual(expected);
  });

  test('nothing, and says how many it looked through', async () => {
    const words = ['messages', 'list', 'facebook', '--contains', 'espresso', '-o', 'table'];
    const { stdout, stderr } = await run(words);
    expect(stdout).toBe('no message matches on Facebook\n');
    expect(stderr).toBe('looked through 2 messages: none matches\n');
    const all = await run([...words, '--all-profiles']);
    expect(all.stderr).toMatch(/^looked through \d+ messages: none matches$/m);
  });

  test.each([
    ['cut: the rest of the page is listed by a higher limit', 1, { next: null, nextFlags: ['--limit', '2'] }],
    ['whole: the next page follows', 5, { next: 'abc', nextFlags: ['--cursor', 'abc'] }],
  ])('a page of X that is %s', async (_what, limit, pagination) => {
    const messages = ['Yes.', 'no', 'yes!'].map((message, at) => ({
      id: `${at}`,
      message,
      action: 'received',
    }));
    const asked: (string | null)[] = [];
    const network: Transport = async ({ url }) => {
      asked.push(url.searchParams.get('limit'));
      const body = (async function* () {
        yield Buffer.from(JSON.stringify({ status: 'success', messages, next: 'abc' }));
      })();
      return { status: 200, headers: { 'content-type': 'application/json' }, body };
    };
    const env = { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-A-SEARCH-0002' };
    const ran = await crier(`messages list twitter --contains YES -n ${limit} --json`, { network, env });
    expect(asked).toEqual(['100']);
    expect(ran.json).toMatchObject({
      next: pagination.next,
      meta: { pagination: { hasMore: true, ...pagination } },
    });
    expect(ran.stderr).toContain(
      limit === 1 ? 'showing the latest 1: raise -n' : 'looked through the latest 3: ',
    );
  });
});
