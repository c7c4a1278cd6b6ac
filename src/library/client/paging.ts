import { getField } from '../../domain/json/loose-record.ts';
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
  readonly input: { readonly query?: object };
  readonly options: object;
}

/** Reads one page. */
export type PageReader = (words: PageWords) => Promise<object>;

/** Reads page after page, until the answer names no next one. */
export async function* readPages(
  read: PageReader,
  { input, options }: PageWords,
): AsyncGenerator<object, void, undefined> {
  for (let next: string | undefined; ; ) {
    const query = { ...input.query, ...(next !== undefined && { next }) };
    const page = await read({ input: { ...input, query }, options });
    yield page;
    const found = readNext(page);
    // a service that repeats its cursor would never end
    if (found === null || found === next) return;
    next = found;
  }
}

/** Reads the entries of page after page. */
export async function* readEntries(
  read: PageReader,
  name: keyof PagedCalls,
  words: PageWords,
): AsyncGenerator<unknown, void, undefined> {
  for await (const page of readPages(read, words)) {
    const list: unknown = getField(page, PAGED[name]);
    if (Array.isArray(list)) yield* list;
  }
}

/** The cursor of the next page: in `meta.pagination`, in `meta`, or at the top. */
function readNext(page: object): string | null {
  const meta = getField(page, 'meta');
  const places = [getField(meta, 'pagination'), meta, page];
  const next = places.map((place) => getField(place, 'next')).find((value) => value !== undefined);
  return typeof next === 'string' && next !== '' ? next : null;
}
