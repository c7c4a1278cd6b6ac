import { ASSUMED } from '../../facts/assumed.ts';
import type { SandboxState } from '../../facts/control.ts';
import { LIMITS } from '../../facts/limits.ts';
import { PLANS } from '../../facts/plans.ts';
import { findEarliest } from '../../rules/find-earliest.ts';
import { formatIsoSeconds } from '../../rules/format-iso-seconds.ts';
import { momentOrNull } from '../moment-or-null.ts';
import type { Store } from '../store/store.ts';
import { clockState } from './clock.ts';
import type { ControlContext, ControlHandler } from './control-handler.ts';
import { dmLimits } from './effects.ts';

const status: ControlHandler<'status'> = (_input, context) => sandboxState(context);

const setPlan: ControlHandler<'setPlan'> = ({ plan }, { store }) => {
  store.transaction(() => store.settings.change({ plan }));
  return { plan };
};

const setRateLimit: ControlHandler<'setRateLimit'> = ({ max, suspendAfter }, { store }) => {
  store.transaction(() =>
    store.settings.change({ requestRateMax: max, ...(suspendAfter !== undefined && { suspendAfter }) }),
  );
  const { requestRate, suspendAfter: suspension } = limits(store);
  return { requestRate, suspendAfter: suspension };
};

const setXApp: ControlHandler<'setXApp'> = ({ credits, rateMax }, { store }) => {
  store.transaction(() =>
    store.settings.change({
      ...(credits !== undefined && { xCredits: credits }),
      ...(rateMax !== undefined && { xRateMax: rateMax }),
    }),
  );
  return limits(store).x;
};

export const settingsHandlers = { status, setPlan, setRateLimit, setXApp };

export function sandboxState(context: ControlContext): SandboxState {
  const { store, clock, file, allowance } = context;
  const { plan } = store.settings.read();
  return {
    plan,
    clock: clockState(clock),
    due: dueOf(context),
    oldestDue: oldestDue(context),
    coming: comingOf(context),
    left: leftOf(store),
    held: [...store.outgoing.held(allowance)],
    allowed: allowance,
    automations: { max: PLANS[plan].activeAutomations, active: activeAutomations(store) },
    limits: { ...limits(store), dms: dmLimits(store, clock.now()) },
    lastFault: lastFault(context),
    file,
  };
}

/** Also what left long ago, and is written down nowhere else any more. */
function leftOf(store: Store): SandboxState['left'] {
  const { deliveries, callbacks } = store.outgoing.left();
  const { removedLeft } = store.settings.read();
  return {
    deliveries: deliveries + removedLeft.deliveries,
    callbacks: callbacks + removedLeft.callbacks,
  };
}

function dueOf({ store, clock, allowance }: ControlContext): SandboxState['due'] {
  const { dispatches, comingPosts, outgoing } = store;
  const now = clock.now();
  return {
    dispatches: dispatches.countDue(now),
    ...comingPosts.due(now),
    ...outgoing.due(now, allowance),
  };
}

/** When the next work falls due, also what is due by now; null when there is none. */
function nextDue({ store, allowance }: ControlContext): number | null {
  const { next } = store.outgoing.coming(allowance);
  return findEarliest([store.dispatches.unended().next, store.posts.nextDue(), next]);
}

function oldestDue(context: ControlContext): SandboxState['oldestDue'] {
  const now = context.clock.now();
  const next = nextDue(context);
  return next === null || next > now ? null : { dueAt: formatIsoSeconds(next), ageMs: now - next };
}

function lastFault(context: ControlContext): SandboxState['lastFault'] {
  const fault = context.lastFault();
  return fault === null ? null : { ...fault, time: formatIsoSeconds(fault.time) };
}

function comingOf(context: ControlContext): SandboxState['coming'] {
  const { store, allowance } = context;
  const dispatches = store.dispatches.unended();
  const { deliveries, callbacks } = store.outgoing.coming(allowance);
  return {
    dispatches: dispatches.count,
    ...store.comingPosts.all(),
    deliveries,
    callbacks,
    next: momentOrNull(nextDue(context)),
  };
}

function activeAutomations({ profiles, automations }: Store): Readonly<Record<string, number>> {
  return Object.fromEntries(profiles.all().map(({ id, alias }) => [alias, automations.countActive(id)]));
}

function limits(store: Store): Omit<SandboxState['limits'], 'dms'> {
  const { requestRateMax, suspendAfter, xCredits, xRateMax } = store.settings.read();
  return {
    requestRate: { max: requestRateMax, windowMs: LIMITS.requestRate.windowMs },
    suspendAfter: { refusals: suspendAfter, windowMs: LIMITS.suspendAfter.windowMs },
    x: { credits: xCredits, rateMax: xRateMax, windowMs: ASSUMED.xWindowMs },
  };
}
