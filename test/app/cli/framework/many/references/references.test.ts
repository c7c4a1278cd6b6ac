import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../../../../src/cli/framework/command/command-list.ts';
import type { Sandbox } from '../../../../../../src/sandbox/open-sandbox.ts';
import { stoppedClock } from '../../../../../support/clock.ts';
import { type Around, crier, openTestSandbox } from '../../../../../support/crier.ts';

const NOW = 1_790_000_000_000;
const HOUR_MS = 3_600_000;
const VIDEO_POST = 'Gv3rPq7YsKa5MdHt8ZwE';
const POST = 'Sp7kQm2XvLr9TzBd4HnW';
const base = mkdtempSync(join(tmpdir(), 'crier-references-'));
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
    ...around,
    env: { CRIER_STATE_DIR: state, NO_COLOR: '1', ...around.env },
  });
const onTerminal = (line: string, around: Around = {}) => run(line, { isTerminal: true, ...around });
const file = () => join(state, 'references.json');

interface DryRunDocument {
  readonly request: { readonly body: Record<string, unknown> };
}
const planned = async (line: string) =>
  ((await run(`${line} --dry-run --json`)).json as DryRunDocument).request.body;

/** The number of the row that a text is in. */
const numberOf = (stdout: string, text: string) =>
  new RegExp(`^#(\\d+) .*${text}`, 'm').exec(stdout)?.[1] ?? 'no row has it';

