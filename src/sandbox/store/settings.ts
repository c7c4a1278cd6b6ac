import type { Database } from '../../disk/open-database.ts';
import { ASSUMED } from '../../facts/assumed.ts';
import { LIMITS } from '../../facts/limits.ts';
import type { Plan } from '../../facts/plans.ts';

/** What a sandbox is set to. */
export interface SandboxSettings {
  readonly plan: Plan;
  /** Where a set clock stands, in milliseconds since 1970; null: it is real. */
  readonly setClock: number | null;
  /** How often the clock was set, or all began anew: who was moving it on ends then. */
  readonly clockGeneration: number;
  /** Requests that a profile may make in a window; null means no limit. */
  readonly requestRateMax: number | null;
  /** So many answers of 429 suspend a profile. */
  readonly suspendAfter: number;
  /** Requests that the X app has paid for; null means no limit. */
  readonly xCredits: number | null;
  /** Requests that the X app may make in a window of X; null means no limit. */
  readonly xRateMax: number | null;
  /** DMs a day over all profiles; null: what the plan says. */
  readonly dmsPerDay: number | null;
  /** DMs a day of each profile; null: as many as all together. */
  readonly dmsPerDayOfProfile: number | null;
  /** Conversations of an account in a month; null means no limit. @see docs/service/readings.md#U-42 */
  readonly conversationsPerMonth: number | null;
  /** DMs of an account in an hour; null: the default. */
  readonly dmsPerHour: number | null;
  /** Where the sequence of chances stands: the same store always draws the same. */
  readonly randomState: number;
  /** Requests that left for addresses of users, and whose rows were removed since. */
  readonly prunedSent: { readonly deliveries: number; readonly callbacks: number };
}

const AT_FIRST: SandboxSettings = {
  plan: ASSUMED.sandboxPlan,
  setClock: null,
  clockGeneration: 0,
  requestRateMax: LIMITS.requestRate.max,
  suspendAfter: LIMITS.suspendAfter.refusals,
  xCredits: null,
  xRateMax: null,
  dmsPerDay: null,
  dmsPerDayOfProfile: null,
  conversationsPerMonth: null,
  dmsPerHour: null,
  randomState: 1,
  prunedSent: { deliveries: 0, callbacks: 0 },
};

export interface SettingsStore {
  read(): SandboxSettings;
  /** The caller holds the transaction when what it writes depends on what it read. */
  change(part: Partial<SandboxSettings>): void;
}

export function createSettingsStore(database: Database): SettingsStore {
  const changed = (): Partial<SandboxSettings> => {
    const row = database.first<{ json: string }>('select value_json as json from settings');
    // Written by `change` alone, from the same type.
    return row === undefined ? {} : (JSON.parse(row.json) as Partial<SandboxSettings>);
  };
  return {
    read: () => ({ ...AT_FIRST, ...changed() }),
    change: (part) =>
      database.run(
        'replace into settings (id, value_json) values (1, ?)',
        JSON.stringify({ ...changed(), ...part }),
      ),
  };
}
