import { describe, expect, test } from 'vitest';
import { findTypedPath, hasDrive } from '../../../../src/domain/text/rewritten-path.ts';
import { findTextSuspicions, isFileName } from '../../../../src/domain/text/suspect-text.ts';

const LINE_BREAK = 'contains a backslash and "n", which is no line break';

describe('a text that was probably changed in transit is suspect', () => {
  test.each([
    ['a typed line break', String.raw`One\nTwo`, LINE_BREAK],
    ['one before a small letter', String.raw`One\ntwo`, LINE_BREAK],
    ['one at the end', String.raw`Open until eight\n`, LINE_BREAK],
    ['two of them', String.raw`The kettle.\n\nThe press.`, LINE_BREAK],
    ['that of Windows', String.raw`One\r\nTwo`, LINE_BREAK],
    ['a tab', String.raw`Oslo\tBergen`, 'no tab'],
    ['one escaped twice', String.raw`One\\nTwo`, LINE_BREAK],
    ['one, with what to do about it', String.raw`One\nTwo`, 'line break: use a file (--text-file'],
    ['one before a command of TeX', String.raw`One\nSo \nabla f = 0`, LINE_BREAK],
    ['one behind a quotation mark that is not closed', String.raw`He said: "\nTwo`, LINE_BREAK],
    ['one beside a path of Windows', String.raw`Save it in C:\new\notes.\nThen open it`, ''],
    ['one after an address', String.raw`https://kestrel.example/a\nNew`, LINE_BREAK],
    ['one in Japanese', String.raw`開店しました\n明日から`, LINE_BREAK],
    ['the folder of Git Bash', 'C:/Program Files/Git/handoff is live', 'MSYS_NO_PATHCONV=1'],
    ['the name of a file', '@post.txt', '--text-file'],
    ['the name of a file with a blank', '@my post.txt', '--text-file'],
    ['an escaped @ where none is needed', '@@kestrellane', '"@@"'],
    ['letters that a pipe of PowerShell 5.1 replaced', 'Viele Gr??e aus Oslo', 'PowerShell 5.1'],
    ['the same in a long word at the beginning', 'Begr??ung aus Oslo', 'PowerShell 5.1'],
    ['the same, one letter', 'Sehr sch?n hier', 'PowerShell 5.1'],
    ['an à read as windows-1252', 'VoilÃ\u00A0 le café', 'UTF-8'],
    ['UTF-8 read as windows-1252', 'GrÃ¼ÃŸe aus KÃ¶ln', 'UTF-8'],
    ['an apostrophe read as windows-1252', 'Itâ€™s open', 'UTF-8'],
    ['an emoji read as windows-1252', 'New ðŸ”¥', 'UTF-8'],
    [
      'a link to a Japanese path',
      'https://ja.wikipedia.org/wiki/日本 を見て',
      '"日本": write that as %E6%97%A5%E6%9C%AC,',
    ],
    [
      'a link to an Arabic path',
      'https://ar.wikipedia.org/wiki/قهوة',
      '"قهوة": write that as %D9%82%D9%87…,',
    ],
    ['a link to a path before Japanese text', 'https://ex.com/日本 です', '"日本"'],
    ['a link to a Korean page that begins like a particle', 'https://ex.com/이름', '"이름"'],
    ['a link with a longer suffix', "https://en.wikipedia.org/wiki/McDonald'da yedim", `"'da"`],
    ['a link to a query behind a padded value', 'https://ex.com/?a=b=&d=日本', '"日本"'],
    ['a link without encryption', 'http://ex.com/日本', '"日本"'],
    ['a link to a Korean query', 'https://ex.com/?q=커피', '"커피": write that as %EC%BB%A4%ED%94%BC,'],
    ['a link to a path in Devanagari', 'https://hi.wikipedia.org/wiki/भारत', '"भारत"'],
    ['a link to a Thai path', 'https://th.wikipedia.org/wiki/กาแฟ', '"กาแฟ"'],
    ['a link to a Chinese path in brackets', '（https://zh.wikipedia.org/wiki/咖啡）', '"咖啡"'],
    ['a link that continues behind a hyphen', 'https://ex.com/tag-日本', '"日本"'],
    ['a link to a Hebrew fragment', 'https://ex.com/a#קפה', '"קפה"'],
    [
      'a link that continues behind a namespace',
      'https://ja.wikipedia.org/wiki/Category:日本',
      '":日本": write that as :%E6%97%A5…,',
    ],
    ['a link that continues in brackets', 'https://ja.wikipedia.org/wiki/Python_(言語)', '"(言語"'],
    ['a link that continues behind a question mark', 'https://ex.com/?日本', '"?日本"'],
    ['a link without a scheme', 'ja.wikipedia.org/wiki/日本', '"日本"'],
    [
      'a link to a Japanese page in hiragana',
      'https://ja.wikipedia.org/wiki/となりのトトロ',
      '"となりのトトロ"',
    ],
    ['a link with an apostrophe', "https://en.wikipedia.org/wiki/McDonald's", `"'s": write that as %27s,`],
    ['a link to a path of digits of another script', 'https://ex.com/٢٠٢٤', '"٢٠٢٤"'],
    ['a link to a long path', `https://ex.com/${'日'.repeat(500)}`, `"${'日'.repeat(10)}…"`],
  ])('%s', (_what, text, message) => {
    expect(findTextSuspicions(text)).toEqual(message === '' ? [] : [expect.stringContaining(message)]);
  });
});

