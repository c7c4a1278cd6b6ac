import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CommentPlatform } from '../../../../src/service/platforms.ts';
import { stoppedClock } from '../../../support/clock.ts';
import { control } from '../../../support/control.ts';
import { type CommentWriter, commentWriter } from '../../../support/sandbox/comment-writer.ts';
import { openSandboxFile } from '../../../support/sandbox/new-sandbox.ts';
import { askSandbox, NOW, type SmallSandbox, smallSandbox } from '../../../support/small-sandbox.ts';
import { POST, SLIGHT_SEED, threadOn } from '../../../support/small-seed.ts';

const NINE = CommentPlatform.options;

let small: SmallSandbox;
let create: CommentWriter['create'];
let reply: CommentWriter['reply'];
let remove: CommentWriter['remove'];
beforeEach(async () => {
  small = await smallSandbox(SLIGHT_SEED);
  ({ create, reply, remove } = commentWriter(small));
});

const networksIn = (body: object) => NINE.filter((platform) => platform in body);
/** Reads again, whatever was read before. */
async function idsOn(platform: CommentPlatform, id: string = POST.everywhere): Promise<readonly string[]> {
  small.clock.advance(24 * 60 * 60 * 1000);
  const { body } = await small.ask(`/comments/${id}`);
  return (body[platform] ?? []).map((each: { commentId: string }) => each.commentId);
}

describe('by Service Comment ID', () => {
  test('that comment goes, on every network', { tags: ['COM-28'] }, async () => {
    const kept = (await create(POST.everywhere, { comment: 'stays' })).body;
    const made = (await create(POST.everywhere, { comment: 'goes' })).body;
    const { http, body } = await remove({ id: made.commentId });
    expect(http).toBe(200);
    expect(body).toMatchObject({ status: 'success', id: made.commentId });
    expect(networksIn(body)).toEqual([...NINE]);
    for (const platform of NINE) {
      const { commentId: id } = made[platform];
      expect(body[platform]).toEqual({ action: 'delete', status: 'success', id, comment: 'goes' });
      const left = await idsOn(platform);
      expect(left).not.toContain(id);
      expect(left).toContain(kept[platform].commentId);
    }
  });

  test('the replies below it go with it, and cannot be answered any more', async () => {
    const made = (await create(POST.everywhere, { comment: 'a', platforms: ['facebook'] })).body;
    const below = (await reply({ commentId: made.commentId, comment: 'b' })).body;
    await remove({ id: made.commentId });
    const { http, body } = await reply({ commentId: below.commentId, comment: 'c' });
    expect([http, body.code]).toEqual([404, 186]);
  });

  test('what was deleted before is 186, with its id', async () => {
    const made = (await create(POST.silent, { comment: 'x' })).body;
    await remove({ id: made.commentId });
    const { http, body } = await remove({ id: made.commentId });
    expect(http).toBe(404);
    expect(body).toEqual({
      action: 'comments',
      status: 'error',
      code: 186,
      id: made.commentId,
      message: 'The comment was deleted before.',
    });
  });

  test.each([
    ['an unknown id', 'NoSuchCommentAAAAAAA', undefined],
    ["another profile's post", POST.acme, undefined],
    ['a Social Comment ID that is not named as one', threadOn('facebook').comment, undefined],
  ])('%s is 186', async (_what, id) => {
    const { http, body } = await remove({ id });
    expect([http, body.code, body.id]).toEqual([404, 186, id]);
  });

  test("another profile's comment counts as missing", async () => {
    const made = (await create(POST.silent, { comment: 'x' })).body;
    expect((await remove({ id: made.commentId }, { as: 'acme' })).body.code).toBe(186);
    expect((await remove({ id: made.commentId })).body.status).toBe('success');
  });

  test('where a network refuses, the others delete, and the rest goes the next time', {
    tags: ['COM-15'],
  }, async () => {
    const made = (await create(POST.everywhere, { comment: 'x' })).body;
    await control(small.sandbox, 'addFault', {
      code: 161,
      network: 'facebook',
      endpoint: 'deleteComments',
      count: 1,
    });
    const { http, body } = await remove({ id: made.commentId });
    expect([http, body.status]).toEqual([200, 'partial']);
    expect(body.errors).toMatchObject([{ platform: 'facebook', code: 161, id: made.facebook.commentId }]);
    expect(networksIn(body)).toEqual(NINE.filter((platform) => platform !== 'facebook'));
    const again = (await remove({ id: made.commentId })).body;
    expect([again.status, networksIn(again)]).toEqual(['success', ['facebook']]);
  });

  test('when all networks refuse, the first failure decides, and nothing is deleted', async () => {
    const made = (await create(POST.silent, { comment: 'x', platforms: ['facebook'] })).body;
    await control(small.sandbox, 'setAccount', { platform: 'facebook', token: 'expired' });
    const { http, body } = await remove({ id: made.commentId });
    expect([http, body.status, body.code, body.relink]).toEqual([400, 'error', 161, true]);
    await control(small.sandbox, 'setAccount', { platform: 'facebook', token: 'ok' });
    expect((await remove({ id: made.commentId })).body.status).toBe('success');
  });

  test('on X each deletion is a request of the app', { tags: ['COM-18'] }, async () => {
    const made = (await create(POST.onX, { comment: 'x' })).body;
    await control(small.sandbox, 'setXApp', { credits: 0 });
    const { http, body } = await remove({ id: made.commentId });
    expect([http, body.code]).toEqual([402, 416]);
  });
});

