import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { listSourceFiles } from '../read-source.ts';

const TARGETS = 'test/support/fuzz/targets';
const DECLARED =
  /^(?:export )?(?:default )?(?:async )?(?:function\*? (\w+)|(?:const|let) (\w+)|(?:abstract )?class (\w+))/gm;
const IMPORTED = /^import (?:type )?(?:\w+, )?\{([^}]*)\} from '(\.[^']+)'/gm;
const READER =
  /^export (?:async )?function\*? ((?:parse|read|decode|tryParse)[A-Z]\w*)(?:<[^(]*>)?\(\s*(\w+)\??:\s*(?:readonly )?(?:string|Uint8Array|Buffer|unknown|AsyncIterable)\b/gm;
/** First parameters that name what is read, and are not the text of it. */
const NAMES_PLACE = /^(?:flagFile|paths?|files?|folder|id|hookId|name|label)$/;

interface ReaderSource {
  /** Texts of the declarations at the top level, by name. */
  readonly declared: ReadonlyMap<string, string>;
  /** `file name` by the name in this file. */
  readonly imported: ReadonlyMap<string, string>;
}

const readText = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

function readDeclarations(path: string, text: string): ReaderSource {
  const found = [...text.matchAll(DECLARED)];
  const declared = found.map(({ index, 1: one, 2: other, 3: third }, at): [string, string] => [
    one ?? other ?? third ?? '',
    text.slice(index, found[at + 1]?.index),
  ]);
  const imported = [...text.matchAll(IMPORTED)].flatMap(([, names = '', from = '']) =>
    names.split(',').map((each): [string, string] => {
      const [name = '', own = name] = each
        .trim()
        .replace(/^type /, '')
        .split(' as ');
      return [own, `${posix.join(posix.dirname(path), from)} ${name}`];
    }),
  );
  return { declared: new Map(declared), imported: new Map(imported) };
}

/** All that these names use, at any depth, as `file name`. */
function findUsed(start: Iterable<string>, sources: ReadonlyMap<string, ReaderSource>): ReadonlySet<string> {
  const used = new Set<string>();
  const open = [...start];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path = '', name = ''] = next.split(' ');
    const source = sources.get(path);
    const text = source?.declared.get(name);
    if (source === undefined || text === undefined || used.has(next)) continue;
    used.add(next);
    for (const [word] of text.matchAll(/\w+/g)) {
      const imported = source.imported.get(word);
      if (imported !== undefined) open.push(imported);
      else if (source.declared.has(word)) open.push(`${path} ${word}`);
    }
  }
  return used;
}

/**
 * Finds the exported functions `parse…`, `read…` and `decode…` that get a text, bytes or a value of unknown shape.
 *
 * @param targets the files of the fuzz targets (default: all)
 * @returns as `file name`: all of them, and those that no fuzz target runs
 */
export function findReaders(targets: readonly string[] = listSourceFiles(TARGETS)): {
  readonly all: readonly string[];
  readonly unfuzzed: readonly string[];
} {
  const texts = listSourceFiles('src')
    .filter((path) => !path.startsWith('src/dashboard/'))
    .map((path) => ({ path, text: readText(path) }));
  const all = texts.flatMap(({ path, text }) =>
    [...text.matchAll(READER)]
      .filter(([, , first = '']) => !NAMES_PLACE.test(first))
      .map(([, name]) => `${path} ${name}`),
  );
  const sources = new Map(texts.map(({ path, text }) => [path, readDeclarations(path, text)]));
  const start = targets.flatMap((path) => [...readDeclarations(path, readText(path)).imported.values()]);
  const used = findUsed(start, sources);
  return { all, unfuzzed: all.filter((reader) => !used.has(reader)) };
}
