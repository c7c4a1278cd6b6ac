import { ASSUMED } from '../../service/assumed.ts';
import type { Fault, FaultPoint } from '../../service/control/faults.ts';
import { LIMITS } from '../../service/limits.ts';
import type { AddOnStates, Plan } from '../../service/plans.ts';
import type { Platform } from '../../service/platforms.ts';
import type { Database } from '../../storage/open-database.ts';

export interface SandboxSettings {
  plan: Plan;
  addOns: AddOnStates;
  /** Time at which the clock is frozen, in milliseconds since 1970; null while it runs. */
  setClock: number | null;
  /** How far the clock was moved ahead of the machine's, in milliseconds; null for one that was never moved. */
  clockLead: number | null;
  /** Grows whenever the clock is set or the sandbox is reset; advancing it stops then. */
  clockGeneration: number;
  /** Maximum requests of a profile per window; null for no limit. */
  requestRateMax: number | null;
  /** Number of 429 responses that suspends a profile. */
  suspendAfter: number;
  /** Requests that the X app has paid for; null for no limit. */
  xCredits: number | null;
  /** Maximum requests of the X app per window of X; null for no limit. */
  xRateMax: number | null;
  /** Daily cap over all profiles; null for the plan's. */
  dmsPerDay: number | null;
  /** Daily cap per profile; null for the same as over all profiles. */
  dmsPerDayOfProfile: number | null;
  /** Monthly conversations of an account; null for no limit. @see docs/service/readings.md#U-42 */
  conversationsPerMonth: number | null;
  /** Hourly rate limit of an account; null for the default. */
  dmsPerHour: number | null;
  /** State of the random sequence: the same store draws the same numbers. */
  randomState: number;
}

const AT_FIRST: SandboxSettings = {
  plan: ASSUMED.sandboxPlan,
  addOns: ASSUMED.sandboxAddOns,
  setClock: null,
  clockLead: null,
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
};

export function readSettings(database: Database): SandboxSettings {
  return { ...AT_FIRST, ...readChangedSettings(database) };
}

/** The caller holds the transaction when the change depends on a read. */
export function changeSettings(database: Database, part: Partial<SandboxSettings>): void {
  database.run(
    'replace into settings (id, value_json) values (1, ?)',
    JSON.stringify({ ...readChangedSettings(database), ...part }),
  );
}

function readChangedSettings(database: Database): Partial<SandboxSettings> {
  const row = database.first<{ json: string }>('select value_json as json from settings');
  // written only by `change`, from the same type
  return row === undefined ? {} : (JSON.parse(row.json) as Partial<SandboxSettings>);
}

const FAULT = 'select id, code, network, endpoint, left as remaining, probability, variant from faults';

export function listInjectedFaults(database: Database) {
  return database.all<Fault>(`${FAULT} order by id`);
}

/** Faults for this call, oldest first: for the whole request when `network` is null, or else for that network. */
export function listFaultsFor(
  database: Database,
  endpoint: FaultPoint,
  network: Platform | null,
): readonly Fault[] {
  return database.all<Fault>(
    `${FAULT} where (endpoint is null or endpoint = :endpoint) and network is :network order by id`,
    { endpoint, network },
  );
}

export function insertFault(
  database: Database,
  { code, network, endpoint, remaining, probability, variant }: Omit<Fault, 'id'>,
): Fault {
  const id = 1 + Math.max(0, ...listInjectedFaults(database).map((fault) => fault.id));
  database.run(
    'insert into faults (id, code, network, endpoint, left, probability, variant) values (:id, :code, :network, :endpoint, :remaining, :probability, :variant)',
    { id, code, network, endpoint, remaining, probability, variant },
  );
  return { id, code, network, endpoint, remaining, probability, variant };
}

/** Uses a fault once; a used-up fault is deleted. The caller holds the transaction. */
export function useFault(database: Database, { id }: Fault): void {
  database.run('update faults set left = left - 1 where id = ?', id);
  database.run('delete from faults where id = ? and left <= 0', id);
}

/** @returns how many were deleted */
export function clearInjectedFaults(database: Database, id: number | null): number {
  const found = listInjectedFaults(database).filter((fault) => id === null || fault.id === id);
  for (const fault of found) database.run('delete from faults where id = ?', fault.id);
  return found.length;
}
