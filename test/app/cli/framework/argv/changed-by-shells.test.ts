import { describe, expect, test } from 'vitest';
import { crier } from '../../../../support/crier.ts';
import { inFolder } from '../../../../support/in-folder.ts';

/**
 * What arrives in a program follows from these rules:
 * - MSYS2 and Git Bash: https://www.msys2.org/docs/filesystem-paths/#automatic-unix-windows-path-conversion
 * - Windows PowerShell 5.1, and PowerShell 7 with `Legacy`: an argument is put into double quotes if it has a space, and
 *   double quotes within it are not escaped (NativeCommandParameterBinder of PowerShell, about_Parsing)
 * - the split of a command line into arguments: parsing C command-line arguments, Microsoft C runtime
 * - cmd.exe: `'` is a character like others, `^` escapes, `%NAME%` is replaced
 * - bash and zsh: typographic quotes, dashes and no-break spaces are characters like others
 */
const ENV = { CRIER_CONTEXT: 'sandbox' };
const POST = ['posts', 'create', '--platform', 'bluesky'];
const ID = 'Sp7kQm2XvLr9TzBd4HnW';

const run = (words: readonly string[], env = {}) => crier([...words, '--json'], { env: { ...ENV, ...env } });

describe('the shell is named with its cure, and nothing is sent', () => {
  test.each([
    ['cmd.exe', "--text 'Fresh beans'", [...POST, '--text', "'Fresh", "beans'"], 'cmd.exe takes only "…"'],
    ['cmd.exe', "posts get 'Sp7…'", ['posts', 'get', `'${ID}'`], 'cmd.exe takes only "…"'],
    ['cmd.exe', 'a line continued with \\', [...POST, '--text', 'Hi', '\\'], 'with ^ in cmd.exe'],
    [
      'cmd.exe',
      'a line continued with a backtick',
      [...POST, '--text', 'Hi', '`'],
      'with a backtick in PowerShell',
    ],
    ['bash', 'a line continued with ^', [...POST, '--text', 'Hi', '^'], 'with \\ in bash'],
    [
      'PowerShell 5.1',
      `--set 'post={"default":"New in: Huila"}'`,
      [...POST, '--set', 'post={default:New', 'in:', 'Huila}'],
      'PowerShell 5.1 and cmd.exe remove the double quotes',
    ],
    [
      'PowerShell 5.1',
      `--set 'post={"default":"New"}'`,
      [...POST, '--set', 'post={default:New}'],
      'PowerShell 5.1 and cmd.exe remove the double quotes',
    ],
    [
      'PowerShell 5.1',
      `--set 'twitterOptions={"thread":true}'`,
      [...POST, '--text', 'Hi', '--set', 'twitterOptions={thread:true}'],
      'remove the double quotes',
    ],
    [
      'PowerShell 5.1',
      `--action '{"type":"send_dm","message":"Hi"}'`,
      ['automations', 'create', '--on', 'dm', '--keyword', 'A', '--action', '{type:send_dm,message:Hi}'],
      'remove the double quotes',
    ],
    [
      'PowerShell 5.1',
      `api POST /post -F 'twitterOptions={"thread":true}'`,
      ['api', 'POST', '/post', '-F', 'twitterOptions={thread:true}'],
      'remove the double quotes',
    ],
    [
      'PowerShell 5.1',
      '--notes "", which it drops',
      ['posts', 'update', ID, '--notes'],
      'an empty value is written --notes=',
    ],
    [
      'PowerShell',
      '--dm @dm.txt, which it takes for a variable',
      ['automations', 'create', '--on', 'dm', '--dm'],
      "in PowerShell, quote the name of a file: --dm '@file'",
    ],
    [
      'PowerShell',
      '--platform bluesky,linkedin by the script of an older npm',
      ['posts', 'create', '--text', 'Hi', '--platform', 'bluesky linkedin'],
      "quote them, as in --platform 'bluesky,linkedin'",
    ],
    [
      'PowerShell',
      '--platform @(…)',
      ['posts', 'create', '--text', 'Hi', '--platform', 'bluesky', 'linkedin'],
      "quote them, as in --platform 'bluesky,linkedin'",
    ],
    [
      'PowerShell',
      '--only threads,x',
      ['comments', 'create', ID, '--text', 'Hi', '--only', 'threads x'],
      "as in --platform 'threads,twitter'",
    ],
    ['bash', '--text “Fresh beans” from Word', [...POST, '--text', '“Fresh', 'beans”'], 'typographic quotes'],
    [
      'bash',
      'the same in a reply',
      ['comments', 'create', ID, '--text', '“Thank', 'you”'],
      'typographic quotes',
    ],
    ['bash', 'an id in typographic quotes', ['posts', 'get', `“${ID}”`], 'no shell takes “…”'],
    ['bash', '–text from a chat', [...POST, '–text', 'Hi'], 'U+2013 of a dash: type --text'],
    ['bash', '—dry-run among ids', ['posts', 'retry', ID, '—dry-run'], 'U+2014 of a dash: type --dry-run'],
    ['bash', '−y among ids', ['posts', 'delete', ID, '−y'], 'type -y'],
    ['bash', 'a flag before the command', ['—sandbox', 'posts', 'list'], 'type --sandbox'],
    ['bash', 'a no-break space behind a flag', [...POST, '--text\u00A0Hi'], 'U+00A0 in place of a space'],
    ['bash', 'a no-break space between the command', ['posts\u00A0list'], 'U+00A0 in place of a space'],
    ['bash', 'a no-break space behind an id', ['posts', 'get', `${ID}\u00A0`], 'an invisible character'],
    ['bash', 'a zero width space before an id', ['posts', 'get', `\u200B${ID}`], 'an invisible character'],
  ])('%s: %s', async (_shell, _typed, words, cure) => {
    const { exitCode, error } = await run(words);
    expect(exitCode).toBe(2);
    expect(`${String(error?.['message'])}; ${String(error?.['advice'])}`).toContain(cure);
  });
});

