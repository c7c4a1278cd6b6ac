import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getDisplayWidth } from '../../../../../src/cli/framework/output/text/width.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { type Around, crier, openTestSandbox } from '../../../../support/crier.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';

const POST = 'Lt5nWc8RjYq3GvKs6PxA';
const SERVICE = { CRIER_BASE_URL: 'https://api.example/base', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

const fill = (template: string, more: readonly string[] = [], around: Around = {}) =>
  crier(['comments', 'get', POST, '--sandbox', '--allow-partial', '-q', '--template', template, ...more], {
    sandbox: { ...sandbox, close: () => {} },
    ...around,
  });

/** The service answers with one comment of this text. */
const about = (comment: string, template: string, around: Around = {}) => {
  const answer = { status: 'success', id: 'x', instagram: [{ comment, commentId: '1' }] };
  const network = recordingNetwork(answer).transport;
  return crier(['comments', 'get', 'x', '-t', template], { env: SERVICE, network, ...around });
};

describe('what is printed', () => {
  test.each([
    ['members of the document', '{{.status}} {{.id}}', 'partial Lt5nWc8RjYq3GvKs6PxA'],
    [
      'each record, with text around',
      '{{range .comments}}<{{.platform}}>{{end}}',
      '<facebook><facebook><instagram><instagram><instagram><youtube><youtube>',
    ],
    [
      'nothing for null and absent members',
      '[{{.nothing}}{{.nothing.more}}{{(index .comments 0).parentId}}]',
      '[]',
    ],
    ['lists and objects as JSON', '{{pluck "likes" .comments}}', '[0,2,0,1,4,0,2]'],
    ['strings with escapes', '{{"a\\n"}}{{`b\\n`}}', 'a\nb\\n'],
    ['a condition', '{{if .errors}}faults{{else}}none{{end}}', 'faults'],
    [
      'a chain of conditions',
      '{{if eq .status "success"}}1{{else if eq .status "partial"}}2{{else}}3{{end}}',
      '2',
    ],
    [
      'a range without elements',
      '{{range (index .comments 0).replies}}x{{else}}no replies{{end}}',
      'no replies',
    ],
    [
      'positions',
      '{{range $at, $one := .comments}}{{if lt $at 2}}{{$at}}={{$one.platform}} {{end}}{{end}}',
      '0=facebook 1=facebook ',
    ],
    ['the document within a range', '{{range .errors}}{{$.status}}{{end}}', 'partial'],
    ['a variable', '{{$first := index .comments 0}}{{$first.platform}}', 'facebook'],
    ['another record in place of the document', '{{with index .comments 0}}{{.platform}}{{end}}', 'facebook'],
    ['a pipeline', '{{pluck "platform" .errors | join "+"}}', 'tiktok'],
    ['trimmed text', 'a  {{- "b" -}}  c', 'abc'],
    ['no comment', 'a{{/* {{ "no" }} */}}b', 'ab'],
    ['a width in cells', '{{truncate 6 "abcdefghi"}}|{{"abc" | truncate 6}}', 'abcde…|abc'],
    ['formatted values', '{{printf "#%v %5d|%-4s|%q %%" 12 34 "ab" "c"}}', '#12    34|ab  |"c" %'],
    [
      'logic',
      '{{and .status "yes"}} {{or .nothing "no"}} {{not .errors}} {{len .comments}}',
      'yes no false 7',
    ],
  ])('%s', async (_what, template, expected) => {
    const { exitCode, stdout } = await fill(template);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expected });
  });

  test('with -o ndjson, for each record', async () => {
    const { stdout } = await fill('{{.platform}}\n', ['-o', 'ndjson']);
    expect(stdout).toBe(`${'facebook\n'.repeat(2)}${'instagram\n'.repeat(3)}${'youtube\n'.repeat(2)}`);
  });

  test('only the chosen fields', async () => {
    const { stdout } = await fill('{{index .comments 0}}', ['--fields', 'platform,likes']);
    expect(stdout).toBe('{"platform":"facebook","likes":0}');
  });
});

