import { describe, expect, test } from 'vitest';
import { renderTable } from '../../../../../src/cli/framework/output/table.ts';
import { createPalette, type TextStyle } from '../../../../../src/cli/framework/output/text/style.ts';
import { getDisplayWidth } from '../../../../../src/cli/framework/output/text/width.ts';
import type { ListView } from '../../../../../src/cli/framework/output/view.ts';
import { PLATFORMS } from '../../../../../src/service/platforms.ts';
import { withoutColors } from '../../../../support/hostile/dangerous.ts';
import {
  PLAIN_LOOK,
  type SampleComment,
  sampleComment,
  sampleList,
} from '../../../../support/sample-view.ts';

const NINE: readonly SampleComment[] = [
  sampleComment({ text: 'Is the oat one back?? I have been dreaming of it since Christmas 😍' }),
  sampleComment({ author: by('harbour'), text: 'Yes! Since Monday ☕️', likes: 2, depth: 1 }),
  sampleComment({ text: 'On my way 🏃‍♀️💨', likes: 0, depth: 2 }),
  sampleComment({
    platform: 'facebook',
    author: by('Ana Souza'),
    text: 'Quero muito! E a entrega?',
    likes: 3,
  }),
  sampleComment({
    platform: 'twitter',
    author: by('田中'),
    text: '新しいパッケージ、とても可愛いですね！今週末に',
    likes: 12_431,
  }),
  sampleComment({
    platform: 'linkedin',
    author: by('Nordwind Logistik GmbH'),
    text: 'https://nordwind.example/partners/coffee?utm_source=linkedin',
  }),
  sampleComment({ platform: 'youtube', author: by('سارة'), text: 'شكرا جزيلا، 3 وصفات', likes: 7 }),
  sampleComment({
    platform: 'reddit',
    author: by('u/nerd'),
    text: 'one\n\ntwo \u001b[31m',
    likes: null,
    createdAt: 'yesterday',
  }),
  sampleComment({
    platform: 'mastodon',
    author: by(null),
    text: 'e\u0301e\u0301',
    createdAt: '2026-03-14T12:05:00Z',
  }),
];

function by(handle: string | null) {
  return { name: null, handle };
}

function drawn(look: Partial<TextStyle> = {}, rows = NINE): string {
  return renderTable(sampleList(rows), { ...PLAIN_LOOK, ...look });
}

test('80 columns', () => {
  expect(`\n${drawn()}`).toBe(String.raw`
NETWORK    AUTHOR            COMMENT                            LIKES       WHEN
Instagram  mia.keller        Is the oat one back?? I have bee…     12     3h ago
Instagram  harbour           ↳ Yes! Since Monday ☕️                 2     3h ago
Instagram  mia.keller          ↳ On my way 🏃‍♀️💨                           3h ago
Facebook   Ana Souza         Quero muito! E a entrega?              3     3h ago
X          田中              新しいパッケージ、とても可愛いで…  12.4k     3h ago
LinkedIn   Nordwind Logist…  https://nordwind.example/partner…     12     3h ago
YouTube    سارة            ⠀ شكرا جزيلا، 3 وصفات              ⠀     7     3h ago
Reddit     u/nerd            one\n\ntwo \u001b[31m                     yesterday
mastodon                     éé                                    12      in 5m
`);
});

test('40 columns: the text is below', () => {
  expect(`\n${drawn({ width: 40 }, NINE.slice(0, 5))}`).toBe(`
NETWORK    AUTHOR      LIKES    WHEN
Instagram  mia.keller     12  3h ago
  Is the oat one back?? I have been dre…
Instagram  harbour         2  3h ago
  ↳ Yes! Since Monday ☕️
Instagram  mia.keller         3h ago
    ↳ On my way 🏃‍♀️💨
Facebook   Ana Souza       3  3h ago
  Quero muito! E a entrega?
X          田中        12.4k  3h ago
  新しいパッケージ、とても可愛いですね…
`);
});

test('200 columns: nothing is cut, and no column is wider than it needs', () => {
  const [head = '', ...lines] = drawn({ width: 200 }).split('\n');
  expect(lines.join('\n')).not.toContain('…');
  expect(getDisplayWidth(head)).toBeLessThan(130);
});

