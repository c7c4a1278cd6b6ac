import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { expect, test } from 'vitest';
import { templateLiterals } from './support/read-source.ts';

const SOURCE = join(import.meta.dirname, '..', 'src');

/** What a folder or file of `src`, a layer, may import. */
interface LayerRow {
  readonly may: readonly string[];
  readonly packages: readonly string[];
}

const PAGE = readFileSync(join(SOURCE, '../docs/architecture.md'), 'utf8');
/** The first table of docs/architecture.md. */
const LAYERS = readLayers();
/** The second one: the folders of the framework, what may be imported first. */
const FRAMEWORK = readRows(/^\| `framework\/(\w+)` \|[^|]*\|([^|]*)\|$/gm);
/** The third one: which features use which others. */
const FEATURES = readRows(/^\| `features\/(\w+)` \|([^|]*)\|$/gm);

function splitCell(cell = ''): readonly string[] {
  return cell.split(',').flatMap((name) => name.trim() || []);
}

function readRows(row: RegExp): ReadonlyMap<string, readonly string[]> {
  return new Map([...PAGE.matchAll(row)].map(([, name = '', may]) => [name, splitCell(may)]));
}

function readLayers(): Readonly<Record<string, LayerRow>> {
  const rows = PAGE.matchAll(/^\| `src\/(\w+(?:\/\w+)?)(?:\.ts)?` \|[^|]*\|([^|]*)\|([^|]*)\|[^|]*\|$/gm);
  return Object.fromEntries(
    [...rows].map(([, layer, may, packages]) => [
      layer,
      { may: splitCell(may), packages: splitCell(packages) },
    ]),
  );
}

/** What must not be in the text of a layer. */
const NEVER: Readonly<Record<string, RegExp>> = {
  service: /\b(process\.|fetch\(|setTimeout|Date\.now|Math\.random)/,
  domain: /\b(process\.|fetch\(|setTimeout|setInterval|Date\.now|new Date\(\)|Math\.random)/,
  storage: /\bprocess\./,
  outbound: /\bprocess\./,
  client: /\bprocess\./,
  library: /\b(process\.|Buffer\b)/,
  sandbox: /\bprocess\./,
  'cli/framework': /\bprocess\./,
  'cli/features': /\bprocess\./,
};

/** Only the start and its streams write, and only the output gateway is handed what writes. */
const WRITES = /\bconsole\.|\bprocess\.(stdout|stderr)/;

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isTypeOnly: boolean;
  /** Loaded when its line is reached, and not before. */
  readonly isDynamic: boolean;
}

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.tsx?$/.test(file),
);
const texts = new Map(files.map((file) => [file, readFileSync(join(SOURCE, file), 'utf8')]));
const imports = files.flatMap(importsOf);

function importsOf(file: string): readonly Import[] {
  const text = texts.get(file) ?? '';
  const statements = text.matchAll(
    /^(?:import|export)\s+(type\s)?[^;'"]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|^import\s+['"]([^'"]+)['"]/gm,
  );
  return [...statements].map(([, typeOnly, named, dynamic, bare]) => ({
    from: file,
    to: target(file, named ?? dynamic ?? bare ?? ''),
    isTypeOnly: typeOnly !== undefined,
    isDynamic: dynamic !== undefined,
  }));
}

function target(file: string, name: string): string {
  return name.startsWith('.') ? normalize(join(dirname(file), name)) : name;
}

function findLayer(file: string): string {
  const [layer = '', side] = file.split('/');
  return layer === 'cli' ? `${layer}/${side}` : layer.replace(/\.ts$/, '');
}

test('every file is in a layer of the table, and every layer of the table has files', () => {
  expect([...new Set(files.map(findLayer))].toSorted()).toEqual(Object.keys(LAYERS).toSorted());
  expect(Object.keys(NEVER).filter((layer) => !(layer in LAYERS))).toEqual([]);
});

