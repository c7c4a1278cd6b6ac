// Bundles `src` into `dist`: one CommonJS file for a start, one chunk a command, every help page written down,
// and the licences of everything that is inside. Written to a folder of its own first: whoever starts the program
// meanwhile never gets half of it; at worst there is none for a moment, and it builds one too.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { COMMANDS, GROUPS, TOPICS } from '../src/cli/command-list.ts';
import { helpPage } from '../src/cli/help.ts';
import { commandKey, groupKey, topicKey } from '../src/cli/page-keys.ts';
import { RENDERED_WIDTH } from '../src/cli/quick-answer.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const source = join(root, 'src');
const dist = join(root, 'dist');
const fresh = join(root, 'node_modules', '.cache', `crier-dist-${process.pid}`);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Modules that read folders or files in a checkout, and are plain data in the bundle. */
const generated = {
  'cli/command-list.ts': [
    listOf('COMMANDS', COMMANDS, ({ path }) => [
      `path: ${JSON.stringify(path)}`,
      `commands/${path.join('/')}.ts`,
      'default',
    ]),
    listOf('GROUPS', GROUPS, ({ path }) => [
      `path: ${JSON.stringify(path)}`,
      `commands/${path.join('/')}/group.ts`,
      'group',
    ]),
    listOf('TOPICS', TOPICS, ({ name }) => [`name: ${JSON.stringify(name)}`, `topics/${name}.ts`, 'topic']),
  ].join('\n'),
  'cli/version.ts': `export const version = () => ${JSON.stringify(version)};`,
  'cli/rendered-page.ts': `
    import { readFileSync } from 'node:fs';
    import { join } from 'node:path';
    export function renderedPage(key) {
      try { return readFileSync(join(__dirname, 'help', key + '.txt'), 'utf8'); } catch { return null; }
    }`,
};

function listOf(name, entries, describe) {
  const rows = entries.map((entry) => {
    const [head, file, member] = describe(entry);
    return `{ ${head}, load: async () => (await import(${JSON.stringify(join(source, 'cli', file))})).${member} }`;
  });
  return `export const ${name} = [\n${rows.join(',\n')}\n];`;
}

/** Parts of libraries that are never used here, and cost a start time: undici speaks HTTP/1.1 alone for us. */
const LEFT_OUT = [/undici\/lib\/dispatcher\/client-h2\.js$/];

const generatedModules = {
  name: 'generated-modules',
  load(id) {
    const path = id.startsWith(source + sep) ? id.slice(source.length + 1).replaceAll(sep, '/') : '';
    if (LEFT_OUT.some((pattern) => pattern.test(id.replaceAll(sep, '/'))))
      return { code: 'module.exports = {};' };
    return Object.hasOwn(generated, path) ? { code: generated[path], moduleType: 'js' } : null;
  },
};

async function writeProgram() {
  const bundle = await rolldown({
    input: { main: join(source, 'main.ts') },
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
    plugins: [generatedModules],
    // undici's own switch for bundles: no look for node's builtin copy
    transform: { define: { esbuildDetection: 'true' } },
    onLog(level, log) {
      if (level === 'warn') throw new Error(log.message);
    },
  });
  const { output } = await bundle.write({
    dir: fresh,
    format: 'cjs',
    minify: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    legalComments: 'none',
  });
  await bundle.close();
  return new Set(output.flatMap((chunk) => chunk.moduleIds ?? []));
}

async function writeHelp() {
  const pages = [
    [groupKey([]), []],
    ...GROUPS.map(({ path }) => [groupKey(path), path]),
    ...COMMANDS.map(({ path }) => [commandKey(path), path]),
    ...TOPICS.map(({ name }) => [topicKey(name), [name]]),
  ];
  mkdirSync(join(fresh, 'help'), { recursive: true });
  for (const [key, path] of pages)
    writeFileSync(join(fresh, 'help', `${key}.txt`), await helpPage(path, RENDERED_WIDTH));
}

function writeLicences(modules) {
  const packages = new Set(
    [...modules].flatMap(
      (id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll(sep, '/'))?.[0] ?? [],
    ),
  );
  const texts = [...packages].sort().map((folder) => {
    const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
    return `${about.name} ${about.version} (${about.license})\n\n${text}`;
  });
  writeFileSync(join(fresh, 'THIRD-PARTY-LICENSES.txt'), `${texts.join(`\n\n${'-'.repeat(78)}\n\n`)}\n`);
}

/** Puts the fresh folder in the place of the old one; another process may be doing the same at this moment. */
function install() {
  const retired = `${fresh}-old`;
  for (let attempt = 0; attempt < 20; attempt += 1) {
    rmSync(retired, { recursive: true, force: true });
    if (moved(dist, retired, ['ENOENT']) && moved(fresh, dist, ['ENOTEMPTY', 'EEXIST'])) break;
  }
  rmSync(retired, { recursive: true, force: true });
  if (existsSync(fresh)) throw new Error('others keep replacing dist');
}

/** @returns whether it may go on: a folder that is not there to be retired is as good as retired */
function moved(from, to, expected) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (!expected.includes(error.code)) throw error;
    return error.code === 'ENOENT';
  }
}

rmSync(fresh, { recursive: true, force: true });
writeLicences(await writeProgram());
await writeHelp();
install();
