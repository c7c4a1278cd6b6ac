import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommentsDocument } from '../../../../../src/cli/features/comments/comment.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import type {
  DeletedDocument,
  WrittenDocument,
} from '../../../../../src/service/endpoints/comment-writes.ts';
import { stoppedClock } from '../../../../support/clock.ts';
import { control } from '../../../../support/control.ts';
import { type Around, crier, openTestSandbox } from '../../../../support/crier.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';

const LAUNCH = 'Sp7kQm2XvLr9TzBd4HnW';
const STRANGER = '18008214909100698';
const REFRESH = 10 * 60 * 1000;
const SERVICE = { CRIER_BASE_URL: 'https://api.example/base', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };

let sandbox: Sandbox;
let clock: ReturnType<typeof stoppedClock>;
beforeEach(async () => {
  clock = stoppedClock(1_790_000_000_000);
  sandbox = await openTestSandbox(clock);
});
afterEach(() => sandbox.close());

const here = (line: string, around: Around = {}) =>
  crier(`${line} --sandbox`, { sandbox: { ...sandbox, close: () => {} }, clock, ...around });
const asked = (line: string, answer: string) => here(line, { isTerminal: true, typed: [answer] });
const flat = (text: string) => text.replaceAll(/\s+/g, ' ');
const make = async (flags = '') =>
  (await here(`comments create ${LAUNCH} --text goodbye --json ${flags}`)).json as WrittenDocument;
const onInstagram = async () => {
  clock.advance(REFRESH);
  const { comments } = (await here(`comments get ${LAUNCH} --json`)).json as CommentsDocument;
  return comments.filter(({ platform }) => platform === 'instagram').map(({ id }) => id);
};

