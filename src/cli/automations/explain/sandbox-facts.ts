import type { AccountState, ControlAnswer } from '../../../service/control/control.ts';
import { AUTOMATION_PLATFORM } from '../../../service/endpoints/automation.ts';
import type { Plan } from '../../../service/plans.ts';
import type { ServiceOrSandbox } from '../../context/choose-service.ts';
import type { SandboxControl } from '../../context/sandbox-control.ts';
import { type ActivityLookup, findActivity } from '../activity/find-activity.ts';

/** An event that the simulated network reported. */
export type NetworkEvent = ControlAnswer<'findEngagements'>['engagements'][number];

/** What only the local sandbox knows. */
export interface SandboxFacts {
  /** Alias of the current profile. */
  readonly profile: string;
  /** Its Instagram account, linked or not; null if it never had one. */
  readonly account: AccountState | null;
  readonly plan: Plan;
  readonly dms: ControlAnswer<'status'>['limits']['dms'];
  /** Injected faults of DMs that are still pending. */
  readonly faults: ControlAnswer<'listFaults'>['faults'];
  /** A server process runs; its allowance was fixed when it started. */
  readonly isServed: boolean;
  /** Private addresses that it may reach. */
  readonly allowed: ControlAnswer<'status'>['allowed'];
  /** Finds an event by its id on the network, preferably of this profile's account. */
  findEvent(eventId: string): Promise<NetworkEvent | null>;
  /** Finds a person by handle, with the latest event, preferably on this profile's account. */
  findPerson(handle: string): Promise<{ readonly id: string | null; readonly latest: NetworkEvent | null }>;
  /** Finds rows of any automations, what they wait for, and the handles of their people. */
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
