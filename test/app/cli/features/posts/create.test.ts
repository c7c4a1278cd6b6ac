import { describe, expect, test } from 'vitest';
import { SETTABLE_POST } from '../../../../../src/cli/features/posts/misspelled-fields.ts';
import { suggestNetwork } from '../../../../../src/cli/features/posts/post-flags.ts';
import { setFields } from '../../../../../src/cli/framework/input/flags/set-fields.ts';
import { type Around, crier, type Ran } from '../../../../support/crier.ts';
import { wrongIn } from '../../../../support/hostile/print-checks.ts';
import { inFolder } from '../../../../support/in-folder.ts';
import { networkError, type Scripted, scripted } from '../../../../support/network/client.ts';
import { shellWordsOf } from '../../../../support/terminal/typed-words.ts';

const ENV = {
  CRIER_BASE_URL: 'https://api.example',
  CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001',
  CRIER_X_API_KEY: 'X-KEY-0000000000000001',
  CRIER_X_API_SECRET: 'X-SECRET-0000000000001',
};
const ID = 'Rb5tYw2QnE8sLk0ZcV3d';
const COPY = {
  status: 'success',
  id: '17999000000000456',
  postUrl: 'https://net.example/p/1',
  platform: 'instagram',
};
const PENDING = { status: 'success', id: 'pending', idShare: 'share~1', isVideo: true, platform: 'tiktok' };
const FACEBOOK = {
  action: 'post',
  status: 'error',
  code: 107,
  message: 'Same text as before.',
  platform: 'facebook',
};
const X = { action: 'post', status: 'error', code: 110, message: 'Duplicate status.', platform: 'twitter' };
const OUT = { status: 'success', errors: [], id: ID, refId: 'ref', post: 'Hi', postIds: [COPY] };
const PARTIAL = { ...OUT, status: 'error', errors: [FACEBOOK, X], postIds: [COPY, PENDING] };
const NONE = { ...OUT, status: 'error', errors: [FACEBOOK, X], postIds: [] };

/** Runs `posts create` against a service that answers so, and tells what it was sent. */
async function create(
  words: string | readonly string[],
  answer: Scripted | Error = { body: OUT },
  around: Around = {},
): Promise<Ran & { readonly sent: readonly Record<string, unknown>[] }> {
  const network = scripted(answer);
  const line = typeof words === 'string' ? words.split(' ') : words;
  const ran = await crier(['posts', 'create', ...line], {
    env: ENV,
    network,
    timeZone: 'Europe/Oslo',
    ...around,
  });
  return { ...ran, sent: network.asked.map(({ body }) => JSON.parse(body ?? '{}')) };
}

const TEXT = '--text Hi --platform instagram,facebook,tiktok,twitter --media https://a.example/b.mp4'.split(
  ' ',
);
const HI = ['--text', 'Hi', '--platform', 'bluesky'];
const recorded = ({ stderr }: Ran) => stderr.replaceAll(/\s+/g, ' ');

test.each([
  ['javascript:alert(1)\\n\\ncrier: it is out everywhere', 'javascript:alert(1) crier: it is out ev…'],
  ['https://net.example/p/1\\r\\nX  416  fake', 'https://net.example/p/1 X 416 fake'],
])('what is no web address is on one line: %j', { tags: ['C1'] }, async (postUrl, shown) => {
  const body = { ...OUT, postIds: [{ ...COPY, postUrl: JSON.parse(`"${postUrl}"`) }] };
  const { stdout } = await create(HI, { body }, { isTerminal: true, columns: 120 });
  expect(stdout.split('\n').filter((line) => line.includes(shown))).toHaveLength(1);
  expect(stdout).not.toContain('\n\n\n');
  expect(stdout.split('\n')).toHaveLength(5);
});

test('an unknown network is named in one spelling, escaped once', { tags: ['C1'] }, async () => {
  const body = { ...OUT, status: 'error', errors: [{ ...FACEBOOK, platform: 'evil\u001b[2J' }] };
  const { stderr } = await create(HI, { body });
  expect(stderr).toContain('evil\\u001b[2J');
  expect(stderr).not.toContain('\\\\u001b');
});

