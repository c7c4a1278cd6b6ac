import { expect, test } from 'vitest';
import { chooseWebhook } from '../../../src/sandbox/webhooks.ts';

const PRIMARY = 1;
const OWN = 2;
const OTHER = 3;
const of = (profile: number, action: string) => ({
  profile,
  action,
  url: `https://${profile}.example/${action}`,
});

test.each([
  ['HOOK-02 its own first', OWN, [of(PRIMARY, 'automations'), of(OWN, 'automations')], OWN],
  ["HOOK-02 W-08 else the Primary Profile's", OWN, [of(PRIMARY, 'automations')], PRIMARY],
  [
    'HOOK-02 W-08 never that of another action',
    OWN,
    [of(OWN, 'messages'), of(PRIMARY, 'automations')],
    PRIMARY,
  ],
  ['HOOK-02 nor in place of none', OWN, [of(OWN, 'messages'), of(PRIMARY, 'messages')], null],
  ['HOOK-02 never that of another profile', OWN, [of(OTHER, 'automations')], null],
  ['HOOK-02 the Primary Profile has no fallback', PRIMARY, [of(OWN, 'automations')], null],
  [
    'HOOK-02 the Primary Profile its own',
    PRIMARY,
    [of(OWN, 'automations'), of(PRIMARY, 'automations')],
    PRIMARY,
  ],
  ['none at all', OWN, [], null],
])('%s', (_what, profile, webhooks, owner) => {
  const chosen = chooseWebhook(webhooks, { profile, action: 'automations', primary: PRIMARY });
  expect(chosen).toEqual(owner === null ? null : of(owner, 'automations'));
});
