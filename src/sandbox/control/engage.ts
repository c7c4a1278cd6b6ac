import type * as z from 'zod';
import { explainMismatch, isMatchingKind } from '../../domain/automations/match-trigger.ts';
import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import type { ControlAnswer } from '../../service/control/control.ts';
import type { NewEngagement } from '../../service/control/engine.ts';
import type { Engagement } from '../../service/engagement.ts';
import { AUTOMATION_PLATFORM, MessagePlatform, PLATFORMS } from '../../service/platforms.ts';
import type { Database } from '../../storage/open-database.ts';
import type { Engine } from '../engine/engine.ts';
import { createConversationId, enqueueMessagesRead } from '../engine/events.ts';
import {
  type EngagementNotice,
  findEngagedAccount,
  findSuppression,
  flattenTriggers,
  type IngestResult,
} from '../engine/ingest.ts';
import { requireLinkedAccount } from '../handlers/automations.ts';
import { createInputFailure, ServiceFailure } from '../http/service-failure.ts';
import { engageOnInstagram } from '../networks/instagram-engagement.ts';
import {
  type Automation,
  listAutomationsByAccount,
  requireAutomation,
} from '../store/automations/automations.ts';
import { listDispatchesOfEngagement } from '../store/automations/dispatches.ts';
import {
  findEngagement,
  listEngagementsByEventId,
  listLatestEngagements,
  type StoredEngagement,
} from '../store/automations/engagements.ts';
import { findNetworkUser, findNetworkUserById } from '../store/comments.ts';
import { countVisibleMessages } from '../store/messages.ts';
import { findLinkedAccount, type NetworkAccount, type Profile } from '../store/profiles.ts';
import { readSettings } from '../store/settings.ts';
import { findSocialPost } from '../store/social-posts.ts';
import { type ControlHandler, getAlias, readPastTime, requireProfile } from './control-handler.ts';

type EngageInput = z.output<typeof NewEngagement>;

type EventResult = ControlAnswer<'engage'>['events'][number];

/** Creates engagements and reports them to the service as the network does. */
const engage: ControlHandler<'engage'> = async (input, { engine }) => {
  const { store } = engine;
  const account = requireEngagedAccount(input, store);
  const at = readPastTime(input.at, engine.now());
  // The engagement and what follows from it are written in one transaction, so that none is left unreported.
  const taken = await engine.ingest(() => buildNotices(input, { engine, account, at }));
  return { events: taken.map((each) => toEventResult(engine, { ...each, account })) };
};

/** @throws ServiceFailure 101 for anything but a DM on another network, 156 when no account is linked */
function requireEngagedAccount(
  { kind, platform, profile: alias }: EngageInput,
  store: Database,
): NetworkAccount {
  const profile = requireProfile(alias, store);
  if (platform === AUTOMATION_PLATFORM) return requireLinkedAccount(store, profile);
  if (kind !== 'dm') throw createInputFailure(`platform: must be ${AUTOMATION_PLATFORM}, except for a dm`);
  return requireLinked(profile, platform, store);
}

/** @throws ServiceFailure 156 */
function requireLinked(profile: Profile, platform: MessagePlatform, store: Database): NetworkAccount {
  const account = findLinkedAccount(store, profile.id, platform);
  if (account !== undefined) return account;
  throw new ServiceFailure(156, { message: `No ${PLATFORMS[platform].name} account is linked.`, platform });
}

/** The engagements to report: a repeated one, or new ones. The caller holds the transaction. */
function buildNotices(
  input: EngageInput,
  { engine, account, at }: { engine: Engine; account: NetworkAccount; at: number },
): readonly EngagementNotice[] {
  const { store, random } = engine;
  const accountId = account.id;
  const before = input.eventId === undefined ? undefined : findEngagement(store, accountId, input.eventId);
  if (before !== undefined) return [{ accountId, engagement: before.engagement }];
  const usernames = Array.from({ length: input.count }, (_, place) =>
    numberUsername(input.from?.username, place),
  );
  return usernames.map((username, place) => ({
    accountId,
    like: input.like,
    // Only one event can have a given id.
    engagement: engageOnInstagram(
      { store, account, random },
      { ...(place === 0 ? input : dropIds(input)), username, at },
    ),
  }));
}

function dropIds({ eventId, commentId, ...input }: EngageInput): Omit<EngageInput, 'eventId' | 'commentId'> {
  return input;
}

/** Usernames are unique. */
function numberUsername(username: string | undefined, place: number): string | undefined {
  return place === 0 || username === undefined ? username : `${username}_${place + 1}`;
}

type IngestedOnAccount = IngestResult & { account: NetworkAccount };

