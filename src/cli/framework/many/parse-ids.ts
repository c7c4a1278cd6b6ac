import { tryParseBoundedJson } from '../../../domain/json/bounded-json.ts';
import { getField, isRecord, type LooseRecord } from '../../../domain/json/loose-record.ts';
import { createUsageError } from '../../../errors.ts';
import { CommentPlatform, PLATFORMS } from '../../../service/platforms.ts';
import { isDefused } from '../input/files/own-cells.ts';
import { findLost } from '../input/files/parsed-text.ts';
import { findHeader, readCsv, readPlainTsv } from '../input/files/read-csv.ts';
import { createPositionFinder, stripByteOrderMark } from '../input/files/records-file.ts';
import type { WriterNames } from '../output/reference.ts';

/** An id, and where it is in a file: `line 3 of ids.txt`. */
export interface FoundId {
  readonly id: string;
  readonly place: string;
  /** Whether JSON has it, as a text: no spreadsheet has rounded it. */
  readonly isOfJson: boolean;
  /** What its row has beside it; null where ids have no rows. */
  readonly row: IdRow | null;
}

/** What a row says of its id, as the lists of crier name it; undefined where it has no such field. */
export interface IdRow {
  /** An alias; null is the Primary Profile. */
  readonly profile: string | null | undefined;
  readonly platform: string | undefined;
  /** Of a post: its networks. */
  readonly platforms: readonly string[];
  /** TikTok: the video that was commented on. */
  readonly videoId: string | undefined;
  /** LinkedIn: the URN of the comment, where its id is not one. */
  readonly commentUrn: string | undefined;
  /** Who wrote it; undefined where rows have no authors. */
  readonly author: WriterNames | undefined;
}

/** The names of a column of ids. */
const HEADER = /^"?id"?$/i;

/**
 * Parses a file of ids: one per line, of which only the first cell before a tab counts, a table in which the first
 * line names a column `id`, or JSON as crier prints a list.
 *
 * @param name of the file, for messages
 * @throws CrierError of kind usage for a table that cannot be read
 */
