import { describe, expect, test } from 'vitest';
import { checkFields, projectView } from '../../../../../src/cli/framework/output/fields.ts';
import { renderView, type ViewFormat } from '../../../../../src/cli/framework/output/render-view.ts';
import type { RecordView, View } from '../../../../../src/cli/framework/output/view.ts';
import { CrierError } from '../../../../../src/errors.ts';
import { PLAIN_LOOK, sampleComment, sampleList } from '../../../../support/sample-view.ts';

const KNOWN = [
  'platform',
  'id',
  'author',
  'author.name',
  'author.handle',
  'text',
  'likes',
  'replies',
  'extra',
  'extra.*',
];

const LIST = sampleList([
  sampleComment({ likes: 3, extra: { user: { id: '7' }, tags: [{ t: 1 }, { t: 2 }] } }),
  sampleComment({ platform: 'twitter', likes: null }),
]);

function shown(view: View, fields: readonly string[], format: ViewFormat): string {
  return renderView(projectView(view, fields), { ...PLAIN_LOOK, format });
}

describe('records of a list', () => {
  test.each<[string, readonly string[], unknown]>([
    ['in the order asked for', ['likes', 'platform'], { likes: 3, platform: 'instagram' }],
    ['a path keeps its nesting', ['author.name'], { author: { name: 'Mia Keller' } }],
    [
      'two of one object',
      ['author.handle', 'author.name'],
      { author: { handle: 'mia.keller', name: 'Mia Keller' } },
    ],
    [
      'the whole outdoes its parts',
      ['author.name', 'author'],
      { author: { name: 'Mia Keller', handle: 'mia.keller' } },
    ],
    ['below what is open', ['extra.user.id'], { extra: { user: { id: '7' } } }],
    ['into a list', ['extra.tags.t'], { extra: { tags: [{ t: 1 }, { t: 2 }] } }],
    ['what is not there is null', ['extra.none.at.all'], { extra: { none: null } }],
    ['what the prototype has is not there', ['extra.constructor'], { extra: { constructor: null } }],
    ['twice is once', ['likes', 'likes'], { likes: 3 }],
  ])('%s', (_what, fields, expected) => {
    const document = JSON.parse(shown(LIST, fields, 'json'));
    expect(document).toEqual({ status: 'success', comments: [expected, expect.anything()], errors: [] });
    expect(Object.keys(document.comments[0])).toEqual(Object.keys(Object(expected)));
  });
});

describe('columns', () => {
  test.each<[string, readonly string[], string]>([
    ['those asked for, in that order', ['likes', 'platform'], 'likes,platform\n3,instagram\n,twitter\n'],
    [
      'an object: its columns',
      ['author', 'likes'],
      'author.name,author.handle,likes\nMia Keller,mia.keller,3\nMia Keller,mia.keller,\n',
    ],
    [
      'without a column: the value',
      ['extra.user.id', 'extra.user'],
      'extra.user.id,extra.user\n7,"{""id"":""7""}"\n,\n',
    ],
    ['through a list: all of them', ['extra.tags.t'], 'extra.tags.t\n"[1,2]"\n""\n'],
  ])('%s', (_what, fields, expected) => {
    expect(shown(LIST, fields, 'csv')).toBe(expected);
  });

  test('a table shows also what it leaves out by itself', () => {
    expect(shown(LIST, ['id', 'author.name'], 'table')).toBe(
      'ID                 NAME\n17841405793187218  Mia Keller\n17841405793187218  Mia Keller\n',
    );
  });

  test('of an object a table shows what it always shows', () => {
    expect(shown(LIST, ['author'], 'table')).toBe('AUTHOR\nmia.keller\nmia.keller\n');
  });

  test('what was asked for is not dropped, however narrow', () => {
    const view = projectView(LIST, ['platform', 'likes', 'createdAt', 'author']);
    const [head] = renderView(view, { ...PLAIN_LOOK, width: 34, format: 'table' }).split('\n');
    expect(head?.trim().split(/\s+/)).toEqual(['NETWORK', 'LIKES', 'WHEN', 'AUTHOR']);
    const narrower = renderView(view, { ...PLAIN_LOOK, width: 24, format: 'table' });
    for (const title of ['network', 'likes', 'when', 'author']) expect(narrower).toContain(title);
  });

  test.each([200, 80, 40, 20])('also an object that was asked for as a whole: %i columns', (width) => {
    const long = sampleList([
      sampleComment({ text: 'a text that needs its room '.repeat(5), extra: { a: 'b'.repeat(90) } }),
    ]);
    const view = projectView(long, ['platform', 'id', 'author', 'text', 'createdAt', 'extra']);
    expect(renderView(view, { ...PLAIN_LOOK, width, format: 'table' })).toMatch(/author/i);
  });

  test.each([
    [['author', 'author.name'], 'author.name,author.handle\n', 'NAME        AUTHOR\n'],
    [['author.name', 'author'], 'author.name,author.handle\n', 'NAME        AUTHOR\n'],
    [['author.handle', 'author'], 'author.handle,author.name\n', 'AUTHOR\n'],
  ])('%j: each column once', (fields, csv, table) => {
    expect(shown(LIST, fields, 'csv').slice(0, csv.length)).toBe(csv);
    expect(shown(LIST, fields, 'table').slice(0, table.length)).toBe(table);
  });

  test('rows that are not their records', () => {
    const rows = LIST.rows.map((comment) => ({ comment }));
    const view: View = { ...LIST, rows, columns: [], record: (row) => Object(row).comment, depth: () => 0 };
    expect(shown(view, ['platform'], 'tsv')).toBe('platform\ninstagram\ntwitter\n');
  });
});

