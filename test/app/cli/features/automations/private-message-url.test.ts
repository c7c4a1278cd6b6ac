import { describe, expect, test } from 'vitest';
import { crier } from '../../../../support/crier.ts';
import { checkInFolder } from '../../../../support/in-folder.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';

/** Refused by the form, and by what the address is. The other forms are those of the rule, which has its own tests. */
const PRIVATE = ['http://text.example.com/dm', 'https://10.0.0.7/dm'];

const WORDS = 'actions[0].messageUrl: must be a public https address';

/** Services that are not the sandbox: on the network, and behind a proxy on this machine. */
const SERVICES = [
  { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' },
  { CRIER_BASE_URL: 'http://127.0.0.1:4010', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' },
];
const SERVED_SANDBOX = { CRIER_BASE_URL: 'http://127.0.0.1:4010', CRIER_API_KEY: 'SBX-API-0001' };

const ACTION = (url: string) => ({ type: 'send_dm', message: 'Hi', messageUrl: url });
const BODY = (url: string) => ({
  name: 'Brew',
  triggers: [{ type: 'comment_keyword', postId: 'all', keywords: ['A'] }],
  actions: [ACTION(url)],
});
const FLAGS = (url: string) => ['--dm', 'Hi', '--message-url', url];
const ON = ['--on', 'comment', '--post', 'all', '--keyword', 'A'];

/** Each way in which a command takes a `messageUrl`, with what it reads from standard input. */
const WAYS: Readonly<
  Record<string, (url: string) => { readonly words: readonly string[]; readonly stdin?: string }>
> = {
  'create by flags': (url) => ({ words: ['create', ...ON, ...FLAGS(url)] }),
  'create by flags, planned': (url) => ({ words: ['create', ...ON, ...FLAGS(url), '--dry-run'] }),
  'create by an entry': (url) => ({
    words: ['create', ...ON, '--action', `send_dm,message=Hi,messageUrl=${url}`],
  }),
  'create from a file': (url) => ({ words: ['create', '-f', '-'], stdin: JSON.stringify(BODY(url)) }),
  'update by flags': (url) => ({ words: ['update', 'auto_1', ...FLAGS(url)] }),
  'update from a file': (url) => ({
    words: ['update', 'auto_1', '-f', '-'],
    stdin: JSON.stringify({ actions: [ACTION(url)] }),
  }),
};

describe.each(Object.entries(WAYS))(
  'a private messageUrl: %s',
  { tags: ['AUT-14', 'AUT-19'] },
  (_name, way) => {
    test('it is refused before anything is sent', async () => {
      for (const [at, env] of SERVICES.entries()) {
        const { words, stdin = '' } = way(`${PRIVATE[at]}`);
        const { transport, requests } = recordingNetwork({ status: 'success', id: 'auto_1' });
        const ran = await crier(['automations', ...words, '--yes', '--json'], {
          env,
          stdin,
          network: transport,
        });
        expect({ exitCode: ran.exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
        expect(ran.error).toMatchObject({
          code: 473,
          http: null,
          details: { formErrors: [], fieldErrors: { actions: [WORDS] } },
        });
      }
    });

    test('a served sandbox decides by itself', async () => {
      const { words, stdin = '' } = way('http://127.0.0.1:8080/dm');
      const { transport, requests } = recordingNetwork({ status: 'success', id: 'auto_1' });
      const { exitCode } = await crier(['automations', ...words, '--yes', '--json'], {
        env: SERVED_SANDBOX,
        stdin,
        network: transport,
      });
      expect(exitCode).toBe(0);
      if (!words.includes('--dry-run'))
        expect(requests.map(({ method }) => method)).toContain(words[0] === 'create' ? 'POST' : 'PUT');
    });
  },
);

test('on a terminal, a private messageUrl is refused before the wizard asks for the rest', {
  tags: ['AUT-14', 'AUT-19'],
}, async () => {
  for (const env of SERVICES) {
    const { transport, requests } = recordingNetwork({ status: 'success', id: 'auto_1' });
    const ran = await crier(['automations', 'create', ...FLAGS('https://10.0.0.7/dm'), '--json'], {
      env,
      network: transport,
      isTerminal: true,
    });
    expect({ exitCode: ran.exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
    expect(ran.stderr).toContain('"code":473');
  }
});

test('check finds it, offline', { tags: ['AUT-14', 'AUT-19'] }, async () => {
  const files = { 'a.json': JSON.stringify(BODY('https://10.0.0.7/dm')) };
  const { exitCode, json } = await checkInFolder('automations', files, {
    words: 'a.json --json',
    around: {},
  });
  expect(exitCode).toBe(11);
  expect(json).toMatchObject({
    problems: [
      { severity: 'error', path: 'actions[0].messageUrl', message: 'must be a public https address' },
    ],
  });
});
