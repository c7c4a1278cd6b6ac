import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseNpmrcRegistry } from '../../../../src/cli/features/general/npm-registry.ts';
import { parseHandover } from '../../../../src/cli/features/handover/handover-file.ts';
import { parseAddress } from '../../../../src/cli/framework/settings/given-service.ts';
import { parseKeyCommand } from '../../../../src/cli/framework/settings/key-command.ts';
import { readProject } from '../../../../src/cli/framework/settings/read-settings.ts';
import { findNameFault } from '../../../../src/cli/framework/settings/setting-name.ts';
import { SavedSettings } from '../../../../src/cli/framework/settings/settings.ts';
import { CrierError } from '../../../../src/errors.ts';
import { expectDeclared, type FuzzTarget, JSON_MARKS, requireSame } from '../fuzz-target.ts';

const isDeclared = (error: unknown) => error instanceof CrierError;

/** A project's file is read from a folder, once for each input that is small enough to be read. */
const folder = mkdtempSync('/dev/shm/crier-fuzz-');
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** The settings of this machine and of a project, handovers, and the values of single settings. */
export const settings: FuzzTarget = {
  seeds: [
    '{"current":"live","contexts":{"live":{"address":"https://api.example","apiKey":"k","profiles":{"shop":{"key":"p"}}}}}',
    '{"context":"live","profile":"shop"}',
    '{"kind":"crier handover","version":1,"createdAt":"2026-09-21T08:00:00Z","contexts":[],"watches":[]}',
    'op read "op://team/crier/key" \'a b\' c\\ d',
    `registry=https://r.example/\${TOKEN}/\n@scope:registry=x\n; c\n//r.example/:_authToken=a`,
    'https://api.example:8443/base?x#y',
  ],
  tokens: [
    ...JSON_MARKS,
    '"contexts":',
    '"profiles":',
    '__proto__',
    '${',
    '}',
    '=',
    '\n',
    '\\',
    "'",
    ' ',
    '#',
  ],
  run(input) {
    const value = expectDeclared(
      () => JSON.parse(input),
      (error) => error instanceof SyntaxError,
    );
    const parsed = SavedSettings.safeParse(value);
    if (parsed.success)
      requireSame(
        SavedSettings.parse(JSON.parse(JSON.stringify(parsed.data))),
        parsed.data,
        'settings are saved as read',
      );
    expectDeclared(() => parseHandover(input, 'a.json'), isDeclared);
    expectDeclared(() => parseKeyCommand(input, 'keyCommand'), isDeclared);
    expectDeclared(() => parseAddress(input), isDeclared);
    parseNpmrcRegistry(input, { TOKEN: 'x' });
    findNameFault(input);
    writeFileSync(join(folder, '.crier.json'), input);
    expectDeclared(() => readProject(folder), isDeclared);
  },
};
