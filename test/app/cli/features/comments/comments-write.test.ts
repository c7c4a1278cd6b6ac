import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommentsDocument } from '../../../../../src/cli/features/comments/comment.ts';
import { getDisplayWidth } from '../../../../../src/cli/framework/output/text/width.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import type { WrittenDocument } from '../../../../../src/service/endpoints/comment-writes.ts';
import { stoppedClock } from '../../../../support/clock.ts';
import { control } from '../../../../support/control.ts';
import { type Around, crier, openTestSandbox } from '../../../../support/crier.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';
import { shellWordsOf } from '../../../../support/terminal/typed-words.ts';

const LAUNCH = 'Sp7kQm2XvLr9TzBd4HnW';
const STRANGER = '18008214909100698';
const NOW = 1_790_000_000_000;
const REFRESH = 10 * 60 * 1000;
const SERVICE = { CRIER_BASE_URL: 'https://api.example/base', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };

let sandbox: Sandbox;
let clock: ReturnType<typeof stoppedClock>;
beforeEach(async () => {
  clock = stoppedClock(NOW);
  sandbox = await openTestSandbox(clock);
});
afterEach(() => sandbox.close());

const here = (words: readonly string[], around: Around = {}) =>
  crier([...words, '--sandbox'], { sandbox: { ...sandbox, close: () => {} }, clock, ...around });
const written = ({ json }: { json: unknown }) => json as WrittenDocument;
/** The words of the command for only what failed, as a shell reads them. */
const againOf = (stderr: string) =>
  shellWordsOf(stderr.split(/^to retry where it failed:\n/m)[1]?.split(/^\S/m)[0] ?? '');
const flat = (text: string) => text.replaceAll(/\s+/g, ' ');

