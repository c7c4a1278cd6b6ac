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
    ['members of the document', '{{ status }} {{ id }}', 'partial Lt5nWc8RjYq3GvKs6PxA'],
    [
      'each record, with text around',
      '{% for one in comments %}<{{ one.platform }}>{% endfor %}',
      '<facebook><facebook><instagram><instagram><instagram><youtube><youtube>',
    ],
    [
      'nothing for null and absent members',
      '[{{ nothing }}{{ nothing.more }}{{ comments[0].parentId }}]',
      '[]',
    ],
    ['lists and objects as JSON', '{{ comments | map: "likes" }}', '[0,2,0,1,4,0,2]'],
    ['the whole document', '{{ document.status }}', 'partial'],
    ['strings with escapes', '{{ "a\\n" }}b', 'a\nb'],
    ['a filter of Liquid', '{{ errors | map: "platform" | join: "+" | upcase }}', 'TIKTOK'],
    [
      'a width in cells, as the cells of a row',
      '{{ "abcdefghi" | truncate: 6 }}|{{ "詳細はこちら" | truncate: 6 }}',
      'abcde…|詳細…',
    ],
    ['the time since a time', '{{ "2026-09-21T11:13:20Z" | timeago }}, {{ nothing | timeago }}', '3h ago, '],
    ['a time in UTC', '{{ "2026-09-01T08:05:09Z" | date: "%a %-d %b %H:%M" }}', 'Tue 1 Sep 08:05'],
    ['the time of the document', '{{ "now" | date: "%Y-%m-%d %H:%M:%S" }}', '2026-09-21 14:13:20'],
    [
      'rows in columns',
      '{% tablerow "a", "long one", 1 %}{% tablerow "bcd", "x" %}',
      'a    long one  1\nbcd  x\n',
    ],
    [
      'rows where they are rendered, with filters',
      '{% tablerow "a", (comments | map: "likes" | join: ", "), "b" | upcase %}{% tablerender %}--',
      'a  0, 2, 0, 1, 4, 0, 2  B\n--',
    ],
  ])('%s', async (_what, template, expected) => {
    const { exitCode, stdout } = await fill(template);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expected });
  });

  test.each([
    [
      ['-o', 'ndjson'],
      '{{ platform }},',
      `${'facebook,'.repeat(2)}${'instagram,'.repeat(3)}${'youtube,'.repeat(2)}`,
    ],
    [['--fields', 'platform,likes'], '{{ comments[0] }}', '{"platform":"facebook","likes":0}'],
    [['--tz', 'Europe/Oslo'], '{{ "2026-09-01T08:05:09Z" | date: "%H:%M %Z" }}', '10:05 Europe/Oslo'],
  ])('with %j', async (more, template, expected) => {
    expect((await fill(template, more)).stdout).toBe(expected);
  });
});

describe('rows', () => {
  const ROWS = '{% for one in comments %}{% tablerow one.platform, one.author.name, one.text %}{% endfor %}';

  test('fit the terminal, and are whole in a pipe', async () => {
    const narrow = await fill(ROWS, [], { isTerminal: true, columns: 40 });
    const piped = await fill(ROWS);
    expect(Math.max(...narrow.stdout.split('\n').map(getDisplayWidth))).toBeLessThanOrEqual(40);
    expect(narrow.stdout).toContain('…');
    expect(piped.stdout).not.toContain('…');
  });

  test('stay on their line', async () => {
    const template = '{% for one in comments %}{% tablerow one.text, "x" %}{% endfor %}';
    expect((await about('two\nlines', template)).stdout).toBe('two\\nlines  x\n');
  });
});

describe('colors', () => {
  const TEMPLATE = '{{ "a" | color: "red", "bold" }}{{ "b" | autocolor: "green" }}';

  test.each([
    [
      'a terminal has both',
      [],
      { isTerminal: true },
      '\u001b[31m\u001b[1ma\u001b[22m\u001b[39m\u001b[32mb\u001b[39m',
    ],
    ['a pipe only has color', [], {}, '\u001b[31m\u001b[1ma\u001b[22m\u001b[39mb'],
    ['--color never has none', ['--color', 'never'], { isTerminal: true }, 'ab'],
    ['NO_COLOR has none', [], { env: { NO_COLOR: '1' }, isTerminal: true }, 'ab'],
  ] as const)('%s', async (_what, more, around, expected) => {
    expect((await fill(TEMPLATE, more, around)).stdout).toBe(expected);
  });

  test('do not change the width of a column', async () => {
    const { stdout } = await fill(
      '{% tablerow ("ab" | color: "blue"), 1 %}{% tablerow "a", ("2" | color: "red") %}',
    );
    expect(stdout).toBe('\u001b[34mab\u001b[39m  1\na   \u001b[31m2\u001b[39m\n');
  });
});

