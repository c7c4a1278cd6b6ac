import { describe, expect, test } from 'vitest';
import { control } from '../../../support/control.ts';
import { dateAfter, postingSandbox } from '../../../support/sandbox/posting-sandbox.ts';

const TEXT = 'One egg\n\nTwo eggs\n\nThree eggs';
const OPTIONS = { twitter: 'twitterOptions', threads: 'threadsOptions' } as const;
type ThreadNetwork = keyof typeof OPTIONS;
const NETWORKS = ['twitter', 'threads'] as const;

interface ThreadEntry {
  readonly id: string;
  readonly post: string;
  readonly threadNumber?: number;
  readonly replyTo?: string;
  readonly mediaUrls: readonly string[];
}

async function threadSandbox() {
  const fixture = await postingSandbox();
  const { send, ask } = fixture;
  return {
    ...fixture,
    /** Posts a thread. @returns the copy on the network */
    thread: async (network: ThreadNetwork, options: object = {}, more: object = {}) => {
      const { body } = await send('POST', '/post', {
        post: TEXT,
        platforms: [network],
        [OPTIONS[network]]: { thread: true, ...options },
        ...more,
      });
      const [copy] = body.postIds ?? [];
      return { body, copy, ids: copy?.thread?.map(({ id }: { id: string }) => id) ?? [] };
    },
    /** The posts of the account, oldest first. */
    onNetwork: async (network: ThreadNetwork): Promise<readonly ThreadEntry[]> =>
      (await ask(`/history/${network}?limit=500`)).body.posts.toReversed(),
    comments: async (id: string, network: ThreadNetwork) =>
      (await ask(`/comments/${id}?searchPlatformId=true&platform=${network}`)).body[network] ?? [],
  };
}

describe.each(NETWORKS)('a thread on %s', (network) => {
  test('is published as its posts, each a reply to the one before', { tags: ['POST-07'] }, async () => {
    const { thread, onNetwork, record } = await threadSandbox();
    const { body, copy, ids } = await thread(network);
    expect(body).toMatchObject({ status: 'success', post: TEXT, postIds: [{ platform: network }] });
    expect([ids.length, new Set(ids).size, ids[0]]).toEqual([3, 3, copy.id]);
    expect(copy.thread[1]).toEqual({ id: ids[1], postUrl: expect.stringContaining(ids[1]) });
    const { postIds } = await record(body.id);
    expect(postIds).toEqual([copy]);
    const posts = (await onNetwork(network)).slice(-3);
    expect(posts.map(({ post, threadNumber }) => [post, threadNumber])).toEqual([
      ['One egg', 1],
      ['Two eggs', 2],
      ['Three eggs', 3],
    ]);
    expect(posts.map(({ replyTo }) => replyTo)).toEqual([undefined, posts[0]?.id, posts[1]?.id]);
  });

  test('threadNumber ends each post with its position', { tags: ['POST-07'] }, async () => {
    const { thread, onNetwork } = await threadSandbox();
    await thread(network, { threadNumber: true });
    const posts = (await onNetwork(network)).slice(-3);
    expect(posts.map(({ post }) => post)).toEqual(['One egg (1/3)', 'Two eggs (2/3)', 'Three eggs (3/3)']);
  });

  test('a text that fits is one post, and no thread', { tags: ['POST-07'] }, async () => {
    const { thread, onNetwork } = await threadSandbox();
    const { copy } = await thread(network, { threadNumber: true }, { post: 'Only one egg' });
    expect(copy).not.toHaveProperty('thread');
    const [last] = (await onNetwork(network)).slice(-1);
    expect(last?.post).toBe('Only one egg');
    expect(last).not.toHaveProperty('threadNumber');
  });

  test('its posts are comments in the conversation, and each can be answered', {
    tags: ['COM-17'],
  }, async () => {
    const { thread, comments, send, ask } = await threadSandbox();
    const { body, ids } = await thread(network);
    const first = await comments(ids[0], network);
    expect(JSON.stringify(first)).toContain('Two eggs');
    expect(JSON.stringify(first)).toContain('Three eggs');
    expect((await comments(ids[1], network)).map(({ comment }: { comment: string }) => comment)).toEqual([
      'Three eggs',
    ]);
    expect(await comments(ids[2], network)).toEqual([]);
    const sent = { comment: 'or four', searchPlatformId: true, platforms: [network] };
    const answer = await send('POST', `/comments/${ids[2]}`, sent);
    expect(answer.body).toMatchObject({ [network]: { status: 'success' } });
    await send('POST', `/comments/${body.id}`, { comment: 'to the first' });
    expect((await ask(`/comments/${body.id}`)).http).toBe(200);
  });

  test('media go with their posts, those of the post with the first', async () => {
    const { thread, onNetwork, record } = await threadSandbox();
    const url = (name: string) => `https://media.example/${name}.jpg`;
    const mediaUrls = [null, [url('b'), url('c')], url('d')];
    const { body } = await thread(network, { mediaUrls }, { mediaUrls: [url('a')] });
    expect((await onNetwork(network)).slice(-3).map((post) => post.mediaUrls)).toEqual([
      [url('a')],
      [url('b'), url('c')],
      [url('d')],
    ]);
    expect(await record(body.id)).toMatchObject({ mediaUrls: [url('a')] });
  });

  test('is deleted with all of its posts and their comments', async () => {
    const { thread, onNetwork, send, comments } = await threadSandbox();
    const { body, ids } = await thread(network);
    await send('POST', `/comments/${body.id}`, { comment: 'hello' });
    const deleted = await send('DELETE', '/post', { id: body.id });
    expect(deleted.body).toMatchObject({ status: 'success', [network]: { id: ids[0] } });
    expect((await onNetwork(network)).filter(({ id }) => ids.includes(id))).toEqual([]);
    for (const id of ids) expect(await comments(id, network)).toEqual([]);
  });

  test('one that its owner deletes in the app is gone there', async () => {
    const { thread, sandbox, record, send } = await threadSandbox();
    const { body, ids } = await thread(network);
    await control(sandbox, 'deleteCopy', { postId: ids[1], network });
    expect((await record(body.id)).postIds).toMatchObject([{ id: ids[0] }]);
    // those that answer it are gone with it
    expect((await record(body.id)).postIds[0]).not.toHaveProperty('thread');
    expect((await send('DELETE', '/post', { id: body.id })).body.status).toBe('success');
  });

  test('the same thread again is a duplicate; one of its posts by itself is none', {
    tags: ['POST-06'],
  }, async () => {
    const { thread, send } = await threadSandbox();
    await thread(network);
    expect((await thread(network)).body.code).toBe(137);
    const single = { post: 'Two eggs', platforms: [network] };
    expect((await send('POST', '/post', single)).body.status).toBe('success');
  });

  test('is scheduled, approved and repeated as any post', async () => {
    const { thread, pass, onNetwork } = await threadSandbox();
    const DAY = 86_400;
    const { body } = await thread(
      network,
      {},
      { autoRepost: { repeat: 1, days: 2, startDate: dateAfter(DAY) } },
    );
    expect(body.status).toBe('scheduled');
    expect(await pass(DAY)).toEqual([1, 0]);
    expect(await pass(2 * DAY)).toEqual([1, 0]);
    const texts = (await onNetwork(network)).slice(-6).map(({ post }) => post);
    expect(texts).toEqual([...TEXT.split('\n\n'), ...TEXT.split('\n\n')]);
  });

  test('the first comment is below its first post', async () => {
    const { thread, comments } = await threadSandbox();
    const { ids } = await thread(network, {}, { firstComment: { comment: 'the recipe is here' } });
    expect(JSON.stringify(await comments(ids[0], network))).toContain('the recipe is here');
    expect(JSON.stringify(await comments(ids[1], network))).not.toContain('the recipe is here');
  });
});

