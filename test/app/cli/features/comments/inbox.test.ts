import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Comment } from '../../../../../src/cli/features/comments/comment.ts';
import { markOwnComments } from '../../../../../src/cli/features/comments/own-accounts.ts';
import { getDisplayWidth } from '../../../../../src/cli/framework/output/text/width.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { comment } from '../../../../support/comments.ts';
import { type Around, crier, openTestSandbox } from '../../../../support/crier.ts';

const LAUNCH = 'Sp7kQm2XvLr9TzBd4HnW';
const base = mkdtempSync(join(tmpdir(), 'crier-inbox-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let sandbox: Sandbox;
let state: string;
beforeEach(async () => {
  sandbox = await openTestSandbox();
  state = mkdtempSync(join(base, 'state-'));
});

const run = (line: string | readonly string[], around: Around = {}) =>
  crier([...(typeof line === 'string' ? line.split(' ') : line), '--sandbox'], {
    sandbox: { ...sandbox, close: () => {} },
    env: { CRIER_STATE_DIR: state },
    ...around,
  });

type WaitingRecord = Comment & { readonly postId: string; readonly profile: string | null };
/** Of the latest posts: six are on all networks, and one of ten has a thousand comments. */
const list = async (flags = '', posts = 6) => {
  const { json } = await run(`comments inbox --json --posts ${posts} ${flags}`.trim());
  return (json as { inbox: readonly WaitingRecord[] }).inbox;
};

interface CutDocument {
  readonly comments: readonly unknown[];
  readonly meta: { readonly pagination: unknown };
}

describe('comments inbox', () => {
  test('lists what none of the own accounts has answered, newest first', async () => {
    const inbox = await list();
    expect(inbox.length).toBeGreaterThan(20);
    expect(new Set(inbox.map(({ isAnswered }) => isAnswered))).toEqual(new Set([false]));
    // of an author whom the network does not name, it is not known
    const unnamed = inbox.filter(({ author }) => author.isMe === null);
    expect(unnamed.every(({ author }) => author.id === null && author.handle === null)).toBe(true);
    expect(inbox.some(({ author }) => author.isMe === true)).toBe(false);
    const times = inbox.map(({ createdAt }) => createdAt ?? '');
    expect(times).toEqual(times.toSorted().toReversed());
    expect(new Set(inbox.map(({ platform }) => platform)).size).toBeGreaterThan(5);
  });

  test('a comment that is replied to is no longer in it', async () => {
    const [first] = await list('--platform instagram');
    if (first?.id == null) throw new Error('nothing waits');
    const reply = ['comments', 'reply', first.id, '--platform', 'instagram', '--text', 'Thank you!'];
    expect((await run(reply)).exitCode).toBe(0);
    await run('sandbox clock advance 15m');
    expect((await list('--platform instagram')).map(({ id }) => id)).not.toContain(first.id);
  });

  test('filters by network, time and question marks, and sorts by likes', async () => {
    const all = await list();
    const some = await list('--platform X,Instagram');
    expect(new Set(some.map(({ platform }) => platform))).toEqual(new Set(['twitter', 'instagram']));
    const recent = await list('--since 1d');
    expect(recent.length).toBeGreaterThan(0);
    expect(recent.length).toBeLessThan(all.length);
    const questions = await list('--question');
    expect(questions.every(({ text }) => /[?？؟]/.test(text ?? ''))).toBe(true);
    const likes = (await list('--sort likes -n 5')).map((each) => each.likes ?? 0);
    expect(likes).toEqual(likes.toSorted((one, other) => other - one));
  });

  test('says that everything is answered only where everything was read', async () => {
    const table = async (flags: string) => (await run(`comments inbox --list -o table ${flags}`)).stdout;
    const ofLinkedin = await list('--platform linkedin');
    expect(await table('--since 1h --platform linkedin')).toMatch(
      /^no unanswered comment matches; without these filters, \d+ in 2 posts\n$/,
    );
    const all = await list('--all', 20);
    await run(['comments', 'done', ...all.map(({ id }) => id ?? '')]);
    expect(ofLinkedin.length).toBeGreaterThan(0);
    expect(await table('--platform linkedin')).toBe('everything is answered, in 2 posts\n');
    expect(await table('--platform linkedin --posts 1')).toBe('no unanswered comment in the latest post\n');
    // TikTok cannot be read
    expect(await table('--platform tiktok --posts 3')).toBe(
      'no unanswered comment in 2 posts, as far as they could be read\n',
    );
  });

  test('with more scheduled posts than it reads, it reads the latest published ones, however old', async () => {
    const posts = Array.from({ length: 12 }, (_, at) => ({
      post: `Week ${at}`,
      platforms: ['bluesky'],
      scheduleDate: `in ${at + 1}d`,
    }));
    const made = await run('posts create -f - --yes --json', { stdin: JSON.stringify(posts) });
    expect(made.exitCode).toBe(0);
    const { json } = await run('comments inbox --json --posts 13');
    expect(json).toMatchObject({ postsRead: 10, hasMorePosts: false });
  });

  test('where nothing is published, says so instead of that everything is answered', async () => {
    const answer: Sandbox['answer'] = async (request) => {
      if (request.url.pathname !== '/history') return sandbox.answer(request);
      const history = [{ id: 'a1', status: 'pending', post: 'Later', platforms: ['bluesky'], postIds: [] }];
      const headers = { 'content-type': 'application/json' };
      return { status: 200, headers, body: Buffer.from(JSON.stringify({ history })) };
    };
    const around = { sandbox: { ...sandbox, close: () => {}, answer } };
    expect((await run('comments inbox -o table', around)).stdout).toBe('no comments: no post is published\n');
    expect((await run('comments inbox', around)).stderr).toContain('no comments: no post is published');
    const file = join(state, 'a.ndjson');
    const exported = await run(`comments export --file ${file} --json`, around);
    expect(exported.json).toMatchObject({ posts: 0, hasMorePosts: false });
    expect(exported.stderr).toContain('nothing was read: no post is published there');
  });

  test('says what was cut and what it could not see', async () => {
    const { stderr, json, exitCode } = await run('comments inbox -n 2 --posts 3 --json');
    expect(exitCode).toBe(0);
    expect(stderr).toContain('use -n or --all');
    expect(stderr).toContain('raise --posts');
    expect(json).toMatchObject({ meta: { pagination: { hasMore: true, limit: 2, next: null } } });
    const all = (await run('comments inbox')).stderr;
    expect(all.match(/^not read.*$/gm), 'one line, without the stories that expired').toEqual([
      'not read: TikTok in 3 posts (288); "crier errors show 288" explains what to do',
    ]);
    expect(all).toContain('Instagram lists only the newest 1000');
    const none = (await run('comments inbox --since 1s')).stderr.replaceAll(/\s+/g, ' ');
    expect(none, 'what the network cuts is older').not.toContain('newest 1000');
    expect(none, 'without a comment, the stories are named, too').toContain('Facebook in 1 post (485)');
    expect(none).not.toContain('everything');
  });

  test('asks for the accounts, the posts, and each post once', async () => {
    const paths: string[] = [];
    const counted = {
      ...sandbox,
      close: () => {},
      answer: (request: Parameters<Sandbox['answer']>[0]) => {
        paths.push(request.url.pathname);
        return sandbox.answer(request);
      },
    };
    await run('comments inbox --posts 4', { sandbox: counted });
    const ofPosts = paths.filter((path) => path.startsWith('/comments/'));
    expect(ofPosts.length).toBeLessThanOrEqual(4);
    expect(new Set(ofPosts).size).toBe(ofPosts.length);
    expect(paths.filter((path) => path === '/history')).toHaveLength(1);
  });

  test.each([
    ['--list', 40],
    ['--list --all-profiles', 40],
    ['--list', 120],
  ])('%s of %i columns fits', async (flags, columns) => {
    const line = `comments inbox ${flags} --posts 6 --color never`;
    const { stdout } = await run(line, { isTerminal: true, columns });
    expect(stdout).toMatch(/^#1 /m);
    for (const each of stdout.split('\n')) expect(getDisplayWidth(each)).toBeLessThanOrEqual(columns);
  });
});

describe('comments inbox --all-profiles', () => {
  test('lists 50 unless --all is given', async () => {
    const { json } = await run('comments inbox --all-profiles --json');
    expect((json as { inbox: readonly object[] }).inbox).toHaveLength(50);
    expect(json).toMatchObject({
      meta: { pagination: { hasMore: true, nextFlags: ['--limit', '100'], limit: 50 } },
    });
  });

  type Answer = Sandbox['answer'];
  /** Rejects what is sent with the keys of these profiles. */
  const refusing = (...aliases: readonly (string | null)[]): Around => ({
    sandbox: {
      ...sandbox,
      close: () => {},
      answer: async (request: Parameters<Answer>[0]): ReturnType<Answer> => {
        const key = request.headers['profile-key'] ?? null;
        const { profiles } = sandbox.credentials;
        const profile = profiles.find(({ profileKey }) => profileKey === key)?.alias ?? null;
        if (!aliases.includes(profile)) return sandbox.answer(request);
        const text = JSON.stringify({ status: 'error', code: 102, message: `${profile} is refused` });
        return { status: 403, headers: { 'content-type': 'application/json' }, body: Buffer.from(text) };
      },
    },
  });

  test('lists what waits in each profile, by its own key, newest first', async () => {
    const inbox = await list('--all-profiles --all', 8);
    expect(new Set(inbox.map(({ profile }) => profile))).toEqual(new Set([null, 'harbour', 'wholesale']));
    const times = inbox.map(({ createdAt }) => createdAt ?? '');
    expect(times).toEqual(times.toSorted().toReversed());
    const idsOf = (some: readonly WaitingRecord[]) => some.map(({ id }) => id).toSorted();
    const ofHarbour = inbox.filter(({ profile }) => profile === 'harbour');
    expect(idsOf(ofHarbour)).toEqual(idsOf(await list('--profile harbour --all', 8)));
    expect(idsOf(inbox.filter(({ profile }) => profile === null))).toEqual(idsOf(await list('--all', 8)));
  });

  test('what one profile marked as done stays open in the others', async () => {
    const [first] = await list('--profile harbour');
    await run(['comments', 'done', first?.id ?? '', '--profile', 'harbour']);
    const ids = (await list('--all-profiles')).map(({ id }) => id);
    expect(ids).not.toContain(first?.id);
    const [own] = await list();
    await run(['comments', 'done', own?.id ?? '', '--profile', 'harbour']);
    expect((await list('--all-profiles')).map(({ id }) => id)).toContain(own?.id);
  });

  test('names the profile that fails, lists the others, and exits 3', async () => {
    const { exitCode, stderr, json } = await run(
      'comments inbox --all-profiles --posts 6 --all --json',
      refusing('harbour'),
    );
    expect(exitCode).toBe(3);
    expect(stderr).toContain('harbour is refused');
    const { inbox, errors } = json as { inbox: readonly WaitingRecord[]; errors: readonly unknown[] };
    expect(new Set(inbox.map(({ profile }) => profile))).toEqual(new Set([null, 'wholesale']));
    expect(errors).toContainEqual({ profile: 'harbour', postId: null, message: 'harbour is refused' });
    const table = await run('comments inbox --all-profiles --posts 2 --list -n 1 --color never', {
      ...refusing('harbour'),
      isTerminal: true,
    });
    expect(table.stdout).toMatch(/^REF +PROFILE/);
    expect(table.stderr).toMatch(/1 of 3 profiles could not be read\n {2}harbour/);
  });

  test('says for which profile a network was not read', async () => {
    const { exitCode, stderr } = await run('comments inbox --all-profiles --posts 4');
    expect(exitCode).toBe(0);
    expect(stderr).toContain('not read for the Primary Profile: TikTok in 2 posts (288);');
    expect(stderr).toContain('not read for the profile harbour: LinkedIn (');
  });

  test('has the kind of the first failure when all fail', async () => {
    const all = refusing(null, 'harbour', 'wholesale');
    const { exitCode, stdout } = await run('comments inbox --all-profiles', all);
    expect({ exitCode, stdout }).toEqual({ exitCode: 4, stdout: '' });
  });

  test('an address without a context has no profiles', async () => {
    const { exitCode, stderr } = await crier('comments inbox --all-profiles', {
      env: { CRIER_STATE_DIR: state, CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'k'.repeat(32) },
    });
    expect({ exitCode }).toEqual({ exitCode: 2 });
    expect(stderr).toContain('crier login');
    expect((await run('comments inbox --all-profiles --profile harbour')).exitCode).toBe(2);
  });
});

describe('comments done', () => {
  test('leaves a comment out of the inbox, also in the next run; --undo lists it again', async () => {
    const [first] = await list();
    const id = first?.id ?? '';
    expect((await run(['comments', 'done', id, '--json'])).json).toMatchObject({
      results: [{ id, status: 'done' }],
    });
    expect((await list()).map((each) => each.id)).not.toContain(id);
    await run(['comments', 'done', id, '--undo']);
    expect((await list())[0]?.id).toBe(id);
  });

  test('marks no id that no comment has: exit 5, and of several 3', async () => {
    const one = await run('comments done nosuch');
    expect({ ...one, stdout: one.stdout }).toMatchObject({ exitCode: 5, stdout: '' });
    expect(one.stderr).toContain('no comment has the id nosuch');
    expect((await run('comments done nosuch --undo')).exitCode).toBe(5);
    const both = await run('comments done nosuch 18054973922452013 --json');
    expect(both.exitCode).toBe(3);
    expect(both.json).toMatchObject({
      results: [
        { id: 'nosuch', status: 'error' },
        { id: '18054973922452013', status: 'done' },
      ],
    });
    expect(readFileSync(join(state, 'done.json'), 'utf8')).not.toContain('nosuch');
  });

  test('is kept in a file that only its owner reads; a damaged one is as if empty', async () => {
    await run('comments done 18054973922452013');
    const file = join(state, 'done.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toContain('18054973922452013');
    rmSync(file);
    expect((await run('comments inbox -n 1 --posts 1')).exitCode).toBe(0);
  });
});

describe('comments get', () => {
  const get = async (flags: string) =>
    ((await run(`comments get ${LAUNCH} --json ${flags}`.trim())).json as { comments: readonly Comment[] })
      .comments;

  test('--unanswered lists comments without an own reply, and their network knows which is own', async () => {
    const waiting = await get('--unanswered');
    expect(waiting.length).toBeGreaterThan(0);
    expect(waiting.every(({ isAnswered, replies }) => isAnswered === false && replies.length === 0)).toBe(
      true,
    );
    // the accounts are remembered for reads without a request for them
    const all = await get('--flat');
    expect(all.filter(({ author }) => author.isMe === true).length).toBeGreaterThan(3);
    const unknown = all.filter(({ author }) => author.isMe === null);
    expect(unknown.every(({ author }) => author.id === null && author.handle === null)).toBe(true);
  });

  test('before the accounts were ever read, only what networks say is known', async () => {
    const known = (await get('--flat')).filter(({ author }) => author.isMe !== null);
    expect(new Set(known.map(({ platform }) => platform))).toEqual(new Set(['facebook', 'tiktok']));
  });

  test('what cannot be remembered is no obstacle', async () => {
    writeFileSync(join(state, 'elsewhere.json'), '{}');
    symlinkSync(join(state, 'elsewhere.json'), join(state, 'accounts.json'));
    expect((await get('--unanswered')).length).toBeGreaterThan(0);
    expect((await get('')).length).toBeGreaterThan(0);
  });

  test('--since, --sort and -n select and order', async () => {
    const liked = await get('--sort likes -n 3');
    expect(liked).toHaveLength(3);
    const likes = liked.map((each) => each.likes ?? 0);
    expect(likes).toEqual(likes.toSorted((one, other) => other - one));
    expect((await get('--since 20h')).length).toBeLessThan((await get('')).length);
  });

  test.each([
    ['one id', LAUNCH],
    ['several ids', `${LAUNCH} ${LAUNCH}`],
  ])('what -n cuts is counted: %s', async (_what, ids) => {
    const all = (await run(`comments get ${ids} --allow-partial --json`)).json as CutDocument; // held against its schema
    expect(all.meta.pagination).toEqual({ next: null, hasMore: false, limit: null });
    const cut = await run(`comments get ${ids} --allow-partial --json -n 2`);
    const { comments, meta } = cut.json as CutDocument; // as above
    expect(meta.pagination).toEqual({ next: null, hasMore: true, nextFlags: ['--limit', '4'], limit: 2 });
    const hidden = all.comments.length - comments.length;
    expect(cut.stderr).toContain(`${hidden} more comments: raise -n to see more`);
    const whole = await run(`comments get ${ids} --allow-partial --json -n ${all.comments.length}`);
    expect(whole.json).toMatchObject({ meta: { pagination: { hasMore: false } } });
    expect(whole.stderr).not.toContain('more comments');
  });
});

describe('comments watch --recent', () => {
  test('watches the newest published posts', async () => {
    const { stdout } = await run('comments watch --recent 3 --once --allow-partial -o ndjson');
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { requestedId: string });
    const { json } = await run('posts list --last-days 0 --json');
    const published = (json as { posts: { id: string; postIds?: unknown[] }[] }).posts
      .filter(({ postIds = [] }) => postIds.length > 0)
      .slice(0, 3)
      .map(({ id }) => id);
    expect(events.length).toBeGreaterThan(5);
    for (const { requestedId } of events) expect(published).toContain(requestedId);
  });

  test.each([`--recent 3 ${LAUNCH}`, '--recent 3 --platform instagram', '--recent 0'])(
    '%s is refused',
    async (flags) => {
      expect((await run(`comments watch ${flags} --once`)).exitCode).toBe(2);
    },
  );
});

describe('what is answered', () => {
  const own = { instagram: { ids: ['7'], handles: ['shop'] }, twitter: { ids: [], handles: ['shop'] } };
  const by = (handle: string, parts: Partial<Comment> = {}) =>
    comment({
      replyCount: null,
      ...parts,
      author: { id: null, name: handle, handle, url: null, avatarUrl: null, isMe: null },
    });
  const mark = (...comments: readonly Comment[]) => [...markOwnComments(comments, own)];

  test.each<[string, readonly Comment[], boolean | null]>([
    ['a comment without replies', [by('ada')], false],
    ['one with an own reply', [by('ada', { replies: [by('Shop')] })], true],
    ['one with a reply of another', [by('ada', { replies: [by('bo')] })], false],
    ['one whose replies are not all here', [by('ada', { replyCount: 3, replies: [by('bo')] })], null],
    ['an own comment', [by('shop')], null],
    [
      'one of a network with a hostile name',
      [by('ada', { platform: 'constructor', replies: [by('bo', { platform: '__proto__' })] })],
      null,
    ],
    [
      'one of a network without a known account',
      [by('ada', { platform: 'reddit', replies: [by('bo', { platform: 'reddit' })] })],
      null,
    ],
    [
      'on X, one whose own reply is beside it',
      [
        by('ada', { platform: 'twitter', id: '1' }),
        by('shop', { platform: 'twitter', id: '2', parentId: '1' }),
      ],
      true,
    ],
  ])('%s', (_what, comments, expected) => {
    expect(mark(...comments)[0]?.isAnswered).toBe(expected);
  });

  test('in a thread, a later own reply answers those before it, not those after it', () => {
    const at = (hour: number) => ({ createdAt: `2026-09-21T${hour}:00:00Z` });
    const [thread] = mark(
      by('ada', { ...at(10), replies: [by('bo', at(11)), by('shop', at(12)), by('bo', at(13))] }),
    );
    expect(thread?.replies.map(({ isAnswered }) => isAnswered)).toEqual([true, null, false]);
  });
});
