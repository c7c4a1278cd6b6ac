import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  copyIntoProject,
  installLibrary,
  type LibraryProject,
} from '../../support/library/installed-library.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const TSC = join(ROOT, 'test', 'node_modules', 'typescript', 'bin', 'tsc');
const DECLARATIONS = join('node_modules', 'crier-cli', 'dist', 'types');

let project: LibraryProject;
beforeAll(async () => {
  project = await installLibrary();
  project.link('hono', 'express', 'pg', '@types');
  copyIntoProject(project, join(ROOT, 'test', 'support', 'library', 'types'));
});
afterAll(() => project.remove());

/** Compiles the type tests, with the declarations of the package checked as well. @returns the errors */
function compile(config: string): readonly string[] {
  // what several checkers would share is most of it, and each would infer it again
  const words = [TSC, '-p', config, '--pretty', 'false', '--checkers', '1'];
  const { status, stdout } = spawnSync(process.execPath, words, { cwd: project.folder, encoding: 'utf8' });
  const errors = stdout.split('\n').filter((line) => line !== '');
  expect(status === 0).toBe(errors.length === 0);
  return errors;
}

test.each(['tsconfig.node.json', 'tsconfig.web.json'])(
  'the declarations hold what they promise: %s',
  (config) => {
    expect(compile(config)).toEqual([]);
  },
);

/** A declaration, how it is changed, and a text of the lines that then have an error. */
const CHANGES = [
  [
    'library/receiver.d.ts',
    'readonly hookId: string | null',
    'readonly hookId: string',
    'typeof delivery.hookId',
  ],
  ['library/receiver.d.ts', '  claims: ClaimStore', '  claims?: ClaimStore', 'a store must be chosen'],
  ['library/receiver.d.ts', "readonly kind: 'repeated'", "readonly kind: 'duplicate'", 'typeof verdict.kind'],
  ['library/receiver.d.ts', 'status: 500 | 503', 'status: 500 | 502 | 503', 'verdict.status, 500 | 503'],
  ['library/receiver/claim-store.d.ts', "'in progress'", "'pending'", 'async claim('],
  ['library/receiver/postgres.d.ts', 'Promise<ClaimStore>', 'ClaimStore', 'openPostgresClaims>'],
  ['receiver/verify-signature.d.ts', "'stale'", "'too old'", 'IsSame< RefusalReason'],
  ['library/client.d.ts', 'readonly http: number', 'readonly http: string', 'whole.http satisfies number'],
  [
    'library/client/call-error.d.ts',
    'readonly code: number | null',
    'readonly code: number | undefined',
    'true satisfies IsSame<typeof error.code, number | null>',
  ],
  ['library/client/service-calls.d.ts', 'readonly getUser:', 'readonly getUsers:', 'getUser('],
] as const;

