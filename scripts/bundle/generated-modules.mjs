// The modules that read folders or files in a checkout, as the bundle has them.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMANDS, TOPICS } from '../../src/cli/framework/command/command-list.ts';
import { describeSet } from '../../src/cli/framework/input/flags/describe-set.ts';
import { EVERY, REMOTE, WRITE } from '../../src/cli/framework/input/flags/flags.ts';
import { READ, READ_PROFILES } from '../../src/cli/framework/input/flags/read-flags.ts';
import { EMBEDDED_PROGRAMS } from '../../src/process/embedded-files.ts';
import { ENDPOINTS } from '../../src/service/endpoints.ts';
import { ROUTES } from '../../src/service/routes/routes.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const source = join(root, 'src');
const skill = readFileSync(join(root, 'skills', 'crier', 'SKILL.md'), 'utf8');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Whether the program is a single executable: src/process/embedded-files.ts, which a chunk of its own would have. */
export const EMBEDDED = "globalThis[Symbol.for('crier.embedded')]";
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
export function checkGenerated() {
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

export const generatedModules = {
  name: 'generated-modules',
  load(id) {
    const path = id.startsWith(source + sep) ? id.slice(source.length + 1).replaceAll(sep, '/') : '';
    return Object.hasOwn(generated, path) ? { code: generated[path], moduleType: 'js' } : null;
  },
};
