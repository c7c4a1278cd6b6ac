import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { showEquivalentCommand } from '../../../src/cli/features/automations/wizard/equivalent-command.ts';
import { showPostCommand } from '../../../src/cli/features/posts/wizard/ask-post.ts';
import { COMMANDS } from '../../../src/cli/framework/command/command-list.ts';
import type { CommandContext } from '../../../src/cli/framework/command/context.ts';
import type { Transport, WireRequest } from '../../../src/client/transport.ts';
import type { Prompts } from '../../../src/world.ts';
import { crier } from '../crier.ts';

/** Everything that a place printed for a value. */
type Printed = (value: string) => Promise<string>;

const SERVICE = { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };
/** Sentences stay on one line. */
const WIDE = { isTerminal: true, columns: 100_000 };

type Answers = (request: WireRequest) => { readonly status?: number; readonly body: unknown };

function network(answers: Answers): Transport {
  return async (request) => {
    const { status = 200, body } = answers(request);
    return { status, headers: { 'content-type': 'application/json' }, body: once(JSON.stringify(body)) };
  };
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

interface Surroundings {
  readonly env?: Readonly<Record<string, string>>;
  readonly folder?: string;
}

async function called(words: readonly string[], answers: Answers, more: Surroundings = {}): Promise<string> {
  const { env = SERVICE, folder = '/nonexistent' } = more;
  const around = { env: { ...env, NO_COLOR: '1' }, folder, network: network(answers), ...WIDE };
  const { stdout, stderr } = await crier(words, around);
  return `${stdout}\n${stderr}`;
}

/** The same with a settings file. */
async function withSettings(words: readonly string[], settings: unknown): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'crier-places-'));
  mkdirSync(join(folder, 'config'), { mode: 0o700 });
  writeFileSync(join(folder, 'config', 'config.json'), JSON.stringify(settings), { mode: 0o600 });
  const env = { CRIER_CONFIG_DIR: join(folder, 'config'), CRIER_NO_INPUT: '1' };
  const printed = await called(words, () => ({ body: { status: 'success' } }), { env });
  rmSync(folder, { recursive: true });
  return printed;
}

const refusal = (code: number, more: object = {}) => ({
  status: 400,
  body: { status: 'error', code, message: 'no', ...more },
});
const AUTOMATION = ['--on', 'comment', '--post', 'all', '--keyword', 'A', '--dm', 'Hi', '--yes'];
const POST = [
  'posts',
  'create',
  '--text',
  'Hi',
  '--platform',
  'facebook,twitter',
  '--media',
  'https://a.example/b.jpg',
];
const COPY = { status: 'success', id: '1', platform: 'facebook', postUrl: 'https://a.example/1' };
const LEG = { action: 'post', status: 'error', code: 110, message: 'twice', platform: 'twitter' };

const EVENT = { name: 'a', platform: 'instagram', triggers: [], actions: [] };
const row = (value: string, more: object) => ({
  id: value,
  automationId: 'auto_1',
  eventId: value,
  status: 'pending',
  trigger: 'comment_keyword',
  created: '2026-09-21T14:00:00Z',
  actionResults: [],
  ...more,
});

/** The same with a file of that name. */
async function withFile(
  value: string,
  text: string,
  words: (name: string) => readonly string[],
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'crier-places-'));
  const name = value.replaceAll('/', '_');
  writeFileSync(join(folder, name), text);
  const printed = await called(words(name), () => ({ body: {} }), { folder });
  rmSync(folder, { recursive: true });
  return printed;
}

/** The conversation of a wizard, of which only what is shown counts. */
async function shownBy(show: (context: CommandContext, prompts: Prompts) => Promise<void>): Promise<string> {
  const shown: string[] = [];
  // of both, this is all that is used
  const prompts = {
    show: async (lines: (look: { palette: unknown }) => readonly string[]) =>
      void shown.push(...lines({ palette: { dim: String } })),
  } as unknown as Prompts;
  const choice = { kind: 'sandbox', profile: null, isUnasked: false };
  const context = {
    io: { programName: 'crier', prompts: async () => prompts },
    service: { choose: async () => ({ choice, settings: {}, project: null }) },
  } as unknown as CommandContext;
  await show(context, prompts);
  return shown.join('\n');
}