describe('what is sent', () => {
  test('every flag, in the words of the service', async () => {
    const { sent, exitCode } = await create([
      ...['--text', 'Hi', '--platform', 'instagram', '--platform', 'tiktok,instagram'],
      ...['--media', 'https://a.example/b.mp4', '--schedule', 'tomorrow 9:00', '--approve-first'],
      ...[
        ...'--first-comment First --shorten-links --auto-hashtag --disable-comments --notes'.split(' '),
        'ask Noor',
      ],
      ...[
        ...'--set tikTokOptions.visibility=private --set tikTokOptions.imageCoverIndex=2'.split(' '),
        ...'--set isVideo=true'.split(' '),
      ],
      ...['--idempotency-key', 'k1'],
    ]);
    expect(exitCode).toBe(0);
    expect(sent).toEqual([
      {
        post: 'Hi',
        platforms: ['instagram', 'tiktok'],
        mediaUrls: ['https://a.example/b.mp4'],
        scheduleDate: '2026-09-22T07:00:00Z',
        requiresApproval: true,
        firstComment: { comment: 'First' },
        shortenLinks: true,
        autoHashtag: true,
        disableComments: true,
        notes: 'ask Noor',
        tikTokOptions: { visibility: 'private', imageCoverIndex: 2 },
        isVideo: true,
        idempotencyKey: 'k1',
      },
    ]);
  });

  test('each post has a key of its own', async () => {
    const keys = [
      await create('--text Hi --platform bluesky'),
      await create('--text Hi --platform bluesky'),
    ].map(({ sent }) => sent[0]?.['idempotencyKey']);
    expect(keys).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), expect.stringMatching(/^[\da-f-]{36}$/)]);
    expect(keys[0]).not.toBe(keys[1]);
  });

  test('media need no text', async () => {
    const { sent } = await create('--platform instagram --media https://a.example/b.jpg');
    expect(sent).toMatchObject([{ post: '' }]);
  });

  test.each([
    [
      'a file',
      { '--text-file': 'post.txt' },
      '\uFEFFTwo lines,\r\nand no third.\r\n',
      'Two lines,\nand no third.',
    ],
    ['standard input', { '--text-file': '-' }, 'From a pipe\n', 'From a pipe'],
  ])('the text of %s, without what editors add', async (_what, flag, text, post) => {
    const words = ['--platform', 'bluesky', ...Object.entries(flag).flat()];
    const { sent } = await inFolder({ 'post.txt': text }, (folder) =>
      create(words, { body: OUT }, { folder, stdin: text }),
    );
    expect(sent).toMatchObject([{ post }]);
  });

  test('a text that is not UTF-8 is refused with its place', async () => {
    const ran = await create(
      '--platform bluesky --text-file -',
      { body: OUT },
      { stdin: Buffer.from([72, 105, 10, 0xe9]) },
    );
    expect([ran.exitCode, ran.sent]).toEqual([2, []]);
    expect(ran.stderr).toContain('standard input:2:1: this is not valid UTF-8');
  });

  test('a whole post from a file, which options override, and flags override both', async () => {
    const files = {
      'post.yaml':
        'post:\n  default: Long\n  twitter: Short\nplatforms: [telegram]\nmediaUrls: [https://a.example/c.png]\nnotes: 2026\ntikTokOptions: {title: One, imageCoverIndex: 1}\nredditOptions: {title: 17}\n',
      'options.json': '{"tikTokOptions": {"title": "Two"}}',
    };
    const { sent } = await inFolder(files, (folder) =>
      create(
        '-f post.yaml --options options.json --platform bluesky,twitter --set tikTokOptions.draft=true',
        { body: OUT },
        { folder },
      ),
    );
    expect(sent).toMatchObject([
      {
        post: { default: 'Long', twitter: 'Short' },
        platforms: ['bluesky', 'twitter'],
        notes: '2026',
        tikTokOptions: { title: 'Two', imageCoverIndex: 1, draft: true },
        redditOptions: { title: '17' },
      },
    ]);
  });

  test('it goes out as it would be shown: --dry-run', async () => {
    const { json, sent, exitCode } = await create([...TEXT, '--dry-run', '--json']);
    expect([exitCode, sent]).toEqual([0, []]);
    expect(json).toMatchObject({
      request: { method: 'POST', url: 'https://api.example/post', body: { post: 'Hi' } },
    });
  });

  test('--validate-only asks another route, and publishes nothing', async () => {
    const network = scripted({
      body: { status: 'success', message: 'Valid.', warnings: [{ code: 518, message: 'Dropped.' }] },
    });
    const ran = await crier(['posts', 'create', ...TEXT, '--validate-only', '--json'], { env: ENV, network });
    expect(network.asked.map(({ url }) => url.pathname)).toEqual(['/validate/post']);
    expect(JSON.parse(network.asked[0]?.body ?? '{}')).not.toHaveProperty('idempotencyKey');
    expect([ran.exitCode, ran.json]).toMatchObject([0, { status: 'success', message: 'Valid.' }]);
    expect(ran.stderr).toContain('warning: 518: Dropped.');
    expect(ran.stderr).toContain('nothing was published');
  });
});

