import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { topic as environment } from '../src/cli/features/general/topics/environment.ts';
import { listFaults } from './support/ci/github-schemas.ts';
import { crier } from './support/crier.ts';
import { answering } from './support/engine/fake-outbound.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (...path: readonly string[]) => readFileSync(join(ROOT, ...path), 'utf8');
const VERSION = (JSON.parse(read('package.json')) as { version: string }).version;

let base: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'crier-delivery-'));
});
afterAll(() => rmSync(base, { recursive: true }));

/** A script of the release, as its workflow runs it. */
function runScript(name: string, ...words: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'release', name), ...words], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
}

const Workflow = z.looseObject({
  jobs: z.record(
    z.string(),
    z.looseObject({
      permissions: z.record(z.string(), z.string()).optional(),
      steps: z.array(z.looseObject({ run: z.string().optional(), uses: z.string().optional() })),
    }),
  ),
});

describe('workflows', { tags: ['C11'] }, () => {
  const files = [
    'action.yml',
    ...readdirSync(join(ROOT, '.github', 'workflows')).map((name) => `.github/workflows/${name}`),
  ];

  test.each(files)('%s names every action by the commit, with its version beside it', (file) => {
    const used = [...read(file).matchAll(/^[ -]*uses: (.*)$/gm)].map(([, name = '']) => name);
    expect(used.length).toBeGreaterThan(file === 'action.yml' ? -1 : 1);
    const isPinned = (name: string) =>
      name === './' || /^[\w.-]+\/[\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(name);
    expect(used.filter((name) => !isPinned(name))).toEqual([]);
  });

  test('one commit is one version of an action in all of them', () => {
    const used = files.flatMap((file) =>
      [...read(file).matchAll(/uses: (\S+@\S+ # \S+)/g)].map(([, name = '']) => name),
    );
    const names = new Set(used.map((name) => name.split('@')[0]));
    expect(new Set(used).size).toBe(names.size);
  });

  const { jobs } = Workflow.parse(parse(read('.github', 'workflows', 'release.yml')));
  const scripts = Object.values(jobs).flatMap(({ steps }) => steps.map(({ run }) => run ?? ''));

  test('the release is as the schema of GitHub has it, and installs what is locked and nothing else', () => {
    const content = read('.github', 'workflows', 'release.yml');
    expect(listFaults('workflow', { name: 'release.yml', content })).toEqual([]);
    for (const [name, { steps }] of Object.entries(jobs)) {
      const runs = steps.map(({ run }) => run ?? '').join('\n');
      if (/npm (?:run|publish)|\.ci\/run/.test(runs))
        expect([name, runs]).toEqual([name, expect.stringContaining('npm ci && npm ci --prefix test')]);
      expect(runs).not.toMatch(/npm (?:i|install)\b/);
    }
  });

  test('the release runs files and scripts that are there', () => {
    const named = scripts.join('\n').match(/\b(?:scripts|\.ci)\/[\w./-]+/g) ?? [];
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
    const known = JSON.parse(read('package.json')).scripts;
    for (const [, name = ''] of scripts.join('\n').matchAll(/npm run (\w+)/g))
      expect(known).toHaveProperty(name);
  });

  test('only the jobs that need it can write, and each write has its reason', () => {
    const writers = Object.entries(jobs).flatMap(([name, { permissions = {} }]) =>
      Object.entries(permissions).flatMap(([what, how]) => (how === 'write' ? [`${name}: ${what}`] : [])),
    );
    expect(writers).toEqual([
      'binary: id-token',
      'binary: attestations',
      'publish: id-token',
      'image: packages',
      'image: id-token',
      'image: attestations',
      'release: contents',
      'release: id-token',
      'release: attestations',
    ]);
  });
});

describe('what package managers install a release from', () => {
  const TARGETS = ['darwin-arm64.tar.gz', 'linux-arm64.tar.gz', 'linux-x64.tar.gz', 'win32-x64.zip'];
  const sumOf = (text: string) => createHash('sha256').update(text).digest('hex');
  const address = (target: string) =>
    `https://github.com/crier-cli/crier/releases/download/v${VERSION}/crier-${VERSION}-${target}`;
  beforeAll(() => {
    mkdirSync(join(base, 'archives'));
    for (const target of TARGETS) writeFileSync(join(base, 'archives', `crier-${VERSION}-${target}`), target);
    runScript('manifests.mjs', join(base, 'archives'), join(base, 'manifests'));
  });

  test('the formula of Homebrew has an address and the sum of each archive, and nothing that Ruby would evaluate', () => {
    const formula = readFileSync(join(base, 'manifests', 'crier.rb'), 'utf8');
    const pairs = [...formula.matchAll(/^ {6}url "(.*)"\n {6}sha256 "(.*)"$/gm)].map(([, url, sum]) => [
      url,
      sum,
    ]);
    expect(pairs).toEqual(TARGETS.slice(0, 3).map((target) => [address(target), sumOf(target)]));
    const opened = formula.match(/^ *(?:class|def|on_\w+ do|test do)/gm) ?? [];
    expect(formula.match(/^ *end$/gm)).toHaveLength(opened.length);
    expect(formula).toMatch(/^class Crier < Formula\n {2}desc "[A-Z][^"#]{10,79}[^."]"\n/);
    expect(formula.replaceAll('#{bin}', '')).not.toContain('#{');
    expect(formula).toContain(`version "${VERSION}"`);
  });

  test('the manifest of Scoop has those of Windows, and how the next version is found', () => {
    expect(JSON.parse(readFileSync(join(base, 'manifests', 'crier.json'), 'utf8'))).toMatchObject({
      version: VERSION,
      bin: 'crier.exe',
      architecture: {
        '64bit': {
          url: address('win32-x64.zip'),
          hash: sumOf('win32-x64.zip'),
          extract_dir: `crier-${VERSION}-win32-x64`,
        },
      },
      autoupdate: {
        architecture: {
          '64bit': { url: expect.stringContaining('/v$version/crier-$version-win32-x64.zip') },
        },
      },
    });
  });
});

test('the list of what a release consists of is CycloneDX, and has each library that is bundled', {
  tags: ['C11'],
}, () => {
  const file = join(base, 'crier.cdx.json');
  runScript('sbom.mjs', file);
  const bom = JSON.parse(readFileSync(file, 'utf8'));
  const schemas = join(ROOT, 'test', 'node_modules', '@cyclonedx', 'cyclonedx-library', 'res', 'schema');
  const schema = (name: string) =>
    JSON.parse(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), 'utf8'));
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  const validate = ajv.compile(schema(`bom-${bom.specVersion}`));
  validate(bom);
  expect(validate.errors).toBeNull();
  const names = bom.components.map(({ name }: { name: string }) => name);
  const { dependencies, optionalDependencies } = JSON.parse(read('package.json'));
  expect(names).toEqual(
    expect.arrayContaining([...Object.keys({ ...dependencies, ...optionalDependencies }), 'node']),
  );
  expect(names).not.toContain('rolldown');
  expect(bom.metadata.component).toMatchObject({ name: 'crier-cli', version: VERSION });
  expect(JSON.stringify(bom)).not.toContain(ROOT);
});

describe('the image and its compose file', () => {
  const Service = z.strictObject({
    image: z.string().regex(/^[\w./-]+:\w+$/),
    profiles: z.array(z.string()).optional(),
    command: z.array(z.string()).optional(),
    environment: z.record(z.string().regex(/^[A-Z_]+$/), z.string()).optional(),
    secrets: z.array(z.string()).optional(),
    volumes: z.array(z.string().regex(/^\w+:\/[\w/]+$/)).optional(),
    ports: z.array(z.string().regex(/^127\.0\.0\.1:\d+:\d+$/)).optional(),
    configs: z.array(z.strictObject({ source: z.string(), target: z.string() })).optional(),
    depends_on: z
      .record(
        z.string(),
        z.strictObject({ condition: z.enum(['service_healthy', 'service_completed_successfully']) }),
      )
      .optional(),
    healthcheck: z
      .strictObject({
        test: z.tuple([z.literal('CMD')], z.string()),
        interval: z.string().regex(/^\d+s$/),
        retries: z.int().optional(),
        start_period: z
          .string()
          .regex(/^\d+s$/)
          .optional(),
      })
      .optional(),
    logging: z.strictObject({ options: z.record(z.string(), z.string()) }).optional(),
    read_only: z.boolean().optional(),
    tmpfs: z.array(z.string()).optional(),
    cap_drop: z.tuple([z.literal('ALL')]).optional(),
    security_opt: z.array(z.string()).optional(),
    restart: z.literal('always').optional(),
    stop_grace_period: z.string().optional(),
  });
  const Compose = z.strictObject({
    name: z.literal('crier'),
    services: z.record(z.string(), Service),
    volumes: z.record(z.string(), z.null()),
    configs: z.record(z.string(), z.strictObject({ content: z.string() })),
    secrets: z.record(z.string(), z.strictObject({ file: z.string().regex(/^\.\/secrets\//) })),
  });
  const compose = Compose.parse(parse(read('scripts', 'deploy', 'compose.yaml')));
  const ours = Object.entries(compose.services).filter(([, { image }]) =>
    image.startsWith('ghcr.io/crier-cli/crier:'),
  );

  test('it names what it declares, and declares what it names', () => {
    const services = Object.values(compose.services);
    const namesOf = (kind: 'secrets' | 'volumes') =>
      [
        ...new Set(
          services.flatMap((service) => (service[kind] ?? []).map((each) => each.split(':')[0] ?? '')),
        ),
      ].toSorted();
    expect(namesOf('secrets')).toEqual(Object.keys(compose.secrets).toSorted());
    expect(namesOf('volumes')).toEqual(Object.keys(compose.volumes).toSorted());
    for (const { depends_on: after = {} } of services)
      for (const [name, { condition }] of Object.entries(after)) {
        expect(compose.services).toHaveProperty(name);
        if (condition === 'service_healthy') expect(compose.services[name]?.healthcheck).toBeDefined();
      }
  });

  test.each(ours)(
    '%s runs a command that the program takes, with variables that it knows',
    async (_name, service) => {
      const { command = [], environment: variables = {}, secrets = [], healthcheck } = service;
      const known = environment.text(80);
      for (const name of Object.keys(variables)) expect(known).toContain(name);
      for (const file of command.flatMap((word) => /\/run\/secrets\/(.*)$/.exec(word)?.[1] ?? []))
        expect(secrets).toContain(file);
      // every flag is understood: what fails is the first secret, which is not on this machine
      const ran = await crier(command, { env: variables });
      expect([ran.exitCode, ran.stderr.replaceAll(/\s+/g, ' ')]).toEqual([
        2,
        expect.stringContaining('/run/secrets/'),
      ]);
      if (healthcheck === undefined) return;
      const [, program, ...words] = healthcheck.test;
      expect(read('scripts', 'deploy', 'Containerfile')).toContain(`ENTRYPOINT ["${program}"]`);
      const outbound = answering(() => ({ fault: 'connection refused' }));
      expect((await crier(words, { outbound })).exitCode).toBe(11);
    },
  );

  test('ports that are published are those that the program listens on', () => {
    for (const { ports = [], command = [] } of Object.values(compose.services))
      for (const port of ports) expect(command).toContain(`--port=${port.split(':').at(-1)}`);
  });

  test('the image runs without root, and keeps its data in the volume', () => {
    const recipe = read('scripts', 'deploy', 'Containerfile');
    expect(recipe).toMatch(/^USER 65532:65532$/m);
    expect(recipe).toMatch(/^COPY --chown=65532:65532 --chmod=0700 empty\/ \/data\/$/m);
    expect(recipe).toMatch(/^VOLUME \/data$/m);
    expect(recipe).not.toMatch(/^RUN/m);
    for (const [, name = ''] of recipe.matchAll(/\b(CRIER_\w+_DIR)=/g))
      expect(environment.text(80)).toContain(name);
  });

  test('the folder that the image is built from is made from the archives of a release', () => {
    const archives = join(base, 'linux');
    for (const target of ['x64', 'arm64']) {
      const name = `crier-${VERSION}-linux-${target}`;
      mkdirSync(join(archives, name), { recursive: true });
      for (const file of ['crier', 'LICENSE', 'THIRD-PARTY-LICENSES.txt', 'NODE-LICENSE.txt'])
        writeFileSync(join(archives, name, file), `${file} ${target}`);
      spawnSync('tar', ['-czf', join(archives, `${name}.tar.gz`), '-C', archives, name]);
    }
    const folder = join(base, 'image');
    expect(
      spawnSync('bash', [join(ROOT, 'scripts', 'deploy', 'prepare-image.sh'), archives, folder]).status,
    ).toBe(0);
    expect(readFileSync(join(folder, 'crier-linux-arm64'), 'utf8')).toBe('crier arm64');
    expect(readFileSync(join(folder, 'crier-linux-amd64'), 'utf8')).toBe('crier x64');
    for (const [, sources = ''] of read('scripts', 'deploy', 'Containerfile').matchAll(
      /^COPY (?:--\S+ )*(.*) \S+$/gm,
    ))
      for (const source of sources.replaceAll('$' + '{TARGETARCH}', 'amd64').split(' '))
        expect([source, existsSync(join(folder, source))]).toEqual([source, true]);
  });
});
