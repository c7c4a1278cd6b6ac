import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installLibrary, type LibraryProject } from '../../support/library/installed-library.ts';
import { SECRET, SIGNED_AT, signedDelivery } from '../../support/receiver/signed-delivery.ts';

const RUNNER = join(import.meta.dirname, '..', '..', 'support', 'library', 'run-web-only.ts');

let project: LibraryProject;
let library: string;
beforeAll(async () => {
  project = await installLibrary();
  library = join(project.folder, 'node_modules', 'crier-cli', 'dist', 'library');
});
afterAll(() => project.remove());

/** Runs code where there are Web APIs only. */
function runWebOnly(names: readonly string[], code: string) {
  const files = names.map((name) => join(library, name));
  return spawnSync(process.execPath, ['--experimental-vm-modules', '--no-warnings', RUNNER, ...files], {
    input: code,
    encoding: 'utf8',
  });
}

/** What a module imports, and what that imports. */
function listImports(file: string, seen = new Set<string>()): ReadonlySet<string> {
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) .*?["']([^"']+)["'];?$/gm,
  )) {
    const target = name.startsWith('.') ? join(dirname(file), name) : name;
    if (!seen.has(target) && name.startsWith('.')) listImports(target, seen.add(target));
    seen.add(target);
  }
  return seen;
}

test('only the store on SQLite imports modules of Node.js, and no module imports a package', () => {
  const files = readdirSync(library, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  // the client and the sandbox share the chunks of the program, which runs on Node.js
  const entries = files.filter((name) => !/^(?:shared|client\.js|sandbox\.js)/.test(name));
  const outside = entries.map((name): [string, readonly string[]] => [
    name,
    [...listImports(join(library, name))].filter((each) => !each.startsWith('/')).toSorted(),
  ]);
  expect(Object.fromEntries(outside)).toEqual({
    'receiver.js': [],
    'receiver/memory.js': [],
    'receiver/postgres.js': [],
    'receiver/verify.js': [],
    'receiver/sqlite.js': ['node:fs', 'node:path', 'node:sqlite'],
  });
});

const { body, headers } = signedDelivery();
const delivery = JSON.stringify({ body: Buffer.from(body).toString(), headers });

test('verifyDelivery runs where there are Web APIs only', { tags: ['HOOK-14', 'L1'] }, () => {
  const { stdout, stderr } = runWebOnly(
    ['receiver/verify.js'],
    `const [{ verifyDelivery }] = modules;
     const { body, headers } = ${delivery};
     const options = { secrets: '${SECRET}', now: () => ${SIGNED_AT}000 };
     return [
       typeof process + typeof Buffer + typeof require,
       await verifyDelivery(body, headers, options),
       await verifyDelivery(new TextEncoder().encode(body.replace('a', 'b')).buffer, new Headers(headers), options),
     ];`,
  );
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual([
    'undefinedundefinedundefined',
    expect.objectContaining({ isValid: true, timeStamp: SIGNED_AT }),
    { isValid: false, fault: 'mismatch', change: null, timeStamp: null },
  ]);
});

test('a whole receiver runs there, by its fetch handler', { tags: ['HOOK-12'] }, () => {
  const { stdout, stderr } = runWebOnly(
    ['receiver.js', 'receiver/memory.js'],
    `const [{ createReceiver }, { createMemoryClaims }] = modules;
     const { body, headers } = ${delivery};
     const accepted = [];
     const { handleFetch } = createReceiver({
       secrets: '${SECRET}',
       claims: createMemoryClaims(),
       accept: ({ hookId }) => accepted.push(hookId),
       now: () => ${SIGNED_AT}000,
     });
     const send = (body) => handleFetch(new Request('https://example.com/', { method: 'POST', body, headers }));
     const answers = [await send(body.replace('Où', 'Ou')), await send(body + ' ')];
     answers.push(...(await Promise.all(Array.from({ length: 50 }, () => send(body)))));
     return [answers.map(({ status }) => status), accepted];`,
  );
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual([
    [401, 500, ...Array.from({ length: 50 }, () => 200)],
    ['Ws3eDc6RfV0tGb8YhN2u'],
  ]);
});

test('a module of Node.js would be noticed', () => {
  expect(runWebOnly(['receiver/sqlite.js'], 'return 1').stderr).toMatch(/sqlite\.js imports node:/);
});
