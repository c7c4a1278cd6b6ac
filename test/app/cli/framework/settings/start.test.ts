import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '..', '..', '..', '..', '..', 'src');

/** Everything that a module brings with it when it is loaded: files, and packages by their names. */
function broughtBy(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  if (!file.endsWith('.ts')) return seen;
  const statements = readFileSync(file, 'utf8').matchAll(/^import\s+(?!type\s)[^;]*?from\s+'([^']+)'/gm);
  for (const [, name = ''] of statements) {
    broughtBy(name.startsWith('.') ? join(dirname(file), name) : name, seen);
  }
  return seen;
}

test.each(['cli/framework/run.ts', 'cli/framework/command/settings.ts'])(
  '%s, which only reads settings, loads nothing that writes them',
  (start) => {
    const brought = [...broughtBy(join(SOURCE, start))];
    expect(brought).toContain(join(SOURCE, 'cli/framework/settings/read-settings.ts'));
    const writers = ['node:sqlite', join(SOURCE, 'cli/framework/settings/write-settings.ts')];
    expect(brought.filter((name) => writers.includes(name))).toEqual([]);
  },
);
