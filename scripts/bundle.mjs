// Bundles `src` into `dist`: one CommonJS file for a start, one chunk a command, every help page written down, the
// modules that other programs import, and the licences of everything that is inside. Written to a folder of its own first: whoever starts the program
// meanwhile never gets half of it; at worst there is none for a moment, and it builds one too.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { buildCompletionTree } from '../src/cli/framework/argv/completion/build-completion-tree.ts';
import { renderHelpPage } from '../src/cli/framework/argv/help.ts';
import { renderManPages } from '../src/cli/framework/argv/man-pages.ts';
import { COMMANDS, TOPICS } from '../src/cli/framework/command/command-list.ts';
import { GROUPS } from '../src/cli/framework/command/groups.ts';
import { RENDERED_WIDTH, toCommandKey, toGroupKey, toTopicKey } from '../src/cli/framework/fast-path.ts';
import { checkGenerated, generatedModules } from './bundle/generated-modules.mjs';
import { compressedJq, plainExports, slimCommander } from './bundle/plugins.mjs';
import { listLibraryEntries } from './library-entries.mjs';
import { slimZod } from './slim-zod.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const source = join(root, 'src');
const dist = join(root, 'dist');
const fresh = join(root, 'node_modules', '.cache', `crier-dist-${process.pid}`);
const { version, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const ENTRY = join(source, 'main.ts');
/** @see docs/decisions/0030-postgres.md */
const NO_SCHEDULES = join(root, 'scripts', 'no-schedules.mjs');
/** What is needed together, and is therefore one file: to find and read a file costs as much as to run a small one. */
const GROUPS_OF_MODULES = {
  // what every command needs, and what most do
  core: [
    'start.ts',
    'cli/framework/command/command.ts',
    'cli/framework/output/failures.ts',
    'cli/framework/many/read-ids.ts',
    'cli/framework/output/cell.ts',
    'client/network-transport.ts',
    'domain/time/read-timestamp.ts',
    'service/endpoint.ts',
    'service/routes/routes.ts',
    'service/ids.ts',
    'cli/framework/output/view.ts',
    'cli/framework/many/failures.ts',
    'cli/framework/settings/state-file.ts',
  ],
  // what finds words, in comments and elsewhere
  finding: ['cli/framework/input/flags/find-flags.ts'],
  // what reads comments, as most runs do
  comments: [
    'cli/features/comments/commands/get.ts',
    'cli/features/comments/read-comments.ts',
    'cli/features/comments/comments-outcome.ts',
    'cli/features/comments/own-accounts.ts',
    'cli/framework/input/time/since.ts',
  ],
};

/** Puts the modules of each group and what they import into one file, but for what an earlier one has. */
function groupModules() {
  const roots = Object.entries(GROUPS_OF_MODULES).map(([name, files]) => [
    name,
    files.map((file) => join(source, file)),
  ]);
  const answers = new Map();
  const isPartOf = (root, id, context) => {
    const key = `${root} ${id}`;
    if (!answers.has(key)) {
      answers.set(key, id === root); // the answer for a circle
      const importers = context.getModuleInfo(id)?.importers ?? [];
      answers.set(key, id === root || importers.some((each) => isPartOf(root, each, context)));
    }
    return answers.get(key);
  };
  const name = (id, context) => {
    if (isPartOf(ENTRY, id, context)) return null;
    return roots.find(([, files]) => files.some((file) => isPartOf(file, id, context)))?.[0] ?? null;
  };
  return { includeDependenciesRecursively: false, groups: [{ name, debugName: 'groups' }] };
}

const ENTRIES = listLibraryEntries(exports);
const OF_PROGRAM = ENTRIES.filter(({ isOfProgram }) => isOfProgram);

/**
 * The entries that other programs import and that need most of the program. Only `main.cjs` knows them, by a dynamic
 * import each, so that they share its chunks and change none: a second entry of the bundle would split `main.cjs`.
 */
const libraryOfProgram = {
  name: 'library-of-program',
  transform(code, id) {
    if (id !== ENTRY) return null;
    const loads = OF_PROGRAM.map(({ source }) => `() => import(${JSON.stringify(join(root, source))})`);
    return { code: `${code}\nexport const library = [${loads.join(', ')}];`, moduleType: 'ts' };
  },
};

/** Lets ES modules import the chunk of an entry, whose name has a hash. */
function writeLibraryOfProgram(chunks) {
  for (const { name, source } of OF_PROGRAM) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === join(root, source));
    const names = chunk.modules[chunk.facadeModuleId].renderedExports;
    const file = join(fresh, 'library', `${name}.js`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      `import chunk from '../${chunk.fileName}';\nexport const { ${names.join(', ')} } = chunk;\n`,
    );
  }
}

