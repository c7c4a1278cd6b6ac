import { formatIsoSeconds, readTimestamp } from '../../domain/time/read-timestamp.ts';
import { ASSUMED } from '../../service/assumed.ts';
import type { ClockState, SandboxState } from '../../service/control/control.ts';
import { LIMITS } from '../../service/limits.ts';
import { PLANS } from '../../service/plans.ts';
import { AUTOMATION_PLATFORM } from '../../service/platforms.ts';
import { CLOCK_RANGE } from '../../service/times.ts';
import type { Database } from '../../storage/open-database.ts';
import { findEarliest, floorToSecond, formatTimeOrNull } from '../clock.ts';
import { limitWaits } from '../engine/scheduler/limit-waits.ts';
import { createInputFailure } from '../http/service-failure.ts';
import { countActiveOfProfile } from '../store/automations/automations.ts';
import { countDueDispatches, summarizeOpenDispatches } from '../store/automations/dispatches.ts';
import { countDueFeeds, countFeeds, getNextFeedDue } from '../store/feeds.ts';
import { countMediaBytes } from '../store/media-files.ts';
import { listClosedPeople } from '../store/messages.ts';
import {
  countDueOutbound,
  countPendingOutbound,
  countSentOutbound,
  listBlockedAddresses,
} from '../store/outbound/attempts.ts';
import { countDuePosts, countOpenPosts, getNextPostDue } from '../store/posts.ts';
import { listAllProfiles } from '../store/profiles.ts';
import {
  changeSettings,
  clearInjectedFaults,
  insertFault,
  listInjectedFaults,
  readSettings,
} from '../store/settings.ts';
import type { ControlContext, ControlHandler } from './control-handler.ts';
import { getDmLimits } from './effects.ts';

const getStatus: ControlHandler<'status'> = (_input, context) => getSandboxState(context);

/** What is not named stays. */
const setPlan: ControlHandler<'setPlan'> = (change, { store }) =>
  store.transaction(() => {
    const before = readSettings(store);
    const plan = change.plan ?? before.plan;
    const { ads, messages, maxPack } = change.addOns ?? {};
    const addOns = {
      ads: ads ?? before.addOns.ads,
      messages: messages ?? before.addOns.messages,
      maxPack: maxPack ?? before.addOns.maxPack,
    };
    changeSettings(store, { plan, addOns });
    return { plan, addOns };
  });

const setRateLimit: ControlHandler<'setRateLimit'> = ({ max, suspendAfter }, { store }) => {
  store.transaction(() =>
    changeSettings(store, { requestRateMax: max, ...(suspendAfter !== undefined && { suspendAfter }) }),
  );
  const { requestRate, suspendAfter: suspension } = getLimits(store);
  return { requestRate, suspendAfter: suspension };
};

const setXApp: ControlHandler<'setXApp'> = ({ credits, rateMax }, { store }) => {
  store.transaction(() =>
    changeSettings(store, {
      ...(credits !== undefined && { xCredits: credits }),
      ...(rateMax !== undefined && { xRateMax: rateMax }),
    }),
  );
  return getLimits(store).x;
};

export const settingsHandlers = { status: getStatus, setPlan, setRateLimit, setXApp };

export function getSandboxState(context: ControlContext): SandboxState {
  const { store, clock, file, allowance } = context;
  const { plan, addOns } = readSettings(store);
  return {
    plan,
    addOns,
    clock: getClockState(clock),
    due: countDue(context),
    oldestDue: getOldestDue(context),
    upcoming: countUpcoming(context),
    sent: { ...countSentOutbound(store) },
    held: [...listBlockedAddresses(store, allowance)],
    allowed: allowance,
    automations: { max: PLANS[plan].activeAutomations, active: countActiveAutomations(store) },
    limits: { ...getLimits(store), dms: getDmLimits(store, clock.now()) },
    people: listClosedPeople(store, SHOWN_PEOPLE),
    lastFault: getLastFault(context),
    file,
    bytes: context.storeBytes() + countMediaBytes(store),
  };
}

/** The state is read often. */
const SHOWN_PEOPLE = 100;

function countDue({ store, clock, allowance }: ControlContext): SandboxState['due'] {
  const now = clock.now();
  return {
    dispatches: countDueDispatches(store, now),
    ...countDuePosts(store, now),
    ...countDueOutbound(store, now, allowance),
    feeds: countDueFeeds(store, now),
  };
}

/** When the next work is due, including overdue work; null when there is none. */
function findNextDue({ store, engine, allowance }: ControlContext): number | null {
  const { next } = countPendingOutbound(store, allowance);
  const feed = getNextFeedDue(store, engine.real());
  return findEarliest([summarizeOpenDispatches(store).next, getNextPostDue(store), next, feed]);
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
  const dispatches = summarizeOpenDispatches(store);
  const { deliveries, callbacks } = countPendingOutbound(store, allowance);
  return {
    dispatches: dispatches.count,
    ...countOpenPosts(store),
    deliveries,
    callbacks,
    feeds: countFeeds(store),
    next: formatTimeOrNull(findNextDue(context)),
  };
}

function countActiveAutomations(store: Database): Readonly<Record<string, number>> {
  return Object.fromEntries(
    listAllProfiles(store).map(({ id, alias }) => [alias, countActiveOfProfile(store, id)]),
  );
}

function getLimits(store: Database): Omit<SandboxState['limits'], 'dms'> {
  const { requestRateMax, suspendAfter, xCredits, xRateMax } = readSettings(store);
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
    insertFault(store, { code, network, endpoint, remaining: count, probability, variant }),
  ),
});

const listFaults: ControlHandler<'listFaults'> = (_input, { store }) => ({
  faults: [...listInjectedFaults(store)],
});

const clearFaults: ControlHandler<'clearFaults'> = ({ id = null }, { store }) => ({
  cleared: store.transaction(() => clearInjectedFaults(store, id)),
});

export const faultHandlers = { addFault, listFaults, clearFaults };
