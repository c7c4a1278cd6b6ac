import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { crier, openTestSandbox } from '../../../../support/crier.ts';
import { inFolder } from '../../../../support/in-folder.ts';
import { shellWords } from '../../../../support/terminal/shell-words.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

const HELD = 'Su3gHk9WqZr5TcYb7MvN';
const OTHER = 'WAsEY7l4HHF5lxAR7HuA';
const ROWS = [
  { id: HELD, profile: null },
  { id: HELD, profile: 'harbour', platforms: ['bluesky'] },
];
const POSTS = 'platforms,post\nbluesky,One\nbluesky,Two\n';
const GUIDE = `name: Guide
triggers:
  - type: comment_keyword
    postId: all
    keywords: [GUIDE]
actions:
  - type: send_dm
    message: Here it is
`;

/** Runs a line on the shared sandbox, beside the files that it names. */
function runLine(line: string, isTerminal: boolean, env: Record<string, string> = {}) {
  return inFolder({ 'brand/guide.yaml': GUIDE }, async (folder) => {
    writeFileSync(join(folder, 'rows.ndjson'), ROWS.map((row) => `${JSON.stringify(row)}\n`).join(''));
    writeFileSync(join(folder, 'posts.csv'), POSTS);
    const around = { folder, env: { CRIER_CONFIG_DIR: folder, ...env }, sandbox: { ...sandbox, close() {} } };
    return crier(shellWords(`${line} --sandbox`), {
      ...around,
      ...(isTerminal && { isTerminal, typed: ['n'] }),
    });
  });
}

const PRIMARY = 'for the Primary Profile of the sandbox';
const HARBOUR = 'for harbour of the sandbox';
const WHOLE = 'for the sandbox';

const QUESTIONS = [
  [`posts delete ${HELD}`, PRIMARY],
  [`posts delete ${HELD} --profile harbour`, HARBOUR],
  ['posts delete --ids-from rows.ndjson', WHOLE],
  [`posts approve ${HELD} ${OTHER}`, PRIMARY],
  [`posts update ${HELD} ${OTHER} --schedule 2027-01-01T09:00Z`, PRIMARY],
  [`posts copy ${HELD} --profile harbour --schedule 2027-01-01T09:00Z`, WHOLE],
  ['posts create -f posts.csv', PRIMARY],
  ['comments delete 18107387288286433 --platform instagram', PRIMARY],
  ['reviews delete 376602035206384 --platform facebook', PRIMARY],
  ['feeds remove aB3dE6gH9k', PRIMARY],
  ['schedule delete Weekend', PRIMARY],
  ['automations delete auto_K7pW2mXq9L', PRIMARY],
  ['automations apply brand', PRIMARY],
  ['profiles unlink facebook --profile harbour', HARBOUR],
  ['profiles delete harbour', WHOLE],
  ['pause', WHOLE],
  ['pause --profile harbour', WHOLE],
] as const;

describe('a question before a change says first whom it is for', () => {
  test.each(QUESTIONS)('%s', async (line, whom) => {
    const { screen } = await runLine(line, true);
    const [before = ''] = screen.split('[y/N]');
    expect(before.split('\n')).toContain(whom);
    expect(screen).toContain('nothing was changed');
  });

  test('and the one that the setting "ask" puts', async () => {
    const { screen } = await runLine('feeds add https://blog.example.com/feed.xml', true, {
      CRIER_WRITES: 'ask',
    });
    expect(screen).toMatch(/^for the Primary Profile of the sandbox\nPOST [\s\S]*\[y\/N\] /);
  });

  test('but none about files of this machine', async () => {
    const { screen } = await runLine('config reset', true);
    expect(screen).toMatch(/^[\s\S]*\[y\/N\] /);
    expect(screen).not.toMatch(/^for /m);
  });
});

const POST = 'posts create --platform bluesky,x --text Hi --dry-run --profile harbour';
const META = { context: 'sandbox', profile: 'harbour', networks: ['bluesky', 'twitter'] };

describe('a plan says whom it is for in every format', () => {
  test('requests: in their first line', async () => {
    for (const flags of ['', '-v', '-o csv']) {
      const { stdout } = await runLine(`${POST} ${flags}`, false);
      expect(stdout).toMatch(/^for harbour of the sandbox\n\nPOST /);
    }
  });

  test.each([
    [POST, META],
    ['posts create -f posts.csv --dry-run', { ...META, profile: null, networks: ['bluesky'] }],
    ['messages send instagram mara --text Hi --dry-run', { ...META, profile: null, networks: ['instagram'] }],
    ['pause --dry-run', { context: 'sandbox', networks: ['instagram'] }],
    [`posts delete ${HELD} --dry-run`, { context: 'sandbox', profile: null }],
    ['posts delete --ids-from rows.ndjson --dry-run', { context: 'sandbox', networks: ['bluesky'] }],
    ['profiles delete harbour --dry-run', { context: 'sandbox' }],
  ])('JSON: in meta, with the networks that it names: %s', async (line, meta) => {
    const { json } = await runLine(`${line} --json`, false);
    const { sandbox: _isSandbox, ...said } = (json as { meta: object & { sandbox?: true } }).meta; // of a dry run
    expect(said).toEqual(meta);
  });

  test('NDJSON: in the line of a request', async () => {
    const { stdout, stderr } = await runLine(`${POST} -o ndjson`, false);
    expect([JSON.parse(stdout), stderr]).toMatchObject([{ meta: META }, '']);
  });

  test.each(['ndjson', 'csv', 'tsv'])('%s of records: in a note', async (format) => {
    const { stdout, stderr } = await runLine(`posts create -f posts.csv --dry-run -o ${format}`, false);
    expect(stderr.split('\n')).toContain(PRIMARY);
    expect(stdout).not.toContain('Primary Profile');
  });
});