/** The program, and apart from it what runs in a thread or a process of its own, or at a keystroke. */
async function writeAll() {
  const program = await write({ main: ENTRY }, groupModules());
  const worker = await write({ 'jq-worker': join(source, 'cli/framework/output/jq/jq-worker.ts') }, false);
  const thread = await write({ 'feed-thread': join(source, 'sandbox', 'feeds', 'feed-thread.ts') }, false);
  const keyring = await write(
    { 'keyring-program': join(source, 'process', 'keyring', 'keyring-program.ts') },
    false,
  );
  const completion = await write(
    { completion: join(source, 'cli/framework/argv/completion/answer.ts') },
    false,
  );
  const library = await writeLibrary();
  const page = await writePage();
  writeLibraryOfProgram(program);
  const chunks = [...program, ...worker, ...thread, ...keyring, ...completion, ...library, ...page];
  return new Set(chunks.flatMap(({ moduleIds }) => moduleIds));
}

/**
 * What other programs import: ES modules, which CommonJS can require. None of ours does anything when it is loaded, so
 * what an entry does not use is not in it: some entries run where there are no modules of Node.js.
 *
 * @see docs/decisions/0027-library.md
 */
async function writeLibrary() {
  const bundle = await rolldown({
    input: Object.fromEntries(
      ENTRIES.filter(({ isOfProgram }) => !isOfProgram).map(({ name, source }) => [name, join(root, source)]),
    ),
    platform: 'neutral',
    external: /^node:/,
    treeshake: { moduleSideEffects: false },
    ...WARNINGS,
  });
  return writeBundle(bundle, {
    dir: join(fresh, 'library'),
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name]-[hash].js',
    comments: { legal: false },
  });
}

/** The page of the dashboard: a browser gets nothing that is not in this folder. */
async function writePage() {
  const page = join(source, 'dashboard');
  const bundle = await rolldown({
    input: { page: join(page, 'page.tsx') },
    platform: 'browser',
    tsconfig: false,
    transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    // what imports a package of ours does nothing else; signals make components follow them when they are loaded
    treeshake: {
      moduleSideEffects: (id) => id === join(page, 'page.tsx') || id.includes(join('@preact', 'signals')),
    },
    ...WARNINGS,
  });
  const folder = join(fresh, 'dashboard');
  const chunks = await writeBundle(bundle, {
    dir: folder,
    format: 'es',
    minify: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    comments: { legal: false },
  });
  for (const name of ['page.html', 'icon.svg']) copyFileSync(join(page, name), join(folder, name));
  writeFileSync(join(folder, 'page.css'), readStyles(page));
  // as they are served: the package holds a third of their size
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
    rmSync(file);
  }
  return chunks;
}

/** Folders whose style holds for every view. */
const SHARED_STYLES = ['.', 'parts', 'search'];

/** The style of the page: what all views share, then that of each area, which holds for its own view only. */
function readStyles(page) {
  const ofCharts = readFileSync(join(root, 'node_modules', 'uplot', 'dist', 'uPlot.min.css'), 'utf8');
  const ofPage = readdirSync(page, { recursive: true })
    .filter((name) => name.endsWith('.css'))
    .map((name) => ({ style: readFileSync(join(page, name), 'utf8'), area: dirname(name).split(sep)[0] }))
    .map(({ style, area }) => ({ style, area, isShared: SHARED_STYLES.includes(area) }))
    .sort((one, other) => Number(other.isShared) - Number(one.isShared) || (one.area < other.area ? -1 : 1))
    .map(({ style, area, isShared }) => (isShared ? style : `.${area}-view {\n${style}}\n`));
  return [ofCharts, ...ofPage].join('\n');
}

/** From the sources, what answers from the sandbox does not load it; in the bundle, both are in `core`. */
const TOGETHER = 'src/client/network-transport.ts is dynamically imported by src/start.ts';

/** What ends a build: each warning but those about time, which a busy machine causes. */
const WARNINGS = { onLog: failOnWarning, checks: { bundlerTimings: false } };

function failOnWarning(level, log) {
  if (level === 'warn' && !log.message.includes(TOGETHER)) throw new Error(log.message);
}

