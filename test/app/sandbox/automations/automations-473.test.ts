import { afterAll, describe, expect, test } from 'vitest';
import { findAutomationFaults } from '../../../../src/domain/automations/automation-entries.ts';
import { buildFaultDetails } from '../../../../src/domain/requests/find-body-faults.ts';
import { automationsOf, PLAIN } from '../../../support/automations/ask-automations.ts';
import { REFUSED } from '../../../support/automations/refused-automations.ts';
import { control } from '../../../support/control.ts';
import { smallSandbox } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const small = await smallSandbox(SLIGHT_SEED);
afterAll(() => small.sandbox.close());
await control(small.sandbox, 'setRateLimit', { max: null });
const { create, update, list, fill, get } = automationsOf(small);
const [id = ''] = await fill(1);
const before = { one: (await get(id)).body, all: (await list()).body };

const refused = (details: object) => [
  400,
  { action: 'automation', status: 'error', code: 473, message: 'The automation is not valid.', details },
];

/** Some of all parts; the rule is tested with all of them. */
const SOME = REFUSED.filter((_refused, place) => place % 8 === 0);

test.each(SOME)(
  'the service answers what the rule says, and changes nothing: $title',
  {
    tags: ['AUT-13', 'AUT-14', 'AUT-15', 'AUT-16'],
  },
  async ({ kind, body, formErrors = [], fieldErrors = {} }) => {
    const answer = kind === 'new' ? await create(body) : await update(id, body);
    expect([answer.http, answer.body]).toEqual(refused({ formErrors, fieldErrors }));
    expect({ one: (await get(id)).body, all: (await list()).body }).toEqual(before);
  },
);

test.each(['twitter', 'Instagram', ''])(
  'the list of platform "%s"',
  { tags: ['AUT-02', 'AUT-13'] },
  async (platform) => {
    const { http, body } = await small.ask(`/automations?platform=${platform}`, { x: 'none' });
    const fieldErrors = { platform: ['platform: must be exactly "instagram"'] };
    expect([http, body]).toEqual(refused({ formErrors: [], fieldErrors }));
  },
);

describe('the trigger that is not described', { tags: ['AUT-02'] }, () => {
  const body = { ...PLAIN, triggers: [...PLAIN.triggers, { type: 'story_comment' }] };
  const types = 'comment_keyword, story_reply, dm_reaction, dm_keyword';
  const details = {
    formErrors: [],
    fieldErrors: { triggers: [`triggers[1].type: must be one of ${types}`] },
  };

  test('is accepted, unless the account only has the documented features', async () => {
    const other = await smallSandbox(SLIGHT_SEED);
    const ask = automationsOf(other);
    const made = await ask.create(body);
    expect(made.http).toBe(200);
    await control(other.sandbox, 'setAccount', { platform: 'instagram', automations: 'documented' });
    const again = await ask.create(body);
    expect([again.http, again.body]).toEqual(refused(details));
    const change = await ask.update(made.body.id, { triggers: body.triggers });
    expect([change.http, change.body]).toEqual(refused(details));
    expect(
      buildFaultDetails(findAutomationFaults(body, { kind: 'new', unsupportedTriggers: ['story_comment'] })),
    ).toEqual(details);
    other.sandbox.close();
  });
});
