import { PRIMARY, type Seed, type SeedAccount, type SeedProfile } from '../../sandbox/seed.ts';
import { Platform } from '../../service/platforms.ts';
import { CallError } from '../client/call-error.ts';
import type { SandboxStartOptions } from './running-sandbox.ts';

/** Builds what a new sandbox contains: the demo data or none, and the accounts and profiles that are asked for. */
export async function buildSeed({
  data = 'demo',
  platforms,
  profiles = [],
}: SandboxStartOptions): Promise<Seed> {
  const basis = data === 'demo' ? await loadDemo() : EMPTY;
  const own = platforms ?? (data === 'demo' ? [] : Platform.options);
  const added = profiles.map(({ title, alias = toAlias(title), ...rest }) => ({ title, alias, ...rest }));
  refuseDoubleProfiles([{ title: 'Primary Profile', alias: PRIMARY }, ...basis.profiles, ...added]);
  return {
    ...basis,
    profiles: [...basis.profiles, ...added.map(({ alias, title }): SeedProfile => ({ alias, title }))],
    accounts: [
      ...basis.accounts,
      ...own.map((platform) => buildAccount(PRIMARY, 'Primary Profile', platform)),
      ...added.flatMap(({ alias, title, platforms: linked = Platform.options }) =>
        linked.map((platform) => buildAccount(alias, title, platform)),
      ),
    ],
  };
}

function refuseDoubleProfiles(profiles: readonly SeedProfile[]): void {
  for (const [at, { title, alias }] of profiles.entries()) {
    if (alias === '')
      throw new CallError('usage', `profiles: "${title}" has no Latin letters: give it an alias`);
    const other = profiles.slice(0, at).find((each) => each.title === title || each.alias === alias);
    if (other === undefined) continue;
    const same = other.alias === alias ? `alias ${alias}` : `title "${title}"`;
    throw new CallError('usage', `profiles: the ${same} is taken`, {
      advice: 'give each profile its own title and alias; the demo data have some as well',
    });
  }
}

async function loadDemo(): Promise<Seed> {
  const { DEMO_SEED } = await import('../../sandbox/demo/demo-seed.ts');
  return DEMO_SEED;
}

const EMPTY: Seed = {
  profiles: [],
  accounts: [],
  users: {},
  posts: [],
  tracks: [],
};

function buildAccount(profile: string, displayName: string, platform: Platform): SeedAccount {
  return {
    profile,
    displayName,
    platform,
    username: `${profile}_${platform}`,
    token: 'ok',
    loginKind: 'page',
  };
}

/** `Acme Berlin` becomes `acme-berlin`. */
function toAlias(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
