import * as z from 'zod';
import type { AccountState } from '../../../service/control/control.ts';
import type { Fault } from '../../../service/control/faults.ts';
import { ABILITY_PLATFORM, type Abilities, type ListedMedia } from '../../../service/control/posting.ts';
import type { Platform } from '../../../service/platforms.ts';
import { AUTOMATION_PLATFORM, PLATFORMS } from '../../../service/platforms.ts';
import { type Column, pickMember, type RecordLine } from '../../framework/output/view.ts';

const TITLES: Readonly<Partial<Record<keyof AccountState, string>>> = { longVideo: 'long video' };

export const ACCOUNT_COLUMNS: readonly Column<AccountState>[] = [
  { ...pickMember('profile', 'profile'), placeholder: () => 'Primary', role: 'name', drop: 0 },
  { ...pickMember('platform', 'network'), role: 'network', drop: 0 },
  { ...pickMember('linked', 'linked'), show: ({ linked }) => (linked ? 'yes' : 'no'), drop: 0 },
  { ...pickMember('token', 'token'), drop: 1 },
  { ...pickMember('login', 'login'), drop: 4 },
  { ...pickMember('permission', 'permission'), drop: 3 },
  { ...pickMember('standing', 'standing'), drop: 2 },
  buildNetworkColumn(AUTOMATION_PLATFORM, 'automations', 4),
  {
    ...pickMember('messaging', 'messaging'),
    show: ({ platform, messaging }) => (PLATFORMS[platform].messages ? messaging : '-'),
    drop: 4,
  },
  buildNetworkColumn(AUTOMATION_PLATFORM, 'page', 4),
  ...listAbilityColumns(),
  { ...pickMember('username', 'username'), role: 'dim', drop: 5 },
  { ...pickMember('displayName', 'name'), dataOnly: true },
  { ...pickMember('id', 'id'), dataOnly: true },
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
  { ...pickMember('url', 'file'), role: 'id', drop: 0 },
  { ...pickMember('reachable', 'reachable'), show: ({ reachable }) => (reachable ? 'yes' : 'no'), drop: 0 },
  { ...pickMember('seconds', 'seconds'), align: 'right', drop: 1 },
  { ...pickMember('bytes', 'bytes'), align: 'right', drop: 1 },
  { ...pickMember('type', 'type'), placeholder: () => 'by file extension', drop: 2 },
];

export const FAULT_COLUMNS: readonly Column<Fault>[] = [
  { ...pickMember('id', 'id'), role: 'name', align: 'right', drop: 0 },
  { ...pickMember('code', 'code'), align: 'right', drop: 0 },
  { ...pickMember('variant', 'variant'), drop: 5 },
  { ...pickMember('network', 'network'), role: 'network', drop: 1 },
  { ...pickMember('endpoint', 'call'), drop: 2 },
  {
    ...pickMember('remaining', 'left'),
    show: ({ remaining }) => (remaining === null ? 'unlimited' : String(remaining)),
    align: 'right',
    drop: 3,
  },
  { ...pickMember('probability', 'probability'), drop: 4 },
];

/** A count, or `off` for no limit, parsed as null. */
export const Limit = z
  .string()
  .regex(/^(\d{1,9}|off)$/, 'must be a whole number, or off')
  .transform((text) => (text === 'off' ? null : Number(text)));

export function formatLimit(limit: number | null): string {
  return limit === null ? 'no limit' : String(limit);
}

/** The result of a command that writes a file. */
export const WrittenFile = z.strictObject({
  file: z.string().describe('absolute path of the file'),
  bytes: z.int().describe('size of the file'),
});

export function listWrittenLines({ file, bytes }: z.infer<typeof WrittenFile>): readonly RecordLine[] {
  return [
    { name: 'file', title: 'written', value: file },
    { name: 'bytes', title: 'bytes', value: bytes },
  ];
}
