import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TOPICS } from '../../../../../src/cli/framework/command/command-list.ts';
import { crier } from '../../../../support/crier.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';
import { shellWords } from '../../../../support/terminal/shell-words.ts';

const SERVICE = { CRIER_BASE_URL: 'https://api.example/base', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };

async function send(words: readonly string[], stdin = '') {
  const network = recordingNetwork({ status: 'success', more: [1] });
  const ran = await crier(['api', ...words], { env: SERVICE, network: network.transport, stdin });
  const [request] = network.requests;
  return {
    ...ran,
    request,
    count: network.requests.length,
    body: request?.body ? JSON.parse(request.body) : null,
  };
}

describe('what api sends', () => {
  test.each<[string, readonly string[], string, unknown]>([
    ['only a path', ['GET', '/user'], '/user', null],
    ['a method in small letters, a path without its slash', ['get', 'user'], '/user', null],
    ['fields of a GET in the query', ['GET', '/x', '-f', 'a=1', '-F', 'b=true'], '/x?a=1&b=true', null],
    ['a query in the path, kept', ['GET', '/x?q=a%20b', '-f', 'c=d'], '/x?q=a%20b&c=d', null],
    ['a query with a name twice', ['GET', '/x?p=a&p=b'], '/x?p=a&p=b', null],
    ['a query with a ? in it', ['GET', '/x?q=a?b&c=d'], '/x?q=a?b&c=d', null],
    ['text fields as text', ['POST', '/x', '-f', 'n=1', '-f', 't=true'], '/x', { n: '1', t: 'true' }],
    [
      'typed fields by type',
      ['POST', '/x', '-F', 'n=1', '-F', 't=true', '-F', 'z=null', '-F', 's=1x'],
      '/x',
      { n: 1, t: true, z: null, s: '1x' },
    ],
    [
      'a long number as the text it is',
      ['POST', '/x', '-F', 'id=17999000000000456789'],
      '/x',
      { id: '17999000000000456789' },
    ],
    [
      'typed fields of a known endpoint by its schema',
      [
        ...['POST', '/post', '-F', 'post=2026', '-F', 'platforms[]=instagram', '-F', 'isVideo=true'],
        ...['-F', 'instagramOptions[audioConfiguration][audioId]=88012', '-F', 'notes=true'],
        ...['-F', 'instagramOptions[thumbNailOffset]=3', '-F', 'other=4'],
        ...['-F', 'autoRepost={"repeat":2,"days":3}'],
      ],
      '/post',
      {
        post: '2026',
        platforms: ['instagram'],
        isVideo: true,
        instagramOptions: { audioConfiguration: { audioId: '88012' }, thumbNailOffset: 3 },
        notes: 'true',
        other: 4,
        autoRepost: { repeat: 2, days: 3 },
      },
    ],
    [
      'a field that differs by the kind of its trigger',
      ['PUT', '/automations/auto_1?x=1', '-F', 'triggers={"type":"dm_keyword","keywords":["a"]}'],
      '/automations/auto_1?x=1',
      { triggers: [{ type: 'dm_keyword', keywords: ['a'] }] },
    ],
    [
      'an id of digits in another path of an endpoint',
      ['DELETE', '/delete', '-F', 'markManualDeleted=true', '-F', 'bulk[]=17'],
      '/delete',
      { markManualDeleted: true, bulk: ['17'] },
    ],
    [
      'objects and lists',
      ['POST', '/x', '-f', 'a[b]=1', '-f', 'a[c][d]=2', '-f', 'l[]=x', '-f', 'l[]=y'],
      '/x',
      { a: { b: '1', c: { d: '2' } }, l: ['x', 'y'] },
    ],
    ['a value with = in it', ['POST', '/x', '-f', 'a=b=c'], '/x', { a: 'b=c' }],
    ['an empty value', ['POST', '/x', '-f', 'a='], '/x', { a: '' }],
    ['DELETE with a body', ['DELETE', '/x', '-f', 'id=1'], '/x', { id: '1' }],
  ])('%s', async (_what, words, path, body) => {
    const sent = await send(words);
    expect({ exitCode: sent.exitCode, stderr: sent.stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(sent.request?.url.href).toBe(`https://api.example/base${path}`);
    expect(sent.body).toEqual(body);
    expect(sent.request?.headers['content-type']).toBe('application/json');
  });

  test('a body from standard input, and from a file', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'crier-api-')), 'body.json');
    writeFileSync(file, '{"a":[1]}');
    expect((await send(['POST', '/x', '--input', '-'], '{"a":[1]}')).body).toEqual({ a: [1] });
    expect((await send(['POST', '/x', '--input', file])).body).toEqual({ a: [1] });
  });

  test('a body goes out as it came in, long numbers and spaces too', async () => {
    const text = '{ "id": 18054973922452013999 }';
    expect((await send(['POST', '/x', '--input', '-'], text)).request?.body).toBe(text);
  });

  test('@file in a typed field is the file’s text', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'crier-api-')), 'text.txt');
    writeFileSync(file, 'two\nlines');
    expect((await send(['POST', '/x', '-F', `a=@${file}`])).body).toEqual({ a: 'two\nlines' });
  });
});

