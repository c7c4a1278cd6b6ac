import { expect, test } from 'vitest';
import { saveWebhook, saveWebhookProfile } from '../../../../src/sandbox/store/outbound/webhooks.ts';
import { findProfileByAlias, getPrimaryProfile } from '../../../../src/sandbox/store/profiles.ts';
import { changeSettings } from '../../../../src/sandbox/store/settings.ts';
import { chooseWebhook, findSigningSecret, findWebhook } from '../../../../src/sandbox/webhooks.ts';
import { smallStore } from '../../../support/engine/small-store.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const OWN = 'https://hooks.example/own';
const PRIMARYS = 'https://hooks.example/primary';

/** A store whose profiles have webhooks and secrets; '' for none. */
async function storeWith(registered: { readonly [Alias in 'primary' | 'acme']?: string }) {
  const store = await smallStore();
  const ids = { primary: getPrimaryProfile(store).id, acme: findProfileByAlias(store, 'acme')?.id ?? 0 };
  const listen = (alias: 'primary' | 'acme', action: 'automations' | 'messages', secret: string) => {
    const url = alias === 'acme' ? OWN : PRIMARYS;
    saveWebhook(store, { profile: ids[alias], action, url, byAllowance: false });
    saveWebhookProfile(store, ids[alias], {
      secret: secret === '' ? null : secret,
      previous: null,
      isReadable: true,
      updated: 0,
    });
  };
  for (const alias of ['primary', 'acme'] as const) {
    const secret = registered[alias];
    if (secret !== undefined) listen(alias, 'automations', secret);
  }
  const recorded = (profile: number, action: 'automations' | 'messages' = 'automations') => {
    const webhook = findWebhook(store, { profile, action });
    return webhook && { ...webhook, signing: findSigningSecret(store, webhook.profile, NOW) };
  };
  return { store, listen, recorded, ...ids };
}

const signedBy = (secret: string) => ({ kind: 'secret', secret, next: null });

test('its own, with its own secret', { tags: ['HOOK-02'] }, async () => {
  const { recorded, acme } = await storeWith({ primary: 'p', acme: 'a' });
  expect(recorded(acme)).toMatchObject({ url: OWN, signing: signedBy('a') });
});

test("else the Primary Profile's, with the Primary Profile's secret", {
  tags: ['HOOK-02', 'U-29', 'W-08'],
}, async () => {
  const { recorded, listen, acme, primary } = await storeWith({ primary: 'p' });
  listen('acme', 'messages', 'a');
  expect(recorded(acme)).toEqual({
    profile: primary,
    action: 'automations',
    url: PRIMARYS,
    byAllowance: false,
    signing: signedBy('p'),
  });
});

test('without a secret, nothing is signed', async () => {
  const { recorded, acme } = await storeWith({ acme: '' });
  expect(recorded(acme)?.signing).toEqual({ kind: 'none' });
});

test('a plan without webhooks has no receiver, even if one was registered before', {
  tags: ['U-40'],
}, async () => {
  const { recorded, store, primary, acme } = await storeWith({ primary: 'p', acme: 'a' });
  changeSettings(store, { plan: 'premium' });
  expect([recorded(primary), recorded(acme)]).toEqual([null, null]);
  changeSettings(store, { plan: 'launch' });
  expect(recorded(acme)).toMatchObject({ url: OWN });
});

const PRIMARY = 1;
const OWN_PROFILE = 2;
const OTHER = 3;
const of = (profile: number, action: string) => ({
  profile,
  action,
  url: `https://${profile}.example/${action}`,
});

test.each([
  ['its own first', OWN_PROFILE, [of(PRIMARY, 'automations'), of(OWN_PROFILE, 'automations')], OWN_PROFILE],
  ["else the Primary Profile's", OWN_PROFILE, [of(PRIMARY, 'automations')], PRIMARY],
  [
    'never that of another action',
    OWN_PROFILE,
    [of(OWN_PROFILE, 'messages'), of(PRIMARY, 'automations')],
    PRIMARY,
  ],
  ['nor in place of none', OWN_PROFILE, [of(OWN_PROFILE, 'messages'), of(PRIMARY, 'messages')], null],
  ['never that of another profile', OWN_PROFILE, [of(OTHER, 'automations')], null],
  ['the Primary Profile has no fallback', PRIMARY, [of(OWN_PROFILE, 'automations')], null],
  [
    'the Primary Profile its own',
    PRIMARY,
    [of(OWN_PROFILE, 'automations'), of(PRIMARY, 'automations')],
    PRIMARY,
  ],
  ['none at all', OWN_PROFILE, [], null],
])('%s', { tags: ['HOOK-02', 'W-08'] }, (_what, profile, webhooks, owner) => {
  const chosen = chooseWebhook(webhooks, { profile, action: 'automations', primary: PRIMARY });
  expect(chosen).toEqual(owner === null ? null : of(owner, 'automations'));
});