describe('one record', () => {
  const view: RecordView = {
    kind: 'record',
    document: { errors: [{ code: 288, area: 'posting', extra: { a: 1 } }] },
    key: 'errors',
    lines: [
      { name: 'platform', title: 'code', value: 288 },
      { name: 'author.name', title: 'name', value: 'x' },
      { name: 'author.handle', title: 'handle', value: 'y' },
    ],
  };

  test('its lines, and what has no line', () => {
    expect(shown(view, ['author', 'extra.a', 'platform'], 'tsv')).toBe(
      'author.name\tauthor.handle\textra.a\tplatform\nx\ty\t1\t288\n',
    );
  });

  test('its document under the key', () => {
    const json = renderView(projectView(view, ['code']), { ...PLAIN_LOOK, format: 'ndjson' });
    expect(json).toBe('{"code":288}\n');
  });

  test('each line once', () => {
    expect(shown(view, ['author', 'author.name'], 'tsv')).toBe('author.name\tauthor.handle\nx\ty\n');
  });

  test('without a key the document is the record', () => {
    const { key: _key, ...whole } = view;
    const json = renderView(projectView(whole, ['errors.area']), { ...PLAIN_LOOK, format: 'ndjson' });
    expect(json).toBe('{"errors":[{"area":"posting"}]}\n');
  });
});

test.each<View>([
  { kind: 'document', document: { a: 1, b: 2 } },
  { kind: 'page', document: { a: 1, b: 2 }, blocks: [] },
])('of a $kind its members', (view) => {
  expect(renderView(projectView(view, ['b']), { ...PLAIN_LOOK, format: 'ndjson' })).toBe('{"b":2}\n');
});

describe('a name that no record could have', () => {
  const refused = (field: string) => {
    try {
      checkFields([field], KNOWN, () => '');
    } catch (error) {
      return error;
    }
    return null;
  };

  test.each(['autor.name', 'author.age', 'extras', 'platform.x', '', 'extra.', 'extra..a', '.extra'])(
    '%s is refused',
    (field) => {
      const error = refused(field);
      expect(error).toBeInstanceOf(CrierError);
      expect(error).toMatchObject({ kind: 'usage', message: `there is no field "${field}"` });
    },
  );

  test('a path with an empty step is none, whatever is known', () => {
    expect(() => checkFields(['a.'], [], () => '')).toThrow('there is no field "a."');
    expect(() => checkFields(['a.b'], [], () => '')).not.toThrow();
  });

  test('with what there is, and what is near', () => {
    expect(refused('autor.name')).toMatchObject({
      facts: {
        advice: expect.stringMatching(/^did you mean "author.name"\? the fields are platform, id, author/),
      },
    });
  });
});