describe('comments create', () => {
  test('one record a network, and the new Service Comment ID', { tags: ['COM-22', 'U-35'] }, async () => {
    const ran = await here(['comments', 'create', LAUNCH, '--text', 'Thank you!', '--json']);
    expect(ran.exitCode).toBe(0);
    const { status, id, commentId, networks, errors } = written(ran);
    expect({ status, id, errors }).toEqual({ status: 'success', id: LAUNCH, errors: [] });
    expect(commentId).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(networks.map(({ platform }) => platform)).toHaveLength(9);
    expect(new Set(networks.map(({ text }) => text))).toEqual(new Set(['Thank you!']));
    expect(ran.stderr).toContain(
      `to reply:\n  crier comments reply ${commentId} --text "…" --sandbox\nto delete it:\n`,
    );
    expect(ran.stderr).toContain(`\n  crier comments delete ${commentId} --sandbox\n`);
  });

  test('it is in comments get after the refresh, can be answered and deleted by that id', {
    tags: ['COM-28', 'COM-25'],
  }, async () => {
    const read = async () => {
      const ran = await here(['comments', 'get', LAUNCH, '--flat', '--json']);
      return (ran.json as CommentsDocument).comments.filter(({ platform }) => platform === 'instagram');
    };
    const before = await read();
    clock.advance(1_000);
    const only = ['--only', 'instagram', '--json'];
    const made = written(await here(['comments', 'create', LAUNCH, '--text', 'Here!', ...only]));
    expect(await read()).toEqual(before);
    clock.advance(REFRESH);
    const own = (await read()).find(({ text }) => text === 'Here!');
    expect(own).toMatchObject({
      id: made.networks[0]?.commentId,
      author: { handle: 'kestrellane.coffee' },
      extra: { serviceCommentId: made.commentId },
    });
    expect(own?.id).toMatch(/^\d{17}$/);
    const id = String(made.commentId);
    const reply = written(await here(['comments', 'reply', id, '--text', 'And more', '--json']));
    expect(reply.networks).toMatchObject([{ platform: 'instagram', sourceCommentId: own?.id }]);
    clock.advance(REFRESH);
    expect((await read()).find(({ text }) => text === 'And more')).toMatchObject({
      parentId: own?.id,
      extra: { serviceCommentId: reply.commentId },
    });
    const gone = await here(['comments', 'delete', id, '--yes', '--json']);
    expect(gone.json).toMatchObject({
      status: 'success',
      id,
      networks: [{ commentId: own?.id, text: 'Here!' }],
    });
    clock.advance(REFRESH);
    expect((await read()).map((each) => each.id)).toEqual(before.map((each) => each.id));
  });

  test('a table of 40 columns has every network and no line that is wider', async () => {
    const line = ['comments', 'create', LAUNCH, '--text', 'Thank you all for coming, it was a pleasure'];
    const { stdout } = await here([...line, '--color', 'never'], { isTerminal: true, columns: 40 });
    expect(stdout.split('\n').filter((each) => getDisplayWidth(each) > 40)).toEqual([]);
    for (const name of ['Bluesky', 'LinkedIn', 'X', 'YouTube']) expect(stdout).toContain(name);
    expect(stdout).toMatch(/^Service Comment ID [A-Za-z0-9]{20}$/m);
  });

  test('comments post is the same command', async () => {
    const ran = await here(['comments', 'post', LAUNCH, '--text', 'x', '--only', 'reddit', '--json']);
    expect(written({ json: JSON.parse(ran.stdout) }).networks).toHaveLength(1);
    expect((await crier('comments post --help')).stdout).toContain('crier comments create [<post-id…>]');
    expect((await crier('help comments post')).stdout).toContain('crier comments create [<post-id…>]');
    expect(ran.stderr).toContain('comments reply');
  });

  test('a reply that is typed is typed below the comment that it answers', async () => {
    const words = ['comments', 'reply', '18054973922452013', '--platform', 'instagram', '--dry-run'];
    const { exitCode, stderr } = await here(words, { isTerminal: true, typed: ['Two thirds.'] });
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/@zoe\.drinks\.slow on Instagram: How much milk.*Comment:/s);
  });

  test.each<[string, readonly string[], Around, string]>([
    ['from standard input', ['--text-file', '-'], { stdin: 'one\ntwo\n' }, 'one\ntwo'],
    ['typed by a person', [], { isTerminal: true, typed: ['by hand'] }, 'by hand'],
    ['that begins with a dash', ['--text=-1 for rain'], {}, '-1 for rain'],
  ])('a text %s', async (_what, flags, around, text) => {
    await here(['comments', 'create', LAUNCH, '--only', 'instagram', ...flags], around);
    const { json } = await here(['comments', 'get', LAUNCH, '--json']);
    expect((json as CommentsDocument).comments.map((each) => each.text)).toContain(text);
  });

  test('a text from a file, without the line break at its end', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'crier-comment-'));
    writeFileSync(join(folder, 'thanks.txt'), '\uFEFFThank you — ¡gracias! 🎉\r\n');
    const line = ['comments', 'create', LAUNCH, '--text-file', 'thanks.txt', '--only', 'threads', '--json'];
    expect(written(await here(line, { folder })).networks[0]?.text).toBe('Thank you — ¡gracias! 🎉');
    writeFileSync(join(folder, 'image.txt'), 'GIF\u0000\u0001');
    const refused = await here(['comments', 'create', LAUNCH, '--text-file', 'image.txt'], { folder });
    expect([refused.exitCode, refused.stdout]).toEqual([2, '']);
    rmSync(folder, { recursive: true });
  });

  test('what would be sent is shown, and nothing is', async () => {
    const network = recordingNetwork({});
    const line = 'comments create abc/d --text x --only facebook --media https://i.example/a.jpg'.split(' ');
    const { json } = await crier([...line, '--dry-run', '--json'], {
      env: SERVICE,
      network: network.transport,
    });
    expect(json).toMatchObject({
      request: {
        method: 'POST',
        url: 'https://api.example/base/comments/abc%2Fd',
        body: { comment: 'x', platforms: ['facebook'], mediaUrls: ['https://i.example/a.jpg'] },
      },
    });
    expect(network.requests).toEqual([]);
  });
});