test('layers import only what the architecture lets them', () => {
  const wrong = imports.filter(({ from, to }) => {
    const layer = LAYERS[findLayer(from)];
    if (/\.tsx?$/.test(to)) return findLayer(to) !== findLayer(from) && !layer?.may.includes(findLayer(to));
    return !layer?.packages.some(
      (name) => to === name || to.startsWith(name.endsWith('*') ? name.slice(0, -1) : `${name}/`),
    );
  });
  expect(wrong).toEqual([]);
});

/** The folder of the command line that a file is in: `framework`, `features`, and below them; null outside. */
function findPart(file: string): { side: string; folder: string } | null {
  const [layer, side = '', folder = '', ...below] = file.split('/');
  if (layer !== 'cli') return null;
  return { side, folder: below.length === 0 ? '' : folder };
}

function mayImport(from: string, to: string): boolean {
  const [user, used] = [findPart(from), findPart(to)];
  if (user === null || used === null || user.folder === '')
    return user?.side !== 'framework' || used?.side !== 'features';
  if (user.side === used.side && user.folder === used.folder) return true;
  if (user.side === 'features' && used.side === 'framework') return true;
  const others = (user.side === 'features' ? FEATURES : FRAMEWORK).get(user.folder) ?? [];
  return user.side === used.side && others.includes(used.folder);
}

test('the framework imports no feature and keeps its order, and features import only what the page lets them', () => {
  expect(imports.filter(({ from, to }) => !mayImport(from, to))).toEqual([]);
});

test('the order of the framework is an order: a folder imports those above it in the table only', () => {
  const names = [...FRAMEWORK.keys()];
  const folders = new Set(
    files.map(findPart).flatMap((part) => (part?.side === 'framework' ? part.folder || [] : [])),
  );
  expect(names.toSorted()).toEqual([...folders].toSorted());
  expect([...FRAMEWORK.values()]).toEqual(names.map((_, at) => names.slice(0, at)));
});

test('the page lets features import only what they import', () => {
  const found = imports.flatMap(({ from, to }) => {
    const [user, used] = [findPart(from), findPart(to)];
    const isOther = user?.folder && used?.folder && user.folder !== used.folder;
    return isOther && user.side === 'features' && used.side === 'features'
      ? [`${user.folder}: ${used.folder}`]
      : [];
  });
  const allowed = [...FEATURES].flatMap(([name, others]) => others.map((other) => `${name}: ${other}`));
  expect(allowed.toSorted()).toEqual([...new Set(found)].toSorted());
});

test('a file of the framework is used by the framework, or by two features', () => {
  const users = Map.groupBy(imports, ({ to }) => to);
  const alone = files.filter((file) => {
    if (findPart(file)?.side !== 'framework') return false;
    const parts = (users.get(file) ?? []).map(({ from }) => findPart(from));
    return (
      parts.every((part) => part?.side === 'features') && new Set(parts.map((part) => part?.folder)).size < 2
    );
  });
  expect(alone.filter((file) => !BY_NAME.includes(file))).toEqual([]);
});

/** A thread, the compiler and the build use them. */
const BY_NAME = [
  'cli/framework/output/jq/jq-worker.ts',
  'cli/framework/output/jq/jq-web.d.ts',
  'cli/framework/argv/man-pages.ts',
];

test('layers do not touch what they must not know', () => {
  const wrong = files.filter((file) => NEVER[findLayer(file)]?.test(withoutComments(texts.get(file) ?? '')));
  expect(wrong).toEqual([]);
});

test('nothing but the start and its streams holds a stream to write to', () => {
  const holding = files.filter((file) => WRITES.test(texts.get(file) ?? ''));
  expect(holding.toSorted()).toEqual(['process/quick-output.ts', 'process/streams.ts', 'start.ts']);
});

/** Everything that is loaded with a file. */
function loadedWith(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { from, to, isTypeOnly, isDynamic } of imports) {
    if (from === file && !isTypeOnly && !isDynamic) loadedWith(to, seen);
  }
  return seen;
}

test.each(['create', 'update', 'get'])(
  'what reads and writes YAML waits for a file: automations %s',
  (name) => {
    const loaded = loadedWith(`cli/features/automations/commands/${name}.ts`);
    expect(loaded).not.toContain('yaml');
    expect(loaded).toContain('zod');
  },
);

