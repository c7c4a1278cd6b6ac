import * as z from 'zod';
import { AccountChange, AccountState } from '../../../../../service/control/control.ts';
import { defineFlag, defineSwitch } from '../../../../framework/input/flags/flags.ts';
import { defineProfileFlag, resolveProfile } from '../../account-input.ts';
import { ACCOUNT_COLUMNS } from '../../control-views.ts';
import { defineSandboxChange } from '../../define-sandbox-change.ts';

const { platform, token, login, permission, standing, automations, messaging, page } = AccountChange.shape;
const { premium, subscriptions, longVideo, geo, kind, channel } = AccountChange.shape;

export default defineSandboxChange({
  summary: "Change the state of a profile's account on a network",
  description: 'What you do not set stays unchanged. Requests then fail in the same way as at the service.',
  examples: [
    'sandbox account set instagram --token expired',
    'sandbox account set bluesky --unlinked --profile harbour',
    'sandbox account set instagram --automations off',
    'sandbox account set instagram --messaging off',
    'sandbox account set twitter --premium on --long-video on',
    'sandbox account set instagram --login direct --json',
  ],
  positional: ['platform'],
  input: z.object({
    platform: platform.describe('network of the account'),
    profile: defineProfileFlag('alias of the profile; primary and none are the Primary Profile'),
    linked: defineSwitch('the profile has an account on the network', { conflicts: ['unlinked'] }),
    unlinked: defineSwitch('the profile has no account on the network (156)'),
    token: defineFlag(token, { placeholder: 'state' }),
    login: defineFlag(login, { placeholder: 'kind' }),
    permission: defineFlag(permission, { placeholder: 'state' }),
    standing: defineFlag(standing, { placeholder: 'state' }),
    automations: defineFlag(automations, { placeholder: 'state' }),
    messaging: defineFlag(messaging, { placeholder: 'state' }),
    page: defineFlag(page, { placeholder: 'state' }),
    premium: defineFlag(premium, { placeholder: 'state' }),
    subscriptions: defineFlag(subscriptions, { placeholder: 'state' }),
    longVideo: defineFlag(longVideo, { placeholder: 'state' }),
    geo: defineFlag(geo, { placeholder: 'state' }),
    kind: defineFlag(kind, { placeholder: 'kind' }),
    channel: defineFlag(channel, { placeholder: 'state' }),
  }),
  output: z.object({ accounts: z.array(AccountState).describe('only the changed account') }),
  records: 'accounts',
  call: 'setAccount',
  request: ({ linked, unlinked, profile, ...change }) => ({
    ...change,
    profile: resolveProfile(profile),
    linked: linked || unlinked ? linked : undefined,
  }),
  rows: ({ account }) => [account],
  // a table keeps those of the changes at any width
  columns: ({ linked, unlinked, ...given }) => {
    const changed: Readonly<Record<string, unknown>> = { ...given, linked: linked || unlinked || undefined };
    return ACCOUNT_COLUMNS.map((column) =>
      changed[column.name] === undefined ? column : { ...column, drop: 0 },
    );
  },
});
