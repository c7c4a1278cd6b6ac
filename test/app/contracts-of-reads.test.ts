import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/framework/command/command-list.ts';
import { describeSet } from '../../src/cli/framework/input/flags/describe-set.ts';
import { REMOTE, WRITE } from '../../src/cli/framework/input/flags/flags.ts';
import { getIdArgument, READ, READ_PROFILES } from '../../src/cli/framework/input/flags/read-flags.ts';
import type { Sandbox } from '../../src/sandbox/open-sandbox.ts';
import { crier, openTestSandbox } from '../support/crier.ts';
import { shellWords } from '../support/terminal/shell-words.ts';

/** Reads that have neither `--all-profiles` nor `--ids-from`, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'automations diff': 'compares files with the profile in use, or with all by its own --all-profiles',
  'automations export': 'writes a folder of files, or one for each profile by its own --all-profiles',
  'automations test': 'matches one event against a file, or one automation of the profile in use',
  'comments done': 'marks comments on this machine, for one profile; it only looks up whether they exist',
  'comments watch':
    'runs until it is interrupted, and keeps a cursor of each id; it has --ids-from of its own',
  dashboard: 'serves a page, which names the profile of each read',
  doctor: 'checks this machine and the context in use',
  'hashtags check': 'reads nothing of a profile: its argument is the hashtag',
  'hashtags suggest': 'reads nothing of a profile: its argument is a text',
  'hooks explain': 'joins history, inbox and activity for one delivery, with a verdict',
  'hooks listen': 'runs until it is interrupted, as the receiver of one profile',
  'inbox done': 'marks on this machine, for one profile; it only looks up whether the ids exist',
  mcp: 'serves tools until its client closes the input, and each names its profile',
  'hooks reconcile': 'compares the store of one receiver with the profile that it receives for',
  'media upload': 'writes: its --dry-run is about files, and not about one request',
  'posts export': 'writes a file of posts, which is created again for one profile',
  'posts open': 'opens one post in the browser',
  'posts validate': 'reads nothing of a profile: its argument is a post that is not sent',
  'profiles health': 'reads all profiles itself, unless --profile names one',
  'profiles list': 'lists the profiles of the account',
};

/** Reads without an id, which therefore have no `--ids-from`, and what they read. */
const WITHOUT_ID: Readonly<Record<string, string>> = {
  'analytics links': 'the clicks on all links',
  'analytics social': 'the linked accounts',
  'audio search': 'what a query finds',
  'automations list': 'all automations',
  'comments export': 'the comments of recent posts',
  'comments inbox': 'the comments of recent posts',
  'feeds list': 'all feeds',
  'hooks history': 'all deliveries',
  'hooks list': 'all webhooks',
  'inbox list': 'the comments, messages and reviews of a profile',
  'links list': 'all links',
  'media list': 'all files of the media library',
  'messages list': 'the messages of a network',
  'posts calendar': 'the posts of a week or a month',
  'posts list': 'recent posts',
  report: 'what happened in a period',
  'reviews list': 'the reviews of a network',
  'schedule list': 'all posting schedules',
  status: 'what runs and what is paused',
  user: 'the profile itself',
};

const commands = await Promise.all(
  COMMANDS.map(async ({ path, load }) => ({ name: path.join(' '), command: await load() })),
);
const reads = commands.filter(({ command: { flags } }) => flags.includes(REMOTE) && !flags.includes(WRITE));

describe('every command that reads, reads many', () => {
  test.each(reads)('crier $name', ({ name, command: { flags } }) => {
    const expected = name in EXCEPTIONS ? 'neither' : name in WITHOUT_ID ? 'READ_PROFILES' : 'READ';
    const found = flags.includes(READ) ? 'READ' : flags.includes(READ_PROFILES) ? 'READ_PROFILES' : 'neither';
    expect(
      found,
      `"${name}" reads from the service: add READ to its flags (--ids-from, --all-profiles), READ_PROFILES if it reads without an id (and a line in WITHOUT_ID of this test), or a line with the reason in EXCEPTIONS`,
    ).toBe(expected);
  });

  test('help names its flags, and "crier help flags" describes them', async () => {
    expect((await crier('user --help')).stdout).toContain('--all-profiles, --concurrency');
    const { stdout } = await crier('help flags');
    for (const { name } of describeSet(READ))
      expect(stdout).toMatch(new RegExp(`^ +${name} .*\\S {2,}\\S|^ +${name} {2,}\\S`, 'm'));
  });

  test('no exception is left of a command that is gone, or that writes', () => {
    const names = reads.map(({ name }) => name);
    expect(
      [...Object.keys(EXCEPTIONS), ...Object.keys(WITHOUT_ID)].filter((name) => !names.includes(name)),
    ).toEqual([]);
  });

  test.each(commands.filter(({ command }) => command.flags.includes(READ)))(
    'the id of crier $name is one of its arguments',
    ({ command }) => {
      expect(command.positional ?? []).toContain(getIdArgument(command));
    },
  );
});

/** A document that was read for many. */
interface DocumentOfMany {
  readonly results: readonly { readonly id?: string; readonly profile?: string | null }[];
}

describe('every one of them prints the document of many', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openTestSandbox();
  });
  afterAll(() => sandbox.close());
  /** Runs the first example for many; what is not there yet fails in the document. */
  const runFor = async (words: readonly string[], stdin = '') => {
    const all = [...words.filter((word) => word !== '--json'), '--json', '--sandbox'];
    return (await crier(all, { sandbox: { ...sandbox, close: () => {} }, stdin })).json as DocumentOfMany; // its schema was checked
  };
  const many = commands.filter(({ command }) => command.reads?.combinesProfiles !== true);

  test.each(many.filter(({ command }) => command.flags.includes(READ_PROFILES)))(
    'crier $name --all-profiles has the result of each profile',
    async ({ command }) => {
      const { results } = await runFor([...shellWords(command.examples[0] ?? ''), '--all-profiles']);
      expect(results.map(({ profile }) => profile)).toEqual([null, 'harbour', 'wholesale']);
    },
  );

  test.each(many.filter(({ command }) => command.flags.includes(READ)))(
    'crier $name --ids-from --all-profiles has the result of each id',
    async ({ name, command }) => {
      const words = shellWords(command.examples[0] ?? '');
      const at = name.split(' ').length + (command.positional ?? []).indexOf(getIdArgument(command) ?? '');
      const id = words[at] ?? '';
      const { results } = await runFor(
        [
          ...words.slice(0, at),
          ...words.slice(at).filter((word) => word.startsWith('--') && word.includes('=')),
          '--ids-from',
          '-',
          '--all-profiles',
        ],
        `${id}\n${id}x`,
      );
      expect(results.map((each) => each.id)).toEqual([id, `${id}x`]);
      expect(results.every((each) => 'profile' in each)).toBe(true);
    },
  );
});
