import { describe, expect, test } from 'vitest';
import { detectPrivateReplyReason } from '../../../../src/domain/requests/read-answer.ts';
import { formatIsoSeconds } from '../../../../src/domain/time/read-timestamp.ts';
import { computeSignature } from '../../../../src/domain/webhooks/delivery.ts';
import type { OutboundAnswer, OutboundRequest } from '../../../../src/outbound/outbound.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../../src/service/durations.ts';
import { WEBHOOK_HEADERS } from '../../../../src/service/webhooks.ts';
import { DM, HOOK } from '../../../support/automations/engaged-sandbox.ts';
import { control } from '../../../support/control.ts';
import { createFakeOutbound, withText } from '../../../support/engine/fake-outbound.ts';
import { blogEntries, FEED_URL, FRESH_ENTRY, ok, writeRss } from '../../../support/network/feed-site.ts';
import { NOW, smallSandbox } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const CALLED = { ...DM, messageUrl: 'https://texts.example.com/secret-path' };
const OLD_SECRET = 'the secret of yesterday';
const NEW_SECRET = 'the secret of today 2026';
const WEBHOOK = 'https://hooks.example.com/automations';

const FAILED = { status: 503, body: new Uint8Array() };

type AnsweredRequest = Parameters<typeof createFakeOutbound>[0];

const { signature: SIGNATURE, signatureV2, signedAt, attempt: ATTEMPT } = WEBHOOK_HEADERS;
const describeAttempt = ({ headers }: OutboundRequest) => ({
  attempt: headers[ATTEMPT],
  at: Number(headers[signedAt]) * SECOND_MS,
  next: signatureV2 in headers,
});

/** A machine that works by its own time, and sleeps for a day: its clock is a day later at once. */
async function sleepingSandbox(answer: AnsweredRequest = () => FAILED) {
  const outbound = createFakeOutbound(answer);
  const small = await smallSandbox(SLIGHT_SEED, NOW, { openOutbound: async () => outbound });
  await control(small.sandbox, 'setRateLimit', { max: null });
  const post = async (path: string, body: object) =>
    (await small.ask(path, { method: 'POST', body: JSON.stringify(body) })).body;
  const sleep = () => small.clock.advance(DAY_MS);
  return { ...small, outbound, post, sleep };
}