describe('what people write on purpose is not suspect', () => {
  test.each([
    ['a path of Windows', String.raw`Put it into C:\new\notes\readme.txt`],
    ['a path of a server', String.raw`It is on \\nas\recipes`],
    ['a relative path', String.raw`Open .\notes\today`],
    ['one of the folder above', String.raw`Open ..\notes`],
    ['one without a dot', String.raw`Open \notes\docs now`],
    ['a path in quotation marks', String.raw`Put it into "C:\new\notes"`],
    ['a path before a long text', String.raw`C:\new\notes ${'a '.repeat(200)}`],
    ['a path with a variable of a shell', String.raw`In $HOME\notes`],
    ['a path with a variable of PowerShell', String.raw`In $env:TEMP\new`],
    ['a key of the registry', String.raw`Below HKLM\new`],
    ['an escaped escape in backticks', String.raw`Type ${'`'}\\r\\n${'`'} here`],
    ['a formula with a name of its own', String.raw`So \text{a} + \nvar_{i}`],
    ['a command of TeX for a typeface', String.raw`So \textbf x`],
    ['two @ within a text', 'see a@@b'],
    ['an address with a long name in its query', 'See page?query=1'],
    ['a path with a variable', String.raw`In %APPDATA%\notes`],
    ['a path with another folder', String.raw`See docs\files\notes`],
    ['an escape in quotes', String.raw`Type "\n" for a new line`],
    ['an escape in backticks', 'Type `\\n` for a new line'],
    ['a formula', String.raw`\frac{a}{b} \neq c`],
    ['a command of TeX', String.raw`So \nabla f = 0`],
    ['a mention', '@kestrellane'],
    ['a mention with dots', '@mara.brews.md'],
    ['a mention and a file', '@mara: see notes.txt'],
    ['a question', 'Coffee? Yes! What?! Really?No'],
    ['an address with a query', 'See kestrel.com/a?b and page?id=1'],
    ['a quoted word', '“Hello”'],
    ['a quotation', '“The cup is half full”'],
    ['a quotation in a sentence', "We call it 'the cup'"],
    ['a Portuguese word in capitals', 'AMANHÃ… MAÇÃ – SÃO'],
    ['Vietnamese and Portuguese', 'Cà phê sữa đá, pão, Ângela, îles'],
    ['an address with Git in it', 'https://github.com/git/git'],
    ['a backslash', String.raw`¯\_(ツ)_/¯`],
    ['a Japanese sentence behind a link', '詳細はhttps://ex.com/aをご覧ください。'],
    ['one behind the address of a site', '詳細はhttps://ex.com/をご覧ください。https://ex.com/にアクセス'],
    ['one behind a folder', 'https://ex.com/news/で公開 https://ex.com/news/よろしく'],
    ['a case behind a host', "https://ex.com'da"],
    ['one behind a name', 'kestrel.comです'],
    ['one behind a video', 'https://youtu.be/dQw4w9WgXc_の動画'],
    ['one behind a padded value', 'https://ex.com/?id=YWJj==で見る'],
    ['a Korean particle behind the address of a site', 'https://ex.com/에서 확인하세요'],
    [
      'a path of an alphabet',
      'https://el.wikipedia.org/wiki/Καφές https://ru.wikipedia.org/wiki/Кофе https://ex.com/ö',
    ],
    ['an address in percent encoding', 'https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC見る'],
    ['full-width brackets behind the address of a site', '（https://ex.com/）です'],
    ['an emoji behind the address of a site', 'https://ex.com/🔥'],
    ['a colon behind what is no namespace', 'https://ex.com/x:日本'],
    ['a colon below a page', 'https://ex.com/Abc/x:日本'],
    ['brackets behind a path', 'https://ex.com/a(日本 https://ex.com/a_(!'],
    ['a space behind the address of a site', 'https://ex.com/ 日本'],
  ])('%s', (_what, text) => {
    expect(findTextSuspicions(text)).toEqual([]);
  });
});