describe('--audio', () => {
  const reel = ['--platform', 'instagram', '--text', 'Hi', '--media', 'https://a.example/b.mp4'];

  test('is the id of the track of a reel, beside other options', async () => {
    const file = 'instagramOptions: { reels: true, audioConfiguration: { audioId: "1", audioVolume: 40 } }\n';
    const ran = await create(
      [...reel, '--audio', '88012345', '--options', '-'],
      { body: OUT },
      { stdin: file },
    );
    expect(ran.sent).toMatchObject([
      { instagramOptions: { reels: true, audioConfiguration: { audioId: '88012345', audioVolume: 40 } } },
    ]);
  });

  test.each([
    ['for every linked network', 'all'],
    ['for several networks', 'bluesky,instagram'],
  ])('%s', async (_what, networks) => {
    const ran = await create(['--text', 'Hi', '--platform', networks, '--audio', '7', '--skip-check']);
    expect(ran.sent).toMatchObject([{ instagramOptions: { audioConfiguration: { audioId: '7' } } }]);
  });

  test('is refused without Instagram, even without the check', async () => {
    const words = ['--text', 'Hi', '--platform', 'tiktok,bluesky', '--audio', '7', '--skip-check', '--json'];
    const ran = await create(words);
    expect([ran.exitCode, ran.sent, ran.error]).toMatchObject([
      2,
      [],
      { code: 101, message: '--audio is only for Instagram, and the post is not sent there' },
    ]);
  });

  test.each([
    ['a blank id', ['--audio', ' '], '--audio must not be blank'],
    [
      'options of another type',
      ['--audio', '7', '-f', '-'],
      'instagramOptions.audioConfiguration.audioId goes through',
    ],
  ])('is refused with %s', async (_what, words, message) => {
    const ran = await create([...reel, ...words], { body: OUT }, { stdin: 'instagramOptions: x\n' });
    expect([ran.exitCode, ran.sent]).toEqual([2, []]);
    expect(recorded(ran)).toContain(message);
  });
});

