import { COMMENT_RECORDS } from '../../src/facts/comment-records.ts';
import { ENDPOINTS } from '../../src/facts/endpoints.ts';
import { COMMENT_PLATFORMS } from '../../src/facts/platforms.ts';
import { PostRecord } from '../../src/facts/posts.ts';
import { hostileValue, JOINED_TEXTS, SHORT_TEXTS, textAfterText } from './hostile-answers.ts';

/** A command line, the service's answer to it, and what else is around it. */
export interface HostileRun {
  readonly what: string;
  readonly line: readonly string[];
  readonly answer: HostileAnswer;
  readonly env?: Readonly<Record<string, string>>;
  /** What the settings file holds. */
  readonly settings?: unknown;
  /** What the project file holds. */
  readonly project?: unknown;
  /** Whether the document holds every text of the answer. */
  readonly isWhole?: boolean;
  /** Whether `-o raw` is taken: not where several answers are read. */
  readonly hasRaw?: boolean;
  /** Texts of the corpus that are in it. */
  readonly texts: number;
}

export interface HostileAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON value, or the body itself. */
  readonly body: unknown;
}

const MEMBERS = 2;

/** Comments of all networks, in which every text of the corpus is once a comment and once a name. */
export function hostileComments(): Readonly<Record<string, unknown>> {
  const text = textAfterText();
  const size = Math.ceil(SHORT_TEXTS.length / COMMENT_PLATFORMS.length);
  const networks = COMMENT_PLATFORMS.map((platform, network) => {
    const comments = SHORT_TEXTS.slice(network * size, (network + 1) * size).map((comment, at) => {
      const name = SHORT_TEXTS[(network * size + at + 7) % SHORT_TEXTS.length];
      const record = hostileValue(COMMENT_RECORDS[platform].comment, { text, members: 1 }, 2);
      return { ...(record as object), comment, userName: name, displayName: name }; // the schema is that of an object
    });
    return [platform, comments];
  });
  return {
    status: 'success',
    id: text(),
    lastUpdated: text(),
    nextUpdate: text(),
    ...Object.fromEntries(networks),
  };
}

/** The failure of a network, with a text of the corpus in each of its fields. */
function hostileLegs(): readonly unknown[] {
  return SHORT_TEXTS.map((message, at) => ({
    platform: SHORT_TEXTS[(at + 1) % SHORT_TEXTS.length],
    status: SHORT_TEXTS[(at + 2) % SHORT_TEXTS.length],
    code: 161,
    message,
    id: SHORT_TEXTS[(at + 3) % SHORT_TEXTS.length],
  }));
}

/** Answers that the service gives when all is well, and partly well. */
export function goodRuns(): readonly HostileRun[] {
  const texts = SHORT_TEXTS.length;
  const text = textAfterText();
  const filled = (schema: Parameters<typeof hostileValue>[0], members = MEMBERS) =>
    hostileValue(schema, { text, members }) as Readonly<Record<string, unknown>>; // answers are objects
  const comments = hostileComments();
  const partial = { ...comments, status: 'partial', errors: hostileLegs() };
  const post = { ...filled(PostRecord), errors: hostileLegs(), postIds: hostileLegs() };
  const posts = SHORT_TEXTS.map((words) => ({ ...filled(PostRecord), post: words, errors: [] }));
  const tracks = SHORT_TEXTS.map((title) => ({
    audioId: text(),
    title,
    displayArtist: text(),
    thumbnailUrl: text(),
  }));
  const good = (what: string, line: string, body: unknown) => ({
    what,
    line: line.split(' '),
    answer: { body },
    texts,
    isWhole: !/^(?:status|doctor|comments (?:stats|watch))/.test(line),
    hasRaw: !line.startsWith('comments watch'),
  });
  return [
    good('comments', 'comments get abc', comments),
    good('comments, some failed', 'comments get abc', partial),
    good('comments, flat', 'comments get abc --flat --allow-partial', partial),
    good('replies', 'comments replies 17841405793187218 --platform instagram', comments),
    good('comments, watched', 'comments watch abc --once', comments),
    good('comments, watched, some failed', 'comments watch abc --once --allow-partial', partial),
    good('authors, counted', 'comments stats abc --by author --top 999', comments),
    good('networks, counted, some failed', 'comments stats abc --allow-partial', partial),
    good('posts', 'posts list', { history: posts }),
    good('posts of a network', 'posts list --platform instagram', { status: text(), posts }),
    good('a post', 'posts get abc', post),
    good('tracks', 'audio search slow', { status: 'success', query: text(), audio: tracks }),
    good('a track', 'audio get 123', { audio: tracks.slice(0, 1) }),
    good('the user', 'user', {
      ...filled(ENDPOINTS.getUser.answer),
      displayNames: SHORT_TEXTS.map((displayName) => ({ displayName, platform: text(), username: text() })),
    }),
    good('profiles', 'profiles list', {
      profiles: SHORT_TEXTS.map((title) => ({
        title,
        displayTitle: text(),
        created: text(),
        refId: text(),
        activeSocialAccounts: [text(), text()],
      })),
    }),
    good('an answer to any request', 'api GET /anything', {
      status: 'success',
      [text()]: SHORT_TEXTS,
      deep: [{ [text()]: text() }],
    }),
    good('status', 'status', filled(ENDPOINTS.getUser.answer)),
    good('doctor', 'doctor', filled(ENDPOINTS.getUser.answer)),
  ];
}

const NO_ANSWER: HostileAnswer = { body: { status: 'success' } };

/** Failures, each with the whole corpus in the one place that it tells of. */
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
