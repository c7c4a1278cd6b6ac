import { parseBoundedJson } from './bounded-json.ts';
import { isRecord } from './loose-record.ts';

/** Headers by name, as they were written. */
export type HeaderRecord = Readonly<Record<string, string>>;

/**
 * Reads headers as programs write them down: the head of an HTTP request, with or without its first line, also as
 * `curl -v` shows it; an object of JSON, alone or under `headers`; or two lines with tabs between, as `hooks sign` prints
 * them into a pipe.
 *
 * @returns null when it holds no header at all
 */
export function parseHeaders(text: string): HeaderRecord | null {
  const bare = text.replace(/^\uFEFF/, '');
  const pairs = parseJsonHeaders(bare) ?? parseTabbedHeaders(bare) ?? parseRequestHead(bare);
  return pairs.length === 0 ? null : joinHeaders(pairs);
}

type HeaderPair = readonly [name: string, text: string];

const NAME = /^[!#$%&'*+.^_`|~\w-]+$/;

function parseJsonHeaders(text: string): readonly HeaderPair[] | null {
  if (!text.trimStart().startsWith('{')) return null;
  const value = parseJson(text);
  const named = isRecord(value) && isRecord(value['headers']) ? value['headers'] : value;
  if (!isRecord(named)) return null;
  return Object.entries(named).flatMap(([name, each]) =>
    (Array.isArray(each) ? each : [each])
      .filter((one) => typeof one === 'string' || typeof one === 'number')
      .map((one) => [name, String(one)] as const),
  );
}

function parseJson(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return undefined;
  }
}

function parseTabbedHeaders(text: string): readonly HeaderPair[] | null {
  const [names = '', values = '', ...others] = text.trimEnd().split(/\r?\n/);
  const all = names.split('\t');
  const texts = values.split('\t');
  const isOfNames = all.every((name) => NAME.test(name)) && names.includes('-'); // a word alone is any text
  const isTable = isOfNames && others.length === 0 && all.length === texts.length;
  return isTable && values !== '' ? all.map((name, at) => [name, texts[at] ?? ''] as const) : null;
}

/** Up to the empty line behind which the body begins. */
function parseRequestHead(text: string): readonly HeaderPair[] {
  const lines = text.trimStart().split(/\r?\n/);
  const end = lines.findIndex((line) => /^[<>]?\s*$/.test(line));
  return lines.slice(0, end === -1 ? undefined : end).flatMap((line) => {
    const [, name, value = ''] = /^(?:[<>] )?([^\s:]+):(.*)$/s.exec(line) ?? [];
    return name !== undefined && NAME.test(name) ? [[name, value.trim()] as const] : [];
  });
}

/** A header that stands several times is one, with commas between. */
function joinHeaders(pairs: readonly HeaderPair[]): HeaderRecord {
  const all = new Map<string, { readonly name: string; readonly text: string }>();
  for (const [name, text] of pairs) {
    const before = all.get(name.toLowerCase());
    all.set(
      name.toLowerCase(),
      before === undefined ? { name, text } : { ...before, text: `${before.text}, ${text}` },
    );
  }
  return Object.fromEntries([...all.values()].map(({ name, text }) => [name, text]));
}
