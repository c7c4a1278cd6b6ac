import { describe, expect, test } from 'vitest';
import { crier } from '../../../../support/crier.ts';

const SANDBOX = { CRIER_CONTEXT: 'sandbox' };
const GIT = 'C:/Program Files/Git';

describe('Git Bash has replaced a path that begins with a slash: the shell and the cure are named', () => {
  test.each([
    ['the path of a request', ['api', `${GIT}/user`], 'user'],
    ['after its method', ['api', 'GET', `${GIT}/user`], 'user'],
    ['with backslashes', ['api', 'C:\\Program Files\\Git\\user'], 'user'],
    ['of a portable Git', ['api', 'D:/tools/PortableGit/history', '-f', 'limit=1'], 'history'],
    ['of MSYS2', ['api', 'POST', 'C:/msys64/post', '-f', 'a=b'], 'post'],
    ['the path of deliveries', ['hooks', 'listen', '--path', `${GIT}/hooks`], 'hooks'],
    ['joined to its flag', ['hooks', 'listen', `--path=${GIT}/hooks`], 'hooks'],
    ['the address of a webhook', ['hooks', 'register', 'automations', `${GIT}/hooks`], 'hooks'],
    ['a list', ['api', 'C:\\Program Files\\Git\\a;C:\\Program Files\\Git\\b'], 'a:/b'],
    ['an id', ['posts', 'get', `${GIT}/12345`], '12345'],
  ])('%s', async (_what, words, typed) => {
    const { exitCode, error } = await crier([...words, '--json'], { env: SANDBOX });
    expect(exitCode).toBe(2);
    expect(error).toMatchObject({
      message: expect.stringContaining(`Git Bash has replaced /${typed} by `),
      advice: expect.stringContaining('MSYS_NO_PATHCONV=1'),
    });
  });

  test('its variables name a folder that has another name', async () => {
    const env = { ...SANDBOX, MSYSTEM: 'MINGW64', EXEPATH: 'E:\\bash\\bin' };
    const { error } = await crier(['api', 'E:/bash/user', '--json'], { env });
    expect(error).toMatchObject({ message: '<path>: Git Bash has replaced /user by E:/bash/user' });
  });

  test('a path of this machine is never a full URL', async () => {
    const { error } = await crier(['api', 'E:/bash/user', '--json'], { env: SANDBOX });
    expect(error).toMatchObject({ message: 'the path is one of this machine: E:/bash/user' });
  });

  test.each([
    ['api user', '/user'],
    ['api user --dry-run', '/user'],
    ['api --json user', '/user'],
    ['api comments/Sp7kQm2XvLr9TzBd4HnW', '/comments/Sp7kQm2XvLr9TzBd4HnW'],
    ['api history -f platforms=instagram', '/history?platforms=instagram'],
    ['api -f limit=1 history', '/history?limit=1'],
    ['api GET user', '/user'],
  ])('a path without its slash is a GET: %s', async (line, path) => {
    const { json } = await crier(`${line} --dry-run --json`.replace('--dry-run --dry-run', '--dry-run'), {
      env: SANDBOX,
    });
    expect(json).toMatchObject({
      request: { method: 'GET', url: `http://sandbox.localhost${path}` },
    });
  });

  test.each([
    ['api', '<method> is missing'],
    ['api GET', '<path> is missing'],
    ['api FETCH /user', '<method> cannot be "FETCH"'],
  ])('what is missing or wrong is still said: %s', async (line, message) => {
    expect((await crier(line, { env: SANDBOX })).stderr).toContain(message);
  });
});

describe('Git Bash has probably replaced the beginning of a text: a warning', () => {
  test.each([
    ['a post', ['posts', 'create', '--platform', 'bluesky', '--text', `${GIT}/handoff is live`], {}],
    [
      'a post, elsewhere',
      ['posts', 'create', '--platform', 'bluesky', '--text', 'E:/bash/handoff is live'],
      {},
    ],
    [
      'a reply',
      ['comments', 'reply', '18008214909100698', '--platform', 'instagram', '--text', `${GIT}/shrug`],
      {},
    ],
    ['a message', ['messages', 'send', 'instagram', 'mara', '--text', `${GIT}/shrug`], {}],
    ['a field of a request', ['api', 'POST', 'post', '-f', `redirect=${GIT}/thanks`], {}],
  ])('%s', async (_what, words) => {
    const ran = await crier([...words, '--dry-run'], { env: { ...SANDBOX, MSYSTEM: 'MINGW64' } });
    expect(ran.exitCode).toBe(0);
    expect(ran.stderr).toMatch(/^warning: .*Git\s+Bash.*MSYS_NO_PATHCONV=1/s);
    expect(ran.stderr.match(/warning:/g)).toHaveLength(1);
  });

  test('files of that folder are files', async () => {
    const { error } = await crier(['posts', 'check', '--text-file', `${GIT}/post.txt`, '--json']);
    expect(error).toMatchObject({ message: `cannot read ${GIT}/post.txt: there is no such file` });
  });
});