export function parseIds(text: string, name: string): readonly FoundId[] {
  const bare = stripByteOrderMark(text);
  const placeAt = createPositionFinder(bare.replaceAll(/\r(?!\n)/g, '\n'));
  const toId = (cell: string, offset: number, row: IdRow | null = null): FoundId => ({
    id: toPlainId(cell),
    place: `line ${placeAt(offset).line} of ${name}`,
    isOfJson: false,
    row,
  });
  const lost = findLost(bare);
  if (lost >= 0)
    throw createUsageError(`${toId('', lost).place} is not valid UTF-8`, 'save the file as UTF-8');
  const records = /^\s*[[{]/.test(bare) ? listRecordIds(bare) : null;
  if (records !== null)
    return records.map((each, at) => ({ ...each, isOfJson: true, place: `record ${at + 1} of ${name}` }));
  const { separator, start } = findHeader(bare);
  const titles = (/[^\r\n]*/.exec(bare.slice(start))?.[0] ?? '')
    .split(separator)
    .map((title) => title.trim());
  const column = titles.findIndex((title) => HEADER.test(title));
  if (column < 0 || titles.length === 1) return listLines(bare, toId);
  const table = separator === '\t' ? readPlainTsv(bare) : readCsv(bare);
  const [fault] = table.faults;
  if (fault !== undefined)
    throw createUsageError(`${toId('', fault.offset).place}: ${fault.words}`, 'or write one id per line');
  return table.rows
    .slice(1)
    .map((row) => {
      const record = Object.fromEntries(titles.map((title, at) => [title, toPlainCell(row[at]?.text ?? '')]));
      return toId(row[column]?.text ?? '', row[column]?.offset ?? 0, readTableRow(record));
    })
    .filter(({ id }) => id !== '');
}

type RecordId = Omit<FoundId, 'place' | 'isOfJson'>;

/** The ids of a list in JSON, of its document, or of a record per line; null for JSON in which they are not certain. */
function listRecordIds(text: string): readonly RecordId[] | null {
  const document = tryParseBoundedJson(text);
  if (document !== undefined) return findIds(document);
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return toIds(lines.map((line) => tryParseBoundedJson(line)));
}

/**
 * Of a document, the ids of its only list, beside the results of many; one with an id of its own could mean
 * that as well, unless it names its profile or network, as records of lists do.
 */
function findIds(document: unknown): readonly RecordId[] | null {
  if (Array.isArray(document)) return toIds(document);
  if (!isRecord(document)) return null;
  const all = Object.entries(document).filter(
    ([name, value]) => name !== 'errors' && Array.isArray(value) && value.length > 0,
  );
  // a run for many has the result of each beside its records
  const lists = all.length === 2 ? all.filter(([name]) => name !== 'results') : all;
  const isRecordOfList = Object.hasOwn(document, 'profile') || Object.hasOwn(document, 'platform');
  if (Object.hasOwn(document, 'id')) return lists.length === 0 || isRecordOfList ? toIds([document]) : null;
  const [list, ...others] = lists.map(([, value]) => value);
  if (list === undefined) return []; // of a list that is empty
  return others.length === 0 && Array.isArray(list) ? toIds(list) : null;
}

function toIds(records: readonly unknown[]): readonly RecordId[] | null {
  const found = records.map((each) => ({
    id: typeof each === 'string' ? each : getField(each, 'id'),
    row: isRecord(each) ? readRow(each) : null,
  }));
  const hasId = (each: { id: unknown; row: IdRow | null }): each is RecordId => typeof each.id === 'string';
  return found.length > 0 && found.every(hasId) ? found : null;
}

function readRow(record: LooseRecord): IdRow {
  const { profile, platform, author, extra } = record;
  const known = CommentPlatform.safeParse(platform).data;
  const needs = known === undefined ? undefined : PLATFORMS[known].comments.replyNeeds;
  return {
    profile: profile === null ? null : toText(profile),
    platform: toText(platform),
    platforms: listNames(record['platforms']),
    videoId: needs === 'videoId' ? toText(getField(extra, 'videoId')) : undefined,
    commentUrn: needs === 'commentUrn' ? toText(getField(extra, 'commentUrn')) : undefined,
    author: isRecord(author)
      ? { handle: toText(author['handle']) ?? null, name: toText(author['name']) ?? null }
      : undefined,
  };
}

/** A row of csv or tsv, in which members of members have columns of their own. */
function readTableRow(cells: Readonly<Record<string, string>>): IdRow {
  const { profile, extra = '' } = cells;
  const hasAuthor = 'author.handle' in cells || 'author.name' in cells;
  return readRow({
    ...cells,
    profile: profile === '' ? null : profile, // the cell of the Primary Profile
    extra: tryParseBoundedJson(extra),
    author: hasAuthor ? { handle: cells['author.handle'], name: cells['author.name'] } : undefined,
  });
}

/** A list, or its names in one cell. */
function listNames(value: unknown): readonly string[] {
  const names = Array.isArray(value) ? value : String(value ?? '').split(/[\s,]+/);
  return names.filter((each) => typeof each === 'string' && each !== '');
}

const toText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The lines of a text; the first may be the header of a table with one column. */
function listLines(text: string, toId: (cell: string, offset: number) => FoundId): readonly FoundId[] {
  const lines = text
    .matchAll(/[^\r\n]+/g)
    .map(({ 0: line, index }) => ({ cell: line.split('\t', 1)[0] ?? '', index }));
  const found = [...lines].filter(({ cell }) => cell.trim() !== '');
  const rows = HEADER.test(found[0]?.cell.trim() ?? '') ? found.slice(1) : found;
  return rows.map(({ cell, index }) => toId(cell, index)).filter(({ id }) => id !== '');
}

/** Without the quotes of csv, and the apostrophe before a long number. */
function toPlainId(cell: string): string {
  const text = cell.trim();
  return toPlainCell(/^"(?:[^"]|"")*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text);
}

function toPlainCell(text: string): string {
  return isDefused(text) ? text.slice(1) : text;
}
