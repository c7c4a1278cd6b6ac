import { expect, test } from 'vitest';
import { countHouse } from '../../bench/house-counts.ts';
import { inFolder } from '../../support/in-folder.ts';

const HOUSE = {
  'main.ts': [
    "import { render } from './table/render.ts';",
    "import { parse } from './parse.ts';",
    "const load = () => import('./command.ts');",
    "// import { gone } from './unused.ts';",
    'const text = "import(\'./unused.ts\')";',
    '',
  ],
  'parse.ts': [
    "import type { Row } from './table/row.ts';",
    'export type Options = object;',
    'export const parse = null;',
    '',
  ],
  'command.ts': ['export default {};'],
  'unused.ts': ['type Options = string;', '', '', '', ''],
  'table/render.ts': [
    'import {',
    '  type Row,',
    "} from './row.ts';",
    "import type { Table } from './table.ts';",
    'export const render = null;',
    '',
  ],
  'table/row.ts': ['export interface Row {}', ''],
  'table/table.ts': [
    "import { render } from './render.ts';",
    "export type Lazy = typeof import('./lazy.ts');",
    'export interface Table {}',
    '',
  ],
  'table/lazy.ts': ["export const next = () => import('./again.ts');", ''],
  'table/again.ts': ["export const next = () => import('./lazy.ts');", ''],
  'README.md': ['not a source', ''],
};

test('a folder of sources is counted', async () => {
  const files = Object.fromEntries(Object.entries(HOUSE).map(([path, lines]) => [path, lines.join('\n')]));
  const found = await inFolder(files, async (folder) => countHouse(folder));
  expect(found).toEqual({
    files: 9,
    lines: 5 + 3 + 1 + 4 + 5 + 1 + 3 + 1 + 1,
    medianLines: 3,
    p90Lines: 5,
    folders: [
      { path: 'table', files: 5 },
      { path: '.', files: 4 },
    ],
    singleImporter: ['command.ts', 'parse.ts', 'table/again.ts', 'table/table.ts'],
    singleImporterInFolder: 4,
    declaredTypes: 5,
    sharedTypeNames: { Options: 2 },
    cycles: [
      ['table/again.ts', 'table/lazy.ts'],
      ['table/render.ts', 'table/table.ts'],
    ],
    cyclesAtRunTime: [['table/again.ts', 'table/lazy.ts']],
    slices: 0,
    usedOnce: [],
    singleMaker: [],
    longFunctions: [],
    commands: 0,
    linesACommand: 0,
    featuresInFramework: 0,
  });
});

test('the ceremony of types, long functions and the size of a command are counted', async () => {
  const files = {
    'cli/features/links/commands/create.ts': 'export default {};\n',
    'cli/framework/run.ts': "import create from '../features/links/commands/create.ts';\n",
    'store.ts': [
      'export interface Store {',
      '  find(id: string): string;',
      '}',
      'interface Options {',
      '  name: string;',
      '}',
      "export function openStore({ name }: Options, io: Pick<World, 'clock'>): Store {",
      ...Array.from({ length: 59 }, (_, at) => `  use${at}();`),
      '}',
      '',
    ].join('\n'),
  };
  expect(await inFolder(files, async (folder) => countHouse(folder))).toMatchObject({
    slices: 1,
    usedOnce: ['Store', 'Options'],
    singleMaker: ['Store'],
    longFunctions: ['store.ts:7'],
    commands: 1,
    linesACommand: 2,
    featuresInFramework: 1,
  });
});