describe('what is refused before it is sent', () => {
  test('a network by another name: the one that was meant is named', async () => {
    const meant = Object.entries({ insta: 'instagram', google: 'gmb', tiktokk: 'tiktok', tweet: 'twitter' });
    for (const [typed, name] of meant) expect(suggestNetwork(typed)).toBe(name);
    const ran = await create(['--text', 'Hi', '--platform', 'bluesky,insta', '--json']);
    expect([ran.exitCode, ran.sent, ran.error]).toMatchObject([2, [], { code: 101, http: null }]);
    expect(ran.error?.['advice']).toContain('did you mean "instagram"?');
  });

  test.each([
    ['twitterOption.longPost', 'twitterOptions.longPost'],
    ['tiktokOptions.visibility', 'tikTokOptions.visibility'],
    ['facebookOptions.title', 'faceBookOptions.title'],
    ['instaOptions.reels', 'instagramOptions.reels'],
    ['googleOptions.category', 'gmbOptions.category'],
    ['instagramOptions.audioConfiguraton.audioId', 'instagramOptions.audioConfiguration.audioId'],
    ['instagramOption.audioConfiguraton.audioID', 'instagramOptions.audioConfiguration.audioId'],
    ['instagramOptions.audioId', 'instagramOptions.audioConfiguration.audioId'],
    ['subreddit', 'redditOptions.subreddit'],
    ['text', 'post'],
    ['scheduledDate', 'scheduleDate'],
  ])('--set %s: the nearest field is named', { tags: ['POST-18'] }, (path, right) => {
    const message = `--set ${path}: no such field; did you mean ${right}?`;
    expect(() => setFields([`${path}=x`], SETTABLE_POST)).toThrow(message);
  });

  test.each([
    ['twitterOptions.sparkle=true', 'the fields of twitterOptions are thread, threadNumber, longPost'],
    ['instagramOptions.altText.first=x', 'write an index, such as instagramOptions.altText.0'],
    ['notes.private=x', 'notes is a single value: write notes=value'],
  ])('--set %s is like no field', { tags: ['POST-18'] }, async (set, advice) => {
    const ran = await create(['--text', 'Hi', '--platform', 'twitter', '--set', set, '--json']);
    expect([ran.exitCode, ran.sent, ran.error?.['advice']]).toEqual([2, [], expect.stringContaining(advice)]);
    expect(ran.error?.message).toBe(`--set ${set.split('=', 1)[0]}: no such field`);
  });

  test('an object without described fields takes any name', async () => {
    const words = ['--platform', 'bluesky', '--text', 'Hi', '--set', 'blueSkyOptions.a.b=7'];
    const ran = await create(words);
    expect([ran.exitCode, ran.sent]).toMatchObject([0, [{ blueSkyOptions: { a: { b: 7 } } }]]);
  });

  test('an unknown option of a file is passed on with a warning', { tags: ['POST-18'] }, async () => {
    const words = ['--text', 'Hi', '--platform', 'twitter', '-f', '-'];
    const ran = await create(words, { body: OUT }, { stdin: 'twitterOptions: { sparkle: true }\n' });
    expect([ran.exitCode, ran.sent]).toMatchObject([0, [{ twitterOptions: { sparkle: true } }]]);
    expect(recorded(ran)).toContain('X: twitterOptions.sparkle: is not an option known to crier');
  });

  test('what one network would refuse keeps the rest from being sent, unless it is left to the service', async () => {
    const words = ['--text', 'x'.repeat(400), '--platform', 'facebook,twitter'];
    const ran = await create([...words, '--json']);
    expect([ran.exitCode, ran.stdout, ran.sent]).toEqual([2, '', []]);
    expect(ran.error).toMatchObject({ code: 101, http: null, message: expect.stringContaining('X: post: ') });
    expect(ran.error?.['advice']).toContain('--skip-check');
    expect((await create([...words, '--skip-check'])).sent).toHaveLength(1);
  });

  test('all of it is reported at once, with the flag or the place in the file', async () => {
    const file = 'post: Hi\nplatforms: [telegramm]\nmediaUrlz: [https://a.example/c.png]\n';
    const ran = await create(
      '-f - --notes x --set instagramOptions.stories=x --json',
      { body: OUT },
      { stdin: file },
    );
    const details = ran.error?.['details'] as { errors: readonly { message: string }[] }; // of several faults
    expect(details.errors.map(({ message }) => message)).toEqual([
      'standard input:2:13: platforms[0]: is not a network; did you mean "telegram"?',
      'instagramOptions.stories: must be true or false (--set)',
      'standard input:3:12: mediaUrlz: is not a field of a post; did you mean mediaUrls?',
    ]);
  });

  test.each([
    ['nothing', [], ['--platform', '--text']],
    ['no text', ['--platform', 'bluesky'], ['--text']],
    ['no network', ['--text', 'Hi'], ['--platform']],
  ])('what is missing is named where there is no terminal: %s', async (_what, words, flags) => {
    const ran = await create([...words, '--no-input']);
    expect([ran.exitCode, ran.sent]).toEqual([2, []]);
    for (const flag of flags) expect(ran.stderr).toContain(flag);
  });

  test.each([
    ['a word without a flag', ['Hello'], 'use --text'],
    ['two texts', ['--text', 'a', '--text-file', 'b'], 'cannot be used together'],
    ['a file of text', ['-f', '-'], 'for a text file, use --text-file'],
    ['a file of text for options', [...HI, '--options', '-'], 'not an object of options'],
    ['two ways to try it', [...HI, '--dry-run', '--validate-only'], 'cannot be used together'],
    ['a time that is over', [...HI, '--schedule', '2026-01-01 9:00'], 'is in the past'],
    ['a time that is none', [...HI, '--schedule', 'tommorow 9:00'], 'did you mean "tomorrow"?'],
    [
      'a zone that is none',
      [...HI, '--schedule', 'in 2h', '--time-zone', 'oslo'],
      'did you mean "Europe/Oslo"?',
    ],
  ])('%s', async (_what, words, said) => {
    const ran = await create(words, { body: OUT }, { stdin: 'just words\n' });
    expect([ran.exitCode, ran.sent]).toEqual([2, []]);
    expect(recorded(ran)).toContain(said);
  });

  test('options that are no object of the service, with the place', async () => {
    const stdin = 'tikTokOptions: {draft: true}\nredditOption: {title: x}\n';
    const ran = await create([...HI, '--options', '-'], { body: OUT }, { stdin });
    expect([ran.exitCode, ran.sent]).toEqual([2, []]);
    expect(recorded(ran)).toContain('standard input:2:1: unknown options redditOption');
    expect(recorded(ran)).toContain('did you mean "redditOptions"?');
  });

  test('a file that names a time which is over', async () => {
    const stdin = '{"post": "Hi", "platforms": ["bluesky"], "scheduleDate": "2026-01-01T09:00:00Z"}';
    const ran = await create('-f -', { body: OUT }, { stdin });
    expect([ran.exitCode, ran.sent]).toEqual([2, []]);
    expect(recorded(ran)).toContain(
      'scheduleDate: is in the past, so the service would publish it immediately; use a future time, or omit it',
    );
  });

  const written = (time: string) => `post: Hi\nplatforms: [bluesky]\nscheduleDate: ${time}\n`;

  test('a file with a time in words: both zones are printed, and how it was interpreted', async () => {
    const ran = await create('-f -', { body: OUT }, { stdin: written('tomorrow') });
    expect([ran.exitCode, ran.sent]).toMatchObject([0, [{ scheduleDate: '2026-09-22T07:00:00Z' }]]);
    expect(recorded(ran)).toContain('no time is given, so 09:00 is used');
    expect(recorded(ran)).toContain('scheduled for Tue 22 Sep 2026 09:00 Europe/Oslo, 07:00 UTC');
    const inTokyo = await create(
      '-f - --time-zone Asia/Tokyo',
      { body: OUT },
      { stdin: written('tomorrow 9:00') },
    );
    expect(inTokyo.sent).toMatchObject([{ scheduleDate: '2026-09-22T00:00:00Z' }]);
  });

  test('a file with words that are no time is refused at its place, unless --schedule replaces them', async () => {
    const refused = await create('-f -', { body: OUT }, { stdin: written('someday') });
    expect([refused.exitCode, refused.sent]).toEqual([2, []]);
    expect(recorded(refused)).toContain('standard input:3:15: scheduleDate: "someday" is not a time; write');
    const ran = await create(
      ['-f', '-', '--schedule', 'in 2h'],
      { body: OUT },
      { stdin: written('someday') },
    );
    expect([ran.exitCode, ran.sent]).toMatchObject([0, [{ scheduleDate: '2026-09-21T16:13:20Z' }]]);
  });
});

