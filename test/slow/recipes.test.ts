import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scaled } from '../support/scale.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const COPIED = ['.github', 'bin', 'docs', 'scripts', 'skills', 'src', 'test'];
const MODULES = ['node_modules', 'test/node_modules', 'scripts/runtime/node_modules'];

/** Copies the repository, with links to the installed packages and caches of its own. */
function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'crier-recipes-'));
  const files = readdirSync(ROOT, { withFileTypes: true }).filter(
    (each) => each.isFile() && each.name !== '.git',
  );
  for (const name of [...COPIED, ...files.map((each) => each.name)]) {
    cpSync(join(ROOT, name), join(copy, name), {
      recursive: true,
      filter: (from) => !from.endsWith('node_modules'),
    });
  }
  for (const folder of MODULES) {
    mkdirSync(join(copy, folder), { recursive: true });
    for (const name of readdirSync(join(ROOT, folder))) {
      if (!/^\.(?:cache|vite)/.test(name)) symlinkSync(join(ROOT, folder, name), join(copy, folder, name));
    }
  }
  return copy;
}

/** A block of code of a recipe: a new file, or text that is inserted into one. */
interface RecipeBlock {
  readonly file: string;
  readonly before: string | null;
  readonly text: string;
}

const HEAD = /^(?:\/\/|<!--) (\S+?)(?:, before "(.+)")?(?: -->)?\n/;

/** Reads the blocks of a recipe whose first line names a file. */
function readRecipe(title: string): readonly RecipeBlock[] {
  const page = readFileSync(join(ROOT, '.github', 'CONTRIBUTING.md'), 'utf8');
  const [, section = ''] = page.split(`## ${title}\n`);
  const [recipe = ''] = section.split('\n## ', 1);
  return [...recipe.matchAll(/^ {3}```\w+\n([\s\S]*?)^ {3}```$/gm)].map(([, indented = '']) => {
    const code = indented.replaceAll(/^ {3}/gm, '');
    const [head, file = '', before = null] = HEAD.exec(code) ?? [''];
    return { file, before: before?.replaceAll('\\n', '\n') ?? null, text: code.slice(head.length) };
  });
}

function applyBlock(copy: string, { file, before, text }: RecipeBlock): void {
  const path = join(copy, file);
  if (before === null) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return;
  }
  const old = readFileSync(path, 'utf8');
  expect({ file, before, found: old.split(before).length - 1 }).toEqual({ file, before, found: 1 });
  writeFileSync(
    path,
    old.replace(before, () => text + before),
  );
}

/** A file, and the part of it that was forgotten. */
type ForgottenPart = readonly [file: string, part: RegExp | string];

/** Runs something without some parts of files of the copy. */
function runWithout<Result>(parts: readonly ForgottenPart[], runIt: () => Result): Result {
  const files = parts.map(([file, part]) => {
    const text = readFileSync(join(copy, file), 'utf8');
    expect(text.replace(part, '')).not.toBe(text);
    writeFileSync(join(copy, file), text.replace(part, ''));
    return { file, text };
  });
  try {
    return runIt();
  } finally {
    for (const { file, text } of files) writeFileSync(join(copy, file), text);
  }
}

