import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '..', '..', 'src');
/** A post that every network has answered for. */
const POST = 'Su3gHk9WqZr5TcYb7MvN';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'crier-loads-'));
  // the first run creates the sandbox with its demo data
  listLoaded(['comments', 'get', POST, '--sandbox', '--json']);
});
afterAll(() => rmSync(home, { recursive: true }));

/** Runs the program from its sources, and lists the modules that it loaded: files below `src`, and those of Node. */
function listLoaded(words: readonly string[]): readonly string[] {
  const [start, list] = [join(home, 'start.mjs'), join(home, 'loaded.txt')];
  const main = JSON.stringify(pathToFileURL(join(SOURCES, 'main.ts')).href);
  writeFileSync(
    start,
    `import { appendFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
writeFileSync(${JSON.stringify(list)}, '');
registerHooks({ load(url, context, next) { appendFileSync(${JSON.stringify(list)}, url + '\\n'); return next(url, context); } });
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
    .filter((url) => url.startsWith('node:') || url.startsWith(pathToFileURL(SOURCES).href))
    .map((url) =>
      url.startsWith('node:') ? url : relative(SOURCES, fileURLToPath(url)).replaceAll('\\', '/'),
    );
}

const inFolder = (loaded: readonly string[], folder: string) =>
  loaded.filter((path) => path.startsWith(folder)).toSorted();

describe('a read of comments from the sandbox loads what it needs, and not', () => {
  let loaded: readonly string[];
  beforeAll(() => {
    loaded = listLoaded(['comments', 'get', POST, '--sandbox', '--json']);
  });

  test('the schemas of other endpoints', () => {
    expect(inFolder(loaded, 'service/endpoints/')).toEqual(['service/endpoints/comments.ts']);
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

  test('the demo data, the control interface, or what sends to other addresses', () => {
    for (const folder of ['sandbox/demo/', 'sandbox/control/', 'outbound/']) {
      expect({ folder, loaded: inFolder(loaded, folder) }).toEqual({ folder, loaded: [] });
    }
  });

  test.each(['node:crypto', 'node:https'])('%s', (name) => {
    expect(loaded).not.toContain(name);
  });
});

test('a list of posts loads node:crypto, so what is looked for would be seen', () => {
  expect(listLoaded(['posts', 'list', '--sandbox', '-q'])).toContain('node:crypto');
});

test('a command without a service does not load the sandbox', () => {
  const loaded = listLoaded(['errors', 'show', '485']);
  expect(inFolder(loaded, 'sandbox/')).toEqual([]);
});