describe('the result', () => {
  test('the document is the object of the service, also where it came wrapped', {
    tags: ['POST-01'],
  }, async () => {
    for (const body of [OUT, { status: 'success', posts: [{ ...OUT, profileTitle: 'Shop North' }] }]) {
      const { json, exitCode } = await create(
        '--text Hi --platform instagram --media https://a.example/b.jpg --json',
        { body },
      );
      expect([exitCode, json]).toMatchObject([
        0,
        { status: 'success', id: ID, refId: 'ref', postIds: [COPY], errors: [] },
      ]);
      expect(json).not.toHaveProperty('posts');
    }
  });

  test('warnings are success, and reported', async () => {
    const postIds = [
      { ...COPY, warnings: [{ code: 518, feature: 'audioName', message: 'It was dropped.' }] },
    ];
    const ran = await create(TEXT, { body: { ...OUT, postIds } });
    expect(ran.exitCode).toBe(0);
    expect(ran.stderr).toContain('warning: Instagram: 518, audioName: It was dropped.');
  });

  test('a copy that the network still works on, and the command that looks again', async () => {
    const ran = await create(TEXT, { body: { ...OUT, postIds: [COPY, PENDING] } });
    expect(ran.exitCode).toBe(0);
    expect(recorded(ran)).toContain(`TikTok is still processing it; to check again: crier posts get ${ID}`);
  });

  test('a scheduled one: the time in both zones, and what can be done about it', async () => {
    const body = {
      status: 'scheduled',
      scheduleDate: '2026-09-22T07:00:00Z',
      id: ID,
      refId: 'ref',
      post: 'Hi',
    };
    const ran = await create([...TEXT, '--schedule', 'tomorrow 9:00'], { body }, { isTerminal: true });
    expect(ran.exitCode).toBe(0);
    const time = 'Tue 22 Sep 2026 09:00 Europe/Oslo, 07:00 UTC, in 16 hours';
    expect(ran.stderr).toContain(`scheduled for ${time}`);
    expect(ran.stdout).toContain(time);
    for (const words of [`posts get ${ID}`, `posts update ${ID} --schedule`, `posts delete ${ID}`]) {
      expect(recorded(ran)).toContain(`crier ${words}`);
    }
  });

  test('one that waits for approval: the command that gives it', async () => {
    const ran = await create([...TEXT, '--approve-first'], { body: { status: 'awaiting approval', id: ID } });
    expect(recorded(ran)).toContain(`crier posts approve ${ID}`);
  });
});