describe('by Service Post ID', () => {
  test('all that the service made under it goes, and nothing else', { tags: ['COM-28'] }, async () => {
    const before = await idsOn('instagram');
    const first = (await create(POST.everywhere, { comment: 'one' })).body;
    await create(POST.everywhere, { comment: 'two', platforms: ['instagram'] });
    await reply({ commentId: first.commentId, comment: 'below', platforms: ['instagram'] });
    const elsewhere = (await create(POST.silent, { comment: 'elsewhere' })).body;
    const { body } = await remove({ id: POST.everywhere });
    expect(body).toMatchObject({ status: 'success', id: POST.everywhere });
    expect(networksIn(body)).toEqual([...NINE]);
    expect(body.facebook).not.toHaveProperty('ids');
    expect(body.instagram.ids).toHaveLength(3);
    expect(body.instagram.id).toBe(body.instagram.ids[0]);
    expect(await idsOn('instagram')).toEqual(before);
    expect(await idsOn('facebook', POST.silent)).toContain(elsewhere.facebook.commentId);
  });

  test('a reply to a stranger, and what was written by Social Post ID, belong to the post too', async () => {
    const { comment } = threadOn('facebook');
    const social = { searchPlatformId: true, platforms: ['facebook'] };
    await reply({ commentId: comment, comment: 'to you', ...social });
    await create(`facebook-70000000000000001`, { comment: 'here', ...social });
    const { body } = await remove({ id: POST.everywhere });
    expect(body.facebook.ids).toHaveLength(2);
    expect(await idsOn('facebook')).toContain(comment);
  });

  test('where there is none, or none is left, it is a success without networks', async () => {
    expect((await remove({ id: POST.everywhere })).body).toEqual({ status: 'success', id: POST.everywhere });
    await create(POST.everywhere, { comment: 'x' });
    await remove({ id: POST.everywhere });
    expect((await remove({ id: POST.everywhere })).body).toEqual({ status: 'success', id: POST.everywhere });
  });

  test('a network that fails in the middle reports one failure, and what was deleted before it', async () => {
    await create(POST.onX, { comment: 'one' });
    await create(POST.onX, { comment: 'two' });
    await control(small.sandbox, 'setXApp', { credits: 1 });
    const { body } = await remove({ id: POST.onX });
    expect(body).toMatchObject({ status: 'partial', twitter: { status: 'success' } });
    expect(body.errors).toMatchObject([{ platform: 'twitter', code: 416 }]);
  });
});

