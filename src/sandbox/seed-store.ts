import { DEFAULT_ABILITIES } from '../service/assumed.ts';
import { MINUTE_MS } from '../service/durations.ts';
import { AUTOMATION_PLATFORM } from '../service/endpoints/automations.ts';
import { CommentPlatform, type Platform } from '../service/platforms.ts';
import { generateProfileKey, generateRefId, type Random } from './generate-keys.ts';
import { deriveUserId } from './networks/network-ids.ts';
import { PRIMARY, type Seed, type SeedUser } from './seed.ts';
import { type ProfileIds, seedPosts } from './seed-posts.ts';
import type { EntryRecord } from './store/automations.ts';
import { foldWords } from './store/media.ts';
import type { Profile } from './store/profiles.ts';
import type { Store } from './store/store.ts';

/** The initial content of a new sandbox. */
interface Seeding {
  readonly store: Store;
  readonly seed: Seed;
  readonly random: Random;
  /** The demo data counts its minutes back from this time. */
  readonly anchor: number;
  /** Previous profiles: one with the same alias keeps its key and its reference id. */
  readonly profiles?: readonly Profile[];
}

/** Fills an empty store. The caller holds the transaction. */
export function seedStore(seeding: Seeding): void {
  const { store, seed, anchor } = seeding;
  const profileIds = seedProfiles(seeding);
  seedUsers(store, seed);
  seedAccounts(store, seed, profileIds);
  seedPosts({ store, seed, anchor, profileIds });
  seedTracks(store, seed);
  seedAutomations({ store, seed, anchor, profileIds });
}

function seedProfiles({ store, seed, random, anchor, profiles = [] }: Seeding): ProfileIds {
  const primary = { alias: PRIMARY, title: 'Primary Profile' };
  for (const { alias, title } of [primary, ...seed.profiles]) {
    const before = profiles.find((profile) => profile.alias === alias);
    const isPrimary = alias === PRIMARY;
    store.profiles.add({
      alias,
      title,
      refId: before?.refId ?? generateRefId(random),
      profileKey: isPrimary ? null : (before?.profileKey ?? generateProfileKey(random)),
      created: anchor,
    });
  }
  const ids = new Map(store.profiles.all().map(({ alias, id }) => [alias, id]));
  return (alias) => {
    const id = ids.get(alias);
    if (id === undefined) throw new Error(`the seed names a profile that it lacks: ${alias}`);
    return id;
  };
}

/** All users of the seed, and the owners of accounts, who write comments too. */
function seedUsers(store: Store, seed: Seed): void {
  for (const platform of CommentPlatform.options) {
    const owners = seed.accounts
      .filter((account) => account.platform === platform)
      .map(({ username, displayName }): SeedUser => ({ handle: username, name: displayName }));
    const byHandle = new Map(
      [...owners, ...Object.values(seed.users[platform])].map((user) => [user.handle, user]),
    );
    for (const user of byHandle.values()) {
      store.users.add(platform, { ...user, id: findUserId(platform, user.handle, seed) });
    }
  }
}

/** Default state of an account, without any problem. */
const IN_ORDER = {
  linked: true,
  permission: 'granted',
  standing: 'good',
  automations: 'on',
  messaging: 'on',
  page: 'selected',
  abilities: DEFAULT_ABILITIES,
} as const;

function seedAccounts(store: Store, seed: Seed, profileIds: ProfileIds): void {
  for (const { profile, loginKind = 'direct', ...account } of seed.accounts) {
    const id = findUserId(account.platform, account.username, seed);
    store.accounts.save({ ...account, id, login: loginKind, profile: profileIds(profile), ...IN_ORDER });
  }
}

/** The id of a user on a network: the one in the seed, or else a generated one of the same format. */
function findUserId(platform: Platform, handle: string, { users, accounts }: Seed): string {
  const people = CommentPlatform.safeParse(platform).data;
  const account = accounts.find((each) => each.platform === platform && each.username === handle);
  return (people && users[people][handle]?.id) ?? account?.id ?? deriveUserId(platform, handle);
}

function seedTracks(store: Store, seed: Seed): void {
  for (const { keywords = [], available = true, ...track } of seed.tracks) {
    const words = foldWords([track.title, track.displayArtist, ...keywords].join(' '));
    store.tracks.add({ track, audioType: track.audioType ?? 'music', available, words });
  }
}

interface AutomationSeeding {
  readonly store: Store;
  readonly seed: Seed;
  readonly anchor: number;
  readonly profileIds: ProfileIds;
}

/** Stores the automations of the seed, with the ids it gives them. */
function seedAutomations({ store, seed, anchor, profileIds }: AutomationSeeding): void {
  for (const {
    minutesAgo,
    description = '',
    paused = false,
    triggers,
    actions,
    ...rest
  } of seed.automations ?? []) {
    const profile = profileIds(rest.profile);
    const account = store.accounts.findLinked(profile, AUTOMATION_PLATFORM);
    if (account === undefined) {
      throw new Error(`the seed has the automation ${rest.id} of ${rest.profile}, without an account there`);
    }
    store.automations.add({
      id: rest.id,
      name: rest.name,
      profile,
      accountId: account.id,
      description,
      active: !paused,
      created: anchor - minutesAgo * MINUTE_MS,
      triggers: triggers.map(toEntry),
      actions: actions.map(toEntry),
    });
  }
}

function toEntry<Type extends string>({
  id,
  type,
  ...config
}: {
  readonly id: string;
  readonly type: Type;
}): EntryRecord<Type> {
  return { id, type, config };
}