describe('what was typed where Git Bash replaced a path', () => {
  test.each([
    ['C:/Program Files/Git/user', '/user'],
    ['C:\\Program Files\\Git\\user', '/user'],
    ['c:/program files/git/', '/'],
    ['D:/tools/PortableGit/comments/Sp7k?a=b', '/comments/Sp7k?a=b'],
    ['C:/Users/mara/scoop/apps/git/current/user', '/user'],
    ['C:/Users/mara/scoop/apps/git/2.47.0.windows.2/user', '/user'],
    ['C:/Users/mara/AppData/Local/Programs/Git/user', '/user'],
    ['C:/msys64/hooks/crier', '/hooks/crier'],
    ['C:/git-sdk-64/user', '/user'],
    ['C:/PROGRA~1/Git/user', '/user'],
    ['C:\\Program Files\\Git\\a;C:\\Program Files\\Git\\b', '/a:/b'],
    ['C:\\Program Files\\Git\\a\\x;C:\\Program Files\\Git\\b', '/a/x:/b'],
    ['C:/git/a;C:/git', '/a:/'],
    ['C:\\Program Files\\Git\\a\\b', '/a\\b'],
    ['C:/Program Files/Git/a/C:/b', '/a/C:/b'],
    ['C:/minGit/a', '/a'],
    ['C:/git-for-windows/a', '/a'],
    ['C:/gitbash/a', '/a'],
    ['C:/git-bash/a', '/a'],
    ['C:/msys-2/a', '/a'],
    ['C:/msys/a', '/a'],
    ['C:/cygwin64/a', '/a'],
    ['C:/cygwin/a', '/a'],
    ['C:/git-sdk-32/a', '/a'],
    ['C:/1/2/3/4/5/6/7/8/git/a', '/a'],
    ['C:/1/2/3/4/5/6/7/8/9/git/a', null],
    ['C:/agit/a', null],
    ['C:/gita/b', null],
    ['C:/git/1.0', '/1.0'],
    ['C:/git/10.12-rc.1/a', '/a'],
    ['C:/git/1.a/a', '/1.a/a'],
    ['1:/git/a', null],
    ['aC:/git/a', null],
    ['C:git/a', null],
    ['C:/a*b/git/a', null],
    ['E:/bash/user', null],
    ['C:/Users/mara/user', null],
    ['/user', null],
    ['https://git/user', null],
    ['C:/Program Files/Git', null],
  ])('%s', (text, expected) => {
    expect(findTypedPath(text)).toBe(expected);
  });

  test('in a folder that its variables name', () => {
    expect(findTypedPath('E:/bash/user', ['E:/bash'])).toBe('/user');
    expect(findTypedPath('E:\\bash\\user', ['E:/bash'])).toBe('/user');
    expect(findTypedPath('E:/bashful/user', ['E:/bash'])).toBeNull();
    expect(findTypedPath('F:/bash/user', ['E:/bash'])).toBeNull();
  });
});

test.each([
  ['C:/a', true],
  ['z:\\a', true],
  ['C:a', false],
  ['1:/a', false],
  ['see C:/a', false],
])('%j begins with a drive: %s', (text, expected) => {
  expect(hasDrive(text)).toBe(expected);
});

test.each([
  ['@a.txt', true],
  ['@my posts/a b.YAML   ', true],
  ['@a.yml', true],
  ['@a.htm', true],
  ['@a.html', true],
  [`@${'a'.repeat(120)}.csv`, true],
  [`@${'a'.repeat(121)}.csv`, false],
  ['@a.txt    ', false],
  ['@.txt', false],
  ['@a.txt b', false],
  ['see @a.txt', false],
  ['@a, b.txt', false],
  ['a.txt', false],
  ['@a.md', false],
])('%j is the name of a file: %s', (text, expected) => {
  expect(isFileName(text)).toBe(expected);
});

test.each([
  ['in brackets', '(\\n)'],
  ['in curly quotes', '“\\n” ‘\\t’'],
])('an escape that is meant is not suspect: %s', (_what, text) => {
  expect(findTextSuspicions(text)).toEqual([]);
});

test('half of a character, or one that was lost, is suspect', () => {
  for (const text of ['a\ud83c', 'a\ufffd'])
    expect(findTextSuspicions(text)).toEqual([expect.stringContaining('U+FFFD')]);
});

test('three links that end too early are named, and no more', () => {
  const links = ['日本', '咖啡', '말차', 'ชา'].map((word) => `https://ex.com/?q=${word}`).join(' ');
  expect(findTextSuspicions(links)).toHaveLength(3);
});