test.each([
  ['api POST /post/copy -f a=1 --sandbox --yes', 'no route POST /post/copy,'],
  ['api get /nowhere --sandbox', 'no route GET /nowhere,'],
])('what the sandbox does not serve is named: %s', async (line, words) => {
  const { exitCode, stderr } = await crier(line);
  expect(exitCode).toBe(5);
  expect(stderr).toContain(words);
});

test('what help shows of api is there: each of its lines works without --dry-run', async () => {
  const pages = await Promise.all(TOPICS.map(async ({ load }) => (await load()).text(80)));
  const { default: api } = await import('../../../../../src/cli/features/general/commands/api.ts');
  const shown = pages.flatMap((text) =>
    [...text.matchAll(/^ {2}\$ crier (api [^\n]*)/gm)].map(([, line]) => line ?? ''),
  );
  expect(shown.length).toBeGreaterThan(0);
  for (const line of [...api.examples, ...shown]) {
    const words = shellWords(line).filter((word) => word !== '--dry-run');
    expect({ line, exitCode: (await crier([...words, '--sandbox'])).exitCode }).toEqual({
      line,
      exitCode: 0,
    });
  }
});

describe('what api refuses before anything is sent', () => {
  test.each<[string, readonly string[], string]>([
    ['a whole address', ['GET', 'https://evil.example/x'], 'a full URL'],
    ['an address without a scheme', ['GET', '//evil.example/x'], 'a full URL'],
    ['a path that climbs', ['GET', '/a/../../x'], 'is not allowed'],
    ['a path with backslashes', ['GET', '/a\\..\\b'], 'is not allowed'],
    ['a path with a line break', ['GET', '/a\nb'], 'is not allowed'],
    ['a path that climbs in disguise', ['GET', '/a/%2e%2E/x'], 'is not allowed'],
    ['a field without a value', ['GET', '/x', '-f', 'a'], 'key=value'],
    ['a field without a name', ['GET', '/x', '-f', '=a'], 'key=value'],
    ['a name that cannot be read', ['POST', '/x', '-f', 'a[b=1'], 'is invalid'],
    ['a name that would reach into every object', ['POST', '/x', '-f', '__proto__[a]=1'], 'is invalid'],
    [
      'a field that is both value and object',
      ['POST', '/x', '-f', 'a=1', '-f', 'a[b]=2'],
      'already has a value',
    ],
    ['a GET with a body', ['GET', '/x', '--input', '-'], 'no body'],
    ['fields and a body', ['POST', '/x', '-f', 'a=1', '--input', '-'], 'cannot be used together'],
    ['a method that is none', ['FETCH', '/x'], 'GET, POST'],
  ])('%s', async (_what, words, message) => {
    const { exitCode, stdout, stderr, count } = await send(words, '{}');
    expect({ exitCode, stdout, count }).toEqual({ exitCode: 2, stdout: '', count: 0 });
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(message);
  });

  test('a body that is nested too deep', { tags: ['D8'] }, async () => {
    const { exitCode, stderr, count } = await send(['POST', '/x', '--input', '-'], '['.repeat(50_000));
    expect({ exitCode, count }).toEqual({ exitCode: 2, count: 0 });
    expect(stderr).toContain('standard input is nested more than 256 deep');
  });

  test('a body that is not valid JSON', async () => {
    expect(await send(['POST', '/x', '--input', '-'], '{"a":')).toMatchObject({
      exitCode: 2,
      count: 0,
      stdout: '',
    });
  });
});

describe('what api prints', () => {
  test('the answer as it is, unknown fields and all', async () => {
    expect((await send(['GET', '/x', '--json'])).json).toEqual({ status: 'success', more: [1] });
  });

  test('an answer of 200 that says error is a failure, judged by its code', {
    tags: ['HTTP-04'],
  }, async () => {
    const network = recordingNetwork({ status: 'error', code: 468, message: 'No.' });
    const ran = await crier('api GET /automations --json', { env: SERVICE, network: network.transport });
    expect({ exitCode: ran.exitCode, stdout: ran.stdout }).toEqual({ exitCode: 6, stdout: '' });
    expect(ran.error).toMatchObject({ code: 468, kind: 'not-allowed', message: 'No.' });
  });

  test('a partial answer is printed, reported on stderr, and exits 3', { tags: ['COM-16'] }, async () => {
    const network = recordingNetwork({
      status: 'partial',
      errors: [{ platform: 'tiktok', code: 288, message: 'Wait.' }],
    });
    const ran = await crier('api GET /x --json', { env: SERVICE, network: network.transport });
    expect({ exitCode: ran.exitCode, error: ran.error?.kind }).toEqual({ exitCode: 3, error: 'partial' });
    expect(ran.json).toMatchObject({ status: 'partial' });
  });

  test('a dry run reads as a request does, without --json', async () => {
    const { stdout } = await send(['POST', '/x', '-f', 'a=1', '--dry-run']);
    expect(stdout).toContain('POST https://api.example/base/x\n');
    expect(stdout).toContain('authorization: Bearer ****0001');
  });

  test('a write is never sent twice by itself', { tags: ['HTTP-06'] }, async () => {
    const network = recordingNetwork(
      { status: 'error', code: 1500, message: 'x', retryAvailable: true },
      503,
    );
    const ran = await crier('api POST /x -f a=1', { env: SERVICE, network: network.transport });
    expect({ exitCode: ran.exitCode, count: network.requests.length }).toEqual({ exitCode: 10, count: 1 });
  });
});