/** The line of an error and the next one: `client.mts(50,14): error …`. */
function readPlace(error: string): string {
  const [, file, line = ''] = /^(\S+)\((\d+),/.exec(error) ?? [];
  if (file === undefined) return '';
  const lines = readFileSync(join(project.folder, file), 'utf8').split('\n');
  return lines
    .slice(Number(line) - 1, Number(line) + 1)
    .join(' ')
    .replaceAll(/\s+/g, ' ');
}

test('each changed declaration has an error of its own', () => {
  const files = new Map(
    CHANGES.map(([name]) => [name, readFileSync(join(project.folder, DECLARATIONS, name), 'utf8')]),
  );
  const changed = new Map(files);
  for (const [name, before, after] of CHANGES) {
    const text = changed.get(name) ?? '';
    expect(text).toContain(before);
    changed.set(name, text.replace(before, after));
  }
  const write = (texts: ReadonlyMap<string, string>) => {
    for (const [name, text] of texts) writeFileSync(join(project.folder, DECLARATIONS, name), text);
  };
  try {
    write(changed);
    const wrong = compile('tsconfig.web.json').map(readPlace);
    const unseen = CHANGES.filter(([, , , text]) => !wrong.some((place) => place.includes(text)));
    expect(unseen).toEqual([]);
  } finally {
    write(files);
  }
});

const WRITTEN = ['client/service-calls', 'sandbox/control-calls'];

test('the types that are written from the schemas are those of the schemas', () => {
  const folder = join(project.folder, 'written');
  mkdirSync(folder);
  const imports = WRITTEN.map((name, at) => {
    const type = at === 0 ? 'ServiceCalls' : 'ControlCalls';
    copyFileSync(join(project.folder, DECLARATIONS, 'library', `${name}.d.ts`), join(folder, `${at}.d.ts`));
    return `import type { ${type} as Source${at} } from '${join(ROOT, 'src', 'library', name)}.ts';
      import type { ${type} as Written${at} } from './${at}.d.ts';
      give<Difference<Source${at}, Written${at}>>() satisfies never;`;
  });
  writeFileSync(join(folder, 'compare.ts'), `${imports.join('\n')}\n${COMPARE}`);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), include: ['.'], exclude: [] }),
  );
  expect(compile(join('written', 'tsconfig.json'))).toEqual([]);
  const file = join(folder, '0.d.ts');
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace('postUrl?: string | null', 'postUrl?: number | null'),
  );
  expect(compile(join('written', 'tsconfig.json')).join()).toMatch(/createPost|getHistory|getPost/);
});

/** What the types of `One` and `Other` differ in: inputs may be lists that are only read. */
const COMPARE = `
declare function give<Type>(): Type;
type Mutable<T> = T extends readonly (infer E)[]
  ? Mutable<E>[]
  : T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> } : T;
type Call = { readonly input: unknown; readonly answer: unknown };
type Parts<One extends Call, Other extends Call> = [One['input']] extends [Other['input']]
  ? [Mutable<One['answer']>] extends [Mutable<Other['answer']>]
    ? [Mutable<Other['answer']>] extends [Mutable<One['answer']>] ? never : 'answer'
    : 'answer'
  : 'input';
type Difference<One extends Record<keyof One, Call>, Other extends Record<keyof Other, Call>> =
  | Exclude<keyof Other, keyof One>
  | { [N in keyof One]: N extends keyof Other
      ? [Parts<One[N], Other[N]>] extends [never] ? never : [N, Parts<One[N], Other[N]>]
      : [N, 'missing'] }[keyof One];
`;

test('CommonJS requires it', () => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      '-p',
      "Object.keys(require('crier-cli/receiver')).join() + typeof require('crier-cli/package.json').version",
    ],
    { cwd: project.folder, encoding: 'utf8' },
  );
  expect([stdout, stderr]).toEqual(['createReceiverstring\n', '']);
});

test('nothing but the entries can be imported', () => {
  const { exports } = JSON.parse(
    readFileSync(join(project.folder, 'node_modules', 'crier-cli', 'package.json'), 'utf8'),
  ) as { readonly exports: Readonly<Record<string, unknown>> };
  const listNames = (name: string) =>
    spawnSync(process.execPath, ['-p', `Object.keys(require('${join('crier-cli', name)}')).sort().join()`], {
      cwd: project.folder,
      encoding: 'utf8',
    }).stdout.trim();
  const entries = Object.keys(exports).filter((name) => name !== './package.json');
  expect(Object.fromEntries(entries.map((name) => [name, listNames(name.slice(2))]))).toEqual({
    '.': 'CallError,createClient',
    './sandbox': 'startSandbox',
    './receiver': 'createReceiver',
    './receiver/verify': 'verifyDelivery',
    './receiver/memory': 'createMemoryClaims',
    './receiver/sqlite': 'openSqliteClaims',
    './receiver/postgres': 'openPostgresClaims',
  });
  expect(listNames('dist/library/receiver.js')).toBe('');
});