async function write(input, codeSplitting) {
  const bundle = await rolldown({
    input,
    platform: 'node',
    // its paths lead to declarations
    tsconfig: false,
    preserveEntrySignatures: 'allow-extension',
    plugins: [generatedModules, libraryOfProgram, slimCommander, slimZod, compressedJq, plainExports],
    // undici's own switch for bundles: no look for node's builtin copy
    transform: { define: { esbuildDetection: 'true' } },
    // its main file is UMD, which cannot be bundled: docs/decisions/0023-places-in-files.md
    resolve: {
      // what is not used can be left out of modules: OpenTelemetry has 79 kB so, and 589 as CommonJS
      mainFields: ['module', 'main'],
      alias: {
        'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
        'cron-parser': NO_SCHEDULES,
        'rrule-temporal': NO_SCHEDULES,
      },
    },
    // what node-postgres looks for, and works without: a native client, and the sockets of another runtime; and the
    // library of the keyring, which is native code: docs/decisions/0041-keyring.md
    external: ['pg-native', 'cloudflare:sockets', '@napi-rs/keyring'],
    ...WARNINGS,
  });
  return writeBundle(bundle, {
    dir: fresh,
    format: 'cjs',
    minify: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    comments: { legal: false },
    // to read and keep 500 kB with other characters takes 2 ms of a start
    charset: 'ascii',
    // a builtin is required, not imported: to start node's loader of ES modules is dear
    dynamicImportInCjs: false,
    codeSplitting,
  });
}

async function writeBundle(bundle, options) {
  const { output } = await bundle.write(options);
  await bundle.close();
  return output.filter(({ type }) => type === 'chunk');
}

async function writeHelp() {
  const pages = [
    [toGroupKey([]), []],
    ...GROUPS.map(({ path }) => [toGroupKey(path), path]),
    ...COMMANDS.map(({ path }) => [toCommandKey(path), path]),
    ...TOPICS.map(({ name }) => [toTopicKey(name), [name]]),
  ];
  mkdirSync(join(fresh, 'help'), { recursive: true });
  for (const [key, path] of pages)
    writeFileSync(join(fresh, 'help', `${key}.txt`), await renderHelpPage(path, RENDERED_WIDTH));
}

async function writeCompletion() {
  writeFileSync(join(fresh, 'completion.json'), JSON.stringify(await buildCompletionTree()));
}

async function writeMan() {
  // the date that a packager may ask for, else today
  const now = process.env.SOURCE_DATE_EPOCH ? process.env.SOURCE_DATE_EPOCH * 1000 : Date.now();
  const date = new Date(now).toISOString().slice(0, 10);
  mkdirSync(join(fresh, 'man'), { recursive: true });
  for (const { file, text } of await renderManPages({ version, date }))
    writeFileSync(join(fresh, 'man', `${file}.gz`), gzipSync(text, { level: 9 }));
}

/** Licences of what some packages hold of others without saying so in their own, by name and version of the package. */
const VENDORED = join(root, 'scripts', 'licences');

const RULE = `\n\n${'-'.repeat(78)}\n\n`;

function writeLicences(modules) {
  const unused = new Set(readdirSync(VENDORED));
  const vendored = (name) =>
    unused.delete(`${name}.txt`) ? [readFileSync(join(VENDORED, `${name}.txt`), 'utf8').trim()] : [];
  const packages = new Set([...modules].flatMap((id) => findPackage(id.replaceAll(sep, '/')) ?? []));
  // packages with the same text share it
  const byText = new Map();
  for (const folder of [...packages].sort()) {
    const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    const own = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
    const text = [own, ...vendored(`${about.name}@${about.version}`)].join(RULE);
    byText.set(text, [...(byText.get(text) ?? []), `${about.name} ${about.version} (${about.license})`]);
  }
  const texts = [...byText].map(([text, names]) => `${names.join('\n')}\n\n${text}`);
  if (unused.size > 0) {
    throw new Error(`no such package is bundled, look what the new version holds: ${[...unused].join(', ')}`);
  }
  writeFileSync(join(fresh, 'THIRD-PARTY-LICENSES.txt'), `${texts.join(RULE)}\n`);
}

/**
 * Finds the folder of the package of a module: the innermost that has a package.json. Feedsmith has parts of its author's
 * in a `node_modules` of its own, which are no packages.
 */
function findPackage(module) {
  const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module)?.[0];
  if (folder === undefined || existsSync(join(folder, 'package.json'))) return folder;
  return findPackage(folder.slice(0, folder.lastIndexOf('/node_modules/')));
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

/** jq's WebAssembly is a third of the package, and takes 10 ms to decompress: docs/decisions/0021-jq-web.md. */
function writeJq() {
  const wasm = readFileSync(join(root, 'node_modules', 'jq-web', 'jq.wasm'));
  writeFileSync(join(fresh, 'jq.wasm.gz'), gzipSync(wasm, { level: 9 }));
}

checkGenerated();
rmSync(fresh, { recursive: true, force: true });
writeLicences(await writeAll());
await writeHelp();
await writeCompletion();
await writeMan();
writeJq();
install();
