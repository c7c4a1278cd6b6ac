import { ASSUMED } from '../../service/assumed.ts';
import { LIMITS } from '../../service/limits.ts';
import type { Plan } from '../../service/plans.ts';
import type { Database } from '../../storage/open-database.ts';

/** Settings and state of a sandbox. */
export interface SandboxSettings {
  readonly plan: Plan;
  /** Time of a set clock, in milliseconds since 1970; null for real time. */
  readonly setClock: number | null;
  /** Grows whenever the clock is set or the sandbox is reset; advancing it stops then. */
  readonly clockGeneration: number;
  /** Maximum requests of a profile per window; null for no limit. */
  readonly requestRateMax: number | null;
  /** Number of 429 responses that suspends a profile. */
  readonly suspendAfter: number;
  /** Requests that the X app has paid for; null for no limit. */
  readonly xCredits: number | null;
  /** Maximum requests of the X app per window of X; null for no limit. */
  readonly xRateMax: number | null;
  /** Daily cap over all profiles; null for the plan's. */
  readonly dmsPerDay: number | null;
  /** Daily cap per profile; null for the same as over all profiles. */
  readonly dmsPerDayOfProfile: number | null;
  /** Monthly conversations of an account; null for no limit. @see docs/service/readings.md#U-42 */
  readonly conversationsPerMonth: number | null;
  /** Hourly rate limit of an account; null for the default. */
  readonly dmsPerHour: number | null;
  /** State of the random sequence: the same store draws the same numbers. */
  readonly randomState: number;
  /** Requests sent whose rows were pruned since. */
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
  /** The caller holds the transaction when the change depends on a read. */
  change(part: Partial<SandboxSettings>): void;
}

export function createSettingsStore(database: Database): SettingsStore {
  const changed = (): Partial<SandboxSettings> => {
    const row = database.first<{ json: string }>('select value_json as json from settings');
    // written only by `change`, from the same type
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
