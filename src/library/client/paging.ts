import { followPages, readPlace } from '../../client/follow-pages.ts';
import { getField } from '../../domain/json/loose-record.ts';
import { toCallError } from './call-error.ts';
import type { ServiceCalls } from './service-calls.ts';

/** The endpoints that answer in pages, with the name of the list in their answers. */
const PAGED = {
  listActivity: 'activity',
  listMessages: 'messages',
  getPlatformHistory: 'posts',
} as const satisfies { readonly [N in keyof ServiceCalls]?: keyof ServiceCalls[N]['answer'] };

/** The endpoints that answer in pages, with the name of the list in their answers. */
export type PagedCalls = typeof PAGED;

/** An entry of the list of an endpoint that answers in pages. */
export type PageEntry<N extends keyof PagedCalls> = EntryOf<ServiceCalls[N]['answer'], PagedCalls[N]>;

type EntryOf<Answer, Name> = Name extends keyof Answer
  ? NonNullable<Answer[Name]> extends readonly (infer Entry)[]
    ? Entry
    : never
  : never;

/** What of a request decides about its page. */
interface PageWords {
  input: { query?: object };
  options: object;
}

export type PageReader = (words: PageWords) => Promise<object>;

/**
 * Reads page after page, until the answer names no next one.
 *
 * @throws CallError of kind `unavailable` after the pages of a list that does not end
 */
export async function* readPages(
  read: PageReader,
  name: keyof PagedCalls,
  words: PageWords,
): AsyncGenerator<object, void, undefined> {
  for await (const { page } of followEntries(read, name, words)) yield page;
}

/**
 * Reads the entries of page after page, each once.
 *
 * @throws CallError of kind `unavailable` after the entries of a list that does not end
 */
export async function* readEntries(
  read: PageReader,
  name: keyof PagedCalls,
  words: PageWords,
): AsyncGenerator<unknown, void, undefined> {
  for await (const { rows } of followEntries(read, name, words)) yield* rows;
}

async function* followEntries(read: PageReader, name: keyof PagedCalls, { input, options }: PageWords) {
  const readPage = async (next: string | null) => {
    const query = { ...input.query, ...(next !== null && { next }) };
    const page = await read({ input: { ...input, query }, options });
    const list: unknown = getField(page, PAGED[name]);
    return { page, rows: Array.isArray(list) ? list : [], ...readPlace(findPlace(page)) };
  };
  try {
    yield* followPages<unknown, Awaited<ReturnType<typeof readPage>>>(readPage, {
      from: readCursor(input.query),
      keyOf: readKey,
    });
  } catch (error) {
    throw toCallError(error);
  }
}

/** The cursor with which the first page is asked for. */
function readCursor(query: object | undefined): string | null {
  const next = getField(query, 'next');
  return typeof next === 'string' ? next : null;
}

function readKey(entry: unknown): string {
  const id = getField(entry, 'id');
  return typeof id === 'string' ? id : JSON.stringify(entry);
}

/** Where the place of the next page is: in `meta.pagination`, in `meta`, or at the top. */
function findPlace(page: object): object | undefined {
  const meta = getField(page, 'meta');
  return [getField(meta, 'pagination'), meta, page].find(
    (place): place is object =>
      getField(place, 'next') !== undefined || getField(place, 'hasMore') !== undefined,
  );
}
