import type { LinkMode } from '../../service/endpoints/link-sessions.ts';
import type { Platform } from '../../service/platforms.ts';
import type { Database } from '../../storage/open-database.ts';

/** What a request said about the page of a link session. */
export interface LinkSessionAbout {
  readonly mode: LinkMode;
  /** Of the mode connect. */
  readonly network: Platform | null;
  /** Null for all networks. */
  readonly allowed: readonly Platform[] | null;
  /** How Instagram is linked; null to ask. */
  readonly login: 'direct' | 'page' | null;
  readonly redirect: string | null;
  /** The page that receives events. */
  readonly origin: string | null;
}

/** A link session; times are milliseconds since 1970. */
export interface LinkSession extends LinkSessionAbout {
  readonly id: string;
  readonly profile: number;
  readonly created: number;
  /** Until then its address can be opened. */
  readonly urlUntil: number;
  readonly expires: number;
  /** When an account was first linked. */
  readonly linked: number | null;
  readonly revoked: number | null;
}

/** What a profile says about its page. @see docs/service/profiles.md#create */
export interface LinkPageTexts {
  readonly disableSocial?: readonly string[] | undefined;
  readonly hideTopHeader?: boolean | undefined;
  readonly topHeader?: string | undefined;
  readonly subHeader?: string | undefined;
  readonly hideTitle?: boolean | undefined;
}

interface SessionRow extends Omit<LinkSession, keyof LinkSessionAbout> {
  aboutJson: string;
}

const SESSION = `select id, profile, created, url_until as urlUntil, expires, linked, revoked, about_json as aboutJson
  from link_sessions`;

export function findLinkSession(database: Database, id: string): LinkSession | undefined {
  return findSessionBy(database, 'id', id);
}

/** @param digest of the token of the address, which is not stored */
export function findLinkSessionByToken(database: Database, digest: string): LinkSession | undefined {
  return findSessionBy(database, 'token_digest', digest);
}

export function insertLinkSession(
  database: Database,
  { id, profile, created, urlUntil, expires, ...about }: Omit<LinkSession, 'linked' | 'revoked'>,
  digest: string,
): void {
  database.run(
    `insert into link_sessions (id, token_digest, profile, created, url_until, expires, about_json)
         values (:id, :digest, :profile, :created, :urlUntil, :expires, :about)`,
    { id, digest, profile, created, urlUntil, expires, about: JSON.stringify(about) },
  );
}

/** Records that an account was linked; the first time counts. */
export function markSessionLinked(database: Database, id: string, at: number): void {
  database.run('update link_sessions set linked = ? where id = ? and linked is null', at, id);
}

/** Revokes the sessions of a profile that have not ended. */
export function revokeLinkSessions(database: Database, profile: number, at: number): void {
  database.run(
    'update link_sessions set revoked = :at where profile = :profile and revoked is null and expires > :at',
    { at, profile },
  );
}

/** Forgets the sessions that ended before. */
export function deleteEndedLinkSessions(database: Database, time: number): void {
  database.run('delete from link_sessions where expires < ?', time);
}

export function getLinkPageTexts(database: Database, profile: number): LinkPageTexts {
  const row = database.first<{ json: string }>(
    'select page_json as json from link_pages where profile = ?',
    profile,
  );
  // written only by `changePage`, from the same type
  return row === undefined ? {} : (JSON.parse(row.json) as LinkPageTexts);
}

/** Members that are undefined stay. */
export function changeLinkPageTexts(database: Database, profile: number, page: LinkPageTexts): void {
  const reported = Object.fromEntries(Object.entries(page).filter(([, value]) => value !== undefined));
  if (Object.keys(reported).length === 0) return;
  database.run('replace into link_pages (profile, page_json) values (:profile, :pageJson)', {
    profile,
    pageJson: JSON.stringify({ ...getLinkPageTexts(database, profile), ...reported }),
  });
}

function findSessionBy(database: Database, column: 'id' | 'token_digest', value: string) {
  const row = database.first<SessionRow>(`${SESSION} where ${column} = ?`, value);
  return row && readSession(row);
}

function readSession({ aboutJson, ...session }: SessionRow): LinkSession {
  // written only by `add`, from the same type
  return { ...session, ...(JSON.parse(aboutJson) as LinkSessionAbout) };
}