describe('text of strangers', { tags: ['C1'] }, () => {
  const TEXT = '\u001b]52;c;aGk=\u0007 \u009b2J \u202eevil \u2028 \u007f\r end';
  const each = (body: string) => `{% for one in comments %}${body}{% endfor %}`;

  test.each([
    each('{{ one.text }}'),
    '{{ comments }}',
    each('{{ one.text | color: "red" }}'),
    each('{{ one.text | truncate: 20 }}'),
    each('{{ one.text | color: "red" | append: one.text }}'),
    each('{% tablerow one.text %}'),
    each('{% echo one.text %}{% cycle one.text, "x" %}'),
    each('{% capture taken %}{{ one.text }}{% endcapture %}{{ taken }}'),
    each('{% for pair in one %}{{ pair[1] }}{% endfor %}'),
    '{{ comments | json }}',
  ])('controls nothing: %s', async (template) => {
    for (const isTerminal of [true, false]) {
      const { stdout } = await about(TEXT, template, { isTerminal });
      const own = stdout.replaceAll('\u001b[31m', '').replaceAll('\u001b[39m', '');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may be there
      expect(own).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2028]/);
      expect(own).toContain('\\u001b');
    }
  });
});

describe('a template that cannot be used', () => {
  test.each([
    ['an output without an end', '{{ id', 'line 1, column 1: output "{{ id" not closed'],
    [
      'a block without an end',
      'a\n {% for x in comments %}x',
      'line 2, column 2: tag {% for x in comments %} not closed',
    ],
    ['an end without a block', '{{ id }}{% endfor %}', 'line 1, column 9: tag "endfor" not found'],
    ['a filter that is not there', '{{ id | upper }}', 'line 1, column 1: undefined filter: upper'],
    [
      'a filter of a cell that is not there',
      '{% tablerow (id | upper) %}',
      'line 1, column 1: undefined filter: upper',
    ],
    [
      'a filter of an argument that is not there',
      '{% tablerow (id | append: (id | upper)) %}',
      'line 1, column 1: undefined filter: upper',
    ],
    ['a cell without a comma', '{% tablerow id status %}', 'line 1, column 16: status is not expected here'],
    [
      'a template of another language',
      '{{range .posts}}{{.id}}{{end}}',
      'line 1, column 9: .posts is not expected here',
    ],
    ['a file', '{% include "/etc/passwd" %}', 'line 1, column 1: tag "include" not found'],
    ['a filter for text that is not sanitized', '{{ id | raw }}', 'line 1, column 1: undefined filter: raw'],
    ['too many levels', `${'{% if id %}'.repeat(9000)}x`, 'it is nested too deeply'],
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
      'a list that is not there',
      '{% for one in coments %}{% endfor %}',
      'line 1, column 1: there is no list coments; the document has status',
    ],
    ['a time that is none', '{{ status | timeago }}', 'line 1, column 1: timeago needs a time'],
    [
      'a style that is none',
      '{{ status | color: "pink" }}',
      'line 1, column 1: "pink" is not a style; styles are red',
    ],
    [
      'a width that is none',
      '{{ status | truncate }}',
      'line 1, column 1: truncate needs a number of columns',
    ],
    ['a loop without an end', '{% for i in (1..1000000000) %}{% endfor %}', 'memory alloc limit exceeded'],
    [
      'text that doubles without an end',
      '{% assign a = "12" %}{% for i in (1..99) %}{% assign a = a | append: a %}{% endfor %}',
      'memory alloc limit exceeded',
    ],
    [
      'a constructor',
      '{% for one in comments.constructor %}{% endfor %}',
      'there is no list comments.constructor',
    ],
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
    const ran = await fill('{{ id }}', more);
    expect([ran.exitCode, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain(words);
  });
});