describe('what fails', () => {
  const fault = (code: number, network: 'facebook' | 'twitter' | 'linkedin') =>
    control(sandbox, 'addFault', { code, network, endpoint: 'createComment', count: 1 });

  test('a partial success: exit 3, both halves, and the command for the failed ones only', {
    tags: ['COM-16'],
  }, async () => {
    await fault(161, 'facebook');
    await fault(364, 'twitter');
    const ran = await here(['comments', 'create', LAUNCH, '--text', "it's here", '--json']);
    expect(ran.exitCode).toBe(3);
    expect(written(ran).status).toBe('partial');
    expect(written(ran).networks).toHaveLength(9);
    expect(written(ran).networks.filter(({ error }) => error !== null)).toMatchObject([
      { platform: 'facebook', status: 'error', commentId: null, error: { code: 161, relink: true } },
      { platform: 'twitter', status: 'error', commentId: null, error: { code: 364 } },
    ]);
    expect(ran.error).toMatchObject({ kind: 'partial', message: '2 networks failed: Facebook, X' });
    expect(againOf(ran.stderr)).toEqual([
      ...['crier', 'comments', 'create', LAUNCH, '--text', "it's here"],
      ...['--only', 'facebook', '--only', 'twitter', '--sandbox'],
    ]);
    for (const line of [/^ {2}Facebook +161 /m, /^ {2}X +364 /m]) expect(ran.stderr).toMatch(line);
  });

  test('that command comments where it failed, and nowhere twice', async () => {
    await fault(219, 'twitter');
    await here(['comments', 'create', LAUNCH, '--text', 'once']);
    await here(['comments', 'create', LAUNCH, '--text', 'once', '--only', 'twitter']);
    clock.advance(REFRESH);
    const { json } = await here(['comments', 'get', LAUNCH, '--json']);
    const own = (json as CommentsDocument).comments.filter(({ text }) => text === 'once');
    expect(own.map(({ platform }) => platform).toSorted()).toHaveLength(9);
    expect(new Set(own.map(({ platform }) => platform)).size).toBe(9);
  });

  test('--allow-partial makes that a success, and still says what failed', async () => {
    await fault(161, 'facebook');
    const ran = await here(['comments', 'create', LAUNCH, '--text', 'x', '--allow-partial', '--json']);
    expect([ran.exitCode, ran.error]).toEqual([0, null]);
    expect(ran.stderr).toMatch(/Facebook failed: 161/);
  });

  test('all: nothing on stdout, and the class of the first', async () => {
    await fault(161, 'facebook');
    await fault(364, 'twitter');
    const line = [
      'comments',
      'create',
      LAUNCH,
      '--text',
      'x',
      '--only',
      'facebook',
      '--only',
      'twitter',
      '--json',
    ];
    const ran = await here(line);
    expect([ran.exitCode, ran.stdout]).toEqual([4, '']);
    expect(ran.error).toMatchObject({ code: 161, relink: true });
    expect(ran.stderr).not.toContain('comments reply');
  });

  test('a network that can never do it is not tried again', async () => {
    const { commentId } = written(await here(['comments', 'create', LAUNCH, '--text', 'x', '--json']));
    for (const network of ['reddit', 'threads'] as const)
      await control(sandbox, 'addFault', { code: 1415, network, endpoint: 'replyToComment', count: 1 });
    const ran = await here(['comments', 'reply', String(commentId), '--text', 'y', '--json']);
    expect(ran.exitCode).toBe(3);
    expect(ran.error).toMatchObject({ message: '2 networks failed: Reddit, Threads' });
    expect(ran.stderr).not.toContain('--only');
  });

  test('a text that no terminal shows as it is, is not one to copy', async () => {
    await fault(161, 'facebook');
    const ran = await here(['comments', 'create', LAUNCH, '--text', 'a\u202eb\nc', '--json']);
    expect(ran.stderr).toContain(
      `to retry where it failed, with the text in comment.txt:\n  crier comments create`,
    );
    expect(flat(ran.stderr)).toContain(`create ${LAUNCH} --text-file comment.txt`);
  });

  test.each([
    ['white space is kept, however long the line', `one  two   ${'three '.repeat(40)}`],
    ['a text that begins with a dash is no flag', '-1 for rain'],
  ])('in that command %s', async (_what, text) => {
    await fault(161, 'facebook');
    const { stderr } = await here(['comments', 'create', LAUNCH, `--text=${text}`]);
    expect((await here(againOf(stderr).slice(1, -1))).exitCode).toBe(0);
    clock.advance(REFRESH);
    const { json } = await here(['comments', 'get', LAUNCH, '--json']);
    const said = (json as CommentsDocument).comments.filter((each) => each.text === text);
    expect(said.map(({ platform }) => platform)).toContain('facebook');
  });

  test.each<[string, readonly string[], Around]>([
    ['too long for a line', ['--text', 'long '.repeat(120)], {}],
    ['that came by standard input', ['--text-file', '-'], { stdin: 'long '.repeat(120) }],
  ])('a text %s is left to a file', async (_what, flags, around) => {
    await fault(161, 'facebook');
    const { stderr } = await here(['comments', 'create', LAUNCH, ...flags], around);
    expect(flat(stderr)).toContain('to retry where it failed, with the text in comment.txt: crier comments');
  });

  test.each<[string, readonly string[], number, number, string]>([
    ['an unknown post', ['create', 'NoSuchPostAAAAAAAAAA', '--text', 'x'], 5, 186, 'add --platform'],
    [
      'a Service Post ID with --platform',
      ['create', LAUNCH, '--platform', 'instagram', '--text', 'x'],
      5,
      186,
      'this looks like a Service Post ID',
    ],
    ['an unknown comment', ['reply', 'NoSuchCommentAAAAAAA', '--text', 'x'], 5, 186, 'add --platform'],
    [
      'a comment without an author',
      ['reply', 'id:1', '--platform', 'facebook', '--text', 'x'],
      5,
      186,
      'on Facebook',
    ],
    [
      'a comment of TikTok to delete',
      ['delete', '7448350594484261151', '--platform', 'tiktok', '--yes'],
      6,
      328,
      'TikTok app',
    ],
    ['an unknown id to delete', ['delete', 'NoSuchCommentAAAAAAA', '--yes'], 5, 186, 'deleted already'],
    ['tiktok still pending', ['create', 'Tk6xBn4VgSj8QcLp2RyF', '--text', 'x'], 8, 288, ''],
  ])('%s', { tags: ['COM-20', 'COM-23', 'COM-19'] }, async (_what, words, exitCode, code, advice) => {
    const ran = await here(['comments', ...words, '--json']);
    expect([ran.exitCode, ran.stdout, ran.error?.['code']]).toEqual([exitCode, '', code]);
    expect(ran.error?.['advice']).toContain(advice);
  });

  test('a write is not sent again by itself', { tags: ['HTTP-06'] }, async () => {
    for (const words of ['create abc --text x', 'reply abc --text x', 'delete abc --yes']) {
      const network = recordingNetwork(
        { status: 'error', code: 453, retryAvailable: true, message: 'no' },
        504,
      );
      const ran = await crier(`comments ${words}`, { env: SERVICE, network: network.transport });
      expect([ran.exitCode, network.requests.length]).toEqual([10, 1]);
    }
  });
});

