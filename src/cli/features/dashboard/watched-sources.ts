import { statSync } from 'node:fs';
import type { InboxLocation } from '../../../receiver/inbox/open-inbox.ts';
import { isPostgres, openInbox } from '../../../receiver/inbox/open-inbox.ts';
import { MINUTE_MS, SECOND_MS } from '../../../service/durations.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import type { SharedSandbox } from '../../framework/command/sandbox/share-sandbox.ts';
import type { WatchedSource } from './follow-changes.ts';

/** Seen at once by a person, with the time to read again. */
const LOCAL_MS = 100;
/** A query of a database that others use, too. */
const POSTGRES_MS = SECOND_MS;
/** What an account has to tell is only known by reading it: a view takes at most some 30 of the 300 requests in five minutes. */
const ACCOUNT_MS = 2 * MINUTE_MS;

/**
 * What the page follows: the sandbox, or else the account, and the inbox of the receiver, whose deliveries say that the
 * account has changed, too.
 *
 * @param sandbox null for an account
 */
export function listSources(
  sandbox: SharedSandbox | null,
  inbox: InboxLocation,
  { io }: CommandContext,
): readonly WatchedSource[] {
  return [
    sandbox === null
      ? { parts: ['account'], everyMs: ACCOUNT_MS, readVersion: async () => String(io.clock.steady()) }
      : { parts: ['account'], everyMs: LOCAL_MS, readVersion: sandbox.readVersion },
    {
      parts: sandbox === null ? ['receiver', 'account'] : ['receiver'],
      ...(isPostgres(inbox.location)
        ? { everyMs: POSTGRES_MS, readVersion: createPostgresVersion(inbox, io) }
        : { everyMs: LOCAL_MS, readVersion: async () => readFileVersion(inbox.location) }),
    },
  ];
}

/** What the tabs of a page change: each reads again what it changed itself, and the others follow it. */
export function createTabChanges() {
  const made = new Map<string, number>();
  return {
    note(session: string): void {
      made.set(session, (made.get(session) ?? 0) + 1);
    },
    watchOthers(session: string): WatchedSource {
      const readVersion = async () =>
        String([...made].reduce((sum, [by, count]) => (by === session ? sum : sum + count), 0));
      return { parts: ['account'], everyMs: LOCAL_MS, readVersion };
    },
  };
}

/** The write-ahead log has what was stored last. */
function readFileVersion(file: string): string {
  const parts = [file, `${file}-wal`].map((path) => statSync(path, { throwIfNoEntry: false }));
  return parts.map((part) => (part === undefined ? 'none' : `${part.size} ${part.mtimeMs}`)).join(' ');
}

/** The newest delivery, and what the targets have not got. */
function createPostgresVersion(location: InboxLocation, io: CommandContext['io']): () => Promise<string> {
  let opened: ReturnType<typeof openInbox> | null = null;
  io.onEnd(async () => (await opened?.catch(() => null))?.close());
  return async () => {
    opened ??= openInbox(location);
    try {
      const inbox = await opened;
      return JSON.stringify([await inbox.list({}, 1), await inbox.listBacklogs()]);
    } catch (error) {
      opened = null;
      throw error;
    }
  };
}
