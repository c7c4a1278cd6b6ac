import { parseBoundedJson } from '../../domain/json/bounded-json.ts';
import { isRecord } from '../../domain/json/loose-record.ts';

/** Headers by name, as written. */
export type HeaderRecord = Readonly<Record<string, string>>;

/**
 * Parses headers in several formats: the head of an HTTP request with or without the request line, also as printed by
 * `curl -v`; a JSON object, directly or under `headers`; or two tab-separated lines as `hooks sign` prints when
 * piped.
 *
 * @returns null if it contains no header
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
  const isOfNames = all.every((name) => NAME.test(name)) && names.includes('-'); // a single word can be any text
  const isTable = isOfNames && others.length === 0 && all.length === texts.length;
  return isTable && values !== '' ? all.map((name, at) => [name, texts[at] ?? ''] as const) : null;
}

/** Parses up to the empty line before the body. */
function parseRequestHead(text: string): readonly HeaderPair[] {
  const lines = text.trimStart().split(/\r?\n/);
  const end = lines.findIndex((line) => /^[<>]?\s*$/.test(line));
  return lines.slice(0, end === -1 ? undefined : end).flatMap((line) => {
    const [, name, value = ''] = /^(?:[<>] )?([^\s:]+):(.*)$/s.exec(line) ?? [];
    return name !== undefined && NAME.test(name) ? [[name, value.trim()] as const] : [];
  });
}

/** Joins repeated headers with commas. */
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