/** Every place that prints a command with a value of the service, of a file, of the settings or of a person in it. */
export const PRINTING_PLACES: Readonly<Record<string, Printed>> = {
  'automations create: its id': (value) =>
    called(['automations', 'create', ...AUTOMATION], () => ({
      body: { status: 'success', id: value, active: true },
    })),
  'automations create --paused: its id': (value) =>
    called(['automations', 'create', ...AUTOMATION, '--paused'], () => ({
      body: { status: 'success', id: value },
    })),
  'automations create --paused, not paused: its id': (value) =>
    called(['automations', 'create', ...AUTOMATION, '--paused'], ({ method }) =>
      method === 'PUT' ? refusal(1500) : { body: { status: 'success', id: value } },
    ),
  'automations create -f: the name of a file': (value) =>
    withFile(value, 'name: [', (name) => ['automations', 'create', `--file=${name}`]),
  'automations explain: the id of a row': (value) =>
    called(['automations', 'explain', 'auto_1', value], ({ url }) =>
      url.href.includes('activity')
        ? { body: { status: 'success', automationId: 'auto_1', activity: [row(value, {})] } }
        : { body: { status: 'success', id: 'auto_1', active: true, ...EVENT } },
    ),
  'automations explain: an id that is not there': (value) =>
    called(['automations', 'explain', value, 'row_1'], ({ url }) =>
      url.href.includes('activity')
        ? { body: { status: 'success', automationId: value, activity: [] } }
        : { body: { status: 'success', id: value, active: true, ...EVENT } },
    ),
  'automations explain: its own id': (value) =>
    called(['automations', 'explain', value, '--recipient', value], ({ url }) =>
      url.href.includes('activity')
        ? { body: { status: 'success', automationId: value, activity: [] } }
        : { body: { status: 'success', id: value, active: false, ...EVENT } },
    ),
  'posts create: its id': (value) =>
    called(POST, () => ({ body: { status: 'scheduled', id: value, scheduleDate: '2026-09-29T09:00:00Z' } })),
  'posts create --approve-first: its id': (value) =>
    called([...POST, '--approve-first'], () => ({ body: { status: 'awaiting approval', id: value } })),
  'posts create: its id, still worked on': (value) =>
    called(POST, () => ({ body: { status: 'success', id: value, postIds: [{ ...COPY, id: 'pending' }] } })),
  'posts create: refused by all': (value) =>
    called(POST, () => ({
      body: { status: 'error', id: value, postIds: [], errors: [{ ...LEG, code: 436, message: 'slow' }] },
    })),
  'posts create: a text that one network took': (value) =>
    called(['posts', 'create', '--text', value, '--notes', value, ...POST.slice(4)], () => ({
      body: { status: 'error', id: 'abc', postIds: [COPY], errors: [LEG] },
    })),
  'posts create: an idempotency key': (value) =>
    called([...POST, '--idempotency-key', value], () => ({ status: 503, body: {} })),
  'posts create -f: the name of a file': (value) =>
    withFile(value, 'A text.', (name) => ['posts', 'create', `--file=${name}`]),
  'posts retry: an id': (value) =>
    called(['posts', 'retry', value], () => ({
      body: { status: 'success', id: value, post: 'Hi', platforms: [] },
    })),
  'posts delete: an id that stays on a network': (value) =>
    called(['posts', 'delete', value, '--yes'], () => ({
      body: { status: 'error', id: value, errors: [{ ...LEG, code: 1415 }] },
    })),
  'posts list: a cursor': (value) =>
    called(['posts', 'list', '--platform', 'instagram', '-n', '1'], () => ({
      body: {
        status: 'success',
        posts: [{ id: '1', post: 'Hi' }],
        nextUpdate: value,
        meta: { pagination: { next: value, hasMore: true } },
      },
    })),
  'comments create: its id': (value) =>
    called(['comments', 'create', 'Sp7kQm2XvLr9TzBd4HnW', '--text', 'Hi'], () => ({
      body: { status: 'success', commentId: value, id: 'x', facebook: { status: 'success', commentId: '1' } },
    })),
  'comments create: a text that a network refused': (value) =>
    called(['comments', 'create', 'Sp7kQm2XvLr9TzBd4HnW', `--text=${value}`], () => ({
      body: {
        status: 'error',
        commentId: 'x',
        facebook: { status: 'success', commentId: '1' },
        twitter: { status: 'error', code: 161, message: 'no' },
      },
    })),
  'comments delete: an id': (value) =>
    called(['comments', 'delete', value, '--yes'], () => ({
      body: {
        status: 'error',
        facebook: { status: 'success' },
        twitter: { status: 'error', code: 161, message: 'no' },
      },
    })),
  'a context without an address': (value) =>
    withSettings(['user', `--context=${value}`], { contexts: { [value]: {} } }),
  'a context without a key': (value) =>
    withSettings(['user', `--context=${value}`], { contexts: { [value]: { baseUrl: 'https://a.example' } } }),
  'a context without the profile': (value) =>
    withSettings(['user', `--context=${value}`], {
      contexts: { [value]: { baseUrl: 'https://a.example', apiKey: 'K-0123456789', profile: value } },
    }),
  'doctor: a context with half an X pair': (value) =>
    withSettings(['doctor', `--context=${value}`], {
      contexts: {
        [value]: { baseUrl: 'https://a.example', apiKey: 'K-0123456789', xApiKey: 'X-0123456789' },
      },
    }),
  'logout: the context in use': (value) =>
    withSettings(['logout'], {
      context: value,
      contexts: { [value]: { baseUrl: 'https://a.example', apiKey: 'K-0123456789' } },
    }),
  'profiles forget: no such alias': (value) =>
    withSettings(['profiles', 'forget', 'nobody', `--context=${value}`], { contexts: { [value]: {} } }),
  'the wizard of automations': (value) =>
    shownBy((context) =>
      showEquivalentCommand(
        {
          automation: {
            platform: 'instagram',
            name: value,
            triggers: [{ type: 'comment_keyword', postId: 'all', keywords: [value] }],
            actions: [{ type: 'send_dm', message: value }],
          },
          paused: true,
          id: value,
        },
        context,
      ),
    ),
  'the wizard of posts': (value) =>
    shownBy((context, prompts) =>
      showPostCommand({ post: value, platforms: ['bluesky'], notes: value }, prompts, context),
    ),
};

