import { parseSandboxFileId } from '../../domain/addresses/url-shape.ts';
import type { InspectedMedia } from '../../media/inspect-media.ts';
import type { Database } from '../../storage/open-database.ts';

/** An uploaded file: what is known about it. */
export interface MediaFile extends InspectedMedia {
  readonly id: string;
  /** Name of the file that holds its bytes; a resized file shares those of its original. */
  readonly stored: string;
  readonly profile: number;
  readonly fileName: string;
  readonly description: string | null;
  /** In sandbox time. */
  readonly created: number;
}

interface MediaFileRow extends Omit<MediaFile, 'isDamaged'> {
  isDamaged: 0 | 1;
}

const FILE = `select id, stored, profile, file_name as fileName, description, bytes, type, kind, width, height, seconds,
  is_damaged as isDamaged, created from media_files`;

const read = (row: MediaFileRow): MediaFile => ({ ...row, isDamaged: row.isDamaged === 1 });

export function findMediaFile(database: Database, id: string): MediaFile | undefined {
  const row = database.first<MediaFileRow>(`${FILE} where id = ?`, id);
  return row && read(row);
}

/** Of one profile, newest first. */
export function listMediaFiles(database: Database, profile: number): readonly MediaFile[] {
  return database
    .all<MediaFileRow>(`${FILE} where profile = ? order by created desc, row desc`, profile)
    .map(read);
}

/** Replaces an earlier upload to the same id. */
export function saveMediaFile(database: Database, { isDamaged, ...file }: MediaFile): void {
  database.run(
    `replace into media_files
           (id, stored, profile, file_name, description, bytes, type, kind, width, height, seconds, is_damaged, created)
         values (:id, :stored, :profile, :fileName, :description, :bytes, :type, :kind, :width, :height, :seconds, :isDamaged, :created)`,
    { ...file, isDamaged: Number(isDamaged) },
  );
}

export function countMediaBytes(database: Database): number {
  return database.value<number | null>('select sum(bytes) as bytes from media_files') ?? 0;
}

/** Names of the files that hold bytes. */
export function listStoredFiles(database: Database): ReadonlySet<string> {
  return new Set(database.column<string>('select distinct stored from media_files'));
}

/** Adds to the bytes of a file that YouTube has received. @returns those of before */
export function countSentToYouTube(database: Database, url: string, bytes: number): number {
  const { sent = 0 } =
    database.first<{ sent: number }>('select sent from youtube_uploads where url = ?', url) ?? {};
  database.run('replace into youtube_uploads (url, sent) values (?, ?)', url, sent + bytes);
  return sent;
}

/**
 * Facts about an uploaded file from its URL.
 *
 * @returns null when the URL is not one of an uploaded file
 */
export function findUploadedFacts(database: Database, url: string): FileFacts | null {
  const id = parseSandboxFileId(url);
  if (id === null) return null;
  const file = findMediaFile(database, id);
  if (file === undefined) return { reachable: false };
  const { type, bytes, seconds, isDamaged } = file;
  return { type, bytes, ...(seconds !== null && { seconds }), isDamaged, reachable: true };
}

/** What is known about a file of a post. */
export interface FileFacts {
  /** Null if its bytes are of no known type. */
  readonly type?: string | null | undefined;
  readonly bytes?: number | undefined;
  readonly seconds?: number | undefined;
  readonly isDamaged?: boolean | undefined;
  readonly reachable?: boolean | undefined;
}
