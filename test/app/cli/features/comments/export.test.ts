import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { getDisplayWidth } from '../../../../../src/cli/framework/output/text/width.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { DAY_MS } from '../../../../../src/service/durations.ts';
import { type Around, crier, openTestSandbox } from '../../../../support/crier.ts';
import { createManualClock } from '../../../../support/manual-clock.ts';
import { NOW } from '../../../../support/small-sandbox.ts';

const LAUNCH = 'Sp7kQm2XvLr9TzBd4HnW';
const base = mkdtempSync(join(tmpdir(), 'crier-export-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let sandbox: Sandbox;
let folder: string;
beforeEach(async () => {
  sandbox = await openTestSandbox();
  folder = mkdtempSync(join(base, 'work-'));
});

const answering = (answer: Sandbox['answer']): Sandbox => ({ ...sandbox, close: () => {}, answer });
const run = (line: string, around: Around = {}) =>
  crier(`${line} --sandbox`, {
    sandbox: answering(sandbox.answer),
    folder,
    env: { CRIER_STATE_DIR: join(folder, 'state') },
    ...around,
  });

interface Exported {
  readonly posts: number;
  readonly read: number;
  readonly added: number;
  readonly present: number;
  readonly cutLines: number;
  readonly profiles: readonly { readonly profile: string | null; readonly added: number }[];
  readonly errors: readonly { readonly profile: string | null; readonly postId: string | null }[];
}
const exportTo = async (file: string, flags = '', around: Around = {}) => {
  const line = `comments export --file ${file} --json --allow-partial ${flags}`.trim();
  const ran = await run(line, around);
  expect(ran).toMatchObject({ exitCode: 0 });
  return { ...(ran.json as Exported), stderr: ran.stderr };
};

interface Line {
  readonly platform: string;
  readonly id: string;
  readonly postId: string;
  readonly profile: string | null;
}
const at = (name: string) => join(folder, name);
const readLines = (name: string) => {
  const text = readFileSync(at(name), 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
};
const listKeys = (lines: readonly Pick<Line, 'platform' | 'id'>[]) =>
  lines.map(({ platform, id }) => `${platform} ${id}`);
const readTable = (name: string) => {
  const database = new DatabaseSync(at(name), { readOnly: true });
  try {
    return database.prepare('select * from comments').all() as unknown as readonly (Line &
      Record<string, unknown>)[];
  } finally {
    database.close();
  }
};
const readArchive = (name: string) => (name.endsWith('.sqlite') ? readTable(name) : readLines(name));

/** A comment by the account, which the service shows once its comments are refreshed. */
const addComment = async () => {
  await run(`comments create ${LAUNCH} --platform instagram --text Hello`);
  await run('sandbox clock advance 15m');
};

describe.each(['archive.ndjson', 'archive.sqlite'])('comments export to %s', (name) => {
  test('adds each comment and reply once, and later only what is new', async () => {
    const first = await exportTo(name, '-n 6 --since 30d');
    expect(first.added).toBeGreaterThan(40);
    expect(first.added + first.present).toBe(first.read);
    const before = listKeys(readArchive(name));
    expect(before).toHaveLength(first.added);
    expect(new Set(before).size).toBe(first.added);
    expect(await exportTo(name, '-n 6 --since 30d')).toMatchObject({ added: 0, present: first.read });
    await addComment();
    const later = await exportTo(name, '-n 6 --since 30d');
    expect(later.added).toBeGreaterThan(0);
    expect(later.added).toBeLessThan(20);
    const after = listKeys(readArchive(name));
    expect(new Set(after).size).toBe(before.length + later.added);
    expect(new Set(after)).toEqual(new Set([...before, ...after]));
  });

  test('is a file that only its owner reads', async () => {
    await exportTo(name, '-n 4');
    expect(statSync(at(name)).mode & 0o777).toBe(0o600);
  });

  test('--dry-run counts the same, and writes nothing', async () => {
    const dry = await exportTo(name, '--dry-run -n 4');
    expect(dry.stderr).toContain('nothing was written');
    expect(readdirSync(folder).filter((each) => each !== 'state')).toEqual([]);
    expect((await exportTo(name, '-n 2')).added).toBeLessThan(dry.added);
    const before = readFileSync(at(name));
    const rest = await exportTo(name, '--dry-run -n 4');
    expect(readFileSync(at(name)).equals(before)).toBe(true);
    expect((await exportTo(name, '-n 4')).added).toBe(rest.added);
    expect(readArchive(name)).toHaveLength(dry.added);
  });

  test('two runs at once add each comment once', async () => {
    const both = await Promise.all([exportTo(name, '-n 6'), exportTo(name, '-n 6')]);
    const keys = listKeys(readArchive(name));
    expect(new Set(keys).size).toBe(keys.length);
    expect(both.map(({ added }) => added).reduce((sum, each) => sum + each)).toBe(keys.length);
    expect(both[0].read).toBe(both[1].read);
  });

  test('a run that is interrupted leaves what it added, says so, and the next adds the rest', async () => {
    const control = new AbortController();
    let reads = 0;
    const stopping = answering((request) => {
      if (request.url.pathname.startsWith('/comments/')) reads += 1;
      if (reads === 8) control.abort('interrupted');
      return sandbox.answer(request);
    });
    const { exitCode, stderr } = await run(`comments export --file ${name}`, {
      sandbox: stopping,
      signal: control.signal,
    });
    expect(exitCode).toBe(130);
    const [, said] = /(\d+) comments added before the end/.exec(stderr) ?? [];
    const kept = readArchive(name).length;
    expect(kept).toBe(Number(said));
    const { added, read, present } = await exportTo(name);
    expect({ all: added + present }).toEqual({ all: read });
    expect(added).toBeGreaterThan(0);
    expect(new Set(listKeys(readArchive(name))).size).toBe(kept + added);
  });

  test.each(['a symbolic link', 'a folder that does not exist'])('%s is refused', async (what) => {
    writeFileSync(at('elsewhere'), '');
    if (what === 'a symbolic link') symlinkSync(at('elsewhere'), at(name));
    const file = what === 'a symbolic link' ? name : `nowhere/${name}`;
    const { exitCode, stderr } = await run(`comments export --file ${file}`);
    expect({ exitCode }).toEqual({ exitCode: 2 });
    expect(stderr).toContain(what === 'a symbolic link' ? 'symbolic link' : 'no such file or folder');
    expect(readFileSync(at('elsewhere'), 'utf8')).toBe('');
    expect(existsSync(at('nowhere'))).toBe(false);
  });

  test.each(['{"note":"buy milk"}\n', '\0\0\u0001\0', 'GIF\0', '\0\n\0\u0001'])(
    'a file of another program, %j, stays as it is',
    async (content) => {
      if (name.endsWith('.sqlite')) {
        const other = new DatabaseSync(at(name));
        other.exec('create table notes (text text)');
        other.close();
      } else writeFileSync(at(name), content);
      const before = readFileSync(at(name));
      const { exitCode, stderr } = await run(`comments export --file ${name}`);
      expect({ exitCode }).toEqual({ exitCode: 2 });
      expect(stderr.replace(/\s+/g, ' ')).toContain('is not an archive of comments');
      expect(stderr).toContain('--file');
      expect(readFileSync(at(name)).equals(before)).toBe(true);
    },
  );
});

test('a machine that sleeps for a day in the middle of a run loses no comment, and has none twice', {
  tags: ['T4'],
}, async () => {
  const clock = createManualClock({ start: NOW, holdsFromMs: 10_000 });
  sandbox = await openTestSandbox(clock);
  let reads = 0;
  const sleeping = answering((request) => {
    if (request.url.pathname.startsWith('/comments/')) reads += 1;
    if (reads === 5) clock.advance(DAY_MS);
    return sandbox.answer(request);
  });
  const first = await exportTo('a.db', '-n 8 --since 30d', { sandbox: sleeping, clock });
  const later = await exportTo('a.db', '-n 8 --since 30d', { clock });
  const whole = await exportTo('whole.db', '-n 8 --since 30d', { clock });
  expect(later.added).toBeGreaterThan(0);
  expect(listKeys(readTable('a.db')).toSorted()).toEqual(listKeys(readTable('whole.db')).toSorted());
  expect(first.added + later.added).toBe(whole.added);
});

test('--since has days of the zone', async () => {
  const read = async (since: string) => (await exportTo('a.ndjson', `-n 6 --dry-run --since ${since}`)).read;
  const inZone = await read('2026-09-22 --tz Pacific/Kiritimati');
  expect(inZone).toBe(await read('2026-09-21T10:00:00Z'));
  expect(inZone).toBeGreaterThan(await read('2026-09-22'));
});

describe('a line of an archive', () => {
  test('is a comment with its post, its profile and the time when it was added', async () => {
    await exportTo('a.jsonl', '-n 8');
    const [line] = readLines('a.jsonl').filter(({ postId }) => postId === LAUNCH);
    expect(line).toMatchObject({
      profile: null,
      post: expect.any(String),
      author: { isMe: expect.any(Boolean) },
      archivedAt: '2026-09-21T14:13:20Z',
    });
    expect(line).not.toHaveProperty('replies');
  });

  test.each(['middle of the line', 'first character'])(
    'cut short in the %s is removed, and said',
    async (where) => {
      const { added } = await exportTo('a.ndjson', '-n 3');
      const whole = readFileSync(at('a.ndjson'));
      const start = whole.lastIndexOf('\n', -2) + 1;
      truncateSync(at('a.ndjson'), where === 'first character' ? start + 1 : start + 60);
      const dry = await exportTo('a.ndjson', '-n 3 --dry-run');
      expect(dry).toMatchObject({ added: 1, cutLines: 1 });
      expect(dry.stderr).toContain('a run without --dry-run removes a last one');
      const repaired = await exportTo('a.ndjson', '-n 3');
      expect(repaired).toMatchObject({ added: 1, cutLines: 1 });
      expect(repaired.stderr).toMatch(/1 line of the archive is not whole, .*: a last one was removed/s);
      expect(readLines('a.ndjson')).toHaveLength(added);
      expect(await exportTo('a.ndjson', '-n 3')).toMatchObject({ added: 0, cutLines: 0 });
    },
  );

  test('that lacks only its line break is kept', async () => {
    const { added } = await exportTo('a.ndjson', '-n 3');
    const whole = readFileSync(at('a.ndjson'));
    truncateSync(at('a.ndjson'), whole.length - 1);
    expect(await exportTo('a.ndjson', '-n 3 --dry-run')).toMatchObject({ added: 0, cutLines: 0 });
    expect(await exportTo('a.ndjson', '-n 3')).toMatchObject({ added: 0, cutLines: 0 });
    expect(readFileSync(at('a.ndjson')).equals(whole)).toBe(true);
    expect(readLines('a.ndjson')).toHaveLength(added);
  });

  test('of another program at the end is refused, and the file stays as it is', async () => {
    await exportTo('a.ndjson', '-n 4');
    const whole = readFileSync(at('a.ndjson'), 'utf8');
    for (const text of ['dear diary', '{"note":', '[]', 'null', '{"platform":"instagram","post":"Hi"}']) {
      writeFileSync(at('a.ndjson'), whole + text);
      const { exitCode, stderr } = await run('comments export --file a.ndjson');
      expect({ text, exitCode }).toEqual({ text, exitCode: 2 });
      expect(stderr.replace(/\s+/g, ' ')).toMatch(/line \d+ is not a comment/);
      expect(readFileSync(at('a.ndjson'), 'utf8')).toBe(whole + text);
    }
  });
});

describe('comments export', () => {
  test.each(['archive.txt', 'archive', '-'])(
    '--file %s is refused: its format is not known',
    async (file) => {
      const { exitCode, stderr } = await run(`comments export --file ${file}`);
      expect({ exitCode }).toEqual({ exitCode: 2 });
      expect(stderr).toContain('.ndjson');
    },
  );

  test('with -o raw, is refused', async () => {
    expect((await run('comments export --file a.ndjson -o raw')).exitCode).toBe(2);
    expect(existsSync(at('a.ndjson'))).toBe(false);
  });

  test('exits 3 and lists what it could not see, and adds the others', async () => {
    const { exitCode, stderr, json } = await run('comments export --file a.ndjson --json');
    expect(exitCode).toBe(3);
    expect(stderr).toContain('--allow-partial');
    const { errors, added } = json as Exported;
    expect(errors).toContainEqual(expect.objectContaining({ profile: null, platform: 'tiktok', code: 288 }));
    expect(readLines('a.ndjson')).toHaveLength(added);
    expect((await exportTo('a.ndjson')).stderr.replaceAll(/\s+/g, ' ')).toMatch(
      /^not read: TikTok in 3 posts \(288\), Facebook in 1 post \(485\), .*"crier errors show 288 485" explains/m,
    );
  });

  test('--platform reads only posts on these networks, and what fails on others does not count', async () => {
    const paths: string[] = [];
    const counted = answering((request) => {
      paths.push(request.url.pathname);
      return sandbox.answer(request);
    });
    const { exitCode, json } = await run('comments export --file a.ndjson --platform X,youtube --json', {
      sandbox: counted,
    });
    expect(exitCode).toBe(0);
    expect(new Set(readLines('a.ndjson').map(({ platform }) => platform))).toEqual(
      new Set(['twitter', 'youtube']),
    );
    const ofPosts = paths.filter((path) => path.startsWith('/comments/'));
    expect(ofPosts).toHaveLength((json as Exported).posts);
    expect(ofPosts.length).toBeLessThan((await exportTo('b.ndjson', '-n 9 --dry-run')).posts);
  });

  test('reads the latest posts on the networks that are wanted, and new comments on old posts too', async () => {
    const { posts, stderr } = await exportTo('a.ndjson', '-n 2');
    expect(posts).toBe(1); // of the two, one cannot be read
    expect(stderr).toContain('only the latest post was read: raise --posts');
    const all = await exportTo('c.ndjson', '-n 6');
    expect((await exportTo('b.ndjson', '-n 6 --since 1d')).posts).toBe(all.posts);
    expect((await exportTo('d.ndjson', '-n 2 --platform linkedin')).posts).toBe(2);
  });

  test('--all-profiles adds those of every profile, and names the one that fails', async () => {
    const { profiles } = await exportTo('a.ndjson', '--all-profiles -n 8');
    expect(profiles.map(({ profile }) => profile)).toEqual([null, 'harbour', 'wholesale']);
    const lines = readLines('a.ndjson');
    for (const { profile, added } of profiles)
      expect(lines.filter((line) => line.profile === profile)).toHaveLength(added);
    const keys = sandbox.credentials.profiles.filter(({ alias }) => alias === 'harbour');
    const refusing = answering(async (request) => {
      const isRefused = keys.some(({ profileKey }) => profileKey === request.headers['profile-key']);
      if (!isRefused) return sandbox.answer(request);
      const text = JSON.stringify({ status: 'error', code: 102, message: 'this key is refused' });
      return { status: 403, headers: { 'content-type': 'application/json' }, body: Buffer.from(text) };
    });
    const { exitCode, stderr, json } = await run(
      'comments export --file b.ndjson --all-profiles -n 8 --json',
      {
        sandbox: refusing,
      },
    );
    expect(exitCode).toBe(3);
    expect(stderr).toContain('1 of 3 profiles could not be read; ');
    const { errors } = json as Exported;
    expect(errors).toContainEqual({ profile: 'harbour', postId: null, message: 'this key is refused' });
    expect(new Set(readLines('b.ndjson').map(({ profile }) => profile))).toEqual(
      new Set([null, 'wholesale']),
    );
  });

  test('of 40 columns fits', async () => {
    const line = 'comments export --file a.ndjson --all-profiles -n 4 --color never';
    const { screen } = await run(line, { isTerminal: true, columns: 40 });
    expect(screen).toContain('already there');
    for (const each of screen.split('\n')) expect(getDisplayWidth(each)).toBeLessThanOrEqual(40);
  });
});
