import { describe, expect, test } from 'vitest';
import { renderHtmlPage } from '../../../../../src/cli/framework/output/html-page.ts';
import { renderMarkdown } from '../../../../../src/cli/framework/output/markdown.ts';
import type { Column, ListView } from '../../../../../src/cli/framework/output/view.ts';

const LOOK = {
  width: 80,
  colorLevel: 0,
  now: Date.parse('2026-09-21T14:13:20Z'),
  accessible: false,
} as const;

interface Row {
  readonly name: string;
  readonly count: number;
  readonly share: number;
}

const COLUMNS: readonly Column<unknown>[] = [
  { name: 'name', title: 'name', value: (row) => (row as Row).name, flexible: true },
  { name: 'count', title: 'count', value: (row) => (row as Row).count, role: 'count' },
  { name: 'share', title: 'share', value: (row) => (row as Row).share, role: 'bar' },
  { name: 'hidden', title: 'hidden', value: () => 'HIDDEN', dataOnly: true },
];

function list(names: readonly string[], heading?: string): ListView<unknown> {
  const rows = names.map((name, at): Row => ({ name, count: at, share: 0.5 }));
  const view = { kind: 'list', document: {}, key: 'rows', rows, columns: COLUMNS, empty: 'no rows' } as const;
  return heading === undefined ? view : { ...view, heading };
}

const cellOf = (text: string) =>
  renderMarkdown(list([text]), LOOK)
    .split('\n')[2]
    ?.split(' | 0 | ')[0]
    ?.slice(2);

describe('Markdown', () => {
  test.each([
    ['hours', [0, 1, 4], '| `·░█` |'],
    ['days', [0, 1, 3], '| `·▄█` |'],
    ['days', null, '|  |'],
  ] as const)('draws %s as code, whose letters are equally wide: %j', (role, counts, line) => {
    const column: Column<unknown> = { name: 'counts', title: 'counts', value: () => counts, role };
    const view: ListView<unknown> = { ...list(['one']), columns: [column] };
    expect(renderMarkdown(view, LOOK).trimEnd().split('\n').at(-1)).toBe(line);
  });

  test.each([
    ['2026-09-20T10:00:00Z', '2026-09-20 10:00:00 UTC'],
    ['soon', 'soon'],
  ])('has times that stay true: %s', (value, shown) => {
    const column: Column<unknown> = { name: 'at', title: 'at', value: () => value, role: 'time' };
    expect(renderMarkdown({ ...list(['one']), columns: [column] }, LOOK)).toContain(`| ${shown} |`);
  });

  test('is a table with its heading; numbers are right-aligned, and what is only data is left out', () => {
    expect(renderMarkdown(list(['one', 'two'], 'a heading'), LOOK)).toBe(
      '**a heading**\n\n| name | count | share |\n| - | -: | -: |\n| one | 0 | 50% |\n| two | 1 | 50% |\n',
    );
  });

  test('folds YAML below a sentence that makes no mention and no HTML', () => {
    const below = [{ title: '<b> of @kestrel:', yaml: 'a: "```"\n' }];
    expect(renderMarkdown({ ...list([]), below }, LOOK)).toBe(
      '_no rows_\n\n<details>\n<summary>&lt;b&gt; of <code>@kestrel</code></summary>\n\n````yaml\na: "```"\n````\n\n</details>\n',
    );
  });

  test('of no rows is a sentence', () => {
    expect(renderMarkdown(list([]), LOOK)).toBe('_no rows_\n');
  });

  test.each([
    ['a pipe', 'a | b', 'a \\| b'],
    ['a link', '[x](https://x.example)', '\\[x\\](https://x.example)'],
    ['HTML', '<img src=x>', '\\<img src=x\\>'],
    ['emphasis', '*a* _b_ ~c~ `d`', '\\*a\\* \\_b\\_ \\~c\\~ \\`d\\`'],
    ['a mention, which would notify', 'Hi @zoe.drinks, see #12', 'Hi `@zoe.drinks`, see `#12`'],
    ['an address, which is no mention', 'zoe@example.com', 'zoe@example.com'],
    ['a line break', 'a\nb', 'a\\\\nb'],
    ['a control sequence', 'a\u001b[31m', 'a\\\\u001b\\[31m'],
  ])('shows %s as it is', (_what, text, expected) => {
    expect(cellOf(text)).toBe(expected);
  });

  test('a record is a table of fields', () => {
    const view = { kind: 'record', document: {}, lines: [{ name: 'a', title: 'a', value: 'x|y' }] } as const;
    expect(renderMarkdown(view, LOOK)).toBe('| field | value |\n| - | - |\n| a | x\\|y |\n');
  });
});

describe('an HTML page', () => {
  const hostile = '</style><script>alert(1)</script>" onload="x';

  test('loads nothing, runs nothing, and shows the text of strangers as text', () => {
    const page = renderHtmlPage(list([hostile], hostile), hostile, LOOK);
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/<script|src=|href=|<\/style><|" onload/);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  test('draws bars of the share and shades of the hours', () => {
    const hours = {
      name: 'hours',
      title: 'hours',
      role: 'hours',
      value: () => [0, 4, ...Array(22).fill(1)],
    } as const;
    const page = renderHtmlPage({ ...list(['one']), columns: [...COLUMNS, hours] }, 'title', LOOK);
    expect(page).toContain('width:50.00%');
    expect(page.match(/<i class="s[0-4]"/g)).toHaveLength(24);
    expect(page).toContain('class="s4" title="1:00: 4"');
    expect(page).not.toContain('HIDDEN');
  });

  test('hides on narrow screens what narrow terminals drop, and never the other columns', () => {
    const rare = { name: 'first', title: 'first', value: () => 'x', drop: 6 } as const;
    const more = { name: 'likes', title: 'likes', value: () => 0, role: 'count', drop: 2 } as const;
    const page = renderHtmlPage({ ...list(['one']), columns: [...COLUMNS, rare, more] }, 'title', LOOK);
    expect(page).toContain(
      '<th scope="col" class="rare more">first</th><th scope="col" class="right more">likes</th>',
    );
    expect(page).toContain('<td data-title="likes" class="right more"><bdi>0</bdi></td>');
    expect(page).toContain('<th scope="col" class="text">name</th><th scope="col" class="right">count</th>');
  });

  test('of no rows says so', () => {
    expect(renderHtmlPage(list([]), 'title', LOOK)).toContain('<p>no rows</p>');
  });
});
