import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { API_CALLS, topic } from '../../../../../src/cli/features/general/topics/service.ts';
import { ADD_ONS, PLANS } from '../../../../../src/service/plans.ts';
import { ROUTES } from '../../../../../src/service/routes/routes.ts';

const CLI = join(import.meta.dirname, '..', '..', '..', '..', '..', 'src', 'cli');
const program = readdirSync(CLI, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && file !== join('features', 'general', 'topics', 'service.ts'))
  .map((file) => readFileSync(join(CLI, file), 'utf8'))
  .join('\n');

test('every call of the service has a command, or is among those that only "crier api" makes', () => {
  const withoutCommand = Object.keys(ROUTES).filter((name) => !new RegExp(`\\b${name}\\b`).test(program));
  expect(withoutCommand.toSorted()).toEqual(Object.keys(API_CALLS).toSorted());
  for (const name of Object.keys(API_CALLS) as (keyof typeof API_CALLS)[])
    expect(words).toContain(`${ROUTES[name].method} ${ROUTES[name].path}`);
});

const words = (await topic.text(80)).replaceAll(/\s+/g, ' ');

test('the page about the service names every plan and every add-on', { tags: ['AUTH-13'] }, () => {
  for (const { name } of [...Object.values(PLANS), ...Object.values(ADD_ONS)]) expect(words).toContain(name);
  expect(words).toContain('10 active ones in each profile, 1000 DMs a day');
});

test('it says that Ads API and GraphQL are not described', { tags: ['AUTH-14'] }, () => {
  expect(words).toContain('named without routes and fields: the Ads API and the GraphQL API');
  expect(words).toContain('/ads with 1403 and those of /graphql with 1404');
});
