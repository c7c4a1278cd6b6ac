import type { Client } from '../../../../client/client.ts';
import { readCode, readNetworkErrors } from '../../../../domain/requests/read-answer.ts';
import { CrierError } from '../../../../errors.ts';
import { getSocialAnalytics } from '../../../../service/endpoints/analytics.ts';
import { listMessages } from '../../../../service/endpoints/messages.ts';
import { getUser } from '../../../../service/endpoints/profiles.ts';
import {
  MessagePlatform,
  PLATFORMS,
  Platform,
  SOCIAL_ANALYTICS_PLATFORMS,
} from '../../../../service/platforms.ts';
import type { UserAnswer } from '../../../../service/profiles.ts';
import { isLinked } from '../linked-accounts.ts';

/** Why a network refuses something. */
export interface AccountRefusal {
  readonly code: number | null;
  readonly message: string;
}

/** What the service tells about the linked account of a network. */
export interface AccountFacts {
  readonly platform: Platform;
  /** Null where the service lists the network, and not the account. */
  readonly account: NonNullable<UserAnswer['displayNames']>[number] | null;
  /** Whether the service lists the network as active. */
  readonly isActive: boolean;
  /** What the network answers when something of the account is read; null if it accepts, or was not asked. */
  readonly refusal: AccountRefusal | null;
  /** What it answers to a read of conversations. */
  readonly messagesRefusal: AccountRefusal | null;
  /** Whether conversations could be read. */
  readonly readsMessages: boolean;
}

/** What was read of a profile. */
export interface ProfileHealth {
  readonly title: string | null;
  readonly refId: string | null;
  readonly accounts: readonly AccountFacts[];
}

/**
 * Reads what the service tells about a profile's accounts: one request for the profile, one for all networks, and one for
 * each network whose messages are read without an app of the account's own.
 *
 * @param hasXPair whether requests can reach X
 */
export async function readProfileHealth(client: Client, hasXPair: boolean): Promise<ProfileHealth> {
  const { body: user } = await client.call(getUser, { query: { validate: true } });
  const linked = Platform.options.filter((each) => isLinked(user, each));
  const asked = linked.filter(
    (each) => SOCIAL_ANALYTICS_PLATFORMS.includes(each) && (hasXPair || !PLATFORMS[each].usesOwnApp),
  );
  const refusals = asked.length === 0 ? new Map<string, AccountRefusal>() : await readRefusals(client, asked);
  const messaging = linked.flatMap((each) => {
    const { data } = MessagePlatform.safeParse(each);
    return data === undefined || PLATFORMS[data].usesOwnApp ? [] : [data];
  });
  const answers = new Map<Platform, AccountRefusal | null>();
  for (const platform of messaging) answers.set(platform, await readMessagesRefusal(client, platform));
  return {
    title: user.title ?? null,
    refId: user.refId ?? null,
    accounts: linked.map((platform) => ({
      platform,
      account: user.displayNames?.find((each) => each.platform === platform) ?? null,
      isActive: user.activeSocialAccounts?.includes(platform) ?? false,
      refusal: refusals.get(platform) ?? null,
      messagesRefusal: answers.get(platform) ?? null,
      readsMessages: answers.get(platform) === null,
    })),
  };
}

/** Asks all networks at once for figures of the accounts, which needs a link that the network still accepts. */
async function readRefusals(
  client: Client,
  platforms: readonly Platform[],
): Promise<ReadonlyMap<string, AccountRefusal>> {
  const toRefusals = (errors: unknown) =>
    new Map(
      readNetworkErrors(errors).map(({ platform, code, message }) => [
        platform ?? '',
        { code, message: message ?? '' },
      ]),
    );
  try {
    return toRefusals(
      (await client.call(getSocialAnalytics, { body: { platforms: [...platforms] } })).body.errors,
    );
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    const { errors = [], code = null } = error.facts;
    if (errors.length > 0) return toRefusals(errors);
    const [only, ...others] = platforms;
    if (only !== undefined && others.length === 0 && code !== null)
      return new Map([[only, { code: readCode(code), message: error.message }]]);
    throw error;
  }
}

async function readMessagesRefusal(
  client: Client,
  platform: MessagePlatform,
): Promise<AccountRefusal | null> {
  try {
    await client.call(listMessages, { params: { platform }, query: { conversationsOnly: true } });
    return null;
  } catch (error) {
    if (!(error instanceof CrierError) || error.kind === 'unavailable') throw error;
    return { code: error.facts.code ?? null, message: error.message };
  }
}