describe('a table shows a short reference for each row', () => {
  test.each([
    ['posts list', /^REF +STATUS/],
    [`posts get ${POST} ${VIDEO_POST}`, /^REF +STATUS/],
    ['posts list --platform instagram', /^REF +TYPE/],
    [`comments get ${POST}`, /^REF +NETWORK/],
    [`comments get ${POST} ${VIDEO_POST}`, /^REF +NETWORK/],
    ['comments inbox --list --posts 4', /^REF +NETWORK/],
    [`comments watch ${POST} --once`, /^REF/],
  ])('%s', async (line, head) => {
    const { stdout } = await onTerminal(line);
    expect(stdout).toMatch(head);
    expect(stdout).toMatch(/^#1 /m);
    expect(stdout).toMatch(/^#2 /m);
  });

  test('in a pipe, too, where it is a table', async () => {
    expect((await run('comments inbox -o table -n 1 --posts 4')).stdout).toMatch(/^#1 /m);
  });

  test.each(['json', 'ndjson', 'tsv', 'csv', 'md'])('not in %s, and nothing is written', async (format) => {
    const { stdout } = await run(`posts list -o ${format}`);
    expect(stdout).not.toMatch(/#\d|reference/);
    expect(() => statSync(file())).toThrow('ENOENT');
  });

  test('not where the columns were chosen', async () => {
    expect((await onTerminal('posts list --fields id,status')).stdout).toMatch(/^ID +STATUS/);
  });

  test('a row keeps its number, and others get other numbers', async () => {
    const first = await onTerminal('posts list -n 3');
    await onTerminal(`comments get ${POST}`);
    expect((await onTerminal('posts list -n 3')).stdout).toBe(first.stdout);
    expect((await onTerminal('posts list --platform instagram -n 1')).stdout).not.toMatch(/^#[123] /m);
  });

  test('the file is private, and holds ids, but no text and no name', async () => {
    await onTerminal(`comments get ${POST}`);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const text = readFileSync(file(), 'utf8');
    expect(text).toContain('"platform":"bluesky"');
    expect(text).not.toMatch(/idun|Price for|kestrel/i);
  });

  test('a state folder that cannot be written costs the references, and not the table', async () => {
    const { exitCode, stdout, stderr } = await onTerminal('posts list -n 1 -q', {
      env: { CRIER_STATE_DIR: '/proc/nope' },
    });
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^ID +STATUS/);
  });
});

describe('ids', () => {
  test.each([
    ['posts list -n 1', 120, false],
    ['posts list -n 1 --wide', 120, true],
    [`comments get ${POST}`, 200, false],
    [`comments get ${POST} --wide`, 200, true],
    ['comments inbox --list --posts 4', 120, false],
    ['comments inbox --list --wide --posts 4', 60, true],
  ])('%s on %d columns shows them: %s', async (line, columns, isShown) => {
    const { stdout } = await onTerminal(line, { columns });
    expect(/^REF.* ID /.test(stdout) || /^id\b/m.test(stdout)).toBe(isShown);
    expect(stdout).toMatch(/#1\b/);
  });

  test('of any length are whole', async () => {
    const { json } = await run(`comments get ${POST} --flat --json`);
    const { comments } = json as { comments: readonly { id: string }[] };
    const { stdout } = await onTerminal(`comments get ${POST} --wide`, { columns: 120 });
    for (const { id } of comments) expect(stdout).toContain(id);
  });
});

describe('a reference in place of an id', () => {
  test('of a comment comes with its network', async () => {
    const { stdout } = await onTerminal('comments inbox --list --platform instagram -n 2 --posts 2');
    const number = numberOf(stdout, 'Instagram');
    const body = await planned(`comments reply ${number} --text thanks`);
    expect(body).toMatchObject({ searchPlatformId: true, platforms: ['instagram'], comment: 'thanks' });
    expect(await planned(`comments reply #${number} --text thanks`)).toEqual(body);
    expect(await planned(`comments delete ${number}`)).toMatchObject({
      id: body['commentId'],
      platform: 'instagram',
      searchPlatformId: true,
    });
  });

  test('of a TikTok comment comes with its video, so that the reply is accepted', async () => {
    const { stdout } = await onTerminal(`comments get ${POST}`);
    const number = numberOf(stdout, 'TikTok');
    const body = await planned(`comments reply ${number} --text x`);
    expect(body).toMatchObject({ platforms: ['tiktok'], videoId: expect.stringMatching(/^\d{19}$/) });
    const sent = await run(`comments reply ${number} --text x --json`);
    expect([sent.exitCode, sent.json]).toEqual([0, expect.objectContaining({ status: 'success' })]);
  });

  test('of a LinkedIn comment comes with its URN', async () => {
    const { stdout } = await onTerminal(`comments get ${POST}`);
    const number = numberOf(stdout, 'LinkedIn');
    const { commentId, commentUrn, platforms } = await planned(`comments reply ${number} --text x`);
    expect([commentUrn, platforms]).toEqual([commentId, ['linkedin']]);
    expect(commentUrn).toMatch(/^urn:li:comment:/);
  });

  test('is taken by all commands of comments and posts', async () => {
    const { stdout } = await onTerminal(`comments get ${POST}`);
    const comment = numberOf(stdout, 'Instagram');
    const { stdout: posts } = await onTerminal('posts list');
    const post = numberOf(posts, 'First Tide');
    const scheduled = numberOf(posts, 'to approve');
    const failed = numberOf(posts, 'error');
    for (const line of [
      `comments get ${post}`,
      `comments get ${comment}`,
      `comments stats ${post}`,
      `comments watch ${post} --once`,
      `comments replies ${comment}`,
      `comments done ${comment}`,
      `comments create ${post} --text x`,
      `comments reply ${comment} --text x`,
      `comments delete ${comment} --yes`,
      `posts get ${post}`,
      `posts get ${post} ${scheduled}`,
      `posts open ${post}`,
      `posts update ${scheduled} --notes x`,
      `posts pause ${scheduled} --dry-run`,
      `posts resume ${scheduled} --dry-run`,
      `posts retry ${failed} --dry-run`,
      `posts delete ${scheduled} --yes`,
    ]) {
      const ran = await run(line);
      expect([line, ran.exitCode, ran.stderr.includes('reference')]).toEqual([line, 0, false]);
    }
  });

  test('may be of several networks, each with its own flags', async () => {
    const { stdout } = await onTerminal(`comments get ${POST}`);
    const numbers = ['Instagram', 'TikTok', 'LinkedIn'].map((name) => numberOf(stdout, name)).join(' ');
    const { json } = await run(`comments reply ${numbers} --text x --dry-run --json`);
    expect(
      (json as { requests: readonly DryRunDocument['request'][] }).requests.map(({ body }) => body),
    ).toEqual([
      { commentId: expect.anything(), comment: 'x', searchPlatformId: true, platforms: ['instagram'] },
      expect.objectContaining({ platforms: ['tiktok'], videoId: expect.stringMatching(/^\d{19}$/) }),
      expect.objectContaining({ platforms: ['linkedin'], commentUrn: expect.stringMatching(/^urn:li:/) }),
    ]);
    const [instagram, facebook] = [numberOf(stdout, 'Instagram'), numberOf(stdout, 'Facebook')];
    expect((await run(`comments replies ${instagram} ${facebook}`)).exitCode).toBe(0);
    expect((await run(`comments done ${instagram} ${facebook}`)).exitCode).toBe(0);
    const asked = await run(`comments delete ${instagram} ${facebook}`, { isTerminal: true, typed: ['y'] });
    expect([asked.exitCode, asked.stderr.match(/^ *\d\S+ +\S+.*: "/gm)?.length]).toEqual([0, 2]);
  });

  test("of a network's own post is read by its id there", async () => {
    const number = numberOf((await onTerminal('posts list --platform instagram')).stdout, 'First Tide');
    const byNumber = await run(`comments get ${number} --json`);
    const byId = await run('comments get 18119826100716099 --platform instagram --json');
    expect(byNumber.json).toEqual(byId.json);
    expect((await run(`posts get ${number}`)).stderr).toContain(
      `#${number} is a post by its id on a network, and this command takes a post`,
    );
  });

  test('id:12 is the id 12', async () => {
    expect(await planned('comments reply id:12 --platform instagram --text x')).toMatchObject({
      commentId: '12',
    });
  });

  test('is not looked for in files: what -o tsv printed is ids', async () => {
    const { stderr } = await run('posts get --ids-from -', { stdin: '12\n' });
    expect(stderr).toContain('186');
  });

  test('every command whose ids tables show takes them', async () => {
    const without: string[] = [];
    for (const { path, load } of COMMANDS) {
      const { references, positional = [] } = await load();
      const [first] = positional;
      if (
        /^(?:posts|comments)$/.test(path[0] ?? '') &&
        /^ids?$/.test(first ?? '') &&
        references === undefined
      )
        without.push(path.join(' '));
    }
    expect(without).toEqual([]);
  });
});

describe('what is refused, before anything is sent', () => {
  const refusal = async (line: string, around: Around = {}) => {
    const { exitCode, stdout, stderr } = await run(line, around);
    expect([exitCode, stdout]).toEqual([2, '']);
    return stderr.replaceAll(/\s+/g, ' ');
  };

  test('an unknown reference', async () => {
    const said = await refusal('comments reply 12 --text x');
    expect(said).toContain('there is no reference #12');
    expect(said).toContain(
      '"crier comments inbox --sandbox" show them; an id of 1 to 4 digits is written id:12',
    );
  });

  test('one that was shown more than 12 hours ago', async () => {
    await onTerminal('posts list -n 1');
    const readAfter = (hours: number) => run('posts get 1', { clock: stoppedClock(NOW + hours * HOUR_MS) });
    expect((await readAfter(12)).exitCode).toBe(0);
    const late = await readAfter(13);
    expect([late.exitCode, late.stdout]).toEqual([2, '']);
    expect(late.stderr.replaceAll(/\s+/g, ' ')).toContain(
      'the reference #1 has expired: it was shown more than 12 hours ago next list again, such as with "crier posts list',
    );
    expect((await readAfter(25)).exitCode).toBe(2);
  });

  test('a comment for a post, and the reverse', async () => {
    await onTerminal('posts list -n 1');
    await onTerminal('comments inbox --list -n 1 --posts 4');
    expect(await refusal('posts get 2')).toContain('#2 is a comment, and this command takes a post');
    expect(await refusal('comments delete 1 --yes')).toContain(
      '#1 is a post, and this command takes a comment',
    );
  });

  test('comments of different networks where one read has one network, and a network that is another', async () => {
    const { stdout } = await onTerminal(`comments get ${POST}`);
    const [one, other] = [numberOf(stdout, 'Instagram'), numberOf(stdout, 'Facebook')];
    expect(await refusal(`comments stats ${one} ${other}`)).toContain(
      `#${one} and #${other} need different flags: --platform instagram --comment, and --platform facebook --comment`,
    );
    expect(await refusal(`comments reply ${one} --platform facebook --text x`)).toContain(
      `#${one} is for --platform instagram, and --platform facebook was given next remove --platform`,
    );
    expect(await refusal(`comments delete ${one} ${numberOf(stdout, 'LinkedIn')} --yes`)).toContain(
      'LinkedIn comments cannot be deleted',
    );
  });

  test('a comment of another profile', async () => {
    await onTerminal('comments inbox --list --all-profiles --posts 4');
    const { references } = (JSON.parse(readFileSync(file(), 'utf8')) as StoredReferences)[0] ?? {
      references: [],
    };
    const ofHarbour = references.find(({ target }) => target.profile === 'harbour')?.number;
    const ofPrimary = references.find(({ target }) => target.profile === null)?.number;
    expect(await refusal(`comments done ${ofHarbour}`)).toContain(
      `#${ofHarbour} belongs to the profile harbour next add --profile harbour`,
    );
    expect(await refusal(`comments done ${ofPrimary} --profile harbour`)).toContain('add --profile none');
    expect((await run(`comments done ${ofHarbour} --profile harbour`)).exitCode).toBe(0);
  });

  interface StoredReferences
    extends ReadonlyArray<{
      readonly references: readonly {
        readonly number: number;
        readonly target: { readonly profile: string | null };
      }[];
    }> {}
});

describe('a file that is damaged counts as empty', () => {
  const HOSTILE: readonly (readonly [string, string])[] = [
    ['nothing', ''],
    ['cut short', '[{"service":"[\\"sandbox'],
    ['no JSON', '\0\0\0'],
    ['another shape', '{"references":[1]}'],
    ['deep', '['.repeat(100_000)],
    ['large', `"${'x'.repeat(9_000_000)}"`],
    ['a number that is none', '[{"service":"x","references":[{"number":1e9,"shownAt":0,"target":{}}]}]'],
  ];

  test.each(HOSTILE)('%s', async (_what, text) => {
    mkdirSync(state, { recursive: true });
    writeFileSync(file(), text, { mode: 0o600 });
    expect((await run('posts get 1')).stderr).toContain('there is no reference #1');
    const { exitCode, stdout } = await onTerminal('posts list -n 1');
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^#1 /m)]);
    expect((await run('posts get 1')).exitCode).toBe(0);
  });

  test('a link is not followed', async () => {
    const other = join(state, 'other.json');
    writeFileSync(other, '[]', { mode: 0o644 });
    symlinkSync(other, file());
    expect((await onTerminal('posts list -n 1')).exitCode).toBe(0);
    expect(readFileSync(other, 'utf8')).toBe('[]');
  });
});

test('two services have numbers of their own', async () => {
  await onTerminal('posts list -n 1');
  const other = await crier('posts get 1', {
    env: {
      CRIER_STATE_DIR: state,
      CRIER_BASE_URL: 'https://other.example',
      CRIER_API_KEY: 'KEY-000000000001',
    },
  });
  expect(other.stderr).toContain('there is no reference #1');
});

test('help says so', async () => {
  const { stdout } = await crier('comments reply --help');
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'The short reference of a row in a table, such as 12, can be given',
  );
});

describe('the address of an own post in place of its id', () => {
  const readCopies = async (id: string) => {
    const { json } = await run(`posts get ${id} --json`);
    const { postIds } = json as { postIds: readonly { platform: string; id: string; postUrl: string }[] };
    return postIds;
  };

  test('is its copy on the network for reads of comments and figures, on all nine networks', async () => {
    const copies = await readCopies(POST);
    expect(copies).toHaveLength(9);
    for (const { platform, id, postUrl } of copies) {
      const { exitCode, json } = await run(
        `comments get ${postUrl}?utm_source=chat#top --json -n 1 --allow-partial`,
      );
      expect({ exitCode, platform }).toEqual({ exitCode: 0, platform });
      // the comments of Reddit are read by Service Post IDs only
      expect(json).toMatchObject({ id: platform === 'reddit' ? POST : id });
    }
    const [first] = copies;
    expect((await run(`analytics post ${first?.postUrl} --json`)).json).toMatchObject({ id: first?.id });
    expect((await run(`comments stats ${first?.postUrl} --json`)).json).toMatchObject({ id: first?.id });
  });

  test('is the post for commands about posts, which say which one', async () => {
    const [copy] = (await readCopies(VIDEO_POST)).filter(({ platform }) => platform === 'instagram');
    for (const command of ['posts get', 'posts open']) {
      const { json, stderr } = await run(`${command} ${copy?.postUrl} --json`);
      expect(json).toMatchObject({ id: VIDEO_POST });
      expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`${copy?.postUrl} is the post ${VIDEO_POST}`);
    }
  });

  test('comments on its network only, and on Reddit not at all', async () => {
    const copies = await readCopies(POST);
    const at = (name: string) => copies.find(({ platform }) => platform === name)?.postUrl ?? '';
    expect(await planned(`comments create ${at('instagram')} --text Hello`)).toMatchObject({
      platforms: ['instagram'],
      searchPlatformId: true,
    });
    const { exitCode, stderr } = await run(`comments create ${at('reddit')} --text Hello --dry-run`);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--only reddit');
  });

  test('is taken in files of ids as well, each with its network, and from standard input', async () => {
    const copies = await readCopies(POST);
    const at = (name: string) => copies.find(({ platform }) => platform === name)?.postUrl ?? '';
    const stdin = `id,note\n${at('instagram')},a\n${VIDEO_POST},b\n`;
    const { json, stderr } = await run('posts pause --ids-from - --dry-run --json', { stdin });
    expect(JSON.stringify(json)).toMatch(new RegExp(`${POST}.*${VIDEO_POST}`));
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      `line 2 of standard input: ${at('instagram')} is the post`,
    );
    for (const command of ['comments get', 'analytics post']) {
      const several = `${at('instagram')}\n${at('facebook')}\n${VIDEO_POST}\n`;
      const read = await run(`${command} --ids-from - --json`, { stdin: several });
      const ids = ['instagram', 'facebook'].map(
        (name) => copies.find(({ platform }) => platform === name)?.id,
      );
      expect(read.json).toMatchObject({
        results: [{ id: ids[0] }, { id: ids[1] }, { id: VIDEO_POST }],
      });
    }
    const unknown = await run('posts delete --ids-from - --yes', { stdin: 'https://x.com/a/status/1\n' });
    expect([unknown.exitCode, unknown.stderr]).toEqual([
      5,
      expect.stringContaining('line 1 of standard input'),
    ]);
  });

  test('is the post on Instagram in flags of automations, as its reference is', async () => {
    const copies = await readCopies(POST);
    const { id, postUrl } = copies.find(({ platform }) => platform === 'instagram') ?? {};
    const facebook = copies.find(({ platform }) => platform === 'facebook')?.postUrl;
    const create = 'automations create --on comment --keyword A --dm B --dry-run --json --post';
    const triggers = [{ postId: id }];
    expect((await run(`${create} ${postUrl}`)).json).toMatchObject({ request: { body: { triggers } } });
    expect((await run(`${create} ${facebook}`)).stderr).toContain('is not a post');
    const { stdout } = await run('posts list', { isTerminal: true, columns: 120 });
    const at = stdout.split('\n').find((line) => line.includes('Instagram') && line.includes('+'));
    const number = /#(\d+)/.exec(at ?? '')?.[1];
    expect((await run(`${create} ${number}`)).json).toMatchObject({
      request: { body: { triggers: [{ postId: expect.stringMatching(/^\d{15,}$/) }] } },
    });
    const explained = await run(
      `automations test auto_K7pW2mXq9L --event comment --text GUIDE --post ${postUrl} --json`,
    );
    expect(explained.json).toMatchObject({ event: { post: id } });
  });

  test('also of a post that was not made through the service', async () => {
    const { json } = await run('posts list --platform instagram --all --json');
    const { posts } = json as { posts: readonly { id: string; postUrl: string }[] };
    const { json: own } = await run('posts list --all --json');
    const made = JSON.stringify(own);
    const other = posts.find(({ id }) => !made.includes(id));
    expect((await run(`comments get ${other?.postUrl} --json`)).json).toMatchObject({ id: other?.id });
  });

  test('of a comment is the comment, with its network', async () => {
    const { json } = await run(`comments get ${POST} --flat --json`);
    const { comments } = json as {
      comments: readonly { platform: string; id: string; url: string | null }[];
    };
    const found = comments.find(({ platform, url }) => platform === 'facebook' && url !== null);
    expect(await planned(`comments reply ${found?.url} --text Hello`)).toMatchObject({
      commentId: found?.id,
      platforms: ['facebook'],
    });
    const { stderr, exitCode } = await run('comments reply https://facebook.example/p/1 --text a --dry-run');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('does not have the id of a comment')]);
  });

  test.each([
    [
      'posts get https://www.instagram.com/p/Cx1y2z3/',
      5,
      'https://www.instagram.com/p/Cx1y2z3/ is the address of none',
    ],
    ['comments get https://kestrel.example/blog', 5, 'none of your posts'],
    [`comments get https://x.com/a/status/1952326914861497161 --platform instagram`, 2, 'remove --platform'],
    [
      'automations get https://www.instagram.com/p/Cx1y2z3/',
      2,
      '"https://www.instagram.com/p/Cx1y2z3/" is not an id',
    ],
  ])('is refused where it names nothing: %s', async (line, exitCode, words) => {
    const ran = await run(line);
    expect(ran.exitCode).toBe(exitCode);
    expect(ran.stderr.replaceAll(/\s+/g, ' ')).toContain(words);
  });
});

describe('a command without its id', () => {
  const choosing = (place: number): Around => ({
    isTerminal: true,
    prompts: () => ({
      show: async () => {},
      text: async () => '',
      longText: async () => '',
      chooseSeveral: async () => [],
      choose: async ({ choices }) => {
        const chosen = choices[place] ?? choices[0];
        if (chosen === undefined) throw new Error('there is no choice');
        return chosen.value;
      },
    }),
  });

  test.each([
    ['posts get --json', /^[A-Za-z]/],
    ['posts open --json', /^[A-Za-z]/],
    ['comments get --json --allow-partial', /^[A-Za-z]/],
    ['automations get --json', /^auto_/],
  ])('offers the latest on a terminal: %s', async (line, pattern) => {
    const { exitCode, json } = await run(line, choosing(1));
    expect(exitCode).toBe(0);
    expect((json as { id: string }).id).toMatch(pattern);
  });

  test('a chosen comment is answered on its network', async () => {
    const { exitCode, json } = await run('comments reply --text Thanks --dry-run --json', choosing(1));
    expect(exitCode).toBe(0);
    const { body } = (json as { request: { body: object } }).request;
    expect(body).toMatchObject({ platforms: ['instagram'], comment: 'Thanks', searchPlatformId: true });
  });

  test.each([
    ['posts get', /the latest: [A-Za-z\d]{20} \(Forty parcels/],
    ['posts delete --yes', /the latest: [A-Za-z\d]{20} \(/],
    ['automations explain', /the latest: auto_\w+ \(/],
    ['comments reply --text Thanks', /the latest: \S+ \(Oat or cow\?\), \d+ \(How much milk/],
    ['comments delete --yes', /the latest: \S+ \(Oat or cow\?\)/],
  ])('names the latest elsewhere: %s', async (line, words) => {
    const { exitCode, stdout, stderr } = await run(line);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(words);
  });

  test('is refused as before where no service can be asked', async () => {
    const { exitCode, stderr } = await crier('posts get', {});
    expect(exitCode).toBe(2);
    expect(stderr).toContain('<id> is missing');
  });
});