test('for screen readers: no drawn characters, heads not in capitals, zeros spelled out', () => {
  expect(`\n${drawn({ accessible: true }, [...NINE.slice(0, 3), ...NINE.slice(6, 7)])}`).toBe(`
network    author      comment                                     likes    when
Instagram  mia.keller  Is the oat one back?? I have been dreamin…     12  3h ago
Instagram  harbour     > Yes! Since Monday ☕️                          2  3h ago
Instagram  mia.keller    > On my way 🏃‍♀️💨                              0  3h ago
YouTube    سارة        شكرا جزيلا، 3 وصفات                             7  3h ago
`);
});

test('colours: heads, times, counts and escapes are dimmed, networks have their own, also a reply has not', () => {
  const [head, first, reply] = drawn({ colorLevel: 2 }, NINE.slice(0, 2)).split('\n');
  const [escaped] = drawn({ colorLevel: 2 }, NINE.slice(7, 8)).split('\n').slice(1);
  expect(head?.startsWith('\u001b[2mNETWORK  \u001b[22m')).toBe(true);
  expect(first).toContain('\u001b[38;5;169mInstagram\u001b[39m  \u001b[1mmia.keller\u001b[22m');
  expect(first).toContain('\u001b[2m3h ago\u001b[22m');
  expect(reply).toContain('\u001b[2mInstagram\u001b[22m');
  expect(reply).toContain('\u001b[2m↳ \u001b[22mYes!');
  expect(escaped).toContain('one\u001b[2m\\n\\n\u001b[22mtwo \u001b[2m\\u001b\u001b[22m[31m');
});

test('colours change nothing else', () => {
  for (const width of [12, 40, 80, 200]) {
    expect(withoutColors(drawn({ width, colorLevel: 3 }))).toBe(drawn({ width }));
  }
});

describe('edges', () => {
  test('a heading is above, wrapped', () => {
    const view = { ...sampleList(NINE.slice(0, 1)), heading: 'post 1: nine networks, refreshed 4m ago' };
    expect(
      renderTable(view, { ...PLAIN_LOOK, width: 20 })
        .split('\n')
        .slice(0, 4),
    ).toEqual(['post 1: nine', 'networks, refreshed', '4m ago', '']);
  });

  test('no rows: the sentence for that', () => {
    expect(drawn({}, [])).toBe('no comments yet\n');
  });

  test('an empty column is omitted, unless it was requested', () => {
    const rows = [sampleComment({ likes: 0 }), sampleComment({ likes: null })];
    expect(drawn({}, rows)).not.toContain('LIKES');
    const view = sampleList(rows);
    const asked = { ...view, columns: view.columns.map((column) => ({ ...column, drop: 0 })) };
    expect(renderTable(asked, PLAIN_LOOK)).toContain('LIKES');
  });

  test('deep replies are moved in four steps at most', () => {
    const rows = [sampleComment({ depth: 4, text: 'x' }), sampleComment({ depth: 40, text: 'x' })];
    const [, four, forty] = drawn({}, rows).split('\n');
    expect(forty).toBe(four);
  });

  test('a status has its colour', () => {
    const status = {
      name: 'status',
      title: 'status',
      value: (row: SampleComment) => row.id,
      role: 'status',
    } as const;
    const rows = ['sent', 'pending', 'failed', 'new'].map((id) => sampleComment({ id }));
    const view = { ...sampleList(rows), columns: [status] };
    const [, ...lines] = renderTable(view, { ...PLAIN_LOOK, colorLevel: 1 })
      .trimEnd()
      .split('\n');
    expect(lines).toEqual([
      '\u001b[32msent\u001b[39m',
      '\u001b[33mpending\u001b[39m',
      '\u001b[31m\u001b[1mfailed\u001b[22m\u001b[39m',
      'new',
    ]);
  });

  test('values of every kind', () => {
    const values = ['text', 12_431, true, false, null, ['a'], { b: 1 }];
    const column = { name: 'v', title: 'v', value: (row: unknown) => values[Number(row)] ?? null };
    const view = { ...sampleList([]), rows: values.map((_value, at) => at), columns: [column] };
    const [, ...lines] = renderTable({ ...view, depth: () => 0 }, PLAIN_LOOK).split('\n');
    expect(lines).toEqual(['text', '12431', 'yes', 'no', '', '["a"]', '{"b":1}', '']);
  });
});

