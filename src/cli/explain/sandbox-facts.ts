import { AUTOMATION_PLATFORM } from '../../facts/automation.ts';
import type { AccountState, ControlAnswer } from '../../facts/control.ts';
import type { Plan } from '../../facts/plans.ts';
import type { ServiceOrSandbox } from '../config.ts';
import { type ActivityLookup, findActivity } from '../engage/find-activity.ts';
import type { SandboxControl } from '../sandbox-control.ts';

/** Something that the simulated network told the service of. */
export type NetworkEvent = ControlAnswer<'findEngagements'>['engagements'][number];

/** What this machine's sandbox knows of itself, and no service tells. */
export interface SandboxFacts {
  /** Alias of the profile that is acted for. */
  readonly profile: string;
  /** Its instagram account, linked or not; null when it never had one. */
  readonly account: AccountState | null;
  readonly plan: Plan;
  readonly dms: ControlAnswer<'status'>['limits']['dms'];
  /** Failures of DMs that were ordered and are still to come. */
  readonly faults: ControlAnswer<'listFaults'>['faults'];
  /** A process serves it: what it may reach was settled when that was started. */
  readonly isServed: boolean;
  /** What it may reach though it is not public. */
  readonly allowed: ControlAnswer<'status'>['allowed'];
  /** What the network calls so, as this profile's account was told of it; else as another's was. */
  findEvent(eventId: string): Promise<NetworkEvent | null>;
  /** Who has this handle, and what they did last with this profile's account, else with another's. */
  findPerson(handle: string): Promise<{ readonly id: string | null; readonly latest: NetworkEvent | null }>;
  /** Rows of whatever automations, what those wait for that have not ended, and the handles of their people. */
  findRows(ids: readonly string[]): Promise<ActivityLookup>;
}

export async function readSandboxFacts(
  { call, connection }: SandboxControl,
  { profile: alias }: Pick<ServiceOrSandbox, 'profile'>,
): Promise<SandboxFacts> {
  const profile = alias ?? 'primary';
  const { plan, limits, allowed } = await call('status', {});
  const { accounts } = await call('listAccounts', {});
  const { faults } = await call('listFaults', {});
  const own = (all: readonly NetworkEvent[]) =>
    all.find((each) => each.profile === profile) ?? all[0] ?? null;
  return {
    profile,
    account:
      accounts.find((each) => each.profile === profile && each.platform === AUTOMATION_PLATFORM) ?? null,
    plan,
    dms: limits.dms,
    faults: faults.filter(({ endpoint }) => endpoint === 'sendDm' || endpoint === null),
    isServed: connection.server !== null,
    allowed,
    findEvent: async (eventId) => own((await call('findEngagements', { eventId })).engagements),
    async findPerson(handle) {
      const { personId, engagements } = await call('findEngagements', { username: handle });
      return { id: personId, latest: own(engagements) };
    },
    findRows: (ids) => findActivity({ call }, ids),
  };
}
