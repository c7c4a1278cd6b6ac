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
import { parseSync, Visitor } from 'rolldown/utils';
import { buildCompletionTree } from '../src/cli/framework/argv/completion/build-completion-tree.ts';
import { renderHelpPage } from '../src/cli/framework/argv/help.ts';
import { renderManPages } from '../src/cli/framework/argv/man-pages.ts';
import { COMMANDS, TOPICS } from '../src/cli/framework/command/command-list.ts';
import { GROUPS } from '../src/cli/framework/command/groups.ts';
import { RENDERED_WIDTH, toCommandKey, toGroupKey, toTopicKey } from '../src/cli/framework/fast-path.ts';
import { describeSet } from '../src/cli/framework/input/flags/describe-set.ts';
import { EVERY, REMOTE, WRITE } from '../src/cli/framework/input/flags/flags.ts';
import { READ, READ_PROFILES } from '../src/cli/framework/input/flags/read-flags.ts';
import { EMBEDDED_PROGRAMS } from '../src/process/embedded-files.ts';
import { ENDPOINTS } from '../src/service/endpoints.ts';
import { ROUTES } from '../src/service/routes/routes.ts';
import { listLibraryEntries } from './library-entries.mjs';
import { slimZod } from './slim-zod.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const source = join(root, 'src');
const dist = join(root, 'dist');
const fresh = join(root, 'node_modules', '.cache', `crier-dist-${process.pid}`);
const skill = readFileSync(join(root, 'skills', 'crier', 'SKILL.md'), 'utf8');
const { version, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Whether the program is a single executable: src/process/embedded-files.ts, which a chunk of its own would have. */
const EMBEDDED = "globalThis[Symbol.for('crier.embedded')]";
/** How a module of the bundle reads what lies beside it, or inside of a single executable. */
const READ_PARTS = `
  import { readFileSync } from 'node:fs';
  import { join } from 'node:path';
  const embedded = ${EMBEDDED};
  const getScript = (name) => embedded?.getThreadUrl(name) ?? join(__dirname, name);`;

/** Modules that read folders or files in a checkout, and are plain data in the bundle. */
const generated = {
  'cli/framework/command/command-list.ts': [
    listOf('COMMANDS', COMMANDS, 'path', 'default'),
    listOf('TOPICS', TOPICS, 'name', 'topic'),
  ].join('\n'),
  'cli/framework/input/flags/prebuilt-flag-sets.ts': `
    import { EVERY, REMOTE, WRITE } from ${JSON.stringify(join(source, 'cli/framework/input/flags/flags.ts'))};
    import { READ, READ_PROFILES } from ${JSON.stringify(join(source, 'cli/framework/input/flags/read-flags.ts'))};
    export const PREBUILT_FLAG_SETS = new Map([
      [EVERY, ${JSON.stringify(describeSet(EVERY))}],
      [REMOTE, ${JSON.stringify(describeSet(REMOTE))}],
      [WRITE, ${JSON.stringify(describeSet(WRITE))}],
      [READ, ${JSON.stringify(describeSet(READ))}],
      [READ_PROFILES, ${JSON.stringify(describeSet(READ_PROFILES))}],
    ]);`,
  'cli/framework/output/built-parts.ts': `${READ_PARTS}
    import { readdirSync } from 'node:fs';
    export const readVersion = () => ${JSON.stringify(version)};
    export function findRenderedPage(key) {
      const name = 'help/' + key + '.txt';
      if (embedded !== undefined) return embedded.read(name)?.toString() ?? null;
      try { return readFileSync(join(__dirname, name), 'utf8'); } catch { return null; }
    }
    export const getWorkerFile = () => getScript('jq-worker.cjs');
    export const listPageFiles = () => embedded?.list('dashboard') ?? readdirSync(join(__dirname, 'dashboard'));
    export function readPageFile(name) {
      return embedded?.read('dashboard/' + name) ?? readFileSync(join(__dirname, 'dashboard', name));
    }`,
  'cli/features/skill/skill-source.ts': `export const readSkillSource = () => ${JSON.stringify(skill)};`,
  'sandbox/feeds/feed-thread-file.ts': `${READ_PARTS}
    export const getFeedThreadFile = () => getScript('feed-thread.cjs');`,
  'process/keyring/keyring-program-file.ts': `${READ_PARTS}
    export function getKeyringProgram() {
      return embedded === undefined ? join(__dirname, 'keyring-program.cjs') : ${JSON.stringify(EMBEDDED_PROGRAMS.keyring)};
    }`,
  'service/routes/routes.ts': `export const ROUTES = ${JSON.stringify(ROUTES)};`,
  'library/client/call-names.ts': `export const CALL_NAMES = ${JSON.stringify(Object.keys(ROUTES))};`,
  'service/routes/load-endpoint.ts': await listEndpointLoads(),
  'cli/framework/argv/completion/load-answer.ts': `${READ_PARTS}
    export const loadAnswer = async () =>
      embedded?.load('completion.cjs') ??
      process.getBuiltinModule('node:module').createRequire(__filename)('./completion.cjs');`,
  'cli/framework/argv/completion/load-completion-tree.ts': `${READ_PARTS}
    export async function loadCompletionTree() {
      return JSON.parse(embedded?.read('completion.json') ?? readFileSync(join(__dirname, 'completion.json')));
    }`,
};

/** Fails the build when a module that is replaced was renamed, or exports another name than its replacement. */
function checkGenerated() {
  for (const [file, code] of Object.entries(generated)) {
    const text = readFileSync(join(source, file), 'utf8');
    const names = [...text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name]) => name);
    const missing = names.filter((name) => !new RegExp(`export [\\w ]*\\b${name}\\b`).test(code));
    if (missing.length > 0) throw new Error(`the replacement of ${file} lacks ${missing.join(', ')}`);
  }
}

