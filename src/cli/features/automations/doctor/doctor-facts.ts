import type { Client } from '../../../../client/client.ts';
import { readEntries } from '../../../../domain/automations/automation-entries.ts';
import { flattenAutomation } from '../../../../domain/automations/flatten-automation.ts';
import { getField } from '../../../../domain/json/loose-record.ts';
import { CrierError, ignoreErrors } from '../../../../errors.ts';
import { DAY_MS } from '../../../../service/durations.ts';
import type { ActivityRow } from '../../../../service/endpoints/activity.ts';
import { getAutomation } from '../../../../service/endpoints/automations.ts';
import { listMessages } from '../../../../service/endpoints/messages.ts';
import { getUser } from '../../../../service/endpoints/profiles.ts';
import { AUTOMATION_PLATFORM } from '../../../../service/platforms.ts';
import { ALL } from '../../../../service/triggers.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { createPrintedCommands } from '../../../framework/command/printed-commands.ts';
import { readComments } from '../../comments/read-comments.ts';
import { isPrimary, readOwnWebhooks } from '../../webhooks/own-webhooks.ts';
import { getCreatedTime } from '../activity/activity-filter.ts';
import { readActivityPages } from '../activity/query-activity.ts';
import { readSandboxFacts } from '../explain/explanation.ts';

export type ProfileFacts = Awaited<ReturnType<typeof readProfileFacts>>;

/** Reads what the checks of all automations of a profile need: three requests. */
export async function readProfileFacts(client: Client, { service, sandbox, io }: CommandContext) {
  const { choice } = await service.choose();
  const user = await ignoreErrors(client.call(getUser, {}));
  const messages = client.call(listMessages, {
    params: { platform: AUTOMATION_PLATFORM },
    query: { conversationsOnly: true },
  });
  return {
    /** Null if it could not be read. */
    user: user?.body ?? null,
    /** Why the account's messages cannot be read; null if they can. */
    messagesFailure: await findFailure(messages),
    /** The profile's own webhooks; null if they could not be read. */
    webhooks: await readOwnWebhooks(client),
    isPrimary: isPrimary(choice),
    /** Null if the service is not the local sandbox. */
    sandbox: choice.kind === 'sandbox' ? await readSandboxFacts(await sandbox.control(), choice) : null,
    /** The service's time, in milliseconds since 1970. */
    now: io.now(),
    commands: await createPrintedCommands({ service, io }),
  };
}

export type AutomationFacts = Awaited<ReturnType<typeof readAutomationFacts>>;

/** More targets than any automation in use has; each takes a request. */
const MOST_POSTS = 10;

/**
 * Reads an automation, its newest rows, and whether its posts exist.
 *
 * @throws CrierError when the automation cannot be read
 */
export async function readAutomationFacts(id: string, client: Client, profile: ProfileFacts) {
  const { body: record } = await client.call(getAutomation, { params: { id } });
  const flat = flattenAutomation(record);
  const posts = new Map<string, CrierError | null>();
  for (const postId of listPosts(flat).slice(0, MOST_POSTS)) {
    const read = readComments(client, { id: postId, platform: AUTOMATION_PLATFORM, comment: false });
    posts.set(postId, await findFailure(read));
  }
  return {
    ...profile,
    record,
    flat,
    /** Newest first, all of today among them unless there are very many; null if they could not be read. */
    rows: await readNewestRows(id, client, profile.now),
    /** Why the comments of the posts that it listens to cannot be read, by post; null if they can. */
    posts,
  };
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