test.each([
  ['cmd.exe', "'Hello'"],
  ['bash, pasted from Word', '“Hello”'],
])('a text of one word in quotes that the shell did not remove is a warning: %s', async (_shell, text) => {
  const { exitCode, stderr } = await run([...POST, '--text', text, '--dry-run']);
  expect(exitCode).toBe(0);
  expect(stderr).toContain('warning: --text is in quotes');
});

describe('what a shell passes on unchanged is taken', () => {
  test.each([
    [
      'PowerShell 5.1, with \\" for each double quote',
      [...POST, '--set', 'post={"default":"New in: Huila"}'],
      { post: { default: 'New in: Huila' } },
    ],
    ['PowerShell 7.3', [...POST, '--set', 'post={"default":"New"}'], { post: { default: 'New' } }],
    [
      'bash, typographic quotes within quotes',
      [...POST, '--text', '“Fresh beans”, he said'],
      { post: '“Fresh beans”, he said' },
    ],
    ['bash, a dash at the beginning of a text', [...POST, '--text', '—and more'], { post: '—and more' }],
    [
      'bash, a no-break space in a text',
      [...POST, '--text', 'Prix\u00A0: 5\u00A0€'],
      { post: 'Prix\u00A0: 5\u00A0€' },
    ],
    ['a text in braces', [...POST, '--text', '{new: in}'], { post: '{new: in}' }],
    ['notes in brackets', [...POST, '--text', 'Hi', '--set', 'notes=[draft]'], { notes: '[draft]' }],
    ['cmd.exe, a percent sign', [...POST, '--text', '100% arabica'], { post: '100% arabica' }],
  ])('%s', async (_shell, words, body) => {
    const { json, stderr } = await run([...words, '--dry-run']);
    expect(json, stderr).toMatchObject({ request: { body } });
    expect(stderr).not.toContain('warning');
  });
});

describe('files of Windows', () => {
  test.each([
    ['~/post.txt', 'did not replace ~'],
    ['~\\post.txt', 'did not replace ~'],
    ['%USERPROFILE%\\post.txt', 'did not replace the variable'],
    ['$env:USERPROFILE\\post.txt', 'did not replace the variable'],
    ['$HOME/post.txt', 'did not replace the variable'],
  ])('a file that another shell would find: %s', async (file, cure) => {
    const { error } = await inFolder({}, (folder) =>
      crier([...POST, `--text-file=${file}`, '--json'], { env: ENV, folder }),
    );
    expect(error).toMatchObject({
      message: expect.stringContaining('there is no such file'),
      advice: expect.stringContaining(cure),
    });
  });
});
