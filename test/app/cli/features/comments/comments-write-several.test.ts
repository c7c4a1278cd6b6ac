import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Transport } from '../../../../../src/client/transport.ts';
import { CrierError } from '../../../../../src/errors.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { control } from '../../../../support/control.ts';
import { type Around, crier, openTestSandbox } from '../../../../support/crier.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';

const [LAUNCH, PARTIAL] = ['Sp7kQm2XvLr9TzBd4HnW', 'Lt5nWc8RjYq3GvKs6PxA'] as const;
const [FIRST, SECOND] = ['18008214909100698', '18107387288286433'] as const;
const SERVICE = { CRIER_BASE_URL: 'https://api.example/base', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openTestSandbox();
});
afterEach(() => sandbox.close());

const here = (line: string, around: Around = {}) =>
  crier(`${line} --sandbox`, { sandbox: { ...sandbox, close: () => {} }, ...around });

interface SeveralWritten {
  readonly results: readonly {
    readonly id: string;
    readonly status: string;
    readonly commentId?: string | null;
    readonly error: { readonly code: number | null } | null;
  }[];
  readonly networks: readonly {
    readonly requestedId: string;
    readonly platform: string | null;
    readonly status: string;
    readonly text: string | null;
  }[];
}
const several = ({ json }: { readonly json: unknown }) => json as SeveralWritten;

describe('comments reply to several comments', () => {
  test('each gets the same text, in the order of the ids', async () => {
    const ran = await here(`comments reply ${FIRST} ${SECOND} --platform instagram --text Thanks --json`);
    const { results, networks } = several(ran);
    expect(ran.exitCode).toBe(0);
    expect(results.map(({ id, status }) => [id, status])).toEqual([
      [FIRST, 'success'],
      [SECOND, 'success'],
    ]);
    expect(new Set(results.map(({ commentId }) => commentId)).size).toBe(2);
    expect(networks.map(({ requestedId, text }) => [requestedId, text])).toEqual([
      [FIRST, 'Thanks'],
      [SECOND, 'Thanks'],
    ]);
  });

  test('a failed id does not stop the others, and exits 3', async () => {
    const line = `comments reply nobody ${FIRST} --platform instagram --text Thanks`;
    const ran = await here(`${line} --json`);
    expect(ran.exitCode).toBe(3);
    expect(several(ran).results.map(({ status, error }) => [status, error?.code ?? null])).toEqual([
      ['error', 186],
      ['success', null],
    ]);
    expect(ran.error?.['message']).toBe('1 of 2 could not be replied to');
    const forgiven = await here(`${line} --allow-partial`);
    expect(forgiven.exitCode).toBe(0);
    expect(forgiven.stderr).toContain('nobody: ');
  });

  test('when all fail, the first decides, and only programs get the results', async () => {
    const line = 'comments reply nobody noone --platform instagram --text Thanks';
    expect(await here(line)).toMatchObject({ exitCode: 5, stdout: '' });
    expect(several(await here(`${line} --json`)).results).toHaveLength(2);
  });

  test('--ids-from has the document of several, also for one id', async () => {
    const stdin = `id\ttext\n${FIRST}\tHow much?\n`;
    const ran = await here('comments reply --ids-from - --platform instagram --text Thanks --json', {
      stdin,
    });
    expect(Object.keys(several(ran)).toSorted()).toEqual(['networks', 'results']);
    const one = await here(`comments reply ${FIRST} --platform instagram --text Thanks --json`);
    expect(one.json).toMatchObject({ status: 'success', id: FIRST });
  });

  test('--dry-run shows each request and sends none', async () => {
    const network = recordingNetwork({});
    const { json } = await crier(
      `comments reply ${FIRST} ${SECOND} --platform instagram --text Thanks --dry-run --json`,
      { env: SERVICE, network: network.transport },
    );
    expect(json).toMatchObject({
      requests: [{ body: { commentId: FIRST } }, { body: { commentId: SECOND } }],
    });
    expect(network.requests).toEqual([]);
  });

  test.each([
    [
      'a network whose replies are refused',
      `${FIRST} ${SECOND} --platform reddit --text a`,
      'Reddit comments',
    ],
    [
      'one URN for several',
      `id:1 id:2 --platform linkedin --comment-urn urn:li:comment:x --text a`,
      '--comment-urn is of one comment',
    ],
    ['a text in place of an id', `${FIRST} {} --platform instagram --text a`, 'not an id'],
    ['a text that was not quoted', `${FIRST} --platform instagram --text thank you`, 'quote a text'],
    ['the same after =', `${FIRST} --platform instagram --text=thank you`, 'quote a text'],
    ['the same beside a file of ids', '--ids-from - --platform instagram --text thank you', 'quote a text'],
    ['no id', '--platform instagram --text a', '<id> is missing'],
    ['standard input twice', '--ids-from - --text-file - --platform instagram', 'standard input'],
    ['a body of several answers', `${FIRST} ${SECOND} --platform instagram --text a -o raw`, '-o raw'],
  ])('%s exits 2 before a reply is sent', async (_why, words, message) => {
    const network = recordingNetwork({});
    const around = { env: SERVICE, network: network.transport, stdin: `${FIRST}\n` };
    const ran = await crier(`comments reply ${words}`, around);
    // without an id, the latest are read for the error
    const sent = network.requests.filter(({ method }) => method !== 'GET');
    expect({ exitCode: ran.exitCode, sent }).toEqual({ exitCode: 2, sent: [] });
    expect(ran.stderr.replaceAll(/\s+/g, ' ')).toContain(message);
  });

  test('what would fail for each of them ends the rest', async () => {
    const refusing = recordingNetwork({ status: 'error', code: 102, message: 'no key' }, 403);
    const line = 'comments reply id:1 id:2 id:3 id:4 --platform instagram --text a';
    const ran = await crier(line, { env: SERVICE, network: refusing.transport });
    expect({ exitCode: ran.exitCode, sent: refusing.requests.length }).toEqual({ exitCode: 4, sent: 1 });
  });

  test('an answer that was lost leaves open whether it was sent', async () => {
    let sent = 0;
    const answering = recordingNetwork({
      status: 'success',
      instagram: { status: 'success', commentId: '9' },
    });
    const network: Transport = async (request) => {
      sent += 1;
      if (sent > 1) throw new CrierError('unavailable', 'the connection was lost', { http: null });
      return answering.transport(request);
    };
    const ran = await crier('comments reply id:1 id:2 --platform instagram --text a', {
      env: SERVICE,
      network,
    });
    expect({ exitCode: ran.exitCode, sent }).toEqual({ exitCode: 3, sent: 2 });
    expect(ran.stderr.replaceAll(/\s+/g, ' ')).toContain(
      '2 may still have been replied to: check with "crier comments get"',
    );
  });
});

