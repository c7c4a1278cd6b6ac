import { describe, expect, test } from 'vitest';
import {
  buildScheduledEvent,
  buildTikTokPublishedEvent,
} from '../../../../src/sandbox/publish/post-events.ts';
import { ASSUMED } from '../../../../src/service/assumed.ts';
import { WEBHOOK_EVENTS } from '../../../../src/service/webhook-events.ts';
import { control } from '../../../support/control.ts';
import { loopbackOutbound } from '../../../support/history/loopback-outbound.ts';
import { openReceiver } from '../../../support/receiver/receiver.ts';
import { dateAfter, postingSandbox } from '../../../support/sandbox/posting-sandbox.ts';
import { eventFieldsOf } from '../../../unit/service/event-fields-of.ts';

const FILM = { mediaUrls: ['https://media.example/film.mp4'] };
const CONFIRMED = ASSUMED.tiktokProcessingMs / 1_000;
const keys = (event: object | undefined) => Object.keys(event ?? {}).toSorted();

/** A sandbox where the Primary Profile listens. */
async function listening() {
  const posting = await postingSandbox();
  await posting.listenToPosts();
  return posting;
}

describe('scheduled', () => {
  test('a post that was published by schedule: the fields of the table, and no others', {
    tags: ['HOOK-25'],
  }, async () => {
    const { schedule, pass, recorded, record, sandbox } = await listening();
    const id = await schedule(10, { platforms: ['facebook', 'linkedin'] });
    expect(await recorded()).toEqual([]);
    await pass(10);
    const { postIds } = await record(id);
    const [event, ...others] = await recorded();
    expect(others).toEqual([]);
    expect(event).toEqual({ status: 'success', id, errors: [], postIds });
    expect(postIds.map(({ platform }) => platform)).toEqual(['facebook', 'linkedin']);
    expect(keys(event)).toEqual(keys(WEBHOOK_EVENTS.scheduled.fields()));
    const { deliveries } = (await control(sandbox, 'listDeliveries')).body;
    expect(deliveries).toMatchObject([{ action: 'scheduled', type: null, created: '2026-09-21T14:13:30Z' }]);
  });

  test('one that some networks refused has which, and why', { tags: ['HOOK-25', 'POST-12'] }, async () => {
    const { schedule, pass, recorded, sandbox } = await listening();
    const id = await schedule(10, { platforms: ['facebook', 'linkedin'] });
    await control(sandbox, 'setAccount', { platform: 'facebook', token: 'revoked' });
    await pass(10);
    expect(await recorded()).toMatchObject([
      {
        id,
        status: 'error',
        postIds: [{ platform: 'linkedin', status: 'success' }],
        errors: [{ action: 'post', status: 'error', platform: 'facebook', code: 161 }],
      },
    ]);
  });

  test('one that all networks refused has a webhook as well', { tags: ['HOOK-25'] }, async () => {
    const { schedule, pass, recorded, sandbox } = await listening();
    await schedule(10);
    await control(sandbox, 'setAccount', { platform: 'facebook', linked: false });
    await pass(10);
    expect(await recorded()).toMatchObject([{ status: 'error', postIds: [], errors: [{ code: 156 }] }]);
  });

  test('an immediate post never has one, nor one whose date is over', { tags: ['HOOK-25'] }, async () => {
    const { post, schedule, recorded, pass } = await listening();
    await post({ post: 'now' });
    await schedule(-100, { post: 'in fact, something of yesterday' });
    await pass(1_000);
    expect(await recorded()).toEqual([]);
  });

  test('one that was approved later has one, with a date or without', { tags: ['HOOK-25'] }, async () => {
    const { post, schedule, change, recorded, pass } = await listening();
    const plain = await post({ post: 'may I?', requiresApproval: true });
    const late = await schedule(100, { post: 'the long way round', requiresApproval: true });
    await pass(200);
    expect(await recorded()).toEqual([]);
    await change(plain, { approved: true });
    await change(late, { approved: true });
    await pass(0);
    expect((await recorded()).map(({ id, status }) => [id, status])).toEqual([
      [plain, 'success'],
      [late, 'success'],
    ]);
  });

  test('a retried one has another one', { tags: ['HOOK-25'] }, async () => {
    const { schedule, send, pass, recorded, sandbox } = await listening();
    const id = await schedule(10);
    await control(sandbox, 'setAccount', { platform: 'facebook', token: 'expired' });
    await pass(10);
    await control(sandbox, 'setAccount', { platform: 'facebook', token: 'ok' });
    await send('PUT', '/post/retry', { id });
    // the clock is frozen: both have the same time
    await pass(0);
    expect((await recorded()).map(({ status, ...event }) => [event['id'], status])).toEqual([
      [id, 'error'],
      [id, 'success'],
    ]);
  });

  test('an immediate one that is retried has one then', { tags: ['HOOK-25'] }, async () => {
    const { send, pass, recorded, sandbox } = await listening();
    await control(sandbox, 'setAccount', { platform: 'facebook', token: 'expired' });
    const sent = await send('POST', '/post', { post: 'now', platforms: ['facebook', 'linkedin'] });
    expect(await recorded()).toEqual([]);
    expect((await send('PUT', '/post/retry', { id: sent.body.id })).http).toBe(200);
    await pass(0);
    expect(await recorded()).toHaveLength(1);
  });

  test('of a User Profile, its own webhook is used, else that of the Primary Profile', {
    tags: ['HOOK-02', 'W-08'],
  }, async () => {
    const { schedule, pass, sandbox, listenToPosts } = await listening();
    const insta = { platforms: ['instagram'], mediaUrls: ['https://media.example/a.jpg'] };
    await schedule(10, insta, { as: 'acme' });
    await pass(10);
    await listenToPosts('acme');
    await schedule(20, { ...insta, post: 'and something quite different' }, { as: 'acme' });
    await pass(10);
    const { deliveries } = (await control(sandbox, 'listDeliveries')).body;
    expect(deliveries.map(({ profile, url }) => [profile, url])).toEqual([
      ['acme', 'https://hooks.example/primary'],
      ['acme', 'https://hooks.example/acme'],
    ]);
  });
});

