import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'rolldown/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '..', '..', 'src');
const BUNDLE = join(import.meta.dirname, '..', '..', 'dist');
/** A post that every network has answered for. */
const POST = 'Su3gHk9WqZr5TcYb7MvN';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'crier-loads-'));
  // the first run creates the sandbox with its demo data
  listLoaded(['comments', 'get', POST, '--sandbox', '--json']);
});
afterAll(() => rmSync(home, { recursive: true }));

/**
 * Runs the program from its sources, and lists the modules that it loaded: files below `src`, those of Node, and
 * `node:Intl` where it formats times, or looks up the zone of the machine.
 */
function listLoaded(words: readonly string[], root = SOURCES): readonly string[] {
  const [start, list] = [join(home, 'start.mjs'), join(home, 'loaded.txt')];
  const main = JSON.stringify(pathToFileURL(join(root, root === SOURCES ? 'main.ts' : 'main.cjs')).href);
  writeFileSync(
    start,
    `import { appendFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
writeFileSync(${JSON.stringify(list)}, '');
registerHooks({ load(url, context, next) { appendFileSync(${JSON.stringify(list)}, url + '\\n'); return next(url, context); } });
const note = (make) => (type, ...given) => {
  appendFileSync(${JSON.stringify(list)}, 'node:Intl\\n');
  return make(type, ...given);
};
Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, { apply: note(Reflect.apply), construct: note(Reflect.construct) });
process.execve = undefined;
await (await import(${main})).main();
`,
  );
  const env = { PATH: process.env['PATH'] ?? '', HOME: home };
  const { status, stderr } = spawnSync(process.execPath, [start, ...words], {
    cwd: home,
    env,
    encoding: 'utf8',
  });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  return readFileSync(list, 'utf8')
    .split('\n')
    .filter((url) => url.startsWith('node:') || url.startsWith(pathToFileURL(root).href))
    .map((url) => (url.startsWith('node:') ? url : relative(root, fileURLToPath(url)).replaceAll('\\', '/')));
}

/** The files of `service/endpoints` that are in a text, by descriptions that stand in no other source. */
function listFilesInside(text: string): readonly string[] {
  const texts = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({ file, text: readFileSync(join(SOURCES, file), 'utf8') }));
  const files = texts
    .filter(({ file }) => file.startsWith(join('service', 'endpoints/')))
    .map((each) => ({
      file: basename(each.file),
      descriptions: [...each.text.matchAll(/describe\(\s*'([^'\\]{9,})'/g)]
        .map(([, words = '']) => words)
        .filter((words) => texts.filter((other) => other.text.includes(words)).length === 1),
    }));
  expect(files.filter(({ descriptions }) => descriptions.length === 0)).toEqual([]);
  return files
    .filter(({ descriptions }) => descriptions.some((each) => text.includes(each)))
    .map(({ file }) => file);
}

/** Patterns of the regular expressions that a script makes when it is loaded: those in no function. */
function listExpressionsAtLoading(script: string): readonly string[] {
  const patterns: string[] = [];
  let depth = 0;
  const enter = () => {
    depth += 1;
  };
  const leave = () => {
    depth -= 1;
  };
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    Literal(node) {
      if (depth === 0 && 'regex' in node) patterns.push(node.regex.pattern);
    },
  }).visit(parseSync('chunk.cjs', script).program);
  return patterns;
}

const inFolder = (loaded: readonly string[], folder: string) =>
  loaded.filter((path) => path.startsWith(folder)).toSorted();

describe('a read of comments from the sandbox loads what it needs, and not', () => {
  let loaded: readonly string[];
  beforeAll(() => {
    loaded = listLoaded(['comments', 'get', POST, '--sandbox', '--json']);
  });

  test('the schemas of other endpoints, from the bundle', () => {
    const chunks = listLoaded(['comments', 'get', POST, '--sandbox', '--json'], BUNDLE).filter((name) =>
      name.endsWith('.cjs'),
    );
    const text = chunks.map((name) => readFileSync(join(BUNDLE, name), 'utf8')).join('\n');
    expect(listFilesInside(text)).toEqual(['comments.ts']);
  });

  // V8 reads the tables of Unicode for each of them, which takes up to 1 ms; that of control characters is short
  test('expressions with properties of Unicode that are made at once', () => {
    const chunks = listLoaded(['comments', 'get', POST, '--sandbox', '--json'], BUNDLE).filter((name) =>
      /^(?:core|comments|get|find-flags|find-words|fold-keyword|keyword-search)-/.test(name),
    );
    expect(chunks.length).toBeGreaterThan(3);
    const made = chunks.flatMap((name) => listExpressionsAtLoading(readFileSync(join(BUNDLE, name), 'utf8')));
    expect(made).toContain(String.raw`^\d+(?:_\d+)*$`);
    expect(made.filter((pattern) => /\\p\{(?!Cc)/.test(pattern))).toEqual([]);
  });

  test('the handlers of other endpoints', () => {
    const handlers = inFolder(loaded, 'sandbox/handlers/').map((path) =>
      path.replace('sandbox/handlers/', ''),
    );
    expect(handlers).toContain('comments/get-comments.ts');
    expect(
      handlers.filter((name) => /post|profile|webhook|automation|media|write|delete/.test(name)),
    ).toEqual([]);
  });

  test('tools for models, the demo data, the control interface, or what sends to other addresses', () => {
    for (const folder of ['agents/', 'sandbox/demo/', 'sandbox/control/', 'outbound/']) {
      expect({ folder, loaded: inFolder(loaded, folder) }).toEqual({ folder, loaded: [] });
    }
  });

  // what measures texts for terminals is a third of a start, and to look up the zone of the machine a tenth
  test.each(['node:crypto', 'node:https', 'node:Intl', 'cli/framework/output/text/width.ts'])(
    '%s',
    (name) => {
      expect(loaded).not.toContain(name);
    },
  );
});

test('the version is printed to a pipe without node:tty, which loads all of node:net', () => {
  expect(listLoaded(['--version'], BUNDLE).filter((name) => /tty|net|^core/.test(name))).toEqual([]);
});

test('a calendar loads node:crypto and asks for the zone, so what is looked for would be seen', () => {
  expect(listLoaded(['posts', 'calendar', '--sandbox'])).toEqual(
    expect.arrayContaining(['node:crypto', 'node:Intl']),
  );
});

test('a command without a service does not load the sandbox', () => {
  const loaded = listLoaded(['errors', 'show', '485']);
  expect(inFolder(loaded, 'sandbox/')).toEqual([]);
});

test.each([
  [['config', 'set', 'update-notice', 'off'], true],
  [['config', 'list'], false],
] as const)('%j loads conf: %s', (words, isLoaded) => {
  const chunks = listLoaded(words, BUNDLE).filter((name) => name.endsWith('.cjs'));
  const texts = chunks.map((name) => readFileSync(join(BUNDLE, name), 'utf8'));
  expect(texts.some((text) => text.includes('projectSuffix'))).toBe(isLoaded); // an option of conf that only conf names
});