describe('tables', () => {
  const ROWS = '{{range .comments}}{{tablerow .platform .author.name .text}}{{end}}';

  test('have columns of one width', async () => {
    const { stdout } = await fill('{{tablerow "a" "long one" 1}}{{tablerow "bcd" "x" 22}}{{tablerender}}--');
    expect(stdout).toBe('a    long one  1\nbcd  x         22\n--');
  });

  test('are printed at the end when nothing renders them', async () => {
    expect((await fill('{{tablerow "a" 1}}{{"b"}}')).stdout).toBe('ba  1\n');
  });

  test('fit the terminal, and are whole in a pipe', async () => {
    const narrow = await fill(ROWS, [], { isTerminal: true, columns: 40 });
    const piped = await fill(ROWS);
    expect(Math.max(...narrow.stdout.split('\n').map(getDisplayWidth))).toBeLessThanOrEqual(40);
    expect(narrow.stdout).toContain('…');
    expect(piped.stdout).not.toContain('…');
  });

  test('keep a row on its line', async () => {
    expect((await about('two\nlines', '{{range .comments}}{{tablerow .text "x"}}{{end}}')).stdout).toBe(
      'two\\nlines  x\n',
    );
  });
});

describe('times', () => {
  test.each([
    ['timeago', '{{timeago "2026-09-21T11:13:20Z"}}', 'about 3 hours ago'],
    ['timeago of one', '{{timeago "2026-09-20T11:13:20Z"}}', 'about 1 day ago'],
    ['timeago of now', '{{timeago "2026-09-21T14:13:00Z"}}', 'less than a minute ago'],
    ['timeago of the future', '{{timeago "2026-10-01T14:13:20Z"}}', 'in about 10 days'],
    ['timeago of nothing', '{{timeago nil}}', ''],
    [
      'timefmt',
      '{{timefmt "Mon, 02 Jan 2006 15:04:05 MST" "2026-09-01T08:05:09Z"}}',
      'Tue, 01 Sep 2026 08:05:09 UTC',
    ],
    [
      'timefmt with an offset',
      '{{timefmt "2 January 3:04PM Z07:00" "2026-09-01T23:05:09+02:00"}}',
      '1 September 11:05PM +02:00',
    ],
  ])('%s', async (_what, template, expected) => {
    expect((await fill(template)).stdout).toBe(expected);
  });
});

describe('colors', () => {
  const TEMPLATE = '{{color "red+b" "a"}}{{autocolor "green" "b"}}';

  test.each([
    ['a terminal has both', [], { isTerminal: true }, '\u001b[1;31ma\u001b[0m\u001b[32mb\u001b[0m'],
    ['a pipe only has color', [], {}, '\u001b[1;31ma\u001b[0mb'],
    ['--color never has none', ['--color', 'never'], { isTerminal: true }, 'ab'],
    ['NO_COLOR has none', [], { env: { NO_COLOR: '1' }, isTerminal: true }, 'ab'],
  ] as const)('%s', async (_what, more, around, expected) => {
    expect((await fill(TEMPLATE, more, around)).stdout).toBe(expected);
  });

  test('do not change the width of a column', async () => {
    const { stdout } = await fill(
      '{{tablerow (color "blue" "ab") 1}}{{tablerow "a" (color "blue:yellow+h" 2)}}',
    );
    expect(stdout).toBe('\u001b[34mab\u001b[0m  1\na   \u001b[34;103m2\u001b[0m\n');
  });
});

