import { expect, test } from 'vitest';
import { topic } from '../../../../../src/cli/features/general/topics/statuses.ts';
import { ActivityStatus } from '../../../../../src/service/endpoints/activity.ts';
import { LIMITS } from '../../../../../src/service/limits.ts';

const page = await topic.text(80);

test.each(ActivityStatus.options)(
  'the page about statuses says what %s means',
  { tags: ['ENG-11'] },
  (status) => {
    expect(page).toMatch(new RegExp(`^ {2}${status} +\\S`, 'm'));
  },
);

test('what an answer waits for', { tags: ['ENG-04', 'ENG-07', 'ENG-14'] }, () => {
  const words = page.replaceAll(/\s+/g, ' ');
  expect(words).toContain('20 to 60 seconds');
  expect(words).toContain(`about ${LIMITS.dmsPerHour} DMs an hour`);
  expect(words).toContain('1000 on Business, 5000 on Enterprise');
  expect(words).toContain('default: 7 days');
});
