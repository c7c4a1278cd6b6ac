import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { COMMANDS } from '../../../src/cli/framework/command/command-list.ts';
import { isRecord } from '../../../src/domain/json/loose-record.ts';
import { crier, openTestSandbox } from '../../support/crier.ts';
import { answering } from '../../support/engine/fake-outbound.ts';
import { answerFeedExample } from '../../support/network/feed-site.ts';
import { shellWords } from '../../support/terminal/shell-words.ts';

/** Last words of commands that create something. */
const CREATES = /^(?:create|reply|register|add|save|engage|trigger|import)$/;

const creating = await Promise.all(
  COMMANDS.filter(({ path }) => CREATES.test(path.at(-1) ?? '')).map(async ({ path, load }) => ({
    name: path.join(' '),
    command: await load(),
  })),
);

/** Columns with another place in the document than their name says, such as those that rows repeat of the whole. */
const PLACES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'comments create': { serviceCommentId: 'commentId', requestedId: 'id' },
  'comments reply': { serviceCommentId: 'commentId', requestedId: 'id' },
  'posts create': { postId: 'id' },
  'sandbox trigger': {
    event: 'delivery.event',
    url: 'delivery.url',
    hookId: 'delivery.hookId',
    state: 'delivery.state',
  },
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crier-creates-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Whether a document has a field, in one of its lists of records or under its one key, too. */
function hasField(value: unknown, path: readonly string[]): boolean {
  const [first, ...rest] = path;
  if (first === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0 || value.some((each) => hasField(each, path));
  if (!isRecord(value)) return false;
  if (Object.hasOwn(value, first)) return hasField(value[first], rest);
  const { meta: _meta, ...members } = value;
  const values = Object.values(members);
  const lists = values.filter((each) => Array.isArray(each) && each.some(isRecord));
  return [...lists, ...(values.length === 1 ? values : [])].some((each) => hasField(each, path));
}

test('the commands that create are known', () => {
  expect(creating.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'automations create',
      'comments create',
      'comments reply',
      'context add',
      'hooks register',
      'posts create',
      'profiles create',
      'profiles save',
      'sandbox engage',
      'sandbox fault add',
      'sandbox post create',
      'sandbox trigger',
    ]),
  );
});

/** What `feeds add` reads. */
const readFeeds = answering((request) => answerFeedExample(request) ?? { fault: 'name not found' });

describe.each(creating)('$name', ({ name, command }) => {
  /** Runs the first example on a new machine. */
  async function runExample(format: readonly string[]): Promise<Awaited<ReturnType<typeof crier>>> {
    const machine = join(folder, format.join(''));
    const sandbox = await openTestSandbox(undefined, { openOutbound: () => readFeeds([]) });
    onTestFinished(() => sandbox.close());
    const around = {
      folder,
      sandbox: { ...sandbox, close: () => {} },
      stdin: 'A-KEY-FROM-STANDARD-INPUT\n',
      env: { CRIER_CONFIG_DIR: machine, CRIER_STATE_DIR: machine, CRIER_CONTEXT: 'sandbox' },
    };
    const [example = ''] = command.examples;
    const before = command.before ?? [];
    for (const line of before) {
      const [words = '', file] = line.split(' > ');
      // a file that nothing reads is for another example
      const isRead = [example, ...before].some((each) => each !== line && each.includes(file ?? ''));
      if (!isRead && !shellWords(example).includes('.')) continue;
      const { stdout } = await crier(shellWords(words), around);
      if (file !== undefined) writeFileSync(join(folder, file), stdout);
    }
    return crier([...shellWords(example), ...format], around);
  }

  test('its JSON has every column of its table', async () => {
    const table = await runExample(['-o', 'tsv']);
    const { exitCode, json } = await runExample(['--json']);
    expect([table.exitCode, exitCode]).toEqual([0, 0]);
    const columns = table.stdout.split('\n')[0]?.split('\t') ?? [];
    expect(columns.length).toBeGreaterThan(0);
    const missing = columns.filter((column) => {
      const path = PLACES[name]?.[column] ?? column;
      return !hasField(json, path.split('.'));
    });
    expect(missing).toEqual([]);
  });
});
