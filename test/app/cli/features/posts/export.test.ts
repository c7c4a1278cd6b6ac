import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  buildExportColumns,
  type PortablePost,
  toFilePost,
} from '../../../../../src/cli/features/posts/files/export-posts.ts';
import { readPosts } from '../../../../../src/cli/features/posts/post-file.ts';
import { decodeText } from '../../../../../src/cli/framework/input/files/decode-text.ts';
import { toYaml } from '../../../../../src/cli/framework/input/files/yaml-text.ts';
import { renderView } from '../../../../../src/cli/framework/output/render-view.ts';
import type { Ran } from '../../../../support/crier.ts';
import { anyCharacters } from '../../../../support/hostile-texts/any-characters.ts';
import { HOSTILE_TEXTS } from '../../../../support/hostile-texts.ts';
import { createSandboxRunner } from '../../../../support/sandbox/sandbox-runner.ts';
import { scaled } from '../../../../support/scale.ts';
import { testSeed } from '../../../../support/test-seed.ts';

const { run, write, read } = createSandboxRunner();
const said = ({ stderr }: Ran) => stderr.replaceAll(/\s+/g, ' ');

/** The posts that wait, without what differs between a post and its copy. */
async function listWaiting(): Promise<readonly object[]> {
  const { json } = await run('posts export --json');
  const { posts } = json as { posts: readonly PortablePost[] };
  return posts.map(({ id: _id, ...post }) => post);
}

const POSTS = [
  {
    post: { default: 'Default, "q"\nand a line', bluesky: '=cmd' },
    platforms: ['bluesky', 'linkedin'],
    scheduleDate: '2027-01-01T10:00:00Z',
    firstComment: { comment: '@first', mediaUrls: ['https://a.example/c.jpg'] },
    shortenLinks: true,
  },
  {
    post: 'One\n\nTwo #tag: true',
    platforms: ['twitter'],
    mediaUrls: ['https://a.example/b.jpg', 'https://a.example/1;v=2.jpg'],
    twitterOptions: { thread: true, mediaUrls: [null, 'https://a.example/b.jpg'] },
    requiresApproval: true,
    notes: '007',
  },
  { post: ' - [x] ', platforms: ['bluesky'], scheduleDate: '2026-12-24T17:00:00Z', requiresApproval: true },
  {
    post: '',
    platforms: ['instagram'],
    mediaUrls: ['https://a.example/b.jpg'],
    scheduleDate: '2026-12-25T17:00:00Z',
  },
];
const createPosts = async () => {
  write('posts.json', JSON.stringify(POSTS));
  expect((await run('posts create -f posts.json --yes')).exitCode).toBe(0);
};
async function deleteWaiting() {
  const { stdout } = await run('posts export --fields id');
  expect((await run('posts delete --ids-from - --yes', { stdin: stdout })).exitCode).toBe(0);
}
/** What creating the posts of a file would send. */
async function listRequests(file: string): Promise<readonly object[]> {
  const { json } = await run(`posts create -f ${file} --dry-run --json`);
  const { requests } = json as { requests: readonly { body: Readonly<Record<string, unknown>> }[] };
  return requests.map(({ body: { idempotencyKey: _key, ...body } }) => body);
}

describe('posts export', () => {
  // the property below reads and writes the other forms
  test('export, delete and create -f give the same posts, in each form of file', async () => {
    await deleteWaiting(); // that of the demo
    await createPosts();
    const before = await listWaiting();
    for (const ending of ['yaml', 'json', 'csv']) await run(`posts export --file week.${ending}`);
    await deleteWaiting();
    expect(await listWaiting()).toEqual([]);
    const requests = await listRequests('week.yaml');
    for (const file of ['week.json', 'week.csv']) expect(await listRequests(file)).toEqual(requests);
    const again = await run('posts create -f week.yaml --yes');
    expect(said(again)).toContain('4 posts: 2 kept for approval, 2 scheduled');
    expect(await listWaiting()).toEqual(before);
    expect(before.length).toBe(POSTS.length);
    expect(said(await run('posts create -f week.csv'))).toContain('sent before');
    expect(await listWaiting()).toEqual(before);
  });

  test('prints what --file writes, without a file', async () => {
    await run('posts export --file week.yaml');
    expect((await run('posts export -q')).stdout).toBe(read('week.yaml'));
    expect((await run('posts export -o csv')).stdout).toMatch(/^id,status,text,platforms,media,schedule,/);
  });

  test('a post that exists is not created a second time, and nothing of its file is', async () => {
    await createPosts();
    await run('posts export --status scheduled --file week.yaml');
    const ran = await run('posts create -f week.yaml --yes');
    expect([ran.exitCode, said(ran)]).toEqual([
      2,
      expect.stringContaining('(scheduled); delete it first, or remove its id here to make another'),
    ]);
    expect(await listWaiting()).toHaveLength(POSTS.length + 1);
  });

  test('a time that has passed since is an error, and not published at once', async () => {
    await createPosts();
    await run('posts export --status scheduled --file week.yaml');
    await deleteWaiting();
    await run('sandbox clock advance 200d');
    const ran = await run('posts create -f week.yaml --yes');
    expect([ran.exitCode, said(ran)]).toEqual([2, expect.stringContaining('is in the past')]);
  });

  test('a paused post awaits approval when it is created again, and that is noted', async () => {
    await createPosts();
    await run('posts pause --all-scheduled --yes');
    const ran = await run('posts export --status paused --json');
    expect(ran.json).toMatchObject({ posts: [{ status: 'paused', requiresApproval: true }, {}] });
    expect(said(ran)).toContain('2 paused posts will await approval when created again');
  });

  test('filters as posts list does, and never replaces a file', async () => {
    await createPosts();
    const { json } = await run('posts export --status scheduled --platforms linkedin --json');
    expect(json).toMatchObject({ posts: [{ platforms: ['bluesky', 'linkedin'] }] });
    write('week.csv', 'mine');
    const ran = await run('posts export --file week.csv');
    expect([ran.exitCode, said(ran), read('week.csv')]).toEqual([
      2,
      expect.stringContaining('exists already'),
      'mine',
    ]);
    expect((await run('posts export --file week.txt')).exitCode).toBe(2);
  });

  test('a repeated post is a post for each of its times', async () => {
    await run(
      'posts create --platform bluesky --text Weekly --repeat 2 --every 1w --schedule 2026-12-01T10:00:00Z',
    );
    const posts = (await listWaiting()).filter((post) => 'post' in post && post.post === 'Weekly');
    expect(posts).toHaveLength(3);
    expect(JSON.stringify(posts)).not.toContain('autoRepost');
  });

  test('what posts get and posts list print is a post, without what is of the post that exists', async () => {
    await createPosts();
    const [, id = ''] = (await run('posts export --status scheduled --fields id')).stdout.split('\n');
    for (const output of [
      await run(`posts get ${id} --json`),
      await run('posts list --status scheduled --json'),
    ]) {
      await run(`posts delete ${id} --yes`);
      const ran = await run('posts create -f - --dry-run --json', { stdin: output.stdout });
      expect(ran.stdout).toContain('"mediaUrls"');
      const { requests } = ran.json as { requests: readonly { body: object }[] };
      for (const { body } of requests) expect(Object.keys(body)).not.toContain('status');
    }
  });
});