test('a file of src/library is an entry of exports in package.json, or is imported there', () => {
  const manifest = readFileSync(join(SOURCE, '../package.json'), 'utf8');
  const entries = [...manifest.matchAll(/"default": "\.\/dist\/(library\/.+)\.js"/g)].map(
    ([, path]) => `${path}.ts`,
  );
  const imported = new Set(imports.map(({ to }) => to));
  const own = files.filter((file) => findLayer(file) === 'library');
  expect(entries.filter((entry) => !own.includes(entry))).toEqual([]);
  expect(own.filter((file) => !entries.includes(file) && !imported.has(file))).toEqual([]);
});

test('imports form no cycle, those of types and dynamic ones included', () => {
  const next = Map.groupBy(imports, ({ from }) => from);
  const done = new Set<string>();
  const cycles: string[][] = [];
  const walk = (file: string, trail: readonly string[]): void => {
    if (trail.includes(file)) return void cycles.push([...trail.slice(trail.indexOf(file)), file]);
    if (done.has(file)) return;
    for (const { to } of next.get(file) ?? []) walk(to, [...trail, file]);
    done.add(file);
  };
  for (const file of files) walk(file, []);
  expect(cycles).toEqual([]);
});

test('no file is a barrel, and only commands have a default export', () => {
  expect(files.filter((file) => /^export (\*|\{[^}]*\}) from/m.test(texts.get(file) ?? ''))).toEqual([]);
  const defaults = files.filter((file) => /^export default/m.test(texts.get(file) ?? ''));
  expect(defaults.filter((file) => !/^cli\/features\/[^/]+\/commands\//.test(file))).toEqual([]);
});

/** Test files and what they share, by their paths from `src`. */
function listTests(): readonly string[] {
  return readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('node_modules'))
    .map((file) => join('..', 'test', file));
}

test('no folder is two subjects, tests included: 25 files at most', () => {
  const folders = [...Map.groupBy([...files, ...listTests()], dirname)].filter(
    ([, those]) => those.length > 25,
  );
  expect(folders.map(([folder]) => folder)).toEqual([]);
});

test('no file is two things: 400 lines at most, but for the tables of tests', () => {
  const root = join(SOURCE, '..');
  const code = globSync('{src,scripts,bin,test,.github}/**/*.{ts,tsx,mjs,cjs,js,sh,css}', {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  }).filter((file) => !file.endsWith('.test.ts'));
  expect(code).toContain(join('test', 'vitest.config.ts'));
  const isLong = (file: string) => readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length > 400;
  expect(code.filter(isLong)).toEqual([]);
});

/** Makes commands, and pages of examples that stand in the source. */
const PRINTS_COMMANDS = [
  'cli/framework/output/text/shell-command.ts',
  'cli/features/general/commands/commands.ts',
  'cli/framework/argv/man-pages.ts',
];
/** Scripts in which a shell's own variables stand. */
const COMPLETION_SCRIPTS = 'cli/features/general/completion-scripts.ts';
/** What names a flag with a word of ours, such as a network, or repeats what was wrong in one: nothing to copy. */
const NOT_TO_COPY = new Set([
  '--sandbox and --context … cannot be used together',
  '--as … and … cannot be used together',
  '--set … …',
  '--set …: no such field…',
  '--event …',
  '--on …',
  'read a … with …--platform …',
  'add --platform …, or omit …',
  'a run with --allow-private …',
  'this looks like a Service Post ID: use --only … instead of --platform',
  'the event to react to: --on …; or --trigger',
]);