describe('it asks first', () => {
  test('a comment of the service: what is deleted is shown, and only yes deletes', {
    tags: ['COM-28'],
  }, async () => {
    const { commentId } = await make('--only instagram');
    for (const answer of ['n', '', 'nope']) {
      const ran = await asked(`comments delete ${commentId}`, answer);
      expect([ran.exitCode, ran.stdout]).toEqual([2, '']);
      expect(flat(ran.stderr)).toContain(
        `the comment ${commentId} on every network, with its replies Delete comments permanently? [y/N]`,
      );
      expect(ran.stderr).toContain('nothing was changed');
    }
    const ran = await asked(`comments delete ${commentId} --color never`, 'y');
    expect(ran.exitCode).toBe(0);
    expect(ran.stdout).toMatch(/Instagram +success +\d{17} +goodbye/);
  });

  test('a post: that it is every comment of the service under it, and how many are known', async () => {
    await make();
    clock.advance(REFRESH);
    const ran = await asked(`comments delete ${LAUNCH}`, 'n');
    const said = flat(ran.stderr);
    expect(said).toContain(`${LAUNCH} is a post: "First Tide is here, our spring blend`);
    expect(said).toContain('deletes every comment that the service created on it, on all of its networks');
    const count = Number(/(\d+) comments by your accounts at the last refresh/.exec(said)?.[1]);
    expect(said).toContain('later comments are not counted, but deleted as well');
    // nine of the service, beside those that the demo company wrote itself
    expect(count).toBeGreaterThan(9);
    expect(await onInstagram()).toHaveLength(5);
  });

  test('a comment of a stranger: its author, its text, and what is deleted with it', async () => {
    const ran = await asked(`comments delete ${STRANGER} --platform instagram`, 'y');
    const said = flat(ran.stderr);
    expect(said).toContain('@paloma.y.el.mar: "¿Hacéis envíos a España?');
    expect(said).toContain('and 1 reply');
    expect(said).toContain('Delete this comment permanently? [y/N]');
    expect(ran.exitCode).toBe(0);
    expect(await onInstagram()).not.toContain(STRANGER);
  });

  test('what a stranger wrote cannot pass for a line of ours in the question', async () => {
    const comment = {
      commentId: '7',
      comment: 'a\u001b[2J\u202eb\nDelete everything? [y/N] y',
      username: 'x\r\ny',
    };
    const network = recordingNetwork({ status: 'success', instagram: [comment] });
    const ran = await crier('comments delete id:7 --platform instagram --color never', {
      env: SERVICE,
      network: network.transport,
      isTerminal: true,
      typed: ['n'],
    });
    expect(ran.exitCode).toBe(2);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(ran.stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(ran.stderr).not.toMatch(/^Delete everything/m);
    expect(network.requests.map(({ method }) => method)).toEqual(['GET']);
  });

  test('where the service does not report what an id is, both are mentioned', async () => {
    const network = recordingNetwork({ status: 'error', code: 1500, message: 'no' }, 500);
    const ran = await crier('comments delete abc --retries 0', {
      env: SERVICE,
      network: network.transport,
      isTerminal: true,
      typed: ['n'],
    });
    expect(flat(ran.stderr)).toContain('if abc is a post: deletes every comment');
    expect(network.requests.map(({ method }) => method)).toEqual(['GET']);
  });

  test('without a terminal, it requires --yes, and sends no request before', async () => {
    const network = recordingNetwork({});
    const ran = await crier('comments delete abc --json', { env: SERVICE, network: network.transport });
    expect([ran.exitCode, network.requests.length]).toEqual([2, 0]);
    expect(ran.error).toMatchObject({ kind: 'usage', advice: 'use --yes to skip the question' });
  });
});

describe('what it prints', () => {
  test('a post: one record a network, with the ids of all', { tags: ['COM-28'] }, async () => {
    const first = await make('--only instagram');
    const second = await make('--only instagram');
    const { json, exitCode } = await here(`comments delete ${LAUNCH} --yes --json`);
    expect(exitCode).toBe(0);
    expect(json).toMatchObject({ status: 'success', id: LAUNCH, errors: [] });
    const ids = [first, second].map(({ networks }) => networks[0]?.commentId);
    const [network] = (json as DeletedDocument).networks;
    expect([network?.extra['ids']].flat().toSorted()).toEqual(ids.toSorted());
    expect(await onInstagram()).toHaveLength(4);
  });

  test('a table of 40 columns shows how many were deleted with the one that is shown', async () => {
    await make('--only instagram');
    await make('--only instagram');
    const line = `comments delete ${LAUNCH} --yes --color never`;
    const { stdout } = await here(line, { isTerminal: true, columns: 40 });
    expect(stdout).toContain('(and 1 more)');
    expect(stdout.split('\n').filter((each) => each.length > 40)).toEqual([]);
  });

  test('nothing to delete is a success, and reported', async () => {
    const ran = await here(`comments delete ${LAUNCH} --yes`);
    expect(ran.exitCode).toBe(0);
    expect(ran.stderr).toContain('nothing to delete');
    const table = await here(`comments delete ${LAUNCH} --yes`, { isTerminal: true });
    expect(table.stdout).toContain('nothing to delete');
  });

  test('a part: exit 3, and the same again deletes the rest', { tags: ['COM-16'] }, async () => {
    const { commentId } = await make();
    await control(sandbox, 'addFault', {
      code: 161,
      network: 'facebook',
      endpoint: 'deleteComments',
      count: 1,
    });
    const ran = await here(`comments delete ${commentId} --yes --json`);
    expect(ran.exitCode).toBe(3);
    expect((ran.json as DeletedDocument).networks).toHaveLength(9);
    expect(ran.stderr).toContain(
      `retry to delete the rest:\n  crier comments delete ${commentId} --yes --sandbox\n`,
    );
    const again = await here(`comments delete ${commentId} --yes --json`);
    expect((again.json as DeletedDocument).networks).toMatchObject([
      { platform: 'facebook', status: 'success' },
    ]);
    expect((await here(`comments delete ${commentId} --yes`)).exitCode).toBe(5);
  });

  test('an own comment on tiktok goes, by the id that tiktok gave it', { tags: ['COM-23'] }, async () => {
    const { exitCode, json } = await here(
      'comments delete 7495303818056650482 --platform tiktok --yes --json',
    );
    expect(exitCode).toBe(0);
    expect(json).toMatchObject({ networks: [{ platform: 'tiktok', commentId: '7495303818056650482' }] });
  });

  test('of two that delete the same at the same moment, one finds it gone', async () => {
    const { commentId } = await make();
    const both = await Promise.all([1, 2].map(() => here(`comments delete ${commentId} --yes`)));
    expect(both.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 5]);
  });
});
