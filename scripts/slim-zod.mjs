// What zod does when its schemas are made, with fewer objects, for the same schemas. As it comes, it makes two functions
// and a property for each of some 60 methods of each kind of schema, of which a start has 14 (docs/decisions/0003-bundle.md).

/** For each file of zod: what is in it once, and what is there instead. */
const CHANGES = {
  'util.js': [
    // the methods of a trait are made once, on an object that all kinds with it inherit from
    [
      `export function members(proto, table) {
    for (const key in table) {`,
      `const METHODS = new Map();
export function members(kind, table) {
    const parent = Object.getPrototypeOf(kind);
    const ofTable = METHODS.get(table) ?? new Map();
    METHODS.set(table, ofTable);
    const known = ofTable.get(parent);
    const proto = known ?? Object.create(parent);
    Object.setPrototypeOf(kind, proto);
    if (known) return;
    ofTable.set(parent, proto);
    for (const key in table) {`,
    ],
  ],
  'core.js': [
    // to list what a chain of objects has takes longer than to list what the first has
    [
      `for (const k in proto) {
            if (!Object.prototype.hasOwnProperty.call(proto, k))
                continue;`,
      'for (const k of Object.keys(proto)) {',
    ],
    // only errors have a parent, and only what has one needs a class
    [
      `class Definition extends Parent {
    }
    Object.defineProperty(Definition, "name", { value: name });`,
      `const Definition = params?.Parent && class extends Parent {};
    if (Definition) Object.defineProperty(Definition, "name", { value: name });`,
    ],
    ['const initialized = protoMembers && new WeakSet();', 'let initialized;'],
    ['if (initialized) {', 'if (protoMembers) {\n            initialized ??= new WeakSet();'],
  ],
};

/** Fails the build when zod is written in another way than here. */
export const slimZod = {
  name: 'slim-zod',
  transform(code, id) {
    const [, file] = /[\\/]zod[\\/]v4[\\/]core[\\/]([^\\/]+)$/.exec(id) ?? [];
    if (!Object.hasOwn(CHANGES, file)) return null;
    return CHANGES[file].reduce((text, [old, slim]) => {
      if (text.split(old).length !== 2)
        throw new Error(`zod's ${file} is written in another way than before`);
      return text.replace(old, () => slim);
    }, code);
  },
};