describe('tikTokPublished', () => {
  test('an immediate post is pending, until tiktok reports its id: the event, and no other', {
    tags: ['HOOK-25', 'POST-02'],
  }, async () => {
    const { post, pass, recorded, record } = await listening();
    const id = await post({ post: 'a film', platforms: ['facebook', 'tiktok'], ...FILM });
    expect((await record(id)).postIds).toMatchObject([
      { platform: 'facebook' },
      { platform: 'tiktok', id: 'pending' },
    ]);
    await pass(CONFIRMED - 1);
    expect(await recorded()).toEqual([]);
    await pass(1);
    const { postIds, status } = await record(id);
    const film = postIds.find(({ platform }) => platform === 'tiktok') ?? {};
    expect(film['id']).toMatch(/^\d{19}$/);
    expect(film['postUrl']).toContain(String(film['id']));
    const [event, ...others] = await recorded();
    expect(others).toEqual([]);
    expect(event).toEqual({
      subAction: 'tikTokPublished',
      status,
      id,
      errors: [],
      postIds,
      idShare: film['idShare'],
      isVideo: true,
      platform: 'tiktok',
      postUrl: film['postUrl'],
    });
    expect(status).toBe('success');
    expect(film['idShare']).toMatch(/^share~v2\.\d+$/);
    expect(keys(event)).toEqual(keys(WEBHOOK_EVENTS.tikTokPublished.fields()));
  });

  test('of a scheduled post, it follows the plain event', { tags: ['HOOK-25', 'POST-02'] }, async () => {
    const { schedule, pass, recorded, sandbox } = await listening();
    const id = await schedule(10, { post: 'a film', platforms: ['tiktok'], ...FILM });
    expect(await pass(1_000)).toEqual([1, 1]);
    const [plain, known] = await recorded();
    expect(plain).toMatchObject({ id, postIds: [{ platform: 'tiktok', id: 'pending' }] });
    expect(plain).not.toHaveProperty('subAction');
    expect(known).toMatchObject({ id, subAction: 'tikTokPublished' });
    const { deliveries } = (await control(sandbox, 'listDeliveries')).body;
    expect(deliveries.map(({ created, type }) => [created, type])).toEqual([
      ['2026-09-21T14:13:30Z', null],
      ['2026-09-21T14:14:30Z', 'tikTokPublished'],
    ]);
  });

  test('one that ends as failed is in error, and there is no event', { tags: ['POST-02'] }, async () => {
    const { post, pass, recorded, record, sandbox } = await listening();
    await control(sandbox, 'addFault', { code: 288, endpoint: 'createPost', network: 'tiktok', count: 1 });
    const id = await post({ post: 'a film', platforms: ['facebook', 'tiktok'], ...FILM });
    expect(await record(id)).toMatchObject({ status: 'success' });
    expect(await pass(CONFIRMED)).toEqual([0, 1]);
    expect(await record(id)).toMatchObject({
      status: 'error',
      postIds: [{ platform: 'facebook' }],
      errors: [{ platform: 'tiktok', code: 288 }],
    });
    expect(await recorded()).toEqual([]);
  });

  test('its comments can be read once its id is known, with the one that was to be first', {
    tags: ['POST-02'],
  }, async () => {
    const { post, pass, ask } = await listening();
    const firstComment = { comment: 'Tell us how you make yours' };
    const id = await post({ post: 'a film', platforms: ['tiktok'], ...FILM, firstComment });
    const comments = async () => (await ask(`/comments/${id}`)).body;
    expect(await comments()).toMatchObject({ code: 288 });
    await pass(CONFIRMED);
    expect((await comments()).tiktok).toMatchObject([{ comment: 'Tell us how you make yours' }]);
  });

  test('a clock that went back leaves it pending, until its moment comes', async () => {
    const { post, pass, record, sandbox } = await listening();
    const id = await post({ post: 'a film', platforms: ['tiktok'], ...FILM });
    await control(sandbox, 'setClock', { mode: 'set', now: dateAfter(-100) });
    await pass(100);
    expect(await record(id)).toMatchObject({ postIds: [{ id: 'pending' }] });
    expect(await pass(CONFIRMED)).toEqual([0, 1]);
  });
});

