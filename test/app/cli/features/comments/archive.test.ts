import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FoundComment } from '../../../../../src/cli/features/comments/archive/comment-archive.ts';
import type { CommentStats } from '../../../../../src/cli/features/comments/compute-comment-stats.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { type Around, crier, openTestSandbox } from '../../../../support/crier.ts';

const base = mkdtempSync(join(tmpdir(), 'crier-archive-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let sandbox: Sandbox;
// each test may send as much as a profile may
beforeEach(async () => {
  sandbox = await openTestSandbox();
});

/** Before what follows `--`. */
const addSandbox = (words: readonly string[]) => {
  const end = words.indexOf('--');
  return words.toSpliced(end === -1 ? words.length : end, 0, '--sandbox');
};

/** A machine with a folder of its own. */
function createMachine() {
  const folder = mkdtempSync(join(base, 'machine-'));
  const state = join(folder, 'state');
  const run = (line: string | readonly string[], around: Around = {}) =>
    crier(addSandbox(typeof line === 'string' ? line.split(' ') : line), {
      sandbox: { ...sandbox, close: () => {} },
      folder,
      ...around,
      env: { CRIER_STATE_DIR: state, ...around.env },
    });
  const file = join(state, 'archives', 'sandbox', 'primary.sqlite');
  const fill = (flags = '', around?: Around) =>
    run(`comments export ${flags === '' ? '-n 20' : flags} --allow-partial --json`, around);
  /** Filling takes many times as long. */
  const copyFrom = (filled: { readonly state: string }) => cpSync(filled.state, state, { recursive: true });
  return { run, fill, copyFrom, folder, state, file };
}
type ArchiveMachine = ReturnType<typeof createMachine>;

interface Found {
  readonly comments: readonly FoundComment[];
  readonly found: number | null;
  readonly meta: { readonly pagination: { readonly next: string | null; readonly hasMore: boolean } };
}
const search = async ({ run }: ArchiveMachine, words: readonly string[], flags = '-n 10000') => {
  const ran = await run(['comments', 'search', ...flags.split(' '), '--json', '--', ...words]);
  expect(ran).toMatchObject({ exitCode: 0 });
  return ran.json as Found;
};
const textsOf = ({ comments }: Found) => comments.map(({ text }) => text ?? '');

/** Answers with comments that are changed. */
const editing = (edit: (comments: readonly Record<string, unknown>[]) => unknown): Sandbox => ({
  ...sandbox,
  close: () => {},
  async answer(request) {
    const answer = await sandbox.answer(request);
    if (!request.url.pathname.startsWith('/comments/')) return answer;
    const body = JSON.parse(new TextDecoder().decode(answer.body)) as Record<string, unknown>; // the sandbox's own
    const { instagram } = body;
    if (Array.isArray(instagram)) body['instagram'] = edit(instagram);
    return { ...answer, body: new TextEncoder().encode(JSON.stringify(body)) };
  },
});

describe('an archive that is filled', () => {
  const machine = createMachine();
  const { run, file } = machine;
  let all: Found;
  beforeAll(async () => {
    sandbox = await openTestSandbox();
    expect(await machine.fill()).toMatchObject({ exitCode: 0 });
    all = await search(machine, []);
  });

  test('is a file that only its owner reads, below the state folder', { tags: ['C13'] }, () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
  });

  test('has every comment of the posts, the newest first', async () => {
    expect(all).toMatchObject({ comments: { length: 1_089 }, found: 1_089 });
    const times = all.comments.map(({ createdAt }) => createdAt ?? '');
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test('is searched by words, phrases, beginnings and what to leave out', async () => {
    const of = (pattern: RegExp) => textsOf(all).filter((text) => pattern.test(text));
    expect(textsOf(await search(machine, ['oat', 'milk']))).toEqual(
      of(/\boat\b.*\bmilk\b|\bmilk\b.*\boat\b/is),
    );
    expect(textsOf(await search(machine, ['"oat milk"']))).toEqual(of(/\boat milk\b/i));
    const without = textsOf(await search(machine, ['milk -oat']));
    expect(without).toEqual(of(/^(?!.*\boat\b).*\bmilk\b/is));
    expect(without.length).toBeGreaterThan(0);
    expect(textsOf(await search(machine, ['swa*']))).toEqual(of(/\bswa/i));
    expect(textsOf(await search(machine, ['SUA'])).some((text) => text.normalize().includes('sữa'))).toBe(
      true,
    );
  });

  test('is searched by network, author, post, and time', async () => {
    const [first] = all.comments.filter(({ platform }) => platform === 'youtube');
    const handle = first?.author.handle ?? '';
    expect((await search(machine, [], '-n 10000 --platform X,youtube')).comments).toEqual(
      all.comments.filter(({ platform }) => platform === 'twitter' || platform === 'youtube'),
    );
    expect((await search(machine, [], `--from @${handle.toUpperCase()}`)).comments).toEqual(
      all.comments.filter(({ author }) => author.handle === handle),
    );
    expect((await search(machine, [], `-n 10000 --post ${first?.postId}`)).comments).toEqual(
      all.comments.filter(({ postId }) => postId === first?.postId),
    );
    const [since, until] = ['2026-09-18T00:00:00Z', '2026-09-19T12:00:00Z'];
    const between = await search(machine, [], `-n 10000 --since ${since} --until ${until}`);
    expect(between.comments).toEqual(
      all.comments.filter(({ createdAt }) => createdAt !== null && createdAt >= since && createdAt < until),
    );
    expect(between.found).toBe(between.comments.length);
    expect(between.comments.length).toBeGreaterThan(0);
  });

  test('is read in pages, each comment once', async () => {
    const pages: FoundComment[] = [];
    for (let flags = '-n 7'; flags !== ''; ) {
      const { comments, found, meta } = await search(machine, ['oat'], flags);
      pages.push(...comments);
      expect(found).toBeGreaterThan(7);
      flags = meta.pagination.next === null ? '' : `-n 7 --cursor ${meta.pagination.next}`;
    }
    expect(pages).toEqual((await search(machine, ['oat'])).comments);
  });

  test('--sort rank has the same comments, the best match first', async () => {
    const ranked = await search(machine, ['milk'], '-n 10000 --sort rank');
    const byTime = await search(machine, ['milk']);
    expect(textsOf(ranked).toSorted()).toEqual(textsOf(byTime).toSorted());
    expect(textsOf(ranked)).not.toEqual(textsOf(byTime));
    const [best = ''] = textsOf(ranked);
    expect(best.length).toBeLessThan(Math.max(...textsOf(ranked).map((text) => text.length)));
  });

  test('emphasizes what it found on a terminal, and there only', async () => {
    const shown = await run('comments search swan -o table', {
      isTerminal: true,
      env: { FORCE_COLOR: '1', TERM: 'xterm-256color' },
    });
    expect(shown.screen).toContain('\u001b[1m\u001b[33mswan\u001b[39m\u001b[22m');
    expect((await run('comments search swan -o table')).stdout).not.toContain('\u001b');
  });

  test('comes in every format, and says what others wrote', async () => {
    const { untrusted } = await run('comments search oat -n 2 --json');
    expect(untrusted).toEqual(expect.arrayContaining(['comments[].text', 'comments[].author']));
    expect((await run('comments search oat -n 2 -o ndjson')).stdout.trim().split('\n')).toHaveLength(2);
    expect((await run('comments search oat -n 2 -o csv')).stdout).toMatch(/^profile,platform,id,/);
    expect((await run(['comments', 'search', 'oat', '-n', '2', '--jq', '.comments | length'])).stdout).toBe(
      '2\n',
    );
    const template = ['comments', 'search', 'oat', '-n', '1', '-t', '{{ comments[0].platform }}'];
    expect((await run(template)).stdout).toContain('youtube');
  });

  test.each([
    ['"'],
    ['oat" OR "'],
    ['NEAR(oat milk, 2)'],
    ['text:oat'],
    ['oat AND'],
    ['^oat*'],
    ['(oat'],
    ["o'at; drop table comments"],
    ['-oat'],
    ['- * {'],
    ['\u0000oat'],
    ['oat '.repeat(200)],
  ])('no text is a syntax error: %j', async (words) => {
    const { exitCode, stderr } = await run(['comments', 'search', '--', words]);
    if (/[a-z]/.test(words)) expect({ exitCode }).toEqual({ exitCode: 0 });
    else
      expect({ exitCode, stderr }).toEqual({
        exitCode: 2,
        stderr: expect.stringContaining('no word to find'),
      });
  });

  describe('of one post', () => {
    const post = 'Gv3rPq7YsKa5MdHt8ZwE';
    const own = createMachine();
    beforeAll(() => {
      own.copyFrom(machine);
      const database = new DatabaseSync(own.file);
      database.exec(`delete from comments where post_id <> '${post}'`);
      database.close();
    });

    test.each(['network', 'day', 'weekday', 'hour', 'author'])(
      'is counted by %s as a read is',
      async (by) => {
        const flags = `--by ${by} --top 1000 --tz Asia/Kathmandu --json`;
        const archived = (await own.run(`comments stats --archive ${flags}`)).json as CommentStats;
        const read = (await own.run(`comments stats ${post} --allow-partial ${flags}`)).json as CommentStats;
        expect(archived.totals).toEqual(read.totals);
        const sort = (stats: CommentStats) =>
          stats.stats.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
        expect(sort(archived)).toEqual(sort(read));
      },
    );
  });

  test.each([
    'comments search oat --since 90d',
    'comments stats --archive',
    'comments archive delete --until 1d --dry-run',
  ])('"%s" reads a file that is named without a service, and no archive of its own', async (line) => {
    const words = [...line.split(' '), '--json'];
    const around = { folder: machine.folder, env: { CRIER_STATE_DIR: machine.state } };
    expect(await crier([...words, '--file', machine.file], around)).toMatchObject({
      exitCode: 0,
    });
    expect((await crier(words, around)).error).toMatchObject({ message: 'no service is configured' });
  });

  test('is counted for what words and times select', async () => {
    const { json } = await run([
      'comments',
      'stats',
      '--archive',
      '--contains',
      'oat milk',
      '--since',
      '10d',
      '--json',
    ]);
    const { comments } = await search(machine, ['oat milk'], '-n 10000 --since 10d');
    const { totals } = json as CommentStats;
    expect(totals.comments + totals.replies).toBe(comments.length);
    expect(comments.length).toBeGreaterThan(0);
  });

  test('is listed with where it is', async () => {
    const { json } = await run('comments archive list --json');
    expect(json).toMatchObject({
      archives: [
        { file, profiles: [null], comments: all.comments.length, missing: 0, bytes: statSync(file).size },
      ],
    });
  });
});

describe('comments export, again', () => {
  test('updates what changed, and marks what is gone until it is back', async () => {
    const machine = createMachine();
    await machine.fill();
    const [gone, changed] = (await search(machine, [], '--platform instagram')).comments;
    const around = {
      sandbox: editing((comments) =>
        comments
          .filter(({ commentId }) => commentId !== gone?.id)
          .map((each) =>
            each['commentId'] === changed?.id ? { ...each, comment: 'Überraschung', likeCount: 7_000 } : each,
          ),
      ),
    };
    expect((await machine.fill('', around)).json).toMatchObject({ added: 0, changed: 1, missing: 1 });
    expect((await machine.fill('', around)).json).toMatchObject({ added: 0, changed: 0, missing: 0 });
    expect((await search(machine, ['uberraschung'])).comments).toMatchObject([
      { id: changed?.id, likes: 7_000, changedAt: '2026-09-21T14:13:20Z', missingSince: null },
    ]);
    const find = async () => (await search(machine, [])).comments.find(({ id }) => id === gone?.id);
    expect(await find()).toMatchObject({ text: gone?.text, missingSince: '2026-09-21T14:13:20Z' });
    expect((await machine.fill()).json).toMatchObject({ added: 0, changed: 1, missing: 0 });
    expect(await find()).toEqual(gone);
  });

  test('a network that fails, or that lists only its latest comments, loses no comment', async () => {
    const machine = createMachine();
    await machine.fill();
    const failing = editing(() => []);
    const { answer } = failing;
    failing.answer = async (request) => {
      const answered = await answer(request);
      if (!request.url.pathname.startsWith('/comments/')) return answered;
      const body = JSON.parse(new TextDecoder().decode(answered.body)) as Record<string, unknown>; // as above
      const errors = [{ platform: 'instagram', status: 'error', code: 221, message: 'No', id: 'x' }];
      const failed = { ...body, status: 'partial', errors };
      return { ...answered, body: new TextEncoder().encode(JSON.stringify(failed)) };
    };
    expect((await machine.fill('', { sandbox: failing })).json).toMatchObject({ missing: 0 });
  });

  test('what a run that was ended has not read is read first', async () => {
    const machine = createMachine();
    const control = new AbortController();
    const asked: string[] = [];
    const noting: Sandbox = {
      ...sandbox,
      close: () => {},
      answer(request) {
        const [, id] = /^\/comments\/(.+)/.exec(request.url.pathname) ?? [];
        if (id !== undefined) asked.push(id);
        return sandbox.answer(request);
      },
    };
    const stopping = {
      ...noting,
      answer: (request: Parameters<Sandbox['answer']>[0]) => {
        if (asked.length === 7) control.abort('interrupted');
        return noting.answer(request);
      },
    };
    expect((await machine.fill('', { sandbox: stopping, signal: control.signal })).exitCode).toBe(130);
    const database = new DatabaseSync(machine.file, { readOnly: true });
    const read = database
      .prepare('select post_id from posts')
      .all()
      .map(({ post_id: id }) => id);
    database.close();
    expect(read.length).toBeGreaterThan(0);
    asked.length = 0;
    await machine.fill('', { sandbox: noting });
    expect(asked.slice(-read.length).toSorted()).toEqual(read.toSorted());
  });

  test('an archive of an older version gets its index, and a search before says so', async () => {
    const machine = createMachine();
    await machine.fill('-n 8 --file a.sqlite');
    const at = join(machine.folder, 'a.sqlite');
    const database = new DatabaseSync(at);
    const kept = `platform, id, profile, post_id, post, parent_id, author_id, author_name, author_handle, author_url,
      author_avatar_url, is_mine, text, created_at, likes, reply_count, url, extra, archived_at`;
    database.exec(`drop table comment_words; drop table posts; create table old as select ${kept} from comments;
      drop table comments; alter table old rename to comments; pragma user_version = 1`);
    database.close();
    const early = await machine.run('comments search oat --file a.sqlite');
    expect({ code: early.exitCode, said: early.stderr.replace(/[\s\\]+/g, ' ') }).toEqual({
      code: 2,
      said: expect.stringMatching(/no index of words.* run "crier comments export --file .+" once/),
    });
    expect((await machine.fill('-n 8 --file a.sqlite')).json).toMatchObject({ added: 0, changed: 0 });
    const ran = await machine.run('comments search oat milk --file a.sqlite --json');
    expect((ran.json as Found).found).toBeGreaterThan(0);
  });
});

describe('archives of several profiles', () => {
  test('are files of their own, or one file', async () => {
    const machine = createMachine();
    const { run } = machine;
    const { json } = await machine.fill('--all-profiles');
    expect((json as { file: string }).file).toBe(join(machine.file, '..'));
    expect(readdirSync(join(machine.file, '..')).toSorted()).toEqual([
      'primary.sqlite',
      'profile-harbour.sqlite',
      'profile-wholesale.sqlite',
    ]);
    await machine.fill('--all-profiles --file all.sqlite');
    const profilesOf = async (flags: string) => {
      const ran = await run(`comments search --json -n 10000 ${flags}`);
      return [...new Set((ran.json as Found).comments.map(({ profile }) => profile))];
    };
    expect(await profilesOf('--all-profiles')).toEqual(
      expect.arrayContaining([null, 'harbour', 'wholesale']),
    );
    for (const flags of ['--profile harbour', '--profile harbour --file all.sqlite'])
      expect(await profilesOf(flags)).toEqual(['harbour']);
    expect(await profilesOf('--file all.sqlite')).toEqual([null]);
    const pages: string[] = [];
    for (let cursor = ''; ; ) {
      const ran = await run(`comments search --all-profiles --json -n 400 ${cursor}`.trim());
      const { comments, meta } = ran.json as Found;
      pages.push(...comments.map(({ id, platform }) => `${platform} ${id}`));
      if (meta.pagination.next === null) break;
      cursor = `--cursor ${meta.pagination.next}`;
    }
    expect(new Set(pages).size).toBe(pages.length);
    expect(pages).toHaveLength(
      ((await run('comments search --all-profiles --json -n 10000')).json as Found).comments.length,
    );
    const other = await run(
      `comments search oat --file ${join(machine.file, '..', 'profile-harbour.sqlite')}`,
    );
    expect(other.exitCode).toBe(2);
    expect(other.stderr.replace(/\s+/g, ' ')).toContain(
      'comments of the profile harbour, not of the Primary Profile',
    );
  });
});

describe('an archive that cannot be searched is named, with the reason', () => {
  test.each(['comments search oat', 'comments stats --archive', 'comments archive delete --all --yes'])(
    'no archive: %s names the command that makes one',
    async (line) => {
      const { exitCode, stderr } = await createMachine().run(line);
      expect({ exitCode, stderr: stderr.replace(/\s+/g, ' ') }).toEqual({
        exitCode: 5,
        stderr: expect.stringContaining('"crier comments export --sandbox" makes it'),
      });
    },
  );

  test.each([
    [
      'damaged',
      'is damaged',
      (file: string) => {
        const bytes = readFileSync(file);
        bytes.fill(0x55, 100, bytes.length);
        writeFileSync(file, bytes);
      },
    ],
    ['no database', 'is not a database', (file: string) => writeFileSync(file, 'oat milk '.repeat(200))],
    [
      'of a newer version',
      'a newer version of crier',
      (file: string) => {
        const database = new DatabaseSync(file);
        database.exec('pragma user_version = 99');
        database.close();
      },
    ],
    [
      'of another program',
      'another program',
      (file: string) => {
        const database = new DatabaseSync(file);
        database.exec('pragma application_id = 7');
        database.close();
      },
    ],
  ] as const)('%s', async (_what, said, spoil) => {
    const machine = createMachine();
    await machine.fill('-n 3');
    spoil(machine.file);
    for (const line of ['comments search oat', 'comments stats --archive', 'comments export -n 3']) {
      const { exitCode, stderr } = await machine.run(line);
      expect({ line, exitCode, stderr: stderr.replace(/\s+/g, ' ') }).toEqual({
        line,
        exitCode: 2,
        stderr: expect.stringContaining(said),
      });
    }
  });

  test('one that cannot be written is still searched', async () => {
    const machine = createMachine();
    await machine.fill('-n 6');
    chmodSync(machine.file, 0o400);
    expect((await search(machine, [])).comments.length).toBeGreaterThan(0);
  });

  test('--all-profiles and flags that need --archive', async () => {
    const { run } = createMachine();
    expect((await run('comments stats --contains oat')).stderr).toContain('--contains needs --archive');
    expect((await run('comments stats Mn5cTy8LrWb2QzHp6KsD --archive')).exitCode).toBe(2);
    expect((await run('comments search oat --sort rank --cursor 1.0')).exitCode).toBe(2);
  });
});

describe('comments archive delete', () => {
  test('removes what the flags select, and no trace of it stays in the file', { tags: ['C13'] }, async () => {
    const machine = createMachine();
    const { run } = machine;
    await machine.fill();
    const [{ author, id } = { author: { handle: '' }, id: '' }] = (
      await search(machine, ['swim'])
    ).comments.filter((each) => each.author.isMe !== true && each.author.handle !== null);
    const handle = author.handle ?? '';
    expect(readFileSync(machine.file).includes(handle)).toBe(true);
    const { found } = await search(machine, [], `--from ${handle}`);
    const dry = await run(`comments archive delete --from ${handle} --dry-run --json`);
    expect(dry.json).toEqual({ file: machine.file, removed: found });
    expect((await run(`comments archive delete --from ${handle}`)).exitCode).not.toBe(0);
    expect((await search(machine, [], `--from ${handle}`)).found).toBe(found);
    const removed = await run(`comments archive delete --from ${handle} --yes --json`);
    expect(removed.json).toEqual({ file: machine.file, removed: found });
    expect((await search(machine, [])).comments.some((each) => each.id === id)).toBe(false);
    expect((await search(machine, ['milk'])).comments.length).toBeGreaterThan(0);
    const bytes = readFileSync(machine.file);
    expect(bytes.includes(`h:${handle.replaceAll('.', '~2e~')}`)).toBe(false);
  });

  test('needs a selection, and --all removes the file', async () => {
    const machine = createMachine();
    await machine.fill('-n 3');
    expect(await machine.run('comments archive delete --yes')).toMatchObject({ exitCode: 2 });
    expect(await machine.run('comments archive delete --all --yes')).toMatchObject({ exitCode: 0 });
    expect(readdirSync(join(machine.file, '..'))).toEqual([]);
    expect((await machine.run('comments archive list -o table')).stdout).toContain('no archives yet');
  });
});
