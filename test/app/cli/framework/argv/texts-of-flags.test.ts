import { describe, expect, test } from 'vitest';
import { type Around, crier } from '../../../../support/crier.ts';
import { inFolder } from '../../../../support/in-folder.ts';

const ENV = { CRIER_CONTEXT: 'sandbox' };
const FILES = { 'post.txt': 'Hello\r\nfrom a file\r\n', kestrellane: 'x', 'notes.md': 'Notes\n' };

const inSandbox = (words: readonly string[], around: Around = {}) =>
  inFolder(FILES, (folder) => crier([...words, '--dry-run', '--json'], { env: ENV, folder, ...around }));

const POST = ['posts', 'create', '--platform', 'bluesky'];
const REPLY = ['comments', 'reply', '18008214909100698', '--platform', 'instagram'];
const AUTOMATION = ['automations', 'create', '--name', 'Guide', '--on', 'dm', '--keyword', 'GUIDE'];

describe('where @ names a file, a value with blanks or braces is a text', () => {
  test.each([
    [
      'a placeholder and words',
      ['--dm', '@{{recipient_username}} here it is'],
      '@{{recipient_username}} here it is',
    ],
    ['only a placeholder', ['--dm', '@{{recipient_username}}'], '@{{recipient_username}}'],
    ['words', ['--email', 'a@b.example', '--email-message', '@team: look'], '@team: look'],
    [
      'words in an action',
      ['--action', 'send_dm,message=@{{recipient_username}} hi'],
      '@{{recipient_username}} hi',
    ],
    ['a file', ['--dm', '@post.txt'], 'Hello\nfrom a file'],
    ['a file in an action', ['--action', 'send_dm,message=@post.txt'], 'Hello\nfrom a file'],
    ['a text whose @ is escaped', ['--dm', '@@post.txt'], '@post.txt'],
    ['standard input', ['--dm', '-'], 'Typed'],
    ['standard input in an action', ['--action', 'send_dm,message=-'], 'Typed'],
  ])('%s', async (_what, words, message) => {
    const { json } = await inSandbox([...AUTOMATION, ...words], { stdin: 'Typed\r\n' });
    expect(json).toMatchObject({ request: { body: { actions: [{ message }] } } });
  });

  test('the subject of an email as well', async () => {
    const words = ['--email', 'a@b.example', '--email-subject', '@notes.md', '--email-message', 'Hi'];
    const { json } = await inSandbox([...AUTOMATION, ...words]);
    expect(json).toMatchObject({ request: { body: { actions: [{ subject: 'Notes' }] } } });
  });

  test('a typed field of a request', async () => {
    const { json } = await inSandbox([
      'api',
      'POST',
      '/x',
      '-F',
      'a=@team: look',
      '-F',
      'b=@@me',
      '-F',
      'c=@notes.md',
    ]);
    expect(json).toMatchObject({ request: { body: { a: '@team: look', b: '@me', c: 'Notes\n' } } });
  });

  test.each([
    ['--dm', '@nosuch.txt'],
    ['--email', 'a@b.example', '--email-message', '@nosuch.txt'],
  ])('a file that is not there is an error: %s %s', async (...words) => {
    const { exitCode, error } = await inSandbox([...AUTOMATION, ...words]);
    expect(exitCode).toBe(2);
    expect(error).toMatchObject({ message: 'cannot read nosuch.txt: there is no such file' });
  });
});

