import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommentsDocument } from '../../../../../src/cli/features/comments/comment.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { type Around, crier, openTestSandbox } from '../../../../support/crier.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';

const LAUNCH = 'Sp7kQm2XvLr9TzBd4HnW';
const PARTIAL = 'Lt5nWc8RjYq3GvKs6PxA';
const SERVICE = { CRIER_BASE_URL: 'https://api.example/base', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

const here = (line: string, around: Around = {}) =>
  crier(`${line} --sandbox`, { sandbox: { ...sandbox, close: () => {} }, ...around });
const documentOf = (ran: { json: unknown }) => ran.json as CommentsDocument;

test.each(['__proto__', 'constructor', 'toString'])(
  'the comments of a network that is called %s are listed like any other',
  async (name) => {
    const listed = `{"status":"success","id":"x","${name}":[{"commentId":"17","comment":"hello"}]}`;
    const network = recordingNetwork(JSON.parse(listed));
    const ran = await crier(`comments get ${LAUNCH} --json`, { env: SERVICE, network: network.transport });
    expect(ran.exitCode).toBe(0);
    expect(documentOf(ran).comments).toMatchObject([{ platform: name, id: '17', text: 'hello' }]);
  },
);

test.each(['json', 'ndjson', 'csv'])(
  '-n 3 --flat prints three comments as %s, replies included',
  async (format) => {
    const { stdout, stderr } = await here(`comments get ${PARTIAL} --flat -n 3 -o ${format} --allow-partial`);
    const ids = (lines: readonly string[]) => lines.filter((line) => line !== '');
    const printed =
      format === 'json'
        ? JSON.parse(stdout).comments
        : ids(stdout.split('\n')).slice(format === 'csv' ? 1 : 0);
    expect(printed).toHaveLength(3);
    expect(stderr).toContain('more comments: raise -n to see more');
  },
);

describe('what is asked of the service', () => {
  test.each([
    ['a Service Post ID has no query at all', `comments get ${LAUNCH}`, `/comments/${LAUNCH}`],
    [
      'a Social Post ID',
      'comments get id:17 --platform tiktok',
      '/comments/17?searchPlatformId=true&platform=tiktok',
    ],
    [
      'a Social Comment ID',
      'comments get id:17 --platform facebook --comment',
      '/comments/17?searchPlatformId=true&platform=facebook&commentId=true',
    ],
    [
      'linkedin replies are read with the Social Comment ID form',
      'comments replies urn:li:comment:(urn:li:activity:7,9)',
      '/comments/urn%3Ali%3Acomment%3A(urn%3Ali%3Aactivity%3A7%2C9)?searchPlatformId=true&platform=linkedin&commentId=true',
    ],
    [
      'an id with slashes is one segment',
      'comments get at://a/b --platform bluesky',
      '/comments/at%3A%2F%2Fa%2Fb?searchPlatformId=true&platform=bluesky',
    ],
  ])('%s', { tags: ['COM-01', 'COM-02', 'COM-03', 'COM-24'] }, async (_rule, line, path) => {
    const network = recordingNetwork({ status: 'success', id: 'x' });
    const { exitCode } = await crier(`${line} --json`, { env: SERVICE, network: network.transport });
    expect(exitCode).toBe(0);
    const [request, ...others] = network.requests;
    expect(others).toEqual([]);
    const asked = request?.url.href.replace(SERVICE.CRIER_BASE_URL, '') ?? '';
    const sorted = (text: string) => [
      text.split('?')[0],
      ...[...new URLSearchParams(text.split('?')[1])].map(String).sort(),
    ];
    expect(sorted(asked).map((part) => decodeURIComponent(part ?? ''))).toEqual(
      sorted(path).map((part) => decodeURIComponent(part ?? '')),
    );
    expect(asked.split('?')[0]?.split('/')).toHaveLength(3);
  });

  test.each([
    ['--comment without --platform', 'comments get id:1 --comment', 2, 101, '--comment --platform facebook'],
    [
      'reddit has no Social Post ID read',
      'comments get id:1 --platform reddit',
      2,
      101,
      'bluesky, facebook, instagram',
    ],
    [
      'tiktok has no Social Comment ID read',
      'comments get id:1 --platform tiktok --comment',
      2,
      101,
      'facebook, instagram',
    ],
    ['a tiktok that is pending', 'comments get pending --platform tiktok', 8, 288, 'crier'],
    ['a tiktok that failed', 'comments get failed --platform tiktok', 8, 288, 'crier'],
    ['a reply of unknown network', 'comments replies id:123', 2, null, '--platform'],
  ])(
    '%s is refused before anything is sent',
    { tags: ['COM-04', 'COM-05', 'COM-06', 'COM-19'] },
    async (_rule, line, exitCode, code, words) => {
      const network = recordingNetwork({});
      const ran = await crier(`${line} --json`, { env: SERVICE, network: network.transport });
      expect({ exitCode: ran.exitCode, stdout: ran.stdout, requests: network.requests }).toEqual({
        exitCode,
        stdout: '',
        requests: [],
      });
      expect(ran.error).toMatchObject({ exitCode, code, http: null });
      expect(ran.stderr).toContain(words);
    },
  );
});

describe('comments get', () => {
  test('brings nine networks as one list, in one record', { tags: ['COM-07'] }, async () => {
    const { comments, status, errors } = documentOf(await here(`comments get ${LAUNCH} --json`));
    expect([...new Set(comments.map((comment) => comment.platform))]).toHaveLength(9);
    expect({ status, errors }).toEqual({ status: 'success', errors: [] });
    for (const comment of comments) expect(comment.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  test('the giveaway has more than 1,000 instagram comments, and the newest 1,000 come', {
    tags: ['COM-11'],
  }, async () => {
    const { comments } = documentOf(await here('comments get Gv3rPq7YsKa5MdHt8ZwE --json'));
    expect(comments.filter(({ platform }) => platform === 'instagram')).toHaveLength(1000);
  });

  test('a partial answer prints what came, explains what failed, and exits 3', {
    tags: ['COM-16', 'COM-27'],
  }, async () => {
    const ran = await here(`comments get ${PARTIAL} --json`);
    expect(ran.exitCode).toBe(3);
    expect(documentOf(ran)).toMatchObject({ status: 'partial', errors: [{ platform: 'tiktok', code: 288 }] });
    expect(documentOf(ran).comments.length).toBeGreaterThan(3);
    expect(ran.stderr).toMatch(/tiktok/i);
    expect(ran.error).toMatchObject({ kind: 'partial', exitCode: 3 });
  });

  test('a partial answer names the help that fixes it, each code once', async () => {
    const errors = [161, 416, 161].map((code) => ({
      platform: 'twitter',
      status: 'error',
      code,
      message: 'no',
    }));
    const network = recordingNetwork({ status: 'partial', id: 'x', errors });
    const { stderr } = await crier('comments get x', { env: SERVICE, network: network.transport });
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('"crier errors show 161 416" explains what to do');
  });

  test.each([
    [`comments get ${LAUNCH} --platform instagram`, 'remove --platform'],
    ['comments get Wx3Kq7Zm5Rt8Yv2Np4Hs --platform instagram', 'remove --platform'],
    [`comments stats ${LAUNCH} --platform instagram`, 'remove --platform'],
    ['comments get 17999999999999999 --platform instagram', 'that it is an id of Instagram'],
    ['comments get 17999999999999999', 'add --platform <network>'],
    ['posts get nope', 'crier comments get <id> --platform <network>'],
  ])('an id that nothing has gets advice that fits: %s', async (line, advice) => {
    const { exitCode, stderr } = await here(line);
    expect(exitCode).toBe(5);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(advice);
    expect(stderr).not.toContain('named as such');
  });

  test('a partial answer that names no failed network still exits 3', async () => {
    const network = recordingNetwork({ status: 'partial', id: 'x' });
    expect(
      (await crier('comments get x --json', { env: SERVICE, network: network.transport })).exitCode,
    ).toBe(3);
  });

  test('--allow-partial makes that a success, and still explains what failed', async () => {
    const ran = await here(`comments get ${PARTIAL} --allow-partial --json`);
    expect({ exitCode: ran.exitCode, error: ran.error }).toEqual({ exitCode: 0, error: null });
    expect(ran.stderr).toMatch(/not read: TikTok \(288: /);
  });

  test.each([
    ['every network failed: the class of the code', 'comments get Tk6xBn4VgSj8QcLp2RyF', 8, 288],
    ['an unknown post', 'comments get Zz9xxxxxxxxxxxxxxxxx', 5, 186],
    [
      'a profile whose linkedin must be relinked',
      'comments get Hb9mXw3KfDu7VtCz5GqN --profile harbour',
      3,
      null,
    ],
  ])('%s', { tags: ['COM-20'] }, async (_what, line, exitCode, code) => {
    const ran = await here(`${line} --json`);
    expect({ exitCode: ran.exitCode, code: ran.error?.code }).toEqual({ exitCode, code });
    expect(ran.stdout === '').toBe(exitCode !== 3);
  });

  test('--flat lists replies as records of their own, and loses none', async () => {
    const nested = documentOf(await here(`comments get ${LAUNCH} --json`)).comments;
    const flat = documentOf(await here(`comments get ${LAUNCH} --flat --json`)).comments;
    const count = (list: CommentsDocument['comments']): number =>
      list.reduce((sum, { replies }) => sum + 1 + count(replies), 0);
    expect(flat).toHaveLength(count(nested));
    expect(flat.filter(({ replies }) => replies.length > 0)).toEqual([]);
    expect(count(nested)).toBeGreaterThan(nested.length);
  });

  test('comments replies returns only the replies', async () => {
    const { comments } = documentOf(
      await here('comments replies 18008214909100698 --platform instagram --json'),
    );
    expect(comments.length).toBeGreaterThan(0);
    expect(comments.map(({ parentId }) => parentId)).toEqual(comments.map(() => '18008214909100698'));
  });
});

describe('formats', () => {
  test.each([200, 40])('a table is never wider than the terminal: %i columns', async (columns) => {
    const { stdout } = await here(`comments get ${LAUNCH} --color never`, { isTerminal: true, columns });
    const { default: width } = await import('string-width');
    expect(stdout.split('\n').filter((line) => width(line) > columns)).toEqual([]);
    for (const name of ['Bluesky', 'YouTube']) expect(stdout).toContain(name);
  });

  test('a pipe gets tsv with a header, uncut and without colour', async () => {
    const { stdout } = await here(`comments get ${LAUNCH}`);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'));
    expect(lines[0]?.slice(0, 3)).toEqual(['platform', 'id', 'parentId']);
    expect(new Set(lines.map((cells) => cells.length)).size).toBe(1);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).not.toContain('…\t');
  });

  test('ndjson is one record a line', async () => {
    const { stdout } = await here(`comments get ${LAUNCH} -o ndjson`);
    const records = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(records).toEqual(documentOf(await here(`comments get ${LAUNCH} --json`)).comments);
  });

  test('csv defuses what a spreadsheet would run', async () => {
    const { stdout } = await here(`comments get ${LAUNCH} -o csv`);
    expect(stdout).toContain('HYPERLINK');
    expect(stdout).not.toMatch(/(^|,)"?=HYPERLINK/m);
  });

  test('csv in a new file begins with one byte order mark; in a pipe and on a terminal it has none', async () => {
    const several = `comments get ${LAUNCH} ${LAUNCH}x -o csv --allow-partial`;
    for (const line of [`comments get ${LAUNCH} -o csv`, several]) {
      const { stdout } = await here(line, { isEmptyFile: true });
      expect(stdout.split('\uFEFF').map((part) => part.length > 0)).toEqual([false, true]);
      expect((await here(line)).stdout).not.toContain('\uFEFF');
      expect((await here(line, { isTerminal: true })).stdout).not.toContain('\uFEFF');
    }
  });

  test("raw is the service's body, byte for byte", async () => {
    const body = `{"status":"success","id":"x","instagram":[{"comment":"\u009b2J","commentId":17999000000000456}],  "more":1}`;
    const network = recordingNetwork({});
    const transport = async (request: Parameters<typeof network.transport>[0]) => ({
      ...(await network.transport(request)),
      body: (async function* () {
        yield Buffer.from(body);
      })(),
    });
    expect((await crier('comments get x -o raw', { env: SERVICE, network: transport })).stdout).toBe(body);
    const shown = await crier('comments get x -o raw', {
      env: SERVICE,
      network: transport,
      isTerminal: true,
    });
    expect(shown.stdout).not.toContain('\u009b');
    expect(shown.stderr).toContain('escaped');
  });

  test('--fields keeps the envelope of a document and chooses the columns of a table', async () => {
    const ran = await here(`comments get ${LAUNCH} --fields platform,author.name --json`);
    expect(ran.json).toMatchObject({ status: 'success', id: LAUNCH });
    expect((ran.json as { comments: object[] }).comments[0]).toEqual({
      platform: 'bluesky',
      author: { name: expect.any(String) },
    });
    const { stdout } = await here(`comments get ${LAUNCH} --fields author.name,likes -o tsv`);
    expect(stdout.split('\n')[0]).toBe('author.name\tlikes');
  });

  test('--fields with a name that no record has lists what there is', async () => {
    const { exitCode, stdout, stderr } = await here(`comments get ${LAUNCH} --fields author.nam --json`);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain('author.name');
  });

  test('what a stranger wrote reaches no terminal and no pipe as a control sequence', async () => {
    for (const format of ['table', 'tsv', 'csv', 'json', 'ndjson']) {
      const { stdout } = await here(`comments get ${LAUNCH} -o ${format} --color never`, {
        isTerminal: true,
      });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
      expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    }
  });
});

describe('a table on a terminal', () => {
  const shownOf = async (body: object, flags = '', columns = 80) => {
    const network = recordingNetwork({ status: 'success', id: 'x', ...body });
    const line = `comments get x --color never ${flags}`;
    return crier(line, { env: SERVICE, network: network.transport, isTerminal: true, columns });
  };

  test.each([80, 20])('ids are whole, so that they can be copied: %i columns', async (columns) => {
    for (const fields of ['id,text', 'platform,id,parentId,author,text,createdAt,extra']) {
      const line = `comments get ${PARTIAL} -o table --color never --fields ${fields}`;
      const { stdout } = await here(line, { isTerminal: true, columns });
      expect(stdout).toContain('18054973922452013');
    }
  });

  test('an object that was asked for is shown', async () => {
    const fields = 'platform,id,author,text,createdAt,extra';
    const { stdout } = await here(`comments get ${PARTIAL} --color never --fields ${fields}`, {
      isTerminal: true,
    });
    expect(stdout.split('\n')[0]).toMatch(/^NETWORK +ID +AUTHOR +WHEN +EXTRA$/);
  });

  test('a comment without an author has a dash for one', async () => {
    const named = { commentId: '1', comment: 'one', from: { id: '7', name: 'Ana' } };
    const { stdout } = await shownOf({ facebook: [named, { commentId: '2', comment: 'two' }] });
    expect(stdout).toMatch(/^#1 +Facebook +Ana +one/m);
    expect(stdout).toMatch(/^#2 +Facebook +- +two/m);
  });

  test('no likes and no replies are shown alike', async () => {
    const facebook = [
      { commentId: '1', comment: 'a', likeCount: 0, commentCount: 0 },
      { commentId: '2', comment: 'b', likeCount: 3, commentCount: 4 },
    ];
    const { stdout } = await shownOf({ facebook }, '--fields id,likes,replyCount');
    expect(stdout.split('\n')[1]).toBe('1');
  });

  test.each([
    ['an empty object', [{}]],
    ['nothing in a list', [null]],
  ])('%s among replies explains what it is', async (_what, replies) => {
    const { stdout } = await shownOf({ facebook: [{ commentId: '1', comment: 'one', replies }] });
    expect(stdout).toMatch(/^ +Facebook +↳ \(not a comment\)$/m);
  });

  test('a comment without words is a comment', async () => {
    const { stdout } = await shownOf({ facebook: [{ commentId: '1' }] });
    expect(stdout).not.toContain('not a comment');
  });

  test('networks that failed without words', { tags: ['HTTP-07'] }, async () => {
    const errors = [
      { platform: 'twitter', code: 416, message: '' },
      { platform: 'weird\u001b', code: 1, retryAvailable: true },
      { code: 161, relink: true },
      '',
    ];
    const body = { status: 'partial', errors, facebook: [{ commentId: '1', comment: 'one' }] };
    const { stderr } = await shownOf(body);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      '4 networks failed: X, weird\\u001b, unnamed network, unnamed network',
    );
    expect(stderr).toMatch(/X +416 +\w+/);
    expect(stderr).toMatch(/weird\\u001b +1 +\(a retry can help\)/);
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(/unnamed network 161 \w.*\(link the account again\)/);
    const { stderr: notes } = await shownOf(body, '--allow-partial');
    expect(notes.replaceAll(/\s+/g, ' ')).toContain(
      'not read: X (416), weird\\u001b (1), unnamed network (161); "crier errors show 416 1 161" explains',
    );
    expect(notes).not.toMatch(/null|, $/m);
  });
});

describe('--verbose', () => {
  test('writes request and answer to stderr, keys masked, and leaves stdout unchanged', async () => {
    const network = recordingNetwork({ status: 'success', id: 'x' });
    const quiet = await crier('comments get x --json', { env: SERVICE, network: network.transport });
    const loud = await crier('comments get x --json --verbose', { env: SERVICE, network: network.transport });
    expect(loud.stdout).toBe(quiet.stdout);
    expect(loud.stderr).toContain('> GET https://api.example/base/comments/x');
    expect(loud.stderr).toContain('< HTTP 200');
    expect(loud.stderr).toContain('****0001');
    expect(loud.stderr).not.toContain(SERVICE.CRIER_API_KEY);
  });
});
