import { describe, expect, test } from 'vitest';
import {
  ActionResult,
  ActivityAnswer,
  ActivityRow,
  ActivityStatus,
  listActivity,
  MessageSource,
  REDACTED,
} from '../../../src/service/endpoints/activity.ts';
import { LIMITS } from '../../../src/service/limits.ts';
import {
  listFields,
  listQuoted,
  readDocExamples,
  readDocProse,
  readDocTable,
} from '../../support/docs/read-doc.ts';

const PAGE = 'service/activity';
const example = (): unknown => readDocExamples(PAGE, 'list')[0];
const listColumn = (section: string) =>
  readDocTable(PAGE, section, 'field', 'meaning').flatMap(([field = '']) => listFields(field));

describe('the activity of an automation', () => {
  test('the answer that is shown is read, and nothing of it is unknown', {
    tags: ['ACT-10', 'ACT-11'],
  }, () => {
    const answer = ActivityAnswer.parse(example());
    expect(answer).toEqual(example());
    const [row] = answer.activity;
    expect(Object.keys(row ?? {}).sort()).toEqual(Object.keys(ActivityRow.shape).sort());
    const [entry] = row?.actionResults ?? [];
    expect([...Object.keys(entry ?? {}), 'truncated'].sort()).toEqual(Object.keys(ActionResult.shape).sort());
  });

  test('a row has every field of the table', { tags: ['ACT-10'] }, () => {
    expect(Object.keys(ActivityRow.shape).toSorted()).toEqual(listColumn('row').toSorted());
  });

  test('an action has every field of the table', { tags: ['ACT-11'] }, () => {
    expect(Object.keys(ActionResult.shape).toSorted()).toEqual(listColumn('action-results').toSorted());
  });

  test.each([
    'commentId',
    'postId',
    'storyId',
    'actionResults',
    'completedAt',
    'recipientUsername',
    'created',
  ])('an older row without %s is understood', { tags: ['ACT-06'] }, (field) => {
    const row = ActivityRow.parse((example() as ActivityAnswer).activity[0]);
    const older = Object.fromEntries(Object.entries(row).filter(([name]) => name !== field));
    expect(ActivityRow.parse(older)).toEqual(older);
  });

  test('the sources of a message', () => {
    const rows = readDocTable(PAGE, 'message-source', '`messageSource`');
    expect(rows.flatMap(([source = '']) => listQuoted(source))).toEqual(MessageSource.options);
  });

  test('what is cut and what is redacted', { tags: ['ACT-07', 'ACT-08'] }, () => {
    const text = readDocProse(PAGE, 'redaction');
    expect(text).toContain(`after ${LIMITS.activitySentCharacters.toLocaleString('en')} characters`);
    expect(listQuoted(text)).toContain(REDACTED);
  });

  test('an entry has the states of a row', { tags: ['ACT-11'] }, () => {
    const row = readDocTable(PAGE, 'action-results', 'field').find(([field]) => field === '`status`');
    expect(row?.[1]).toBe('same values as the row');
    for (const status of ActivityStatus.options) expect(ActionResult.shape.status.parse(status)).toBe(status);
  });
});

describe('GET /automations/{id}/activity', () => {
  const rows = new Map(
    readDocTable(PAGE, 'list', 'parameter', 'in', 'rule').map(([name = '', kind = '', rule = '']) => [
      listQuoted(name)[0],
      { kind, rule },
    ]),
  );

  test('takes what the table lists, and not what it does not support', { tags: ['ACT-02', 'ACT-03'] }, () => {
    const listed = [...rows].filter(([, { kind }]) => kind === 'query').map(([name]) => name);
    expect(listed).toEqual(Object.keys(listActivity.query.shape));
    expect(rows.get('previous')?.kind).toBe('not supported');
  });

  test.each([['anything'], ['']])('refuses previous: %j', { tags: ['L-02'] }, (previous) => {
    expect(listActivity.query.safeParse({ previous }).success).toBe(false);
  });

  test('the sizes of a page', { tags: ['ACT-02'] }, () => {
    const { default: usual, max } = LIMITS.activityPageSize;
    expect(rows.get('limit')?.rule).toContain(`default ${usual}, at most ${max},`);
  });

  test('an older service may put the place of the next page elsewhere', () => {
    const older = { activity: [], meta: { next: 'c', hasMore: true } };
    expect(ActivityAnswer.parse(older)).toEqual(older);
  });
});
