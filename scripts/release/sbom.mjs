// Writes what a release consists of, in the format of CycloneDX: `node scripts/release/sbom.mjs <file>`. All that the program
// imports is bundled, so these are the libraries of the lock file, with the optional one and the Node.js of the executable.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run-program.mjs';

const [file = join(root, '.release', 'crier.cdx.json')] = process.argv.slice(2);
const words = [
  'sbom',
  '--sbom-format',
  'cyclonedx',
  '--sbom-type',
  'application',
  '--omit',
  'dev',
  '--package-lock-only',
];
const text = execFileSync('npm', words, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' });
const bom = JSON.parse(text);
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
// npm writes the name of the folder, and that the manifest of the repository is private
Object.assign(bom.metadata.component, { name, properties: [] });
bom.components.push({
  'bom-ref': `node@${process.versions.node}`,
  type: 'platform',
  name: 'node',
  version: process.versions.node,
  purl: `pkg:generic/node@${process.versions.node}`,
  licenses: [{ license: { id: 'MIT' } }],
});
bom.dependencies
  .find(({ ref }) => ref === `${name}@${version}`)
  .dependsOn.push(`node@${process.versions.node}`);
writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