let copy: string;
beforeAll(() => {
  copy = copyRepository();
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Runs a program of the copy as `npm run` does. */
function run(command: string, words: readonly string[]) {
  const bins = ['test/node_modules/.bin', 'node_modules/.bin'].map((folder) => join(copy, folder));
  const { status, stdout, stderr } = spawnSync(command, words, {
    cwd: copy,
    encoding: 'utf8',
    env: {
      ...process.env,
      NO_COLOR: '1',
      PATH: [dirname(process.execPath), ...bins, process.env['PATH']].join(':'),
    },
  });
  return { isGood: status === 0, output: `${stdout}${stderr}` };
}

/** The whole of the checks, which take a minute of processor time, and every forgotten part: in `npm run chaos`. */
const isWhole = scaled(0, 1) === 1;
const check = () => run('node', ['scripts/check.mjs']);
/** Compiles what the handlers need, which is a fifth of the repository. @param more files beside them */
function compileHandlers(more: readonly string[] = []) {
  const files = ['src/sandbox/handlers/handlers.ts', ...more];
  const config = { extends: './tsconfig.json', include: [], files };
  const file = join(copy, 'handlers.tsconfig.json');
  writeFileSync(file, JSON.stringify(config));
  const compiled = run('tsc', ['-p', file]);
  rmSync(file); // the checks would find it
  return compiled;
}
/** @param words the files, and `-t` with the titles */
const runTests = (words: readonly string[]) =>
  run('vitest', ['run', '--config=test/vitest.config.ts', '--project=fast', ...words]);

const GOOD = { isGood: true };
/** Titles of the cases about the new command and the new endpoint. */
const TITLES = 'areas|ountHashtags|hashtags of a text|in the table|every call of the service';

describe('the recipes of CONTRIBUTING', () => {
  test('name the files of their code, and apply to the repository', () => {
    for (const [title, count] of [
      ['Add a command', 2],
      ['Add an endpoint', 8],
    ] as const) {
      const blocks = readRecipe(title);
      expect(blocks.map(({ file }) => file)).not.toContain('');
      expect(blocks).toHaveLength(count);
      for (const block of blocks) applyBlock(copy, block);
    }
    const written = readRecipe('Add a command')
      .concat(readRecipe('Add an endpoint'))
      .map(({ file }) => file);
    const code = written.filter((file) => file.endsWith('.ts'));
    expect(run('biome', ['check', '--write', ...code])).toMatchObject(GOOD);
  });

  test('lead to what the compiler accepts', () => {
    const blocks = [...readRecipe('Add a command'), ...readRecipe('Add an endpoint')];
    const files = new Set(blocks.map(({ file }) => file).filter((file) => file.endsWith('.ts')));
    expect(compileHandlers([...files])).toMatchObject(GOOD);
  });

  test.runIf(isWhole)('lead to what all checks accept', () => {
    const { isGood, output } = check();
    expect(isGood, output).toBe(true);
  });

  test('lead to a command and an endpoint that the tests accept', () => {
    const files = [
      'errors/areas',
      'count-hashtags',
      'service-topic',
      'service/endpoints',
      'app/contracts',
      'http/plans',
    ];
    const { isGood, output } = runTests([...files, '-t', TITLES]);
    expect({ isGood, output }).toMatchObject(GOOD);
    expect(output).toMatch(/Tests .* [1-9]\d passed/);
  });

  const SAMPLE: ForgottenPart = ['src/service/endpoints/count-hashtags.ts', /^ {2}sample: .*\n/m];
  const HANDLER: ForgottenPart = ['src/sandbox/handlers/handlers.ts', /^ {2}countHashtags: .*\n/m];
  const ROW: ForgottenPart = ['src/service/endpoints.ts', /^ {2}countHashtags,\n/m];

  const forgotten = [
    [
      'the sample and the handler',
      [SAMPLE, HANDLER],
      ['sample', 'countHashtags'].map((name) => `Property '${name}' is missing`),
    ],
    ['the row in ENDPOINTS', [ROW], ['"countHashtags"\' does not satisfy the constraint']],
  ] as const;

  test.runIf(isWhole).each(forgotten)(
    'name %s when it is forgotten: the compiler',
    (_what, parts, messages) => {
      const { isGood, output } = runWithout(parts, () => compileHandlers());
      expect(isGood).toBe(false);
      for (const message of messages) expect(output).toContain(message);
    },
  );

  test.runIf(isWhole)(
    'name which tests fail without a second example, the row of the page, and the use without a command',
    () => {
      const parts: readonly ForgottenPart[] = [
        ['src/cli/features/errors/commands/areas.ts', ", 'errors areas --json'"],
        ['docs/service/endpoints.md', /^.*hashtags\/count.*\n/m],
        ['src/cli/features/general/topics/service.ts', /^ {2}countHashtags: .*\n/m],
      ];
      const { isGood, output } = runWithout(parts, () =>
        runTests(['app/contracts.test', 'service-topic', 'service/endpoints.test', '-t', TITLES]),
      );
      expect(isGood).toBe(false);
      for (const failed of [
        'crier errors areas > has two examples at least',
        'is in the table',
        'every call of the service has a command',
      ])
        expect(output.toLowerCase()).toContain(failed);
    },
  );
});
