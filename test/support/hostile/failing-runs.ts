import { JOINED_TEXTS, SHORT_TEXTS } from '../network/hostile-answers.ts';
import { type HostileAnswer, type HostileRun, hostileAutomation } from './hostile-runs.ts';

const NO_ANSWER: HostileAnswer = { body: { status: 'success' } };

/** Failures, each with the whole corpus in the one place that it reports. */
export function badRuns(): readonly HostileRun[] {
  const texts = SHORT_TEXTS.length;
  const every = (
    what: string,
    run: (text: string) => Partial<HostileRun> & { readonly line: readonly string[] },
  ) =>
    JOINED_TEXTS.map((text, part) => ({
      what: `${what}, part ${part + 1}`,
      texts: texts / JOINED_TEXTS.length,
      answer: NO_ANSWER,
      ...run(text),
    }));
  const get = ['comments', 'get', 'abc', '--retries', '0'];
  const refused = (body: object, status = 400) => ({
    line: get,
    answer: { status, body: { status: 'error', ...body } },
  });
  return [
    ...every('a refusal', (text) => refused({ code: 101, message: text, details: { [text]: text } })),
    ...every('a refusal by a word for a code', (text) =>
      refused({ code: text, message: text, errors: [text] }),
    ),
    ...every('every network failed', (text) =>
      refused({ errors: [{ platform: text, code: text, message: text, id: text }] }, 200),
    ),
    ...every('a fault with a trace id', (text) => refused({ code: 1500, message: text, traceId: text }, 500)),
    ...every('a body that is no JSON', (text) => ({
      line: get,
      answer: { status: 502, headers: { 'content-type': text }, body: Buffer.from(text) },
    })),
    ...every('faults of a body', (text) =>
      refused({ code: 473, details: { formErrors: [text], fieldErrors: { [text]: [text, text] } } }),
    ),
    ...every('a question by name', (text) => ({
      line: ['automations', 'delete', 'auto_1'],
      answer: { body: { automations: [{ id: 'auto_1', name: text, active: true }] } },
    })),
    ...every('a comment that nobody would delete', (text) => ({
      line: ['comments', 'delete', '7', '--platform', 'instagram'],
      answer: { body: { instagram: [{ commentId: '7', comment: text, username: text }] } },
    })),
    ...every('a post whose comments nobody would delete', (text) => ({
      line: ['comments', 'delete', 'abc'],
      answer: { body: { id: 'abc', post: text, displayNames: [{ platform: 'reddit', username: text }] } },
    })),
    ...every('a comment that is planned', (text) => ({
      line: ['comments', 'create', 'abc', `--text=${text}`, '--dry-run'],
    })),
    ...every('a comment that some networks refuse', (text) => ({
      line: ['comments', 'create', 'abc', `--text=x${text}`],
      answer: {
        body: {
          status: 'partial',
          reddit: { status: 'success' },
          errors: [{ platform: 'facebook', message: text }],
        },
      },
    })),
    ...every('a post that is asked about', (text) => ({
      line: ['posts', 'delete', 'abc'],
      answer: { body: { id: 'abc', post: text, status: text, platforms: [text] } },
    })),
    ...every('a profile that is asked about', (text) => ({
      line: ['profiles', 'delete', 'ab'.repeat(20)],
      answer: { body: { profiles: [{ refId: 'ab'.repeat(20), title: text, activeSocialAccounts: [text] }] } },
    })),
    ...every('a post that is sent again', (text) => ({
      line: ['posts', 'retry', 'abc'],
      answer: {
        body: {
          id: 'abc',
          post: text,
          status: 'error',
          platforms: ['instagram', text],
          postIds: [{ platform: text, id: text }],
          errors: [{ platform: 'instagram', code: 138, message: text }],
          mediaUrls: [text],
        },
      },
    })),
    ...every('a profile to delete', (text) => ({ line: ['profiles', 'delete', text, '--yes'] })),
    ...every('a title', (text) => ({
      line: ['profiles', 'create', text],
      answer: { status: 400, body: { status: 'error', code: 146, message: text } },
    })),
    ...every('automations that cannot be paused', (text) => ({
      line: ['automations', 'pause', 'auto_1', 'auto_2'],
      answer: { status: 404, body: { status: 'error', code: 469, message: text } },
    })),
    ...every('a row', (text) => ({
      line: ['automations', 'explain', 'auto_1', text],
      answer: { body: { activity: [] } },
    })),
    ...every('a time', (text) => ({ line: ['automations', 'activity', 'auto_1', '--since', text] })),
    ...every('a cursor', (text) => ({
      line: ['automations', 'activity', 'auto_1', '--cursor', text],
      answer: { status: 400, body: { status: 'error', code: 101, details: text } },
    })),
    ...every('what was said', (text) => ({
      line: ['automations', 'explain', 'auto_1', '--text', text, '--post', text],
      answer: { body: { ...hostileAutomation(), activity: [] } },
    })),
    ...every('an automation by flags', (text) => ({
      line: [
        'automations',
        'create',
        '--on',
        'comment',
        '--keyword',
        text,
        '--post',
        text,
        '--dm',
        `@@${text}`,
      ],
    })),
    ...every('an automation in words', (text) => ({
      line: ['automations', 'create', '--trigger', `comment_keyword,postId=${text}`, '--action', text],
    })),
    ...every('an event', (text) => ({ line: ['automations', 'create', '--on', text] })),
    ...every('a planned automation', (text) => ({
      line: [
        'automations',
        'create',
        '--on',
        'story-reply',
        '--dm',
        `x${text.replaceAll('{', '')}`,
        '--name',
        text,
        '--dry-run',
      ],
    })),
    ...every('a webhook', (text) => ({ line: ['hooks', 'register', text, text] })),
    ...every('an address', (text) => ({ line: ['hooks', 'register', 'automations', text] })),
    ...every('headers', (text) => ({
      line: [...get, '--verbose'],
      answer: {
        status: 429,
        headers: {
          'retry-after': text,
          'x-ratelimit-max': text,
          'x-ratelimit-count': text,
          date: text,
          [text]: text,
        },
        body: { status: 'error', message: text },
      },
    })),
    ...every('a redirect', (text) => ({
      line: get,
      answer: { status: 302, headers: { location: text }, body: text },
    })),
    ...every('an encoding', (text) => ({
      line: get,
      answer: { headers: { 'content-encoding': text }, body: text },
    })),
    ...every('an unknown command', (text) => ({ line: ['comments', text] })),
    ...every('an unknown word', (text) => ({ line: [text, text] })),
    ...every('an unknown flag', (text) => ({ line: [...get, `--${text}=${text}`] })),
    ...every('a value for a flag', (text) => ({ line: [...get, '--timeout', text] })),
    ...every('a network', (text) => ({ line: [...get, '--platform', text] })),
    ...every('fields', (text) => ({ line: ['errors', 'list', '--fields', text] })),
    ...every('an id', (text) => ({
      line: ['comments', 'get', text],
      answer: { status: 404, body: { status: 'error', code: 1404, message: text } },
    })),
    ...every('a search without a find', (text) => ({
      line: ['audio', 'search', text],
      answer: { body: { status: 'success', audio: [] } },
    })),
    ...every('help', (text) => ({ line: ['help', text] })),
    ...every('a code', (text) => ({ line: ['errors', 'show', text] })),
    ...every('a network to show', (text) => ({ line: ['networks', 'show', text] })),
    ...every('a schema', (text) => ({ line: ['schema', text] })),
    ...every('a shell', (text) => ({ line: ['completion', text] })),
    ...every('a key of the settings', (text) => ({ line: ['config', 'get', text] })),
    ...every('a context', (text) => ({ line: ['context', 'use', text] })),
    ...every('a name for a context', (text) => ({ line: ['context', 'add', text, '--base-url', text] })),
    ...every('an engagement', (text) => ({
      line: ['sandbox', 'engage', text, '--from', 'a', '--text', 'b'],
    })),
    ...every('a reaction', (text) => ({
      line: ['sandbox', 'engage', 'reaction', '--from', 'a', '--emoji', text, '--profile', 'harbour'],
    })),
    ...every('a follower', (text) => ({
      line: ['sandbox', 'engage', 'comment', '--from', text, '--text', text],
    })),
    ...every('a post of the sandbox', (text) => ({
      line: ['sandbox', 'engage', 'comment', '--from', 'a', '--text', text, '--post', text],
    })),
    ...every('a moment', (text) => ({ line: ['sandbox', 'clock', 'set', text] })),
    ...every('a key file', (text) => ({ line: [...get, '--api-key-file', `/nonexistent/${text}`] })),
    ...every('a trace file', (text) => ({ line: [...get, '--trace-file', `/nonexistent/${text}`] })),
    ...every('a field for api', (text) => ({ line: ['api', 'POST', '/post', '-f', text, '--dry-run'] })),
    ...every('a path for api', (text) => ({ line: ['api', 'GET', text] })),
    ...every('a planned request', (text) => ({
      line: ['api', 'POST', '/post', '-f', `post=${text}`, '-f', `${text}=x`, '--dry-run'],
    })),
    ...every('a context in the environment', (text) => ({ line: get, env: { CRIER_CONTEXT: text } })),
    ...every('a format in the environment', (text) => ({ line: get, env: { CRIER_OUTPUT: text } })),
    ...every('a time in the environment', (text) => ({ line: get, env: { CRIER_TIMEOUT: text } })),
    ...every('an address in the environment', (text) => ({ line: get, env: { CRIER_BASE_URL: text } })),
    ...every('a profile in the environment', (text) => ({ line: get, env: { CRIER_PROFILE: text } })),
    ...every('a key in the environment', (text) => ({ line: get, env: { CRIER_API_KEY: text } })),
    ...every('the settings file', (text) => ({
      line: ['context', 'list'],
      settings: {
        context: text,
        contexts: {
          [text]: { baseUrl: text, profile: text, profiles: { [text]: { profileKey: text, refId: text } } },
        },
      },
    })),
    ...every('settings explained', (text) => ({
      line: ['config', 'explain', 'baseUrl'],
      settings: { context: text, contexts: { [text]: { baseUrl: text, plan: text } } },
    })),
    ...every('a doctor for the settings', (text) => ({
      line: ['doctor'],
      settings: { context: text, contexts: { [text]: { baseUrl: text, apiKey: text } } },
    })),
    ...every('the project file', (text) => ({
      line: get,
      project: { context: text, profile: text, [text]: text },
    })),
    ...every('a project explained', (text) => ({
      line: ['config', 'explain', 'context'],
      project: { context: text, [text]: text },
    })),
  ];
}