describe('C1 text of strangers', () => {
  const TEXT = '\u001b]52;c;aGk=\u0007 \u009b2J \u202eevil \u2028 \u007f\r end';

  test.each([
    '{{range .comments}}{{.text}}{{end}}',
    '{{.comments}}',
    '{{range .comments}}{{color "red" .text}}{{end}}',
    '{{range .comments}}{{truncate 20 .text}}{{end}}',
    '{{range .comments}}{{printf "%q %s" .text .text}}{{end}}',
    '{{range .comments}}{{tablerow .text}}{{end}}',
    '{{join .errors (pluck "text" .comments)}}',
    '{{range $name, $value := (index .comments 0)}}{{$value}}{{end}}',
  ])('controls nothing: %s', async (template) => {
    for (const isTerminal of [true, false]) {
      const { stdout } = await about(TEXT, template, { isTerminal });
      const own = stdout.replaceAll('\u001b[31m', '').replaceAll('\u001b[0m', '');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may be there
      expect(own).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2028]/);
      expect(own).toContain('\\u001b');
    }
  });
});

describe('a template that cannot be used', () => {
  test.each([
    ['an action without an end', '{{.id', 'line 1, column 1: this {{ has no }}'],
    ['a block without an end', 'a\n {{range .comments}}x', 'line 2, column 4: {{range}} has no {{end}}'],
    ['an end without a block', '{{.id}}{{end}}', 'line 1, column 10: {{end}} belongs to no {{if}}'],
    [
      'a function that is not there',
      '{{.id | upper}}',
      'line 1, column 9: there is no function "upper"; functions are join',
    ],
    ['too few arguments', '\n{{join .id}}', 'line 2, column 3: write it as join <separator> <list>'],
    ['an unknown variable', '{{$x}}', 'line 1, column 3: there is no variable $x'],
    ['a text without an end', '{{ "a }}', 'line 1, column 4: the text that starts with " has no end'],
    ['a character', '{{ ; }}', 'line 1, column 4: ";" is not expected here'],
    ['a value after a pipe', '{{.id | .status}}', 'line 1, column 9: a function is expected after |'],
    ['too many levels', `{{${'('.repeat(60)}1${')'.repeat(60)}}}`, 'more than 50 levels are not supported'],
  ])('exits 2 before anything is sent: %s', async (_why, template, words) => {
    const network = recordingNetwork({ status: 'success' });
    const ran = await crier(['comments', 'get', 'x', '-t', template], {
      env: SERVICE,
      network: network.transport,
    });
    expect(ran.stderr.replaceAll(/\s+/g, ' ')).toContain(words);
    expect([ran.exitCode, ran.stdout, network.requests.length]).toEqual([2, '', 0]);
  });

  test.each([
    [
      'a name that is not there',
      '{{range .coments}}{{end}}',
      'line 1, column 3: range needs a list, and there is none of this name; the members here are status',
    ],
    [
      'a range over a text',
      '{{range .status}}{{end}}',
      'line 1, column 3: range needs a list, not the text "partial"',
    ],
    ['a time that is none', '{{timeago .status}}', 'line 1, column 3: timeago needs a time'],
    [
      'a style that is none',
      '{{color "pink" .status}}',
      'line 1, column 3: "pink" is not a style; styles are black',
    ],
    ['a verb that is none', '{{printf "%x" 1}}', 'line 1, column 3: printf has no %x'],
  ])('exits 9 with the place when it fails: %s', async (_why, template, words) => {
    const ran = await fill(template);
    expect(ran.stderr.replaceAll(/\s+/g, ' ')).toContain(words);
    expect([ran.exitCode, ran.stdout]).toEqual([9, '']);
  });

  test.each([
    [['--json'], '--json and --template cannot be used together'],
    [['-o', 'json'], '-o json and --template cannot be used together'],
    [['--jq', '.'], '--template and --jq cannot be used together'],
    [['-o', 'csv'], '--template needs JSON, and -o csv is not JSON'],
  ])('is refused beside %s', async (more, words) => {
    const ran = await fill('{{.id}}', more);
    expect([ran.exitCode, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain(words);
  });
});