describe('some networks refused it', { tags: ['HTTP-11'] }, () => {
  test.each([
    ['HTTP 200', { body: PARTIAL }],
    ['HTTP 500, wrapped', { status: 500, body: { status: 'error', posts: [PARTIAL] } }],
  ])('both halves are printed, and it exits 3: %s', { tags: ['POST-12'] }, async (_what, answer) => {
    const ran = await create([...TEXT, '--json'], answer);
    expect(ran.exitCode).toBe(3);
    expect(ran.json).toMatchObject({ id: ID, postIds: [COPY, PENDING], errors: [FACEBOOK, X] });
    expect(ran.error).toMatchObject({ kind: 'partial', exitCode: 3, details: { errors: [FACEBOOK, X] } });
    expect(ran.stderr).toMatch(/^ {2}Facebook +107 +Same text as before\.$/m);
    expect(ran.stderr).toMatch(/^ {2}X +110 +Duplicate status\.$/m);
    const table = (await create(TEXT, answer)).stdout
      .split('\n')
      .map((row) => row.split('\t').slice(0, 4).join(' '));
    expect(table).toEqual([
      'platform status errors.code id',
      'instagram success  17999000000000456',
      'tiktok success  pending',
      'facebook error 107 ',
      'twitter error 110 ',
      '',
    ]);
  });

  test('a new post to only these is suggested as a command that does exactly that; a retry never is', async () => {
    const text = `It's out, now: $HOME`;
    const flags = [
      '--platform',
      'instagram,facebook,tiktok,twitter',
      '--media',
      'https://a.example/b.mp4',
      '--set',
      'tikTokOptions.visibility=private',
      '--set',
      'faceBookOptions.title=Two words',
    ];
    const ran = await create(['--text', text, ...flags, '--profile', 'none'], { body: PARTIAL });
    const [, shown = ''] = ran.stderr.split('to post where it failed:\n');
    const words = shellWordsOf(shown.split('crier: ')[0] ?? '');
    expect(words.slice(0, 3)).toEqual(['crier', 'posts', 'create']);
    expect(words).toContain('--profile');
    const { sent } = await create(words.slice(3));
    expect(sent).toEqual([
      {
        post: text,
        platforms: ['facebook', 'twitter'],
        mediaUrls: ['https://a.example/b.mp4'],
        faceBookOptions: { title: 'Two words' },
        idempotencyKey: expect.any(String),
      },
    ]);
    expect(ran.stderr).not.toContain('posts retry');
    expect(recorded(ran)).toContain('on Instagram, TikTok, and a retry would publish it there again');
  });

  test.each([
    ['long', 'x'.repeat(2_000)],
    ['not to be shown as it is', 'left \u202e right'],
    ['read differently by shells', 'say "now"'],
  ])('a text that is %s goes into a file', async (_what, text) => {
    const ran = await create(
      ['--platform', 'instagram,facebook', '--media', 'https://a.example/b.jpg', '--text-file', '-'],
      { body: { ...PARTIAL, errors: [FACEBOOK] } },
      { stdin: text },
    );
    expect(ran.exitCode).toBe(3);
    const [, shown = ''] = ran.stderr.split('with the text in post.txt:\n');
    const words = shellWordsOf(shown.split('crier: ')[0] ?? '');
    const { sent } = await inFolder({ 'post.txt': text }, (folder) =>
      create(words.slice(3), { body: OUT }, { folder }),
    );
    expect(sent).toMatchObject([{ post: text, platforms: ['facebook'] }]);
  });

  test('--quiet leaves the command out, and nothing else', async () => {
    const ran = await create([...TEXT, '--quiet'], { body: PARTIAL });
    expect([ran.exitCode, ran.stderr]).toEqual([3, expect.not.stringContaining('posts create')]);
    expect(ran.stderr).toMatch(/^ {2}X +110/m);
  });

  test('a request of any kind exits 3 as well', async () => {
    const network = scripted({ status: 400, body: PARTIAL });
    const words = ['api', 'POST', '/post', '--input', '-', '--json'];
    const ran = await crier(words, { env: ENV, network, stdin: '{"post":"Hi","platforms":["facebook"]}' });
    expect([ran.exitCode, ran.json]).toMatchObject([3, { postIds: [COPY, PENDING] }]);
    const read = scripted({ body: PARTIAL });
    expect((await crier(['api', 'GET', `/post/${ID}`], { env: ENV, network: read })).exitCode).toBe(0);
  });

  test.each([80, 40])('as people see it in %i columns', async (columns) => {
    const ran = await create(
      TEXT,
      { body: PARTIAL },
      { isTerminal: true, columns, env: { ...ENV, NO_COLOR: '1' } },
    );
    for (const line of ran.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
    expect(ran.stdout).toContain(`post ${ID}`);
    for (const words of ['Instagram', 'pending', 'https://net.example/p/1', 'Duplicate status.']) {
      expect(ran.stdout).toContain(words);
    }
    expect(wrongIn(ran.screen)).toEqual([]);
  });
});

describe('nothing is out', () => {
  test.each([
    ['HTTP 400', { status: 400, body: NONE }],
    ['HTTP 200, wrapped', { body: { status: 'error', posts: [NONE] } }],
  ])(
    'every network refused it: the first one decides the exit code: %s',
    { tags: ['POST-12'] },
    async (_what, answer) => {
      const ran = await create([...TEXT, '--json'], answer);
      expect([ran.exitCode, ran.stdout]).toEqual([9, '']);
      expect(ran.error).toMatchObject({ kind: 'rejected', code: 107, details: { errors: [FACEBOOK, X] } });
      expect(ran.stderr).toMatch(/^ {2}Facebook +107/m);
      expect(ran.stderr).toMatch(/^ {2}X +110/m);
      expect(ran.stderr).not.toContain('done before that');
    },
  );

  test('the class is that of the first code, also where only the code has it', async () => {
    const errors = [{ ...FACEBOOK, code: 161, message: 'Relink.' }, X];
    expect((await create(TEXT, { body: { ...NONE, errors } })).exitCode).toBe(4);
  });

  const TIMED_OUT = { platform: 'instagram', status: 'error', code: 436, message: 'Too slow.' };
  const TITLE = { platform: 'reddit', status: 'error', code: 443, message: 'A word.' };

  test.each([
    ['of one network', [TIMED_OUT]],
    ['of all of them', [TIMED_OUT, { ...FACEBOOK, code: 452 }]],
    ['where the network reports it itself', [{ ...TITLE, code: 440, retryAvailable: true }]],
  ])('what can work as it is, is sent again by its id: %s', async (_what, errors) => {
    for (const status of [200, 400]) {
      const ran = await create([...TEXT, '--idempotency-key', 'k', '--json'], {
        status,
        body: { ...NONE, errors },
      });
      expect(ran.error).toMatchObject({ details: { id: ID, errors } });
      expect(recorded(ran)).toContain(`to retry: crier posts retry ${ID}`);
      expect(recorded(ran)).not.toMatch(/retry-post|made again|another --idempotency-key/);
    }
  });

  test.each([
    ['what has to be fixed', [TITLE]],
    ['also on only one network', [TIMED_OUT, TITLE]],
    ['what the network says will not work', [{ ...TITLE, code: 440, retryAvailable: false }]],
  ])('a new post needs another key: %s', async (_what, errors) => {
    const answer = { status: 400, body: { ...NONE, errors } };
    const ran = await create([...TEXT, '--idempotency-key', 'k', '--json'], answer);
    expect(ran.error).toMatchObject({ details: { id: ID } });
    expect(recorded(ran)).toContain('a new post needs another --idempotency-key');
    expect(recorded(ran)).not.toContain('to send it again');
    expect(recorded(await create(TEXT, answer))).not.toContain('--idempotency-key');
  });

  test('it was refused as a whole', async () => {
    const body = { action: 'post', status: 'error', code: 1409, message: 'Used.' };
    const ran = await create([...TEXT, '--idempotency-key', 'k'], { status: 400, body });
    expect([ran.exitCode, ran.stdout]).toEqual([9, '']);
    expect(ran.stderr).toContain('1409');
  });
});

describe('an answer that is lost', () => {
  test.each([
    ['the connection ends', networkError('ECONNRESET')],
    [
      'a gateway gives up',
      { status: 504, headers: { 'content-type': 'text/html' }, body: new Uint8Array([60]) },
    ],
    ['it cannot be read', { body: Buffer.from('{"status":') }],
  ])(
    'the post may be out: where to look, and how to send it without a second one: %s',
    async (_what, answer) => {
      const ran = await create(TEXT, answer);
      expect([ran.exitCode, ran.stdout, ran.sent.length]).toEqual([10, '', 1]);
      expect(recorded(ran)).toContain('may have taken effect');
      expect(recorded(ran)).toContain('crier posts list');
      expect(recorded(ran)).toContain(`--idempotency-key ${ran.sent[0]?.['idempotencyKey']}`);
    },
  );

  test('what was never sent is not reported as published', async () => {
    const ran = await create(TEXT, networkError('ECONNREFUSED'));
    expect(ran.exitCode).toBe(10);
    expect(recorded(ran)).toContain('nothing was sent');
    expect(ran.stderr).not.toContain('--idempotency-key');
  });
});

test('the help page says first what keeps a post from going out, and names the networks that take one', async () => {
  const page = (await crier('posts create --help')).stdout.replaceAll(/\s+/g, ' ');
  expect(page).toContain('is sent only if every network would accept it');
  expect(page).toContain('missing values are asked for');
  expect(page).not.toContain('whatsapp');
  const check = (await crier('posts check --help')).stdout.replaceAll(/\s+/g, ' ');
  expect(check).toContain('With --platform all, only the rules of the post itself');
});
