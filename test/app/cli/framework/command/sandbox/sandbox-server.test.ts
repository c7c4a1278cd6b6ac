import { describe, expect, test } from 'vitest';
import { createServerConnection } from '../../../../../../src/cli/framework/command/sandbox/connect-sandbox.ts';
import { createSandboxControl } from '../../../../../../src/cli/framework/command/sandbox/sandbox-control.ts';
import { createSandboxServer } from '../../../../../../src/cli/framework/command/sandbox/sandbox-server.ts';
import { createKnownSecrets } from '../../../../../../src/cli/framework/output/text/known-secrets.ts';
import type { Transport, WireRequest } from '../../../../../../src/client/transport.ts';
import type { ServerNote } from '../../../../../../src/sandbox/server-note.ts';
import type { BackgroundProcess, ServerCheck, World } from '../../../../../../src/world.ts';
import { fakeParts, fakeWorld } from '../../../../../support/fake-context.ts';

const note = (pid: number): ServerNote => ({
  pid,
  port: 4_321,
  address: 'http://127.0.0.1:4321',
  memory: false,
  startedAt: 0,
  credentials: {
    apiKey: 'SBX-API-1',
    adminToken: 'SBX-ADMIN-1',
    xPair: { key: 'SBX-X-KEY-1', secret: 'SBX-X-SECRET-1' },
    profiles: [],
  },
});

const FIRST = 11;
const SECOND = 22;

/** What ends the server: a request, a signal, or a kill; or nothing does. */
type EndsBy = 'asked' | 'signalled' | 'forced' | 'nothing';

/** A machine whose time advances as soon as something sleeps, with a server that ends in only one way. */
function machine(
  endsBy: EndsBy,
  {
    next = null,
    check = 'ours',
    difference = null,
  }: { next?: ServerNote | null; check?: ServerCheck; difference?: string | null } = {},
) {
  let running: ServerNote | null = note(FIRST);
  const did: string[] = [];
  const asked: WireRequest[] = [];
  const end = (way: EndsBy, what: string) => {
    did.push(what);
    if (way === endsBy) running = next;
  };
  const loopback: Transport = async (request) => {
    asked.push(request);
    end('asked', `asked ${request.url.href}`);
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: once('{"status":"success"}'),
    };
  };
  const world = {
    env: {},
    homeFolder: '/nonexistent',
    platform: 'linux',
    clock: { now: () => 0, steady: () => 0, sleep: async () => {} },
    random: () => 0,
    signal: new AbortController().signal,
    findServer: async () => running,
    checkServer: async () => check,
    openLoopback: async () => loopback,
    processes: {
      ownId: 1,
      end: (id: number, isForced: boolean) =>
        end(isForced ? 'forced' : 'signalled', `${isForced ? 'killed' : 'signalled'} ${id}`),
      differenceOf: async () => difference,
      openUrl: async () => false,
      page: async () => false,
      isStopped: async () => false,
      identify: async () => 'this one',
      hasEnded: async () => false,
      run: async () => 0,
      runWithInput: async () => 0,
      requireCommand: async () => {},
      readOutput: async () => null,
      startSelf: async (): Promise<BackgroundProcess> => ({
        id: SECOND,
        ended: new Promise(() => {}),
        detach: () => {},
      }),
    },
  };
  return { world, did, asked };
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

const serverOf = (world: Partial<World>) =>
  createSandboxServer(
    fakeParts({ world: fakeWorld(world), secrets: createKnownSecrets({ env: {}, words: [] }), onEnd() {} }),
  );

const ASKED = 'asked http://127.0.0.1:4321/_sandbox/stop';

