import type { Client } from '../../../../client/client.ts';
import { readEntries } from '../../../../domain/automations/automation-entries.ts';
import { getField } from '../../../../domain/json/loose-record.ts';
import { CrierError, ignoreErrors } from '../../../../errors.ts';
import { DAY_MS } from '../../../../service/durations.ts';
import type { ActivityRow } from '../../../../service/endpoints/activity.ts';
import { type AutomationRecord, getAutomation } from '../../../../service/endpoints/automations.ts';
import { listMessages } from '../../../../service/endpoints/messages.ts';
import { getUser } from '../../../../service/endpoints/profiles.ts';
import { AUTOMATION_PLATFORM } from '../../../../service/platforms.ts';
import type { UserAnswer } from '../../../../service/profiles.ts';
import { ALL } from '../../../../service/triggers.ts';
import type { PrintedCommands } from '../../../framework/command/printed-commands.ts';
import { readComments } from '../../comments/read-comments.ts';
import { type RegisteredWebhook, readOwnWebhooks } from '../../webhooks/own-webhooks.ts';
import { getCreatedTime } from '../activity/activity-filter.ts';
import { readActivityPages } from '../activity/query-activity.ts';
import type { SandboxFacts } from '../explain/explanation.ts';
import { flattenAutomation } from '../stored-automation.ts';

/** What holds for all automations of a profile. */
export interface ProfileFacts {
  /** Null if it could not be read. */
  readonly user: UserAnswer | null;
  /** Why the account's messages cannot be read; null if they can. */
  readonly messagesFailure: CrierError | null;
  /** The profile's own webhooks; null if they could not be read. */
  readonly webhooks: readonly RegisteredWebhook[] | null;
  readonly isPrimary: boolean;
  /** Null if the service is not the local sandbox. */
  readonly sandbox: SandboxFacts | null;
  /** The service's time, in milliseconds since 1970. */
  readonly now: number;
  readonly commands: PrintedCommands;
}

/** What is known about one automation. */
export interface AutomationFacts extends ProfileFacts {
  readonly record: AutomationRecord;
  /** Its flat form. */
  readonly flat: ReturnType<typeof flattenAutomation>;
  /** Its newest rows, newest first, all of today among them unless there are very many; null if they could not be read. */
  readonly rows: readonly ActivityRow[] | null;
  /** Why the comments of the posts that it listens to cannot be read, by post; null if they can. */
  readonly posts: ReadonlyMap<string, CrierError | null>;
}

/** Reads what the checks of all automations need: three requests. */
export async function readProfileFacts(
  client: Client,
): Promise<Pick<ProfileFacts, 'user' | 'messagesFailure' | 'webhooks'>> {
  const user = await ignoreErrors(client.call(getUser, {}));
  const messagesFailure = await findFailure(
    client.call(listMessages, {
      params: { platform: AUTOMATION_PLATFORM },
      query: { conversationsOnly: true },
    }),
  );
  return { user: user?.body ?? null, messagesFailure, webhooks: await readOwnWebhooks(client) };
}

/** More targets than any automation in use has; each takes a request. */
const MOST_POSTS = 10;

/**
 * Reads an automation, its newest rows, and whether its posts exist.
 *
 * @throws CrierError when the automation cannot be read
 */
export async function readAutomationFacts(
  id: string,
  client: Client,
  profile: ProfileFacts,
): Promise<AutomationFacts> {
  const { body: record } = await client.call(getAutomation, { params: { id } });
  const flat = flattenAutomation(record);
  const posts = new Map<string, CrierError | null>();
  for (const postId of listPosts(flat).slice(0, MOST_POSTS)) {
    const read = readComments(client, { id: postId, platform: AUTOMATION_PLATFORM, comment: false });
    posts.set(postId, await findFailure(read));
  }
  return { ...profile, record, flat, rows: await readNewestRows(id, client, profile.now), posts };
}

function listPosts(flat: unknown): readonly string[] {
  const ids = readEntries(flat, 'triggers').map((trigger) => getField(trigger, 'postId'));
  return [...new Set(ids)].filter((id) => typeof id === 'string' && id !== ALL) as string[]; // as filtered
}

/** Rows that are read of today, 100 a request. */
export const MOST_ROWS = 5_000;

async function readNewestRows(
  id: string,
  client: Client,
  now: number,
): Promise<readonly ActivityRow[] | null> {
  const midnight = now - (now % DAY_MS);
  const rows: ActivityRow[] = [];
  const read = async () => {
    for await (const page of readActivityPages(client, { id })) {
      rows.push(...page.rows);
      const oldest = page.rows.at(-1);
      if (oldest === undefined || getCreatedTime(oldest) < midnight || rows.length >= MOST_ROWS) return rows;
    }
    return rows;
  };
  return ignoreErrors(read());
}

async function findFailure(answer: Promise<unknown>): Promise<CrierError | null> {
  try {
    await answer;
    return null;
  } catch (error) {
    if (error instanceof CrierError) return error;
    throw error;
  }
}
