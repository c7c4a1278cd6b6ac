import { expect, test } from 'vitest';
import { deletePost } from '../../../../src/sandbox/handlers/delete-post.ts';
import type { HandlerContext } from '../../../../src/sandbox/handlers/handler.ts';
import { PLAIN_POST, type Post } from '../../../../src/sandbox/store/posts.ts';
import type { Store } from '../../../../src/sandbox/store/store.ts';
import { NOW } from '../../../support/small-sandbox.ts';
import { smallStore } from '../../../support/small-store.ts';

const DUE = NOW + 1_000;

function scheduled(id: string): Post {
  const about = { ...PLAIN_POST, type: 'scheduled', status: 'pending', scheduleDate: DUE } as const;
  return { id, profile: 1, text: id, created: NOW, dueAt: DUE, about };
}

test('deleteAllScheduled leaves what another process published after it was looked for', async () => {
  const store = smallStore();
  const [out, waiting] = [scheduled('out'), scheduled('waiting')];
  for (const post of [out, waiting]) store.posts.add(post);
  const late: Store = {
    ...store,
    posts: {
      ...store.posts,
      listUnpublished(profile) {
        const found = store.posts.listUnpublished(profile);
        store.posts.change({ ...out, dueAt: null, about: { ...out.about, status: null } });
        return found;
      },
    },
  };
  // all that deleting asks for
  const context = { store: late, profile: store.profiles.findById(1) } as unknown as HandlerContext;
  const answer = deletePost({ params: {}, query: {}, body: { deleteAllScheduled: true } }, context);
  expect(answer).toEqual({ status: 'success', posts: [{ status: 'success', id: 'waiting', code: 200 }] });
  expect(store.posts.find(1, 'out')?.about.status).toBeNull();
  expect(store.posts.find(1, 'waiting')?.about.status).toBe('deleted');
});