describe('where @ reads no file, a text that names one is questioned', () => {
  test.each([
    ['a post', [...POST, '--text', '@post.txt']],
    ['a post that is checked', ['posts', 'check', '--platform', 'bluesky', '--text', '@post.txt']],
    ['a file that is not there', [...POST, '--text', '@nosuch.txt']],
    ['a file in a folder', [...POST, '--text', '@./post.txt']],
    ['a file whose ending is a domain, too', [...POST, '--text', '@notes.md']],
    ['a comment', ['comments', 'create', 'Sp7kQm2XvLr9TzBd4HnW', '--text', '@post.txt']],
    ['a reply', [...REPLY, '--text', '@post.txt']],
    ['a review', ['reviews', 'reply', '376602035206384', '--platform', 'facebook', '--text', '@post.txt']],
    ['a message', ['messages', 'send', 'instagram', 'mara', '--text', '@post.txt']],
  ])('%s: without a terminal, an error', async (_what, words) => {
    const rest = words[1] === 'check' ? ['--json'] : ['--dry-run', '--json'];
    const { exitCode, error } = await inFolder(FILES, (folder) =>
      crier([...words, ...rest], { env: ENV, folder }),
    );
    expect(exitCode).toBe(2);
    expect(error).toMatchObject({
      message: expect.stringMatching(/^--text is "@\S+", and @ reads no file here$/),
      advice: expect.stringContaining('did you mean --text-file '),
    });
  });

  test('a first comment, which no flag reads from a file', async () => {
    const { error } = await inSandbox([...POST, '--text', 'Hi', '--first-comment', '@post.txt']);
    expect(error).toMatchObject({ advice: expect.stringContaining('"$(cat post.txt)"') });
  });

  test.each([
    ['y', 'Hello\nfrom a file'],
    ['n', '@post.txt'],
  ])('on a terminal, a question: %s', async (answer, post) => {
    const ran = await inSandbox([...POST, '--text', '@post.txt'], { isTerminal: true, typed: [answer] });
    expect(ran.stderr).toContain('did you mean --text-file post.txt?');
    expect(ran.json).toMatchObject({ request: { body: { post } } });
  });

  test('on a terminal, the text of a file as a first comment', async () => {
    const words = [...POST, '--text', 'Hi', '--first-comment', '@post.txt'];
    const { json } = await inSandbox(words, { isTerminal: true, typed: ['yes'] });
    expect(json).toMatchObject({ request: { body: { firstComment: { comment: 'Hello\nfrom a file' } } } });
  });

  test.each(['@mara', '@mara.brews', '@mara.bsky.social', '@mara.md', '@mara post.txt?', '@', '@@mara'])(
    'a mention is never questioned: %s',
    async (text) => {
      const { json } = await inSandbox([...POST, '--text', text], { isTerminal: true });
      expect(json).toMatchObject({ request: { body: { post: text } } });
    },
  );

  test('a mention with the name of a file is sent, and noted', async () => {
    const { json, stderr } = await inSandbox([...POST, '--text', '@kestrellane']);
    expect(json).toMatchObject({ request: { body: { post: '@kestrellane' } } });
    expect(stderr).toContain('there is a file of this name');
  });

  test('- is no text', async () => {
    const { exitCode, error } = await inSandbox([...REPLY, '--text', '-'], { stdin: 'Typed' });
    expect(exitCode).toBe(2);
    expect(error).toMatchObject({ advice: '--text-file - reads standard input' });
  });
});

describe('a line break that was typed as \\n is a warning before it is sent', () => {
  test.each([
    ['a post', [...POST, '--text', 'One\\nTwo']],
    ['a first comment', [...POST, '--text', 'Hi', '--first-comment', 'One\\nTwo']],
    ['a field that is set', [...POST, '--set', 'post=One\\nTwo']],
    ['a comment', ['comments', 'create', 'Sp7kQm2XvLr9TzBd4HnW', '--text', 'One\\nTwo']],
    ['a reply', [...REPLY, '--text', 'One\\nTwo']],
    ['a review', ['reviews', 'reply', '376602035206384', '--platform', 'facebook', '--text', 'One\\nTwo']],
    ['a message', ['messages', 'send', 'instagram', 'mara', '--text', 'One\\nTwo']],
    ['an automatic reply', ['messages', 'autoresponse', '--on', '--text', 'One\\nTwo']],
    ['a DM', [...AUTOMATION, '--dm', 'One\\nTwo']],
    ['an action', [...AUTOMATION, '--action', 'send_dm,message=One\\nTwo']],
    ['a description', ['posts', 'update', 'Su3gHk9WqZr5TcYb7MvN', '--description', 'One\\nTwo']],
  ])('%s', async (_what, words) => {
    const { exitCode, stderr } = await inSandbox(words);
    expect(exitCode).toBe(0);
    const message = stderr.replaceAll(/\s+/g, ' ');
    expect(message).toMatch(/^warning: .*contains a backslash and "n", which is no line break/);
    expect(message).toContain("(--text-file, or @file for --dm), or $'…' in bash");
  });

  test('in the problems of a check, with its place, and counted by --strict', async () => {
    const files = { 'week.csv': 'text,platforms\nHello,bluesky\nOne\\nTwo,bluesky\n' };
    const ran = await inFolder(files, (folder) =>
      crier(['posts', 'check', 'week.csv', '--strict', '--json'], { folder }),
    );
    expect(ran.exitCode).toBe(11);
    expect(ran.json).toMatchObject({
      warnings: 1,
      problems: [{ file: 'week.csv', line: 3, post: 2, path: 'post', effect: 'warning' }],
    });
  });

  test('an escape that an action or --set reads is a line break', async () => {
    const { json, stderr } = await inSandbox([...AUTOMATION, '--action', 'send_dm,message="One\\nTwo"']);
    expect(json).toMatchObject({ request: { body: { actions: [{ message: 'One\nTwo' }] } } });
    expect(stderr).not.toContain('warning');
  });

  test('a path of Windows is none', async () => {
    const { stderr } = await inSandbox([...POST, '--text', 'Save it in C:\\new\\notes']);
    expect(stderr).not.toContain('warning');
  });
});
