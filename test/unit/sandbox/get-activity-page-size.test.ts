import { describe, expect, test } from 'vitest';
import { getActivityPageSize } from '../../../src/sandbox/handlers/activity.ts';
import { ActivityLimit } from '../../../src/service/endpoints/activity.ts';
import { LIMITS } from '../../../src/service/limits.ts';

const { max, default: usual } = LIMITS.activityPageSize;

describe('the size of a page', { tags: ['ACT-02'] }, () => {
  test.each([
    ['not given', undefined, usual],
    ['the least', '1', 1],
    ['the most', String(max), max],
    ['more than the most', '500', max],
    ['more than a number can be', '9'.repeat(400), max],
  ])('%s', { tags: ['L-01'] }, (_what, limit, size) => {
    if (limit !== undefined) expect(ActivityLimit.safeParse(limit).success).toBe(true);
    expect(getActivityPageSize(limit)).toBe(size);
  });

  test.each(['0', '-1', '1.5', 'abc', '', '1e2', '0x10', '007', '+5', ' 5', '5 ', '5\n', '٥', 'Infinity'])(
    '%j is refused',
    { tags: ['L-01', 'U-23'] },
    (limit) => expect(ActivityLimit.safeParse(limit).success).toBe(false),
  );
});
