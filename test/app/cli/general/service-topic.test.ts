import { expect, test } from 'vitest';
import { topic } from '../../../../src/cli/general/topics/service.ts';
import { ADD_ONS, PLANS } from '../../../../src/service/plans.ts';

const words = topic.text(80).replaceAll(/\s+/g, ' ');

test('AUTH-13 the page about the service names every plan and every add-on', () => {
  for (const { name } of [...Object.values(PLANS), ...Object.values(ADD_ONS)]) expect(words).toContain(name);
  expect(words).toContain('10 active ones in each profile, 1000 DMs a day');
});

test('AUTH-14 it says that Ads API and GraphQL are not described', () => {
  expect(words).toContain('named without routes and fields: the Ads API and the GraphQL API');
  expect(words).toContain('/ads with 1403 and those of /graphql with 1404');
});
