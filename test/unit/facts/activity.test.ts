import { describe, expect, test } from 'vitest';
import {
  ActionResult,
  ActivityAnswer,
  ActivityRow,
  ActivityStatus,
  MessageSource,
  REDACTED,
} from '../../../src/facts/activity.ts';
import { listActivity } from '../../../src/facts/endpoints/activity.ts';
import { LIMITS } from '../../../src/facts/limits.ts';
import { listQuoted, readDocTable, readServiceDoc } from '../../support/read-doc.ts';

const example = (): unknown =>
  JSON.parse(/```json\n([\s\S]*?)```/.exec(readServiceDoc('undescribed-activity'))?.[1] ?? '');

describe('the activity of an automation', () => {
  test('ACT-10 ACT-11 the answer that is shown is read, and nothing of it is unknown', () => {
    const answer = ActivityAnswer.parse(example());
    expect(answer).toEqual(example());
    const [row] = answer.activity;
    expect(Object.keys(row ?? {}).sort()).toEqual(Object.keys(ActivityRow.shape).sort());
    const [entry] = row?.actionResults ?? [];
    expect([...Object.keys(entry ?? {}), 'truncated'].sort()).toEqual(Object.keys(ActionResult.shape).sort());
  });

  test('ACT-10 a row has every field of the table', () => {
    const fields = readDocTable('activity-row', 'Field', 'Meaning').map(([field = '']) =>
      listQuoted(field)[0]?.replace('[]', ''),
    );
    expect(Object.keys(ActivityRow.shape)).toEqual(expect.arrayContaining(fields));
    expect(fields).toHaveLength(7);
  });

  test('ACT-11 an action has every field that is known', () => {
    const [, known = ''] = /known fields: (.*?)\. Long text/.exec(readServiceDoc('activity-row')) ?? [];
    expect(Object.keys(ActionResult.shape)).toEqual(
      expect.arrayContaining(listQuoted(known).filter((name) => name !== 'send_dm')),
    );
  });

  test.each([
    'commentId',
    'postId',
    'storyId',
    'actionResults',
    'completedAt',
    'recipientUsername',
    'created',
  ])('ACT-06 an older row without %s is understood', (field) => {
    const row = ActivityRow.parse((example() as ActivityAnswer).activity[0]);
    const older = Object.fromEntries(Object.entries(row).filter(([name]) => name !== field));
    expect(ActivityRow.parse(older)).toEqual(older);
  });

  test('the sources of a message', () => {
    const [, sources = ''] =
      /`messageSource` values: (.*?)\. It is/.exec(readServiceDoc('activity-row')) ?? [];
    expect(listQuoted(sources).filter((word) => !['messageUrl', 'message'].includes(word))).toEqual(
      MessageSource.options,
    );
  });

  test('ACT-07 ACT-08 what is cut and what is redacted', () => {
    const text = readServiceDoc('activity-row');
    expect(text).toContain(`cut to ${LIMITS.activitySentCharacters.toLocaleString('en')} characters`);
    expect(text).toContain(`recorded as the text \`${REDACTED}\``);
  });

  test('ACT-11 an entry has the states of a row', () => {
    const [, , same = ''] =
      /(`status`) \((same values as the row status)\)/.exec(readServiceDoc('activity-row')) ?? [];
    expect(same).not.toBe('');
    for (const status of ActivityStatus.options) expect(ActionResult.shape.status.parse(status)).toBe(status);
  });
});

describe('GET /automations/{id}/activity', () => {
  const rows = new Map(
    readDocTable('list-activity', 'Item', 'Kind', 'Rule').map(([item = '', kind = '', rule = '']) => [
      listQuoted(item)[0],
      { kind, rule },
    ]),
  );

  test('ACT-02 ACT-03 takes what the table lists, and not what it does not support', () => {
    const listed = [...rows].filter(([, { kind }]) => kind.startsWith('query')).map(([item]) => item);
    expect(listed).toEqual([...Object.keys(listActivity.query.shape), 'previous']);
    expect(rows.get('previous')?.rule).toContain('not supported');
  });

  test.each([['anything'], ['']])('L-02 refuses previous: %j', (previous) => {
    expect(listActivity.query.safeParse({ previous }).success).toBe(false);
  });

  test('ACT-02 the sizes of a page', () => {
    expect(rows.get('limit')).toMatchObject({
      kind: `query, number, default ${LIMITS.activityPageSize.default}`,
      rule: expect.stringContaining(`max ${LIMITS.activityPageSize.max}`),
    });
  });

  test('an older service may put the place of the next page elsewhere', () => {
    const older = { activity: [], meta: { next: 'c', hasMore: true } };
    expect(ActivityAnswer.parse(older)).toEqual(older);
  });
});