describe('right-to-left text', () => {
  const HEBREW = 'שלום';
  const leadsBack = (text: string, cell: string) => new RegExp(`${cell}[^\\p{L}\\d]*\u2800`, 'u').test(text);

  test('a blank that runs left to right separates it from what follows', () => {
    const line =
      drawn({}, [sampleComment({ author: by(HEBREW), text: HEBREW, likes: 7 })]).split('\n')[1] ?? '';
    expect(line.match(/\u2800/g)).toHaveLength(2);
    expect(leadsBack(line, HEBREW)).toBe(true);
    expect(line.slice(line.lastIndexOf(HEBREW))).toMatch(/^שלום\s*\u2800\s+7/);
  });

  test('columns stay where they are', () => {
    const rows = [
      sampleComment({ author: by(HEBREW), text: `${HEBREW} 12` }),
      sampleComment({ author: by('abcd'), text: 'abcd 12' }),
    ];
    const [, hebrew = '', latin = ''] = drawn({}, rows).split('\n');
    expect(hebrew.replaceAll('\u2800', ' ').replaceAll(HEBREW, 'abcd')).toBe(latin);
  });

  test('a line that begins with it begins with that blank', () => {
    const view = sampleList([sampleComment({ author: by(HEBREW) })]);
    const columns = view.columns.filter(({ name }) => name !== 'platform');
    expect(renderTable({ ...view, columns }, PLAIN_LOOK).split('\n')[1]).toMatch(/^\u2800שלום\s/);
  });

  test('no line has trailing blanks', () => {
    const view = sampleList([sampleComment({ text: HEBREW })]);
    const columns = view.columns.filter(({ name }) => name === 'platform' || name === 'text');
    expect(renderTable({ ...view, columns }, PLAIN_LOOK)).toMatch(/שלום\n$/);
  });
});

describe('ids', () => {
  const LONG = '17998877665544332211';
  const asked = (fields: readonly string[], look: Partial<TextStyle>) => {
    const view = sampleList([
      sampleComment({ id: LONG, text: 'a long text that needs its room '.repeat(3) }),
    ]);
    const columns = fields.flatMap((field) => view.columns.filter(({ name }) => name === field));
    const shown = columns.map((column) => ({ ...column, dataOnly: false, drop: 0 }));
    return renderTable({ ...view, columns: shown }, { ...PLAIN_LOOK, ...look });
  };

  test.each([200, 80, 60, 40, 24])('are never cut: %i columns', (width) => {
    for (const fields of [
      ['id', 'text'],
      ['platform', 'id', 'author.handle', 'createdAt', 'text', 'extra'],
      ['id'],
    ]) {
      expect(asked(fields, { width })).toContain(LONG);
    }
  });

  test('beside what no line has room for, they are below one another', () => {
    expect(`\n${asked(['platform', 'id', 'author.handle', 'text'], { width: 32 })}`).toBe(`
network  Instagram
id       17998877665544332211
author   mia.keller
comment  a long text that needs
         its room a long text
         that needs its room a
         long text that needs
         its room
`);
  });
});

test('rows below one another have an empty line between them', () => {
  const view = sampleList([sampleComment({ text: 'one' }), sampleComment({ text: 'two', depth: 1 })]);
  const columns = view.columns.filter(({ name }) =>
    ['id', 'createdAt', 'author.handle', 'text'].includes(name),
  );
  const shown = columns.map((column) => ({ ...column, dataOnly: false, drop: 0 }));
  const drawn = renderTable({ ...view, columns: shown }, { ...PLAIN_LOOK, width: 28 });
  expect(`\n${drawn}`).toBe(`
id       17841405793187218
author   mia.keller
comment  one
when     3h ago

id       17841405793187218
author   mia.keller
comment  ↳ two
when     3h ago
`);
});

describe('where there is nothing', () => {
  const view = (rows: readonly SampleComment[]) => {
    const list = sampleList(rows);
    const columns = list.columns.map((column) =>
      column.name === 'author.handle' ? { ...column, placeholder: () => 'nobody' } : column,
    );
    return { ...list, columns };
  };

  test('a column can be marked so, and is dimmed', () => {
    const rows = [sampleComment(), sampleComment({ author: by(null) })];
    const [, named, nameless] = renderTable(view(rows), { ...PLAIN_LOOK, colorLevel: 1 }).split('\n');
    expect(named).toContain('\u001b[1mmia.keller\u001b[22m');
    expect(nameless).toContain('\u001b[2mnobody    \u001b[22m');
  });

  test('a column with nothing else is omitted all the same', () => {
    expect(renderTable(view([sampleComment({ author: by(null) })]), PLAIN_LOOK)).not.toContain('nobody');
  });
});

