import { describe, expect, test } from 'vitest';
import { MOST_SPARKLINE_REQUESTS } from '../../../../../src/cli/framework/output/last-days.ts';
import type { Transport, WireRequest } from '../../../../../src/client/transport.ts';
import { crier, type Ran } from '../../../../support/crier.ts';

const SANDBOX = { CRIER_CONTEXT: 'sandbox', NO_COLOR: '1' };
const SERVICE = {
  CRIER_BASE_URL: 'https://api.example',
  CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001',
  NO_COLOR: '1',
};
const WHOLE = 'Sp7kQm2XvLr9TzBd4HnW';

interface ListedPostByDay {
  readonly id: string;
  readonly commentsByDay?: readonly number[] | null;
}
const postsOf = ({ json }: Ran) => (json as { posts: readonly ListedPostByDay[] }).posts; // held against its schema
const recorded = ({ stderr }: Ran) => stderr.replaceAll(/\s+/g, ' ');

/** A service with posts 1, 2, 3 … whose comments it answers as given. */
function serve(posts: number, answer: (id: string) => { readonly status?: number; readonly body: unknown }) {
  const asked: string[] = [];
  const network: Transport = async ({ url }: WireRequest) => {
    const path = new URL(url).pathname;
    asked.push(path);
    const history = Array.from({ length: posts }, (_, at) => ({
      id: `post-${at + 1}`,
      post: 'Hi',
      status: 'success',
      platforms: ['facebook'],
      postIds: at === 1 ? [] : [{ platform: 'facebook', id: '1', status: 'success' }],
    }));
    const { status = 200, body } = path.startsWith('/history')
      ? { body: { history } }
      : answer(path.split('/').at(-1) ?? '');
    async function* chunks() {
      yield Buffer.from(JSON.stringify(body));
    }
    return { status, headers: { 'content-type': 'application/json' }, body: chunks() };
  };
  return { network, asked };
}

const comments = (...times: readonly string[]) => ({
  body: {
    status: 'success',
    facebook: times.map((created, at) => ({
      commentId: String(at),
      comment: 'a',
      created,
      platform: 'facebook',
    })),
  },
});