function toEventResult(engine: Engine, ingested: IngestedOnAccount): EventResult {
  const { notice, isDuplicate } = ingested;
  const dispatches = ingested.dispatches.map(({ id, automation, triggerType, keyword, dueAt }) => ({
    id,
    automationId: automation,
    name: requireAutomation(engine.store, automation).name,
    triggerType,
    keyword,
    dueAt: formatIsoSeconds(dueAt),
  }));
  const { eventId, from } = notice.engagement;
  const username =
    findNetworkUserById(engine.store, MessagePlatform.parse(ingested.account.platform), from.id)?.handle ??
    null;
  return {
    eventId,
    username,
    duplicate: isDuplicate,
    dispatches,
    ...(dispatches.length === 0 && { unmatched: explainNoDispatch(engine, ingested) }),
  };
}

function explainNoDispatch(
  { store }: Engine,
  { notice: { accountId, engagement }, isDuplicate, account }: IngestedOnAccount,
): NonNullable<EventResult['unmatched']> {
  const suppression = isDuplicate ? null : findSuppression(readSettings(store), { account, engagement });
  return listAutomationsByAccount(store, accountId).map((automation) => ({
    automationId: automation.id,
    name: automation.name,
    ...(suppression ?? { reason: findReason(automation, engagement) }),
  }));
}

const MOST_REASONS = 3;

/** The reasons of its triggers of this kind; if it has none, of its first trigger. */
function findReason(automation: Automation, engagement: Engagement): string {
  if (!automation.active) return 'it is paused';
  const triggers = flattenTriggers(automation);
  const ofKind = triggers.filter((trigger) => isMatchingKind(trigger, engagement));
  const asked = ofKind.length > 0 ? ofKind : triggers.slice(0, 1);
  const reasons = new Set(asked.flatMap((trigger) => explainMismatch(trigger, engagement) ?? []));
  // An automation that would match now, and did not, was different when the network first reported this event.
  return (
    [...reasons].slice(0, MOST_REASONS).join('; ') ||
    'the network reported this event before, and the automation did not match then: it was created, resumed or changed since, or automations were off'
  );
}

/** Reports that a person read what the account wrote to them. Each time is an event of its own. */
const readMessages: ControlHandler<'readMessages'> = ({ platform, profile: alias, from }, { engine }) => {
  const { store, random } = engine;
  const account = requireLinked(requireProfile(alias, store), platform, store);
  const person = findNetworkUser(store, platform, from.username);
  const messages = person === undefined ? 0 : countVisibleMessages(store, account.id, person.id);
  if (person === undefined || messages === 0)
    throw createInputFailure(
      `from: ${from.username} has no message of the account on ${PLATFORMS[platform].name}`,
    );
  const hookId = store.transaction(() =>
    enqueueMessagesRead({ store, random }, { account, person, at: engine.now() }),
  );
  const conversationId = createConversationId(account.id, person.id);
  return { username: person.handle, conversationId, messages, hookId };
};

export const engageHandlers = { engage, readMessages };

/** Older engagements of one person add nothing. */
const MAX_PER_PERSON = 100;

export const findEngagements: ControlHandler<'findEngagements'> = ({ eventId, username }, { store }) => {
  const personId = username === undefined ? null : findPersonId(username, store);
  const called = eventId === undefined ? [] : listEngagementsByEventId(store, eventId);
  const done = personId === null ? [] : listLatestEngagements(store, personId, MAX_PER_PERSON);
  return { personId, engagements: [...called, ...done].map((each) => toEngagementRecord(each, store)) };
};

/** Instagram handles are lower case; users may type them otherwise. */
function findPersonId(username: string, store: Database): string | null {
  const names = [username, username.toLowerCase()];
  const found = names
    .map((name) => findNetworkUser(store, AUTOMATION_PLATFORM, name))
    .find((user) => user !== undefined);
  return found?.id ?? null;
}

function toEngagementRecord(
  { row, accountId, engagement, received, like }: StoredEngagement,
  store: Database,
): ControlAnswer<'findEngagements'>['engagements'][number] {
  const owner = findEngagedAccount(store, accountId);
  return {
    profile: owner === undefined ? null : getAlias(owner.profile, store),
    engagement: addServicePostId(engagement, store),
    received: formatIsoSeconds(received),
    like,
    dispatches: listDispatchesOfEngagement(store, row).map(({ id, automation, dueAt }) => ({
      id,
      automationId: automation,
      name: requireAutomation(store, automation).name,
      dueAt: formatIsoSeconds(dueAt),
    })),
  };
}

/** The network does not know the service's ids. */
function addServicePostId(engagement: Engagement, store: Database): Engagement {
  if (engagement.kind !== 'comment') return engagement;
  const servicePostId = findSocialPost(store, AUTOMATION_PLATFORM, engagement.postId)?.postId ?? null;
  return { ...engagement, servicePostId };
}