describe('by Social Comment ID', () => {
  const social = (platform: string, more: object = {}) => ({
    id: `${platform}-c1`,
    searchPlatformId: true,
    platform,
    ...more,
  });

  test.each(['facebook', 'instagram', 'twitter', 'youtube'] as const)(
    "on %s a stranger's comment under an own post goes, with the replies below it",
    async (platform) => {
      const { http, body } = await remove(social(platform));
      expect(http).toBe(200);
      expect(body).toEqual({
        status: 'success',
        id: `${platform}-c1`,
        [platform]: {
          action: 'delete',
          status: 'success',
          id: `${platform}-c1`,
          comment: `first on ${platform}`,
        },
      });
      expect(await idsOn(platform)).not.toContain(`${platform}-c1`);
    },
  );

  test('a tiktok comment of another account is 328, and stays', { tags: ['COM-23'] }, async () => {
    const { http, body } = await remove(social('tiktok'));
    expect(http).toBe(400);
    expect(body).toMatchObject({ status: 'error', code: 328, id: 'tiktok-c1' });
    expect(body.errors).toMatchObject([{ platform: 'tiktok', code: 328, id: 'tiktok-c1' }]);
    expect(await idsOn('tiktok')).toContain('tiktok-c1');
  });

  test('an own one on tiktok goes', { tags: ['COM-23'] }, async () => {
    const { body } = await remove(social('tiktok', { id: threadOn('tiktok').reply }));
    expect(body).toMatchObject({ status: 'success', tiktok: { id: threadOn('tiktok').reply } });
  });

  test('the id that a network gave to a comment of the service, of 17 digits', {
    tags: ['COM-25', 'COM-28'],
  }, async () => {
    const made = (await create(POST.everywhere, { comment: 'x', platforms: ['instagram'] })).body;
    const { body } = await remove(social('instagram', { id: made.instagram.commentId }));
    expect(body.instagram.id).toBe(made.instagram.commentId);
    expect((await remove({ id: made.commentId })).body).toMatchObject({
      code: 186,
      message: 'The comment was deleted before.',
    });
  });

  test('platforms with one entry says it too', async () => {
    const { platform, ...sent } = social('facebook');
    expect((await remove({ ...sent, platforms: [platform] })).body.status).toBe('success');
  });

  test.each([
    ['bluesky', 'bluesky'],
    ['linkedin', 'linkedin'],
    ['reddit', 'reddit'],
    ['threads', 'threads'],
    ['a network without comments', 'gmb'],
    ['an unknown network', 'friendster'],
  ])('101: %s', async (_what, platform) => {
    const { http, body } = await remove(social(platform));
    expect([http, body.code]).toEqual([400, 101]);
  });

  test.each<[string, object]>([
    ['no network', { id: 'x', searchPlatformId: true }],
    ['two networks', { id: 'x', searchPlatformId: true, platforms: ['facebook', 'twitter'] }],
    [
      'two that contradict',
      { id: 'x', searchPlatformId: true, platform: 'facebook', platforms: ['twitter'] },
    ],
    ['a network with an id of the service', { id: POST.everywhere, platform: 'facebook' }],
    ['networks with an id of the service', { id: POST.everywhere, platforms: ['facebook'] }],
    ['no id', { searchPlatformId: true, platform: 'facebook' }],
    ['a blank id', { id: ' ' }],
    ['nothing at all', {}],
  ])('101: %s', async (_what, sent) => {
    const { http, body } = await remove(sent);
    expect([http, body.code, body.action]).toEqual([400, 101, 'comments']);
  });

  test.each([
    ['unknown', { id: 'no-such-comment' }],
    ["under another profile's post", { id: 'acme-facebook-c' }],
  ])('a comment that is %s is 186', async (_what, more) => {
    const { http, body } = await remove(social('facebook', more));
    expect([http, body.code, body.id]).toEqual([404, 186, more.id]);
  });
});

test('of two that delete the same at the same moment one does it, in two processes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'crier-twice-'));
  const open = () =>
    openSandboxFile({
      file: join(folder, 'sandbox.db'),
      clock: stoppedClock(NOW),
      random: randomBytes,
      seed: SLIGHT_SEED,
    });
  const [one, other] = [await open(), await open()];
  const writers = [one, other].map((sandbox) =>
    commentWriter({ ask: (path, sending) => askSandbox(sandbox, path, sending) }),
  );
  const made = await Promise.all(
    writers.map((writer) => writer.create(POST.everywhere, { comment: 'both' })),
  );
  const ids = made.flatMap(({ body }) => [body.commentId, ...NINE.map((name) => body[name].commentId)]);
  expect(new Set(ids).size).toBe(2 * (NINE.length + 1));
  const id = made[0]?.body.commentId;
  const removed = await Promise.all([...writers, ...writers].map((writer) => writer.remove({ id })));
  expect(removed.map(({ http }) => http).toSorted()).toEqual([200, 404, 404, 404]);
  one.close();
  other.close();
  rmSync(folder, { recursive: true });
});