describe('comments by day', () => {
  test('--wide draws them, replies too, and JSON has the figures', async () => {
    const table = await crier('posts list --wide', { env: SANDBOX, isTerminal: true, columns: 130 });
    expect(table.stdout).toMatch(/^REF .* 14 DAYS$/m);
    expect(table.stdout).toMatch(new RegExp(`${WHOLE} .*  ·{11}▄▅▂$`, 'm'));
    const whole = postsOf(await crier('posts list --wide --json', { env: SANDBOX })).find(
      ({ id }) => id === WHOLE,
    );
    const { json } = await crier(`comments stats ${WHOLE} --by day --json`, { env: SANDBOX });
    const days = (json as { stats: { comments: number; replies: number }[] }).stats;
    expect(whole?.commentsByDay?.slice(-days.length)).toEqual(
      days.map((each) => each.comments + each.replies),
    );
    expect(whole?.commentsByDay).toHaveLength(14);
  });

  test('by the days of --tz', async () => {
    const { network } = serve(1, () => comments('2026-09-20T23:30:00Z'));
    const countIn = async (zone: string) => {
      const line = `posts list --json --fields id,commentsByDay --tz ${zone}`;
      return postsOf(await crier(line, { env: SERVICE, network }))[0]?.commentsByDay?.slice(-2);
    };
    expect([await countIn('UTC'), await countIn('Europe/Oslo')]).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  test('are drawn as figures for screen readers', async () => {
    const { network } = serve(1, () => comments('2026-09-21T10:00:00Z'));
    const { stdout } = await crier('posts list --wide --accessible', {
      env: SERVICE,
      network,
      isTerminal: true,
    });
    expect(stdout).toMatch(/ (?:0 ){13}1$/m);
  });

  test.each(['', '-o csv', '--json', '--wide -o tsv', '--wide -o csv', '--wide -o raw'])(
    'take no request without being asked for: posts list %s',
    async (words) => {
      const { network, asked } = serve(3, () => comments());
      const { stdout } = await crier(`posts list ${words}`, { env: SERVICE, network });
      expect(asked).toEqual(['/history']);
      expect(stdout).not.toContain('commentsByDay');
    },
  );

  test('take one request for each published post', async () => {
    const { network, asked } = serve(3, () => comments('2026-09-21T10:00:00Z', '2026-09-20T10:00:00Z'));
    const ran = await crier('posts list --wide --json', { env: SERVICE, network });
    expect(asked.toSorted()).toEqual(['/comments/post-1', '/comments/post-3', '/history']);
    expect(postsOf(ran).map(({ commentsByDay }) => commentsByDay?.slice(-3) ?? null)).toEqual([
      [0, 1, 1],
      null,
      [0, 1, 1],
    ]);
  });

  test('are those of the newest posts of a long list, with a note', async () => {
    const { network, asked } = serve(60, () => comments());
    const ran = await crier('posts list --wide --json -n 60', { env: SERVICE, network });
    expect([ran.exitCode, asked.length]).toEqual([0, 1 + MOST_SPARKLINE_REQUESTS]);
    expect(recorded(ran)).toContain(
      `comments by day are those of the newest ${MOST_SPARKLINE_REQUESTS} posts only`,
    );
  });

  test('a post whose comments cannot be read stays empty, and the list is printed', async () => {
    const gone = { status: 404, body: { status: 'error', code: 186, message: 'Not found.' } };
    const { network } = serve(4, (id) => (id === 'post-1' ? comments('2026-09-21T10:00:00Z') : gone));
    const ran = await crier('posts list --wide --json', { env: SERVICE, network });
    expect([ran.exitCode, postsOf(ran).map(({ commentsByDay }) => commentsByDay?.at(-1) ?? null)]).toEqual([
      0,
      [1, null, null, null],
    ]);
    expect(recorded(ran)).toContain('not counted by day: 2 posts (186);');
  });

  test('a network that failed is named, and the others are counted', async () => {
    const { facebook } = comments('2026-09-21T10:00:00Z').body;
    const errors = [{ status: 'error', code: 288, message: 'Still processing.', platform: 'tiktok' }];
    const { network } = serve(1, () => ({ body: { status: 'partial', facebook, errors } }));
    const ran = await crier('posts list --wide --json', { env: SERVICE, network });
    expect([ran.exitCode, postsOf(ran)[0]?.commentsByDay?.at(-1)]).toEqual([0, 1]);
    expect(recorded(ran)).toContain('not counted by day: TikTok (288: Still processing.)');
  });

  test('stop where the service refuses all requests', async () => {
    const { network, asked } = serve(30, () => ({
      status: 429,
      body: { status: 'error', code: 1429, message: 'Too many.' },
    }));
    const ran = await crier('posts list --wide --json -n 30 --retries 0', { env: SERVICE, network });
    expect(ran.exitCode).toBe(0);
    expect(asked.length).toBeLessThan(10);
    expect(recorded(ran)).toMatch(/not counted by day: \d+ posts \(1429\);/);
  });

  test('of a network account, by its own ids, where the service takes them', async () => {
    const ofFacebook = await crier('posts list --platform instagram --wide --json -n 3', { env: SANDBOX });
    expect(
      postsOf(ofFacebook).some(({ commentsByDay }) => (commentsByDay ?? []).some((each) => each > 0)),
    ).toBe(true);
    const ofPinterest = await crier('posts list --platform pinterest --wide --json -n 3', { env: SANDBOX });
    expect([ofPinterest.exitCode, recorded(ofPinterest)]).toEqual([
      0,
      expect.stringContaining('comments by day need a list without --platform'),
    ]);
  });
});