describe('comments create on several posts', () => {
  test('a post of which a network failed is partial, and the command for it is printed', async () => {
    const ran = await here(`comments create ${LAUNCH} ${PARTIAL} --text Hello --json`);
    expect(ran.exitCode).toBe(3);
    expect(several(ran).results.map(({ id, status }) => [id, status])).toEqual([
      [LAUNCH, 'success'],
      [PARTIAL, 'partial'],
    ]);
    expect(ran.stderr).toContain(`comments create ${PARTIAL} --text Hello --only tiktok`);
    expect(ran.error?.['message']).toBe('1 of 2 incomplete');
  });
});

describe('comments delete for several ids', () => {
  test('asks once for all of them, and says what each is', async () => {
    const line = `comments delete ${LAUNCH} nobody --color never`;
    const ran = await here(line, { isTerminal: true, typed: ['n'] });
    expect(ran.exitCode).toBe(2);
    const flat = ran.stderr.replaceAll(/\s+/g, ' ');
    expect(flat).toContain(`${LAUNCH} every comment of the service on the post "First Tide is here`);
    expect(flat).toContain('nobody a comment, on every network');
    expect(flat).toContain('Permanently delete the comments of these 2 ids? [y/N]');
  });

  test('says whose comment each is, with --platform', async () => {
    const ran = await here(`comments delete ${FIRST} ${SECOND} --platform instagram`, {
      isTerminal: true,
      typed: ['y'],
    });
    expect(ran.stderr).toContain(`${FIRST} @paloma.y.el.mar: "`);
    expect(ran.exitCode).toBe(0);
  });

  test('reports each network of each id; a network that fails makes it partial', async () => {
    await here(`comments create ${LAUNCH} ${PARTIAL} --text Hello`);
    await control(sandbox, 'addFault', {
      code: 161,
      network: 'facebook',
      endpoint: 'deleteComments',
      count: 1,
    });
    const ran = await here(`comments delete ${LAUNCH} nobody ${PARTIAL} --yes --json`);
    expect(ran.exitCode).toBe(3);
    const { results, networks } = several(ran);
    expect(results.map(({ status }) => status)).toEqual(['partial', 'error', 'success']);
    expect(networks.filter(({ requestedId }) => requestedId === 'nobody')).toMatchObject([
      { platform: null, status: 'error' },
    ]);
    expect(ran.stderr).toContain(`comments delete ${LAUNCH} --yes`);
    expect(ran.error?.['message']).toBe('1 of 3 could not be deleted, 1 of 3 incomplete');
  });

  test.each([80, 40])('a table of %i columns names the id of each row', async (columns) => {
    await here(`comments create ${LAUNCH} --only instagram --text Hello`);
    const { stdout } = await here(`comments delete ${LAUNCH} nobody --yes --color never`, {
      isTerminal: true,
      columns,
    });
    expect(stdout.split('\n').filter((line) => line.length > columns)).toEqual([]);
    expect(stdout).toMatch(columns === 80 ? /^- +error +186, .* nobody$/m : /^- +error/m);
  });
});