/** A quoted command ends at the first quotation mark outside of its words. */
const QUOTED = /"(crier(?: (?:[^\s"']|'[^']*'|"[^"]*")+?)*?)"(?=[\s,;:.)]|$)/gmu;
/** On a line of its own, or at the end of a sentence. */
const ON_ITS_OWN = /^ *(?:\$ )?(crier .*)$|: (crier .*)$/gmu;
/** Flags to add to a command. */
const FLAG = /(--(?:cursor|text-file) .*)$|safely, add (--idempotency-key .*): if this post/gmu;
const NOUNS = new Set(COMMANDS.map(({ path }) => path[0]));

/** The commands that people would copy from a text. */
export function commandsIn(text: string): readonly string[] {
  const quoted = [...text.matchAll(QUOTED)].map(([, command = '']) => command);
  const others = text.replaceAll(QUOTED, '');
  const own = [...others.matchAll(ON_ITS_OWN)].map(([, line, end]) => line ?? end ?? '');
  const flags = [...others.replaceAll(ON_ITS_OWN, '').matchAll(FLAG)].map(
    ([, last, inside]) => `crier posts list ${last ?? inside}`,
  );
  return [...new Set([...quoted, ...own, ...flags])].filter((command) => NOUNS.has(command.split(' ')[1]));
}