describe('stop', () => {
  test.each<[EndsBy, readonly string[]]>([
    ['asked', [ASKED]],
    ['signalled', [ASKED, `signalled ${FIRST}`]],
    ['forced', [ASKED, `signalled ${FIRST}`, `killed ${FIRST}`]],
  ])('goes as far as it must: %s', async (endsBy, expected) => {
    const { world, did } = machine(endsBy);
    expect((await serverOf(world).stop())?.pid).toBe(FIRST);
    expect(did).toEqual(expected);
  });

  test('asks with the admin token, and sends no other key', async () => {
    const { world, asked } = machine('asked');
    await serverOf(world).stop();
    expect(asked[0]?.method).toBe('POST');
    expect(asked[0]?.headers['authorization']).toBe('Bearer SBX-ADMIN-1');
    expect(JSON.stringify(asked[0]?.headers)).not.toContain('SBX-API-1');
  });

  test('ends no process but the one that serves: another has taken its place meanwhile', async () => {
    const { world, did } = machine('asked', { next: note(SECOND) });
    expect((await serverOf(world).stop())?.pid).toBe(FIRST);
    expect(did).toEqual([ASKED]);
  });

  test.each<[ServerCheck]>([['other'], ['silent'], ['gone']])(
    'sends the token to no server that has not proved itself, and signals it: %s',
    { tags: ['T17'] },
    async (check) => {
      const { world, did, asked } = machine('signalled', { check });
      expect((await serverOf(world).stop())?.pid).toBe(FIRST);
      expect({ did, asked }).toEqual({ did: [`signalled ${FIRST}`], asked: [] });
    },
  );

  test.each<[ServerCheck]>([['other'], ['silent'], ['gone']])(
    'neither asks nor signals a process that is not the one of the note: %s',
    { tags: ['T17'] },
    async (check) => {
      const difference = 'it runs in another container';
      const { world, did, asked } = machine('signalled', { check, difference });
      await expect(serverOf(world).stop()).rejects.toMatchObject({
        kind: 'usage',
        message: expect.stringContaining(difference),
      });
      expect({ did, asked }).toEqual({ did: [], asked: [] });
    },
  );

  test('a server in another container that proves itself is asked, and not signalled', {
    tags: ['T17'],
  }, async () => {
    const { world, did } = machine('signalled', { difference: 'it runs in another container' });
    await expect(serverOf(world).stop()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(did).toEqual([ASKED]);
  });

  test('reports it when nothing helps', async () => {
    const { world } = machine('nothing');
    await expect(serverOf(world).stop()).rejects.toMatchObject({
      kind: 'unavailable',
      message: `process ${FIRST}, which serves the sandbox, does not stop`,
    });
  });
});

describe('a start in the background', () => {
  test('that ends before it serves is a failure with its own reason', async () => {
    const { world } = machine('nothing');
    const failed: BackgroundProcess = {
      id: SECOND,
      ended: Promise.resolve(
        [
          'crier: port 80 is privileged',
          'next   use a port from 1024 up',
          '{"error":{"kind":"unavailable","message":"port 80 is privileged","advice":"use a port from 1024 up"}}',
          '',
        ].join('\n'),
      ),
      detach: () => {},
    };
    const processes = { ...world.processes, startSelf: async () => failed };
    await expect(serverOf({ ...world, processes }).startBackground([])).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'port 80 is privileged',
      facts: { advice: 'use a port from 1024 up' },
    });
  });

  test.each([
    ['Error: something\n    at somewhere', 'Error: something     at somewhere'],
    ['', 'the server exited before it was ready, without an error message'],
  ])('that ends with %j says all there is', async (said, message) => {
    const { world } = machine('nothing');
    const failed: BackgroundProcess = { id: SECOND, ended: Promise.resolve(said), detach: () => {} };
    const processes = { ...world.processes, startSelf: async () => failed };
    const start = serverOf({ ...world, processes }).startBackground([]);
    await expect(start).rejects.toMatchObject({ message, facts: {} });
  });

  test('that neither ends nor serves is given up', async () => {
    const { world } = machine('nothing');
    await expect(serverOf(world).startBackground([])).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test('takes no other server for the one that it started', async () => {
    const { world } = machine('nothing');
    const control = await serverOf({ ...world, findServer: async () => note(SECOND) }).startBackground([]);
    expect(control.connection.server?.pid).toBe(SECOND);
  });
});

test.each([
  [false, 'stop it with "crier sandbox stop" and start it again'],
  [true, 'stop it with "crier sandbox stop", which loses its data, and start it again'],
])(
  'a server of an earlier version, whose answers lack members, is to be started again; in memory: %s',
  async (memory, advice) => {
    const { world } = machine('nothing');
    const waiting = { ...world, clock: { ...world.clock, sleep: () => new Promise<void>(() => {}) } };
    const connection = createServerConnection({ ...note(FIRST), memory }, await world.openLoopback());
    await expect(
      createSandboxControl(connection, fakeWorld(waiting)).call('status', {}),
    ).rejects.toMatchObject({
      kind: 'usage',
      message: 'the sandbox server at http://127.0.0.1:4321 was started by another version of crier',
      facts: { advice },
    });
  },
);