/** Source of a list of what is loaded by `load`, each under its words. */
function listOf(name, entries, key, member) {
  const rows = entries.map(
    (entry) =>
      `{ ${key}: ${JSON.stringify(entry[key])}, load: async () => (await import(${JSON.stringify(join(source, 'cli', 'features', entry.file))})).${member} }`,
  );
  return `export const ${name} = [\n${rows.join(',\n')}\n];`;
}

/** Source of a function that loads the one module which has an endpoint. */
async function listEndpointLoads() {
  const folder = join(source, 'service', 'endpoints');
  const files = readdirSync(folder).map((name) => join(folder, name));
  const modules = await Promise.all(files.map(async (file) => [file, await import(file)]));
  const loads = Object.entries(ENDPOINTS).map(([name, endpoint]) => {
    const [file] = modules.find(([, module]) => module[name] === endpoint);
    return `${name}: async () => (await import(${JSON.stringify(file)})).${name}`;
  });
  return `const LOADS = { ${loads.join(', ')} };\nexport const loadEndpoint = (name) => LOADS[name]();`;
}

const generatedModules = {
  name: 'generated-modules',
  load(id) {
    const path = id.startsWith(source + sep) ? id.slice(source.length + 1).replaceAll(sep, '/') : '';
    return Object.hasOwn(generated, path) ? { code: generated[path], moduleType: 'js' } : null;
  },
};

/**
 * What commander imports to start executables of subcommands, which crier has none of. To load `node:child_process`,
 * and to copy the members of `node:fs` and `process`, costs 3 ms of a start (docs/decisions/0003-bundle.md).
 */
const SLIM = { 'node:child_process': '{}', 'node:fs': '{}', 'node:path': '{}', 'node:process': 'process' };
const slimCommander = {
  name: 'slim-commander',
  resolveId(id, importer) {
    const isCommander = importer?.includes(join('node_modules', 'commander'));
    return isCommander && Object.hasOwn(SLIM, id) ? `slim:${id}` : null;
  },
  load(id) {
    return id.startsWith('slim:') ? `export default ${SLIM[id.slice('slim:'.length)]};` : null;
  },
  // our placeholders are ASCII, and the first expression with a property of Unicode takes a quarter of a millisecond
  transform(code, id) {
    if (!id.endsWith(join('commander', 'lib', 'option.js'))) return null;
    if (!code.includes(PROPERTY))
      throw new Error('commander finds variadic options in another way than before');
    return code.replace(PROPERTY, '\\w');
  },
};
const PROPERTY = '\\p{ID_Continue}';

/** How the bundler exports a name of a chunk: by a function, which gives its value as it is at each time. */
const EXPORT =
  /Object\.defineProperty\(exports, "([\w$]+)", \{\s*enumerable: true,\s*get: function \(\) \{\s*return ([\w$]+);\s*\}\s*\}\);\s*/g;
/**
 * Exports values in place of functions: 434 functions of `core` are compiled, kept and made at each start, and called
 * at each use. A value that is assigned later keeps its function. The names are one text, and the values one list: a
 * statement for each would be code that runs once.
 */
const plainExports = {
  name: 'plain-exports',
  renderChunk(code) {
    const assigned = listAssigned(code);
    const plain = [];
    const rest = code.replaceAll(EXPORT, (statement, name, value) => {
      if (assigned.has(value)) return statement;
      plain.push({ name, value });
      return '';
    });
    if (plain.length === 0) return null;
    const names = plain.map(({ name }) => name).join(' ');
    const values = plain.map(({ value }) => value).join(', ');
    return `${rest}\n{ const values = [${values}]; for (const name of "${names}".split(" ").reverse()) exports[name] = values.pop(); }\n`;
  },
};

/** The names that something is assigned to after their declaration, in whatever scope. */
function listAssigned(code) {
  const names = new Set();
  const add = (target) => {
    // a pattern such as `({ a: [b] } = c)` assigns to each name in it
    for (const [, name] of code.slice(target.start, target.end).matchAll(/([\w$]+)/g)) names.add(name);
  };
  const addLeft = ({ left }) => {
    if (left.type !== 'MemberExpression') add(left);
  };
  new Visitor({
    AssignmentExpression: addLeft,
    ForInStatement: addLeft,
    ForOfStatement: addLeft,
    UpdateExpression: ({ argument }) => add(argument),
  }).visit(parseSync('chunk.cjs', code).program);
  return names;
}

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

const JQ_START = 'jq = jq().then(';
/** jq would read its WebAssembly from beside itself, uncompressed. */
const compressedJq = {
  name: 'compressed-jq',
  transform(code, id) {
    if (!id.endsWith(join('node_modules', 'jq-web', 'jq.js'))) return null;
    if (!code.includes(JQ_START)) throw new Error('jq-web is started in another way than before');
    const wasm = `${EMBEDDED}?.read('jq.wasm.gz') ?? require('node:fs').readFileSync(require('node:path').join(__dirname, 'jq.wasm.gz'))`;
    return code.replace(JQ_START, `jq = jq({ wasmBinary: require('node:zlib').gunzipSync(${wasm}) }).then(`);
  },
};

checkGenerated();
rmSync(fresh, { recursive: true, force: true });
writeLicences(await writeAll());
await writeHelp();
await writeCompletion();
await writeMan();
writeJq();
install();