describe('answers that the document does not show', () => {
  const instagram = {
    status: 'success',
    commentId: '18055000000000812',
    comment: 'x',
    platform: 'instagram',
  };
  const errors = [{ platform: 'tiktok', status: 'error', code: 288, message: 'pending', id: 'pending' }];
  const answered = (body: object, http = 200) =>
    crier('comments create Sent1 --text x --json', {
      env: SERVICE,
      network: recordingNetwork(body, http).transport,
    });

  test.each<[string, object, string | null]>([
    ['commentId', { id: 'Sent1', commentId: 'Made1' }, 'Made1'],
    ['an id that differs from the one sent', { id: 'Made1' }, 'Made1'],
    ['an id that only echoes', { id: 'Sent1' }, null],
  ])('the new id is %s', { tags: ['U-35'] }, async (_what, ids, commentId) => {
    const ran = await answered({ status: 'success', ...ids, instagram });
    expect(written(ran)).toMatchObject({ id: 'Sent1', commentId });
    expect(ran.stderr.includes('comments delete')).toBe(commentId !== null);
  });

  test.each([200, 400])('error beside network objects is partial, HTTP %i', async (http) => {
    const ran = await answered({ status: 'error', id: 'Sent1', commentId: 'Made1', instagram, errors }, http);
    expect([ran.exitCode, written(ran).status, written(ran).commentId]).toEqual([3, 'partial', 'Made1']);
  });

  test('a failure that only the object of a network has keeps its code', async () => {
    const relink = { status: 'error', code: 227, message: 'relink' };
    const ran = await answered({ status: 'error', id: 'Sent1', instagram: relink });
    expect([ran.exitCode, ran.stdout]).toEqual([4, '']);
    expect(ran.error).toMatchObject({ code: 227, message: 'relink' });
  });

  test.each(['tsv', 'csv'])('%s has the new Service Comment ID, and a deletion none', async (format) => {
    const body = { status: 'success', id: 'Sent1', commentId: 'Made1', instagram };
    const rowsOf = async (line: string) => {
      const { transport } = recordingNetwork(body);
      const { stdout } = await crier(`comments ${line} -o ${format}`, { env: SERVICE, network: transport });
      return stdout.split('\n').map((row) => row.trim().split(format === 'tsv' ? '\t' : ','));
    };
    for (const line of ['create Sent1 --text x', 'reply Sent1 --text x']) {
      const [head, row] = await rowsOf(line);
      expect(row?.[head?.indexOf('serviceCommentId') ?? -1]).toBe('Made1');
    }
    expect((await rowsOf('delete Sent1 --yes'))[0]).not.toContain('serviceCommentId');
  });

  test('HTTP 200 with only failures ends as the first of them', async () => {
    const ran = await answered({ status: 'partial', id: 'Sent1', errors });
    expect([ran.exitCode, ran.stdout]).toEqual([8, '']);
    expect(ran.error).toMatchObject({ code: 288 });
  });

  test('a number of 17 digits and more loses none of them', { tags: ['COM-25'] }, async () => {
    const body =
      '{"status":"success","id":"Sent1","commentId":"Made1","twitter":{"status":"success","commentId":1960000000000000417}}';
    const network = recordingNetwork({});
    const transport = async (request: Parameters<typeof network.transport>[0]) => ({
      ...(await network.transport(request)),
      body: (async function* () {
        yield Buffer.from(body);
      })(),
    });
    const ran = await crier('comments create Sent1 --text x --json', { env: SERVICE, network: transport });
    expect(written(ran).networks[0]?.commentId).toBe('1960000000000000417');
    const raw = await crier('comments create Sent1 --text x -o raw', { env: SERVICE, network: transport });
    expect(raw.stdout).toBe(body);
  });

  test('no network at all is reported', async () => {
    const network = recordingNetwork({ status: 'success', id: 'Sent1', commentId: 'Made1' });
    const ran = await crier('comments create Sent1 --text x', { env: SERVICE, network: network.transport });
    expect([ran.exitCode, flat(ran.stderr).includes('the response names no network')]).toEqual([0, true]);
  });
});

