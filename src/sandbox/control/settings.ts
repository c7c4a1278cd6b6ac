import { formatIsoSeconds, readTimestamp } from '../../domain/time/read-timestamp.ts';
import { ASSUMED } from '../../service/assumed.ts';
import type { ClockState, SandboxState } from '../../service/control/control.ts';
import { LIMITS } from '../../service/limits.ts';
import { PLANS } from '../../service/plans.ts';
import { AUTOMATION_PLATFORM } from '../../service/platforms.ts';
import { CLOCK_RANGE } from '../../service/times.ts';
import { findEarliest, floorToSecond, formatTimeOrNull } from '../clock.ts';
import { limitWaits } from '../engine/scheduler/limit-waits.ts';
import { createInputFailure } from '../http/service-failure.ts';
import type { Store } from '../store/store.ts';
import type { ControlContext, ControlHandler } from './control-handler.ts';
import { getDmLimits } from './effects.ts';

const getStatus: ControlHandler<'status'> = (_input, context) => getSandboxState(context);

/** What is not named stays. */
const setPlan: ControlHandler<'setPlan'> = (change, { store }) =>
  store.transaction(() => {
    const before = store.settings.read();
    const plan = change.plan ?? before.plan;
    const { ads, messages, maxPack } = change.addOns ?? {};
    const addOns = {
      ads: ads ?? before.addOns.ads,
      messages: messages ?? before.addOns.messages,
      maxPack: maxPack ?? before.addOns.maxPack,
    };
    store.settings.change({ plan, addOns });
    return { plan, addOns };
  });

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
  const { plan, addOns } = store.settings.read();
  return {
    plan,
    addOns,
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
    bytes: context.storeBytes() + store.mediaFiles.countBytes(),
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
  const { dispatches, duePosts, feeds, outbound } = store;
  const now = clock.now();
  return {
    dispatches: dispatches.countDue(now),
    ...duePosts.countDue(now),
    ...outbound.countDue(now, allowance),
    feeds: feeds.countDue(now),
  };
}

/** When the next work is due, including overdue work; null when there is none. */
function findNextDue({ store, engine, allowance }: ControlContext): number | null {
  const { next } = store.outbound.countPending(allowance);
  const feed = store.feeds.getNextDue(engine.real());
  return findEarliest([store.dispatches.summarizeOpen().next, store.posts.getNextDue(), next, feed]);
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
    feeds: store.feeds.count(),
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

const getClock: ControlHandler<'getClock'> = (_input, { clock }) => getClockState(clock);

const setClock: ControlHandler<'setClock'> = ({ mode, now }, { clock, store }) =>
  store.transaction(() => {
    const before = clock.now();
    if (mode === 'real') clock.follow();
    else clock.set(floorToSecond(readTimestamp(now).ms ?? before));
    if (clock.now() < before) limitWaits(store, clock.now());
    return getClockState(clock);
  });

const advanceClock: ControlHandler<'advanceClock'> = async ({ ms }, { clock, engine }) => {
  if (clock.now() + ms > CLOCK_RANGE.max) {
    throw createInputFailure(`ms: must not go beyond the year 9999, from ${formatIsoSeconds(clock.now())}`);
  }
  const { ended, posted, attempts } = await engine.advance({ clock, by: ms });
  const ran = { dispatches: ended.length, ...posted, ...attempts };
  return { ...getClockState(clock), processed: ran, ended: [...ended] };
};

export const clockHandlers = { getClock, setClock, advanceClock };

function getClockState(clock: ControlContext['clock']): ClockState {
  return { mode: clock.mode(), now: formatIsoSeconds(clock.now()), aheadMs: clock.getLead() };
}

const addFault: ControlHandler<'addFault'> = (
  {
    code,
    endpoint = null,
    network = endpoint === 'sendDm' ? AUTOMATION_PLATFORM : null,
    count = null,
    probability = 1,
    variant = null,
  },
  { store },
) => ({
  fault: store.transaction(() =>
    store.faults.add({ code, network, endpoint, remaining: count, probability, variant }),
  ),
});

const listFaults: ControlHandler<'listFaults'> = (_input, { store }) => ({
  faults: [...store.faults.list()],
});

const clearFaults: ControlHandler<'clearFaults'> = ({ id = null }, { store }) => ({
  cleared: store.transaction(() => store.faults.clear(id)),
});

export const faultHandlers = { addFault, listFaults, clearFaults };
