/** The modules that other programs import. Each is one row of `exports` in package.json, and a file of `src/library`. */
export function listLibraryEntries(exports) {
  return Object.values(exports).flatMap((target) => {
    const name = /^\.\/dist\/library\/(.+)\.js$/.exec(target.default ?? '')?.[1];
    return name === undefined
      ? []
      : [{ name, source: `src/library/${name}.ts`, declarations: target.types.replace('./dist/types/', '') }];
  });
}
