import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
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

  // V8 reads the tables of Unicode for each of them, which takes up to 1 ms
  test('expressions with properties of Unicode that are made at once', () => {
    const chunks = listLoaded(['comments', 'get', POST, '--sandbox', '--json'], BUNDLE).filter((name) =>
      /^(?:core|comments|finding)-/.test(name),
    );
    expect(chunks.length).toBeGreaterThan(2);
    const made = chunks.flatMap((name) => listExpressionsAtLoading(readFileSync(join(BUNDLE, name), 'utf8')));
    expect(made).toContain(String.raw`^\d+(?:_\d+)*$`);
    expect(made.filter((pattern) => /\\p\{/.test(pattern))).toEqual([]);
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

describe('a read of comments over HTTP, from the bundle', () => {
  let files: readonly string[];
  let builtins: readonly string[];
  beforeAll(async () => {
    const server = createServer((_request, response) =>
      response.end('{"status":"success","id":"x","instagram":[]}'),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // of an address and a port
    const [list, write] = [join(home, 'at-end.txt'), join(home, 'at-end.cjs')];
    writeFileSync(
      write,
      `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(list)},
        JSON.stringify({ files: Object.keys(require.cache), builtins: process.moduleLoadList })));`,
    );
    const env = {
      HOME: home,
      CRIER_BASE_URL: `http://127.0.0.1:${port}`,
      CRIER_API_KEY: 'KEY-FOR-A-TEST-0001',
    };
    const words = ['--require', write, join(BUNDLE, '../bin/crier.js'), 'comments', 'get', 'x', '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, words, { env });
    server.close();
    expect(JSON.parse(stdout)).toMatchObject({ id: 'x', comments: [] });
    ({ files, builtins } = JSON.parse(readFileSync(list, 'utf8')));
  });

  // each file is opened twice, with its compiled code, and takes about a quarter of a millisecond
  test('loads few files', () => {
    const chunks = files
      .filter((file) => dirname(file) === BUNDLE)
      .map((file) => basename(file).split('-')[0]);
    expect(chunks.toSorted()).toEqual(['comments', 'core', 'finding', 'main.cjs', 'rolldown']);
  });

  // a request loads most of the others
  test('loads no builtin that it does not use', () => {
    const loaded = builtins.map((name) => name.replace(/^\S*Module /, ''));
    expect(loaded).toContain('http');
    expect(
      loaded.filter((name) =>
        /perf_hooks|navigator|crypto|https|timers.promises|readline|worker_threads|sqlite/.test(name),
      ),
    ).toEqual([]);
  });

  // it was one for each of 434 names, which were made at each start
  test('makes next to no function for what one file exports to another', () => {
    const texts = files.filter((file) => dirname(file) === BUNDLE).map((file) => readFileSync(file, 'utf8'));
    const functions = texts.flatMap((text) => text.match(/defineProperty\(exports/g) ?? []);
    expect(functions.length).toBeLessThan(10);
  });
});

// what it has is compiled at each start, and is in no cache
test('the file that is loaded first is short', () => {
  expect(statSync(join(BUNDLE, 'main.cjs')).size).toBeLessThan(8_000);
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