test('a post that was printed is copied: what is of the first one is named, and a post that waits for approval is not published', async () => {
  await createPosts();
  await run('posts pause --all-scheduled --yes');
  const before = await listWaiting();
  for (const status of ['awaiting-approval', 'paused']) {
    const listed = await run(`posts list --status ${status} -n 1 --json`);
    const ran = await run('posts create -f - --yes', { stdin: listed.stdout });
    expect(said(ran)).toContain('not sent, since they are of a post that exists: id, ');
    expect(said(ran)).toMatch(/a copy of \S+ \((?:to approve|paused)\), which stays as it is/);
    expect(said(ran)).toContain('1 post: 1 kept for approval');
    expect(said(await run('posts create -f - --yes', { stdin: listed.stdout }))).toContain('sent before');
  }
  expect(await listWaiting()).toHaveLength(before.length + 2);
});

test('what a service without our fields lists is exported as far as it goes', () => {
  const record = {
    id: 'a',
    status: 'pending',
    post: 'Hi',
    platforms: ['bluesky'],
    scheduleDate: '2027-01-01T10:00:00Z',
    created: '2026-01-01T10:00:00Z',
    mediaUrls: [],
    shortenLinks: true,
  };
  expect(toFilePost(record)).toEqual({
    post: 'Hi',
    platforms: ['bluesky'],
    scheduleDate: '2027-01-01T10:00:00Z',
    shortenLinks: true,
    id: 'a',
    status: 'pending',
  });
});

const LOOK = { width: 80, colorLevel: 0, accessible: true, now: 0, zone: null } as const;
function render(posts: readonly PortablePost[], format: 'json' | 'ndjson' | 'csv' | 'tsv' | 'yaml'): string {
  if (format === 'yaml') return toYaml(posts);
  const columns = buildExportColumns(posts);
  return renderView(
    { kind: 'list', document: { posts }, key: 'posts', rows: posts, columns, empty: '' },
    { ...LOOK, format },
  );
}

const seed = testSeed();
const LITERAL = [
  '=cmd|x',
  '+1',
  '-1',
  '@a',
  "'=1",
  "'tis",
  '007',
  '1e3',
  '1.8E+16',
  '18054973922452013',
  'null',
  'true',
  '~',
  '#a',
  ' a ',
  '\t',
  'a\r\nb',
  '"',
  '""',
  'a;b',
  '{{x}}',
  '\\n',
  '\\u200b',
  '\u200b',
  '\0',
  '2026-01-01',
  '12:30',
  '- a',
  '|',
  '> x',
  '&a',
  '*a',
  '!a',
  '%',
  '[a',
  '{a',
  'a: b',
  'sep=;',
  '\uFFFD',
  '\uFEFFa',
];
const texts = fc.oneof(
  anyCharacters(),
  fc.string({ unit: fc.constantFrom(...'\\",;\n\r\t =+-@\'#:ntru001b{}aé\u202e\u200b') }),
  fc.constantFrom(...LITERAL, ...HOSTILE_TEXTS.map(([, text]) => text)),
);
test.each(['csv', 'tsv', 'json', 'ndjson', 'yaml'] as const)(
  `every text is read back unchanged from %s (seed ${seed})`,
  async (format) => {
    const isWhole = (text: string) => text !== '' && text.isWellFormed();
    const anyPost = fc.record({
      post: texts.filter(isWhole),
      notes: texts.filter(isWhole),
      first: texts.filter(isWhole),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyPost, { minLength: 1, maxLength: 4 }), async (given) => {
        const posts = given.map(({ post, notes, first }) => ({
          post,
          platforms: ['bluesky', 'twitter'],
          notes,
          firstComment: { comment: first },
          id: 'a',
          status: 'pending',
        }));
        const file = { name: `a.${format}`, text: decodeText(Buffer.from(render(posts, format))) };
        const { entries, faults } = await readPosts(file, () => Promise.reject(new Error('no time')));
        expect(faults).toEqual([]);
        expect(entries.map(({ value }) => value)).toEqual(
          posts.map(({ id: _id, status: _status, ...post }) => post),
        );
      }),
      { seed, numRuns: scaled(40, 2_000) },
    );
  },
);
