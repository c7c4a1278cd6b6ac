import { formatIsoSeconds } from '../../domain/time/format-iso-seconds.ts';
import { ASSUMED } from '../../service/assumed.ts';
import type { SandboxState } from '../../service/control/control.ts';
import { LIMITS } from '../../service/limits.ts';
import { PLANS } from '../../service/plans.ts';
import { findEarliest } from '../find-earliest.ts';
import { formatTimeOrNull } from '../format-time-or-null.ts';
import type { Store } from '../store/store.ts';
import { getClockState } from './clock.ts';
import type { ControlContext, ControlHandler } from './control-handler.ts';
import { getDmLimits } from './effects.ts';

const getStatus: ControlHandler<'status'> = (_input, context) => getSandboxState(context);

const setPlan: ControlHandler<'setPlan'> = ({ plan }, { store }) => {
  store.transaction(() => store.settings.change({ plan }));
  return { plan };
};

const setRateLimit: ControlHandler<'setRateLimit'> = ({ max, suspendAfter }, { store }) => {
  store.transaction(() =>
    store.settings.change({ requestRateMax: max, ...(suspendAfter !== undefined && { suspendAfter }) }),
  );
  const { requestRate, suspendAfter: suspension } = getLimits(store);
  return { requestRate, suspendAfter: suspension };
};

const setXApp: ControlHandler<'setXApp'> = ({ credits, rateMax }, { store }) => {
  store.transaction(() =>
    store.settings.change({
      ...(credits !== undefined && { xCredits: credits }),
      ...(rateMax !== undefined && { xRateMax: rateMax }),
    }),
  );
  return getLimits(store).x;
};

export const settingsHandlers = { status: getStatus, setPlan, setRateLimit, setXApp };

export function getSandboxState(context: ControlContext): SandboxState {
  const { store, clock, file, allowance } = context;
  const { plan } = store.settings.read();
  return {
    plan,
    clock: getClockState(clock),
    due: countDue(context),
    oldestDue: getOldestDue(context),
    upcoming: countUpcoming(context),
    sent: countSent(store),
    held: [...store.outbound.listBlocked(allowance)],
    allowed: allowance,
    automations: { max: PLANS[plan].activeAutomations, active: countActiveAutomations(store) },
    limits: { ...getLimits(store), dms: getDmLimits(store, clock.now()) },
    lastFault: getLastFault(context),
    file,
  };
}

/** Includes deliveries and callbacks that were pruned since. */
function countSent(store: Store): SandboxState['sent'] {
  const { deliveries, callbacks } = store.outbound.countSent();
  const { prunedSent } = store.settings.read();
  return {
    deliveries: deliveries + prunedSent.deliveries,
    callbacks: callbacks + prunedSent.callbacks,
  };
}

function countDue({ store, clock, allowance }: ControlContext): SandboxState['due'] {
  const { dispatches, duePosts, outbound } = store;
  const now = clock.now();
  return {
    dispatches: dispatches.countDue(now),
    ...duePosts.countDue(now),
    ...outbound.countDue(now, allowance),
  };
}

/** When the next work is due, including overdue work; null when there is none. */
function findNextDue({ store, allowance }: ControlContext): number | null {
  const { next } = store.outbound.countPending(allowance);
  return findEarliest([store.dispatches.summarizeOpen().next, store.posts.getNextDue(), next]);
}

function getOldestDue(context: ControlContext): SandboxState['oldestDue'] {
  const now = context.clock.now();
  const next = findNextDue(context);
  return next === null || next > now ? null : { dueAt: formatIsoSeconds(next), ageMs: now - next };
}

function getLastFault(context: ControlContext): SandboxState['lastFault'] {
  const fault = context.lastFault();
  return fault === null ? null : { ...fault, time: formatIsoSeconds(fault.time) };
}

function countUpcoming(context: ControlContext): SandboxState['upcoming'] {
  const { store, allowance } = context;
  const dispatches = store.dispatches.summarizeOpen();
  const { deliveries, callbacks } = store.outbound.countPending(allowance);
  return {
    dispatches: dispatches.count,
    ...store.duePosts.countAll(),
    deliveries,
    callbacks,
    next: formatTimeOrNull(findNextDue(context)),
  };
}

function countActiveAutomations({ profiles, automations }: Store): Readonly<Record<string, number>> {
  return Object.fromEntries(profiles.all().map(({ id, alias }) => [alias, automations.countActive(id)]));
}

function getLimits(store: Store): Omit<SandboxState['limits'], 'dms'> {
  const { requestRateMax, suspendAfter, xCredits, xRateMax } = store.settings.read();
  return {
    requestRate: { max: requestRateMax, windowMs: LIMITS.requestRate.windowMs },
    suspendAfter: { refusals: suspendAfter, windowMs: LIMITS.suspendAfter.windowMs },
    x: { credits: xCredits, rateMax: xRateMax, windowMs: ASSUMED.xWindowMs },
  };
}