test('both are delivered as every event is, the plain one first, signed where there is a secret', {
  tags: ['HOOK-22', 'W-01'],
}, async () => {
  const receiver = await openReceiver();
  const { send, schedule, pass } = await postingSandbox(loopbackOutbound([receiver.address]));
  await send('POST', '/hook/webhook', { action: 'scheduled', url: receiver.url, secret: 'hush' });
  const id = await schedule(10, { post: 'a film', platforms: ['tiktok'], ...FILM });
  await pass(200);
  const bodies = receiver.received.map((one) => one.json());
  const envelope = { action: 'scheduled', title: 'Primary Profile', code: 200, url: receiver.url, id };
  expect(bodies).toMatchObject([
    { ...envelope, status: 'success' },
    { ...envelope, subAction: 'tikTokPublished', platform: 'tiktok' },
  ]);
  expect(new Set(bodies.map(({ hookId }) => hookId)).size).toBe(2);
  const signatures = receiver.received.map(({ headers }) => headers['x-authorization-content-sha256']);
  expect(signatures).toEqual([
    expect.stringMatching(/^[0-9a-f]{64}$/),
    expect.stringMatching(/^[0-9a-f]{64}$/),
  ]);
  await receiver.close();
});

const { scheduled, tikTokPublished } = WEBHOOK_EVENTS;

test('a post that was published by schedule: every field of the table, and those of the sample', {
  tags: ['HOOK-25'],
}, () => {
  const sample = scheduled.fields();
  const event = buildScheduledEvent({ ...sample, ...{ refId: 'not told', post: 'nor this' } });
  expect(event).toEqual(sample);
  expect(keys(event)).toEqual(eventFieldsOf('scheduled').toSorted());
});

test('a tiktok video whose id is known: the same, and the fields of the video', {
  tags: ['HOOK-25', 'POST-02'],
}, () => {
  const { idShare, isVideo, postUrl, ...rest } = tikTokPublished.fields();
  const event = buildTikTokPublishedEvent(rest, { idShare, isVideo, postUrl });
  expect(event).toEqual(tikTokPublished.fields());
  expect(keys(event)).toEqual(
    [...keys(scheduled.fields()), 'subAction', 'idShare', 'isVideo', 'platform', 'postUrl'].toSorted(),
  );
});