describe('comments reply', () => {
  test('by the id of a network', async () => {
    const ran = await here([
      'comments',
      'reply',
      STRANGER,
      '--platform',
      'instagram',
      '--text',
      'Sí',
      '--json',
    ]);
    expect(ran.exitCode).toBe(0);
    expect(written(ran)).toMatchObject({
      id: STRANGER,
      networks: [{ platform: 'instagram', sourceCommentId: STRANGER, text: 'Sí' }],
    });
  });

  test.each<[string, readonly string[], object]>([
    [
      'an urn says that it is linkedin, and is its own urn',
      ['urn:li:comment:(urn:li:activity:7,9)'],
      {
        commentId: 'urn:li:comment:(urn:li:activity:7,9)',
        searchPlatformId: true,
        platforms: ['linkedin'],
        commentUrn: 'urn:li:comment:(urn:li:activity:7,9)',
      },
    ],
    [
      'linkedin by another id',
      ['id:9', '--platform', 'linkedin', '--comment-urn', 'urn:li:comment:(a,9)'],
      { commentId: '9', searchPlatformId: true, platforms: ['linkedin'], commentUrn: 'urn:li:comment:(a,9)' },
    ],
    [
      'tiktok with its video',
      ['id:7', '--platform', 'tiktok', '--video-id', '8'],
      { commentId: '7', searchPlatformId: true, platforms: ['tiktok'], videoId: '8' },
    ],
    [
      'a comment of the service, on some',
      ['Made1', '--only', 'youtube'],
      { commentId: 'Made1', platforms: ['youtube'] },
    ],
  ])('%s', async (_what, words, body) => {
    const line = ['comments', 'reply', ...words, '--text', 'x', '--dry-run', '--json'];
    const { json } = await crier(line, { env: SERVICE });
    expect(json).toMatchObject({
      request: { method: 'POST', url: 'https://api.example/base/comments/reply' },
    });
    expect((json as { request: { body: object } }).request.body).toEqual({ comment: 'x', ...body });
  });
});

describe('a Service Comment ID', { tags: ['COM-28'] }, () => {
  test('comments get prints the comment as each network has it; comments reply answers it on each', async () => {
    const created = await here(['comments', 'create', LAUNCH, '--text', 'Here!', '--json']);
    const made = written({ json: JSON.parse(created.stdout) });
    const id = String(made.commentId);
    const read = await here(['comments', 'get', id, '--json']);
    const { comments, errors } = read.json as CommentsDocument;
    const named = (rows: readonly { readonly platform: string | null }[]) =>
      rows.map(({ platform }) => platform).toSorted();
    expect([read.exitCode, errors]).toEqual([0, []]);
    expect(comments.map(({ text }) => text)).toEqual(comments.map(() => 'Here!'));
    expect(named(comments)).toEqual(named(made.networks));
    expect(named(comments)).toEqual(expect.arrayContaining(['reddit', 'threads', 'linkedin']));
    const reply = written(await here(['comments', 'reply', id, '--text', 'And more', '--json']));
    expect(named(reply.networks)).toEqual(named(made.networks));
    const some = ['comments', 'reply', id, '--text', 'x', '--only', 'reddit', '--only', 'threads', '--json'];
    expect(named(written(await here(some)).networks)).toEqual(['reddit', 'threads']);
  });
});

