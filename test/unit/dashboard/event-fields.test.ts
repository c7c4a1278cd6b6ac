import { expect, test } from 'vitest';
import { listAssignments, listEventFields } from '../../../src/dashboard/hooks/event-fields.ts';

const EVENT = {
  keyword: 'GUIDE',
  storyId: null,
  code: 200,
  isOwn: true,
  actionResults: [{ status: 'sent' }],
  'a.b': 'a name that no path can have',
};

test('an event has a field for each value, in its lists and objects, too', () => {
  expect(listEventFields(EVENT).map(({ path }) => path)).toEqual([
    ...['keyword', 'storyId', 'code', 'isOwn', 'actionResults.0.status'],
  ]);
  expect(listEventFields(null)).toEqual([]);
});

test.each([
  ['nothing that was typed back', { keyword: 'GUIDE', storyId: null, code: '200' }, []],
  ['a text that looks like another value', { keyword: 'null' }, ['keyword="null"']],
  ['an empty text', { keyword: '' }, ['keyword=""']],
  ['a text with quotation marks and lines', { keyword: '"a"\n=b' }, ['keyword="\\"a\\"\\n=b"']],
  ['a number as it is', { code: '503' }, ['code=503']],
  ['what was null as it is, which its field gives a type', { storyId: '18' }, ['storyId=18']],
  ['a value inside of a list', { 'actionResults.0.status': 'failed' }, ['actionResults.0.status="failed"']],
] as const)('a changed copy sets %s', (_what, typed, assignments) => {
  expect(listAssignments(listEventFields(EVENT), new Map(Object.entries(typed)))).toEqual(assignments);
});
