import { expect, test } from 'vitest';
import { webhookFor } from '../../src/sandbox/webhook-for.ts';
import { smallStore } from '../support/small-store.ts';

const OWN = 'https://hooks.example/own';
const PRIMARYS = 'https://hooks.example/primary';

/** A store whose profiles have said where they want to be told. */
function storeWith(registered: { readonly [Alias in 'primary' | 'acme']?: string }) {
  const store = smallStore();
  const ids = { primary: store.profiles.primary().id, acme: store.profiles.withAlias('acme')?.id ?? 0 };
  for (const alias of ['primary', 'acme'] as const) {
    const secret = registered[alias];
    if (secret === undefined) continue;
    const url = alias === 'acme' ? OWN : PRIMARYS;
    store.webhooks.save({ profile: ids[alias], action: 'automations', url });
    store.webhooks.saveProfile(ids[alias], { secret: secret === '' ? null : secret, updated: 0 });
  }
  return { store, ...ids };
}

test('HOOK-02 its own, with its own secret', () => {
  const { store, acme } = storeWith({ primary: 'p', acme: 'a' });
  expect(webhookFor(store, { profile: acme, action: 'automations' })).toMatchObject({
    url: OWN,
    secret: 'a',
  });
});

test("HOOK-02 U-29 else the Primary Profile's, with the Primary Profile's secret", () => {
  const { store, acme, primary } = storeWith({ primary: 'p' });
  store.webhooks.save({ profile: acme, action: 'messages', url: OWN });
  store.webhooks.saveProfile(acme, { secret: 'a', updated: 0 });
  expect(webhookFor(store, { profile: acme, action: 'automations' })).toEqual({
    profile: primary,
    action: 'automations',
    url: PRIMARYS,
    secret: 'p',
  });
});

test('HOOK-02 never that of another action, or of another User Profile', () => {
  const { store, primary, acme } = storeWith({ acme: 'a' });
  const bare = store.profiles.withAlias('bare')?.id ?? 0;
  expect(webhookFor(store, { profile: primary, action: 'automations' })).toBeNull();
  expect(webhookFor(store, { profile: bare, action: 'automations' })).toBeNull();
  expect(webhookFor(store, { profile: acme, action: 'messages' })).toBeNull();
});

test('without a secret, nothing is signed', () => {
  const { store, acme } = storeWith({ acme: '' });
  expect(webhookFor(store, { profile: acme, action: 'automations' })?.secret).toBeNull();
});