describe('on X', () => {
  test('one of its posts that is deleted as a comment is gone, with those that answer it', async () => {
    const { thread, onNetwork, send, comments, record } = await threadSandbox();
    const { body, ids } = await thread('twitter');
    await onNetwork('twitter');
    const sent = { id: ids[2], searchPlatformId: true, platform: 'twitter' };
    expect((await send('DELETE', '/comments', sent)).http).toBe(200);
    expect((await record(body.id)).postIds[0]).toMatchObject({ thread: [{ id: ids[0] }, { id: ids[1] }] });
    await send('DELETE', '/comments', { ...sent, id: ids[1] });
    expect((await record(body.id)).postIds).toMatchObject([{ id: ids[0] }]);
    expect((await record(body.id)).postIds[0]).not.toHaveProperty('thread');
    expect(await comments(ids[0], 'twitter')).toEqual([]);
    expect((await onNetwork('twitter')).flatMap(({ id }) => (ids.includes(id) ? [id] : []))).toEqual([
      ids[0],
    ]);
  });

  test('a comment of its own thread has its position', { tags: ['COM-17'] }, async () => {
    const { thread, comments } = await threadSandbox();
    const { ids } = await thread('twitter');
    const positions = (await comments(ids[0], 'twitter')).map(
      ({ commentId, threadNumber, referencedTweets }: Record<string, readonly { id: string }[]>) => [
        commentId,
        threadNumber,
        referencedTweets?.[0]?.id,
      ],
    );
    expect(positions.toSorted()).toEqual(
      [
        [ids[1], 2, ids[0]],
        [ids[2], 3, ids[1]],
      ].toSorted(),
    );
  });

  test('each post is a request of the app: when they do not suffice, nothing is published', {
    tags: ['POST-09'],
  }, async () => {
    const { thread, sandbox, onNetwork } = await threadSandbox();
    await control(sandbox, 'setXApp', { credits: 2 });
    expect((await thread('twitter')).body).toMatchObject({ status: 'error', code: 416, postIds: [] });
    await control(sandbox, 'setXApp', { credits: 100 });
    await thread('twitter');
    expect((await control(sandbox, 'status')).body.limits.x.credits).toBe(100 - 3);
    expect((await onNetwork('twitter')).filter(({ post }) => post === 'One egg')).toHaveLength(1);
  });

  test('short links and hashtags are added before it is split', async () => {
    const { thread, onNetwork } = await threadSandbox();
    const post = 'Look: https://shop.example/a-long-address\n\nand wonderful mornings';
    await thread('twitter', {}, { post, shortenLinks: true, autoHashtag: { max: 1, position: 'end' } });
    const [first, second] = (await onNetwork('twitter')).slice(-2);
    expect(first?.post).toMatch(/^Look: https:\/\/s\.example\/\w+$/);
    expect(second?.post).toMatch(/^and wonderful mornings #\w+$/);
  });
});
