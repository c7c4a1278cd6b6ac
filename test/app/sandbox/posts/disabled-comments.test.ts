import { describe, expect, test } from 'vitest';
import { control } from '../../../support/control.ts';
import { type PostingSandbox, postingSandbox } from '../../../support/sandbox/posting-sandbox.ts';

const CLOSING = ['instagram', 'linkedin', 'tiktok'] as const;
const SENT = { post: 'quiet', platforms: CLOSING, mediaUrls: ['https://media.example/a.mp4'] };
const CLOSED = { code: 1415, message: expect.stringContaining('disabled') };

async function linkedSandbox(): Promise<PostingSandbox> {
  const posting = await postingSandbox();
  for (const platform of CLOSING) {
    await control(posting.sandbox, 'setAccount', { platform, linked: true, token: 'ok' });
  }
  return posting;
}

/** Comments on a post as its own accounts. @returns the networks that took it, and the errors of the others */
async function comment({ send }: PostingSandbox, id: string) {
  const { body } = await send('POST', `/comments/${id}`, { comment: 'by ourselves' });
  const errors: readonly object[] = body.errors ?? [];
  return { taken: CLOSING.filter((platform) => body[platform] !== undefined), errors };
}

describe('disableComments', { tags: ['POST-08'] }, () => {
  test('no comment of its own accounts comes to the networks that have it, and to others it does', async () => {
    const posting = await linkedSandbox();
    const platforms = [...CLOSING, 'facebook'];
    const id = await posting.post({ ...SENT, platforms, disableComments: true });
    await posting.pass(600);
    const { body } = await posting.send('POST', `/comments/${id}`, { comment: 'by ourselves' });
    expect(body).toMatchObject({ status: 'partial', facebook: { status: 'success' } });
    expect(body.errors).toMatchObject(CLOSING.map((platform) => ({ platform, ...CLOSED })));
  });

  test('by the id of the network it is the same', async () => {
    const { post, record, send } = await linkedSandbox();
    const { postIds } = await record(await post({ ...SENT, disableComments: true }));
    const sent = { comment: 'hello', searchPlatformId: true, platforms: ['instagram'] };
    expect((await send('POST', `/comments/${postIds[0]?.['id']}`, sent)).body).toMatchObject(CLOSED);
  });

  test('by the options of TikTok it is disabled there only', async () => {
    const posting = await linkedSandbox();
    const id = await posting.post({ ...SENT, tikTokOptions: { disableComments: true } });
    await posting.pass(600);
    expect(await comment(posting, id)).toMatchObject({
      taken: ['instagram', 'linkedin'],
      errors: [{ platform: 'tiktok', ...CLOSED }],
    });
  });

  test('a first comment does not come, and its networks say so', async () => {
    const { post, record, ask, pass } = await linkedSandbox();
    const firstComment = { comment: 'the price list: below' };
    const id = await post({ ...SENT, firstComment, disableComments: true });
    await pass(600);
    for (const { warnings } of (await record(id)).postIds) {
      expect(warnings).toMatchObject([{ feature: 'firstComment' }]);
    }
    expect(JSON.stringify((await ask(`/comments/${id}`)).body)).not.toContain('price list');
  });

  test('followers cannot comment: a comment of a follower is refused with a sentence', async () => {
    const { post, change, sandbox } = await linkedSandbox();
    const postId = await post({ ...SENT, disableComments: true });
    const said = { kind: 'comment', from: { username: 'mara' }, text: 'hello', postId } as const;
    const refused = await control(sandbox, 'engage', said);
    expect(refused.body).toMatchObject({
      code: 101,
      details: expect.stringContaining('comments are disabled'),
    });
    await change(postId, { disableComments: false });
    expect((await control(sandbox, 'engage', said)).body.events).toHaveLength(1);
  });

  test.each([
    ['of a post that is out', {}, 600],
    ['of one that is scheduled', { scheduleDate: '2026-09-22T00:00:00Z' }, 86_400],
  ])('PATCH turns it on and off, the options of TikTok too: %s', async (_what, sent, seconds) => {
    for (const isClosed of [true, false]) {
      const posting = await linkedSandbox();
      const { post, change, pass } = posting;
      const tikTokOptions = { disableComments: !isClosed };
      const id = await post({ ...SENT, ...sent, tikTokOptions, disableComments: !isClosed });
      await change(id, { disableComments: isClosed });
      await pass(seconds);
      await pass(600);
      expect((await comment(posting, id)).taken).toEqual(isClosed ? [] : CLOSING);
    }
  });
});
