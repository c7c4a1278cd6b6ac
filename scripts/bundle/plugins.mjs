// Plugins of the bundler that change packages and chunks.
import { join } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
import { EMBEDDED } from './generated-modules.mjs';

/**
 * What commander imports to start executables of subcommands, which crier has none of. To load `node:child_process`,
 * and to copy the members of `node:fs` and `process`, costs 3 ms of a start (docs/decisions/0003-bundle.md).
 */
const SLIM = { 'node:child_process': '{}', 'node:fs': '{}', 'node:path': '{}', 'node:process': 'process' };
export const slimCommander = {
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
export const plainExports = {
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

const JQ_START = 'jq = jq().then(';
/** jq would read its WebAssembly from beside itself, uncompressed. */
export const compressedJq = {
  name: 'compressed-jq',
  transform(code, id) {
    if (!id.endsWith(join('node_modules', 'jq-web', 'jq.js'))) return null;
    if (!code.includes(JQ_START)) throw new Error('jq-web is started in another way than before');
    const wasm = `${EMBEDDED}?.read('jq.wasm.gz') ?? require('node:fs').readFileSync(require('node:path').join(__dirname, 'jq.wasm.gz'))`;
    return code.replace(JQ_START, `jq = jq({ wasmBinary: require('node:zlib').gunzipSync(${wasm}) }).then(`);
  },
};