describe('a sandbox that slept for a day', { tags: ['T4'] }, () => {
  test('publishes each post that became due once', async () => {
    const { ask, post, sleep } = await sleepingSandbox();
    const scheduleDate = new Date(NOW + 3_600 * SECOND_MS).toISOString();
    const { id } = await post('/post', { post: 'Open until eight', platforms: ['bluesky'], scheduleDate });
    expect((await ask('/history')).body.history.find((each: { id: string }) => each.id === id).status).toBe(
      'pending',
    );
    sleep();
    await ask('/user');
    await ask('/user');
    const { history } = (await ask('/history')).body;
    expect(history.filter((each: { id: string }) => each.id === id)).toMatchObject([{ status: 'success' }]);
  });

  test('sends each message that was due once, and makes one attempt of a delivery, not all that it missed', async () => {
    const { sandbox, outbound, post, sleep } = await sleepingSandbox();
    await post('/hook/webhook', { action: 'automations', url: WEBHOOK });
    const triggers = [{ type: 'dm_keyword', keywords: ['price'] }];
    await post('/automations', { name: 'Price', triggers, actions: [DM, HOOK] });
    await control(sandbox, 'engage', { kind: 'dm', text: 'price', from: { username: 'mara' } });
    sleep();
    const running = await sandbox.keepRunning();
    const listAttempts = () => outbound.asked.map(({ headers }) => headers['X-Service-Delivery-Attempt']);
    running.wake();
    await expect.poll(listAttempts).toEqual(['0', '0']); // triggered and completed
    const { messages } = (await control(sandbox, 'listInbox')).body;
    expect(messages).toMatchObject([{ text: DM.message, at: formatIsoSeconds(NOW + DAY_MS) }]);
    // of the twelve attempts that the next day would have had, one is made
    sleep();
    running.wake();
    await expect.poll(listAttempts).toEqual(['0', '0', '1', '1']);
    expect((await control(sandbox, 'listInbox')).body.messages).toHaveLength(1);
    await sandbox.stop();
  });

  test('does not send a message whose time was over meanwhile, and says why', async () => {
    const { sandbox, ask, post, sleep } = await sleepingSandbox();
    await control(sandbox, 'setDmLimits', { perHour: 1 });
    const triggers = [{ type: 'comment_keyword', postId: 'all', keywords: ['price'] }];
    const { id } = await post('/automations', { name: 'Price', triggers, actions: [DM] });
    // a comment may have a private reply for seven days
    const at = new Date(NOW - 7 * DAY_MS + 12 * HOUR_MS).toISOString();
    for (const username of ['mara', 'ben'])
      await control(sandbox, 'engage', { kind: 'comment', text: 'price', from: { username }, at });
    const listRows = async () => (await ask(`/automations/${id}/activity`)).body.activity;
    expect((await listRows()).map(({ status }: { status: string }) => status).toSorted()).toEqual([
      'in_flight',
      'sent',
    ]);
    sleep();
    const failed = (await listRows()).find(({ status }: { status: string }) => status !== 'sent');
    expect(failed.status).toBe('failed');
    expect(detectPrivateReplyReason(failed.errorDetails)).toBe('the comment is older than 7 days');
    expect((await control(sandbox, 'listInbox')).body.messages).toHaveLength(1);
  });

  test('what was being sent has one effect, and is signed by what is valid after the sleep', async () => {
    const open: { url: string; end(answer: Partial<OutboundAnswer>): void }[] = [];
    const site = [FRESH_ENTRY, ...blogEntries(1, 10)];
    const answers: Record<string, Partial<OutboundAnswer>> = {
      [FEED_URL]: ok(writeRss(site.slice(1))),
      [WEBHOOK]: { status: 200, body: new Uint8Array() },
      [CALLED.messageUrl]: withText('Later'),
    };
    let answer = ({ url }: OutboundRequest): ReturnType<AnsweredRequest> => answers[url] ?? FAILED;
    const { sandbox, ask, post, outbound, sleep, clock } = await sleepingSandbox((each) => answer(each));
    await post('/feed', { url: FEED_URL });
    await post('/hook/webhook', { action: 'automations', url: WEBHOOK, secret: OLD_SECRET });
    await control(sandbox, 'setWebhookSecret', { secret: NEW_SECRET });
    const triggers = [{ type: 'dm_keyword', keywords: ['price'] }];
    for (const action of [CALLED, HOOK])
      await post('/automations', { name: action.type, triggers, actions: [action] });
    await control(sandbox, 'engage', { kind: 'dm', text: 'price', from: { username: 'mara' } });
    answer = ({ url }) => new Promise((end) => void open.push({ url, end }));
    const running = await sandbox.keepRunning();
    clock.advance(HOUR_MS);
    running.wake();
    const listOpen = () => [...new Set(open.map(({ url }) => url))].toSorted();
    await expect.poll(listOpen).toEqual([FEED_URL, WEBHOOK, CALLED.messageUrl].toSorted());
    const before = open.length;
    sleep();
    running.wake();
    // what may be repeated is sent again, on a new connection; the callback is not
    await expect.poll(() => open.slice(before).map(({ url }) => url)).toContain(FEED_URL);
    answers[FEED_URL] = ok(writeRss(site));
    answer = ({ url }) => answers[url] ?? FAILED;
    for (const { url, end } of open) end(answers[url] ?? FAILED);
    const list = async () => (await control(sandbox, 'listDeliveries')).body.deliveries;
    await expect
      .poll(async () => (await list()).map(({ state }) => state))
      .toEqual(['delivered', 'delivered']);
    await sandbox.stop();
    const { history } = (await ask('/history?limit=1000&lastDays=0')).body;
    expect(history.filter(({ post: text }: { post: string }) => text.startsWith('Fresh'))).toHaveLength(1);
    expect((await control(sandbox, 'listInbox')).body.messages).toMatchObject([{ text: DM.message }]);
    expect(outbound.asked.filter(({ url }) => url === CALLED.messageUrl)).toHaveLength(1);
    const sent = outbound.asked.filter(({ url }) => url === WEBHOOK);
    const byOld = sent.filter(
      ({ headers, body }) => headers[SIGNATURE] === computeSignature(body, OLD_SECRET),
    );
    const byNew = sent.filter(
      ({ headers, body }) => headers[SIGNATURE] === computeSignature(body, NEW_SECRET),
    );
    expect(byOld.map(describeAttempt)).toEqual(
      Array(2).fill({ attempt: '0', at: NOW + HOUR_MS, next: true }),
    );
    expect(byNew.map(describeAttempt)).toEqual(
      Array(2).fill({ attempt: '1', at: NOW + HOUR_MS + DAY_MS, next: false }),
    );
  });

  test('has free limits again, and links and addresses of yesterday have ended', async () => {
    const { sandbox, ask, sleep } = await sleepingSandbox();
    await control(sandbox, 'setRateLimit', { max: 2 });
    const statuses = async () => [
      (await ask('/user')).http,
      (await ask('/user')).http,
      (await ask('/user')).http,
    ];
    expect(await statuses()).toEqual([200, 200, 429]);
    const { body } = await ask('/media/uploadUrl?fileName=a.png', { headers: {} });
    expect(body.code).toBe(1429);
    sleep();
    expect(await statuses()).toEqual([200, 200, 429]);
    await control(sandbox, 'setRateLimit', { max: null });
    const { sessionId } = (await ask('/profiles/link-sessions', { as: 'acme', method: 'POST', body: '{}' }))
      .body;
    const { uploadUrl } = (await ask('/media/uploadUrl?fileName=a.png')).body;
    sleep();
    expect((await ask(`/profiles/link-sessions/${sessionId}`)).body.state).toBe('expired');
    const request = new Request(uploadUrl, { method: 'PUT', body: 'bytes' });
    expect((await sandbox.fetch(request)).status).not.toBe(200);
  });
});