test.each([4, 12, 40, 80, 200])('no line is wider than %i columns', (width) => {
  const lines = drawn({ width }).split('\n');
  expect(lines.filter((line) => getDisplayWidth(line) > width)).toEqual([]);
});

describe('a column that wraps', () => {
  const rows = [
    { place: 'a.yaml:1:11', is: 'error', text: 'must be exactly "instagram", and nothing beside it at all' },
    { place: 'b.yaml:2:1', is: 'warning', text: 'one\ntwo \u001b[31m\n\nfour' },
    { place: 'c.yaml:3:1', is: '', text: '' },
  ];
  const view: ListView<(typeof rows)[number]> = {
    kind: 'list',
    document: { rows },
    key: 'rows',
    rows,
    columns: [
      { name: 'place', title: 'place', value: ({ place }) => place, role: 'id' },
      { name: 'is', title: 'is', value: ({ is }) => is, role: 'status' },
      { name: 'text', title: 'text', value: ({ text }) => text, flexible: true, wraps: true },
    ],
    empty: '',
  };
  const wrapped = (width: number) => renderTable(view as ListView<unknown>, { ...PLAIN_LOOK, width }); // its own rows

  test('continues below itself, and keeps its own lines', () => {
    expect(`\n${wrapped(60)}`).toBe(String.raw`
PLACE        IS       TEXT
a.yaml:1:11  error    must be exactly "instagram", and
                      nothing beside it at all
b.yaml:2:1   warning  one
                      two \u001b[31m

                      four
c.yaml:3:1
`);
  });

  test('continues below the row, where it has no room beside it', () => {
    expect(`\n${wrapped(36)}`).toBe(String.raw`
PLACE        IS
a.yaml:1:11  error
  must be exactly "instagram", and
  nothing beside it at all
b.yaml:2:1   warning
  one
  two \u001b[31m

  four
c.yaml:3:1
`);
  });

  test('is vertical where no line has room, and nothing is lost', () => {
    const upright = wrapped(14);
    expect(upright).toContain(`place
  a.yaml:1:11
is
  error
text
  must be
  exactly
  "instagram",
  and nothing
  beside it at
  all
`);
    expect(upright).toContain('text\n  one\n  two');
  });

  test('takes no more room than it needs', () => {
    const short = { ...view, rows: rows.slice(0, 1).map((row) => ({ ...row, text: 'one\ntwo' })) };
    expect(renderTable(short as ListView<unknown>, PLAIN_LOOK)).toBe(
      // its own rows
      'PLACE        IS     TEXT\na.yaml:1:11  error  one\n                    two\n',
    );
  });

  test('a command in it breaks so that it can be copied whole', () => {
    const command = 'why it is so\n$ crier automations explain auto_K7pW2mXq9L 18049187351212423';
    const text = { name: 'text', title: 'text', value: () => command, flexible: true, wraps: true };
    const drawn = (holdsCommands: boolean) =>
      renderTable(
        { ...view, rows: [{}], columns: [{ ...text, holdsCommands }] },
        { ...PLAIN_LOOK, width: 40 },
      );
    expect(`\n${drawn(true)}`).toBe(String.raw`
TEXT
why it is so
$ crier automations explain \
    auto_K7pW2mXq9L \
    18049187351212423
`);
    expect(drawn(false)).not.toContain(' \\\n');
  });
});

test('no two networks have colours that look alike', () => {
  const palette = createPalette(2);
  const colors = Object.keys(PLATFORMS).map((name) => {
    const [, code] = /38;5;(\d+)m/.exec(palette.network(name)('x')) ?? [];
    const cube = Number(code) - 16;
    const levels = [0, 95, 135, 175, 215, 255];
    if (cube >= 216) return { name, rgb: [138, 138, 138] };
    return {
      name,
      rgb: [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((at) => levels[at] ?? 0),
    };
  });
  const alike = colors.flatMap((one, at) =>
    colors.slice(at + 1).flatMap((other) => {
      const distance = Math.hypot(...one.rgb.map((value, index) => value - (other.rgb[index] ?? 0)));
      return distance < 40 ? [`${one.name} and ${other.name}`] : [];
    }),
  );
  expect(alike).toEqual([]);
});
