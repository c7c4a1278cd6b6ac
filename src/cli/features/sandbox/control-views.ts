import * as z from 'zod';
import type { AccountState } from '../../../service/control/control.ts';
import type { Fault } from '../../../service/control/faults.ts';
import { ABILITY_PLATFORM, type Abilities, type ListedMedia } from '../../../service/control/posting.ts';
import type { Platform } from '../../../service/platforms.ts';
import { AUTOMATION_PLATFORM, PLATFORMS } from '../../../service/platforms.ts';
import type { Column } from '../../framework/output/view.ts';

const TITLES: Readonly<Partial<Record<keyof AccountState, string>>> = { longVideo: 'long video' };

export const ACCOUNT_COLUMNS: readonly Column<AccountState>[] = [
  { name: 'profile', title: 'profile', value: ({ profile }) => profile, role: 'name', drop: 0 },
  { name: 'platform', title: 'network', value: ({ platform }) => platform, role: 'network', drop: 0 },
  {
    name: 'linked',
    title: 'linked',
    value: ({ linked }) => linked,
    show: ({ linked }) => (linked ? 'yes' : 'no'),
    drop: 0,
  },
  { name: 'token', title: 'token', value: ({ token }) => token, drop: 1 },
  { name: 'login', title: 'login', value: ({ login }) => login, drop: 4 },
  { name: 'permission', title: 'permission', value: ({ permission }) => permission, drop: 3 },
  { name: 'standing', title: 'standing', value: ({ standing }) => standing, drop: 2 },
  buildNetworkColumn(AUTOMATION_PLATFORM, 'automations', 4),
  {
    name: 'messaging',
    title: 'messaging',
    value: ({ messaging }) => messaging,
    show: ({ platform, messaging }) => (PLATFORMS[platform].messages ? messaging : '-'),
    drop: 4,
  },
  buildNetworkColumn(AUTOMATION_PLATFORM, 'page', 4),
  ...listAbilityColumns(),
  { name: 'username', title: 'username', value: ({ username }) => username, role: 'dim', drop: 5 },
  { name: 'displayName', title: 'name', value: ({ displayName }) => displayName, dataOnly: true },
  { name: 'id', title: 'id', value: ({ id }) => id, dataOnly: true },
];

/** Posting abilities of an account; a narrow table drops these columns first. */
function listAbilityColumns(): readonly Column<AccountState>[] {
  // Object.keys forgets the names of a constant's members.
  const names = Object.keys(ABILITY_PLATFORM) as (keyof Abilities)[];
  return names.map((name) => buildNetworkColumn(ABILITY_PLATFORM[name], name, 6));
}

/** A column that applies to one network only. */
function buildNetworkColumn(
  network: Platform,
  name: 'automations' | 'page' | keyof Abilities,
  drop: number,
): Column<AccountState> {
  return {
    name,
    title: TITLES[name] ?? name,
    value: (account) => account[name],
    show: (account) => (account.platform === network ? account[name] : '-'),
    drop,
  };
}

export const MEDIA_COLUMNS: readonly Column<ListedMedia>[] = [
  { name: 'url', title: 'file', value: ({ url }) => url, role: 'id', drop: 0 },
  {
    name: 'reachable',
    title: 'reachable',
    value: ({ reachable }) => reachable,
    show: ({ reachable }) => (reachable ? 'yes' : 'no'),
    drop: 0,
  },
  { name: 'seconds', title: 'seconds', value: ({ seconds }) => seconds, align: 'right', drop: 1 },
  { name: 'bytes', title: 'bytes', value: ({ bytes }) => bytes, align: 'right', drop: 1 },
  { name: 'type', title: 'type', value: ({ type }) => type, placeholder: () => 'by file extension', drop: 2 },
];

export const FAULT_COLUMNS: readonly Column<Fault>[] = [
  { name: 'id', title: 'id', value: ({ id }) => id, role: 'name', align: 'right', drop: 0 },
  { name: 'code', title: 'code', value: ({ code }) => code, align: 'right', drop: 0 },
  { name: 'variant', title: 'variant', value: ({ variant }) => variant, drop: 5 },
  { name: 'network', title: 'network', value: ({ network }) => network, role: 'network', drop: 1 },
  { name: 'endpoint', title: 'call', value: ({ endpoint }) => endpoint, drop: 2 },
  {
    name: 'remaining',
    title: 'left',
    value: ({ remaining }) => remaining,
    show: ({ remaining }) => (remaining === null ? 'unlimited' : String(remaining)),
    align: 'right',
    drop: 3,
  },
  { name: 'probability', title: 'probability', value: ({ probability }) => probability, drop: 4 },
];

/** A count, or `off` for no limit, parsed as null. */
export const Limit = z
  .string()
  .regex(/^(\d{1,9}|off)$/, 'must be a whole number, or off')
  .transform((text) => (text === 'off' ? null : Number(text)));

export function formatLimit(limit: number | null): string {
  return limit === null ? 'no limit' : String(limit);
}
