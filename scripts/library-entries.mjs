/** The modules that share the chunks of the program: they need what it needs, and run on Node.js only. */
const OF_PROGRAM = ['client', 'sandbox'];

/** The modules that other programs import. Each is one row of `exports` in package.json, and a file of `src/library`. */
export function listLibraryEntries(exports) {
  return Object.values(exports).flatMap((target) => {
    const name = /^\.\/dist\/library\/(.+)\.js$/.exec(target.default ?? '')?.[1];
    if (name === undefined) return [];
    return [
      {
        name,
        source: `src/library/${name}.ts`,
        declarations: target.types.replace('./dist/types/', ''),
        isOfProgram: OF_PROGRAM.includes(name),
      },
    ];
  });
}