/** A command of this program, or a flag with its value, with a part in it that no tag has quoted. */
const BUILT_BY_HAND = [/(?:^|["'(:] ?|[^\w\s,] )crier [a-z-][^";\n]*?\0/, /--[a-z][a-z-]*[ =]\0/];
const TAGS = /(?:^|\.)(?:crier|buildWords|formatFlags|service|change|sandbox|local|account)$/;

test('commands to copy are made by a tag, which quotes their values', { tags: ['T18'] }, () => {
  const wrong = [...texts].flatMap(([file, text]) => {
    if (PRINTS_COMMANDS.includes(file) || file.startsWith(COMPLETION_SCRIPTS)) return [];
    return templateLiterals(text)
      .filter(({ tag }) => !TAGS.test(tag))
      .filter(
        ({ text: each, parts }) =>
          BUILT_BY_HAND.some((shape) => shape.test(each)) || parts.includes('programName'),
      )
      .map(({ text: each }) => each.replaceAll('\0', '…'))
      .filter((each) => !NOT_TO_COPY.has(each))
      .map((each) => `${file}: ${each}`);
  });
  expect(wrong).toEqual([]);
});

test('the exceptions are of texts that exist', () => {
  const literals = new Set(
    [...texts.values()].flatMap((text) =>
      templateLiterals(text).map(({ text: each }) => each.replaceAll('\0', '…')),
    ),
  );
  expect([...NOT_TO_COPY].filter((each) => !literals.has(each))).toEqual([]);
});

test('the top level holds what the architecture names, and dotfiles', () => {
  const named = [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'biome.json',
    'scripts',
    'skills',
    'bin',
    'src',
    'test',
    'docs',
    'AGENTS.md',
    'README.md',
    'action.yml',
    'server.json',
    'LICENSE',
    'CHANGELOG.md',
    'dist',
    'node_modules',
  ];
  const found = readdirSync(join(SOURCE, '..')).filter((name) => !name.startsWith('.'));
  expect(found.filter((name) => !named.includes(name))).toEqual([]);
});

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

/** What reads the wall clock, or waits in real time: it belongs to the slow tests. */
const READS_CLOCK =
  /\b(?:Date\.now\(|performance\.now\(|new Date\(\)|setTimeout\(|setInterval\(|timers\/promises)/;
/** Why these may, and cannot fail on a slow machine all the same. */
const MAY_READ_CLOCK: Readonly<Record<string, string>> = {
  'unit/outbound/encrypt-socket.test.ts': 'TLS checks certificates by the time of the machine, to the day',
  'app/cli/features/general/webhooks-topic.test.ts':
    'runs code of a help page, which reads the clock; a minute is nothing to it',
  'app/cli/framework/output/printing/show-stream.test.ts': 'waits for a turn of the event loop only',
};

test('no test of unit and app reads the wall clock', () => {
  const tests = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /^(?:[^/]+|unit\/.+|app\/.+)\.ts$/.test(file) && file !== 'vitest.config.ts',
  );
  const reading = tests.filter((file) =>
    READS_CLOCK.test(withoutComments(readFileSync(join(import.meta.dirname, file), 'utf8'))),
  );
  expect(reading.toSorted()).toEqual(Object.keys(MAY_READ_CLOCK).toSorted());
});

/** A port or a context is passed whole: a slice of it says twice what its function destructures. */
const SLICED_PORT = /\bPick<\s*(?:Clock|EnginePorts|HandlerContext|Inbox|Outbound|Store)\b/;

test('ports and contexts are passed whole outside of the command line', () => {
  const slicing = files.filter((file) => !file.startsWith('cli/') && SLICED_PORT.test(texts.get(file) ?? ''));
  expect(slicing).toEqual([]);
});

/** How a network differs is a fact of `src/service/networks`, so that a new one needs no search for comparisons. */
const NETWORK =
  "'(?:bluesky|facebook|gmb|instagram|linkedin|pinterest|reddit|snapchat|telegram|threads|tiktok|twitter|whatsapp|youtube)'";
const COMPARES_NETWORK = new RegExp(`[!=]== ${NETWORK}|${NETWORK} [!=]==|case ${NETWORK}:`);

test('no file compares a network with a name', () => {
  expect(files.filter((file) => COMPARES_NETWORK.test(texts.get(file) ?? ''))).toEqual([]);
});

test('what this test reads is really there', () => {
  expect(imports.length).toBeGreaterThan(files.length);
  expect(relative(SOURCE, join(SOURCE, files[0] ?? ''))).toBe(files[0]);
});