describe('what is refused before anything is sent', () => {
  test.each<[string, string, number, number | null, string]>([
    ['no text', 'create abc', 2, 101, '--text'],
    ['two texts', 'create abc --text x --text-file -', 2, null, 'cannot be used together'],
    ['an empty text', 'create abc --text=', 2, 101, 'empty'],
    ['a blank text', 'create abc --text=\u00a0', 2, 101, 'blank'],
    [
      '--platform and --only',
      'create abc --text x --platform facebook --only facebook',
      2,
      101,
      'cannot be used together',
    ],
    ['a network without comments', 'create abc --text x --only gmb', 2, 101, 'it takes bluesky'],
    [
      'media on instagram',
      'create abc --text x --only instagram --media https://i.example/a',
      2,
      101,
      'media is not supported',
    ],
    [
      'media on X in a reply',
      'reply abc --text x --only twitter --media https://i.example/a',
      2,
      101,
      'media is not supported',
    ],
    ['media that is no address', 'create abc --text x --media a.jpg', 2, 101, 'is not a URL'],
    [
      'two media',
      'create abc --text x --media https://i.example/a --media https://i.example/b',
      2,
      null,
      'twice',
    ],
    ['a tiktok that is pending', 'create pending --text x --platform tiktok', 8, 288, 'pending'],
    ['a tiktok that failed', 'create failed --text x --platform tiktok', 8, 288, 'failed'],
    ['a reply under one', 'reply id:1 --text x --platform tiktok --video-id pending', 8, 288, 'pending'],
    ['a reply on gmb', 'reply abc --text x --only gmb', 2, 101, 'it takes bluesky'],
    [
      'a reply on reddit by its id',
      'reply id:1 --text x --platform reddit',
      2,
      101,
      'use a Service Comment ID',
    ],
    [
      'a reply on threads by its id',
      'reply id:1 --text x --platform threads',
      2,
      101,
      'cannot be replied to',
    ],
    ['tiktok without the video', 'reply id:1 --text x --platform tiktok', 2, 101, '--video-id'],
    ['linkedin without the urn', 'reply id:1 --text x --platform linkedin', 2, 101, '--comment-urn'],
    [
      'a video elsewhere',
      'reply id:1 --text x --platform facebook --video-id 7',
      2,
      101,
      'only applies to TikTok',
    ],
    [
      'an urn elsewhere',
      'reply abc --text x --comment-urn urn:li:comment:(a,b)',
      2,
      101,
      'only applies to LinkedIn',
    ],
    [
      'deleting on linkedin by its id',
      'delete id:1 --platform linkedin --yes',
      2,
      101,
      'Facebook, Instagram',
    ],
    ['no terminal to prompt on', 'delete abc', 2, null, '--yes'],
  ])('%s', { tags: ['COM-19'] }, async (_what, words, exitCode, code, said) => {
    const network = recordingNetwork({});
    const ran = await crier(['comments', ...words.split(' '), '--json'], {
      env: SERVICE,
      network: network.transport,
    });
    expect([ran.exitCode, ran.stdout, network.requests.length]).toEqual([exitCode, '', 0]);
    expect(ran.error).toMatchObject({ code, http: null });
    expect(flat(ran.stderr)).toContain(said);
  });

  test('a URL that is the address of none of the own posts', async () => {
    const network = recordingNetwork({ history: [] });
    const ran = await crier('comments create https://net.example/p/1 --text x --json', {
      env: SERVICE,
      network: network.transport,
    });
    expect([ran.exitCode, network.requests.map(({ method }) => method)]).toEqual([5, ['GET']]);
    expect(ran.error).toMatchObject({
      message: 'https://net.example/p/1 is the address of none of your posts',
    });
  });

  test('to write to the built-in sandbox unasked takes --sandbox', async () => {
    const ran = await crier('comments create abc --text x');
    expect([ran.exitCode, ran.stderr.includes('--sandbox')]).toEqual([4, true]);
  });
});
