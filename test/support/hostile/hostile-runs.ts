import { ACTIONS } from '../../../src/service/actions.ts';
import { describeCommentRecord } from '../../../src/service/comment-records.ts';
import { ActivityRow, ActivityStatus } from '../../../src/service/endpoints/activity.ts';
import { AutomationSummary } from '../../../src/service/endpoints/automations.ts';
import { ENDPOINTS } from '../../../src/service/endpoints.ts';
import { CommentPlatform } from '../../../src/service/platforms.ts';
import { PostRecord } from '../../../src/service/posts.ts';
import { TRIGGERS } from '../../../src/service/triggers.ts';
import { hostileValue, JOINED_TEXTS, SHORT_TEXTS, textAfterText } from '../network/hostile-answers.ts';

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
  /** Formats that are refused: `raw` where several answers are read. */
  readonly without?: readonly string[];
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
  const size = Math.ceil(SHORT_TEXTS.length / CommentPlatform.options.length);
  const networks = CommentPlatform.options.map((platform, network) => {
    const comments = SHORT_TEXTS.slice(network * size, (network + 1) * size).map((comment, at) => {
      const name = SHORT_TEXTS[(network * size + at + 7) % SHORT_TEXTS.length];
      const record = hostileValue(describeCommentRecord(platform).comment, { text, members: 1 }, 2);
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

/** A comment that was written on all networks, in which every text of the corpus is beside it on one of them. */
function hostileWritten(): Readonly<Record<string, unknown>> {
  const text = textAfterText();
  const size = Math.ceil(SHORT_TEXTS.length / CommentPlatform.options.length);
  const networks = CommentPlatform.options.map((platform, network) => {
    const words = SHORT_TEXTS.slice(network * size, (network + 1) * size);
    const [commentId, comment, commentUrl] = [text(), text(), text()];
    return [platform, { status: 'success', commentId, comment, commentUrl, [text()]: text(), words }];
  });
  return { status: 'success', id: text(), commentId: text(), ...Object.fromEntries(networks) };
}

/** An automation in which every text of the corpus is in some place of a trigger or action. */
function hostileAutomation(): Readonly<Record<string, unknown>> {
  const text = textAfterText();
  const count = Math.ceil(SHORT_TEXTS.length / 3);
  const [triggers, actions] = [Object.keys(TRIGGERS), Object.keys(ACTIONS)];
  const typeAt = (types: readonly string[], at: number) => types[at % (types.length + 1)] ?? text();
  return {
    status: 'success',
    id: 'auto_1',
    name: text(),
    description: text(),
    active: true,
    stats: { totalSent: 1, totalFailed: 2, lastTriggeredAt: text(), lastSentAt: text() },
    created: text(),
    triggers: Array.from({ length: count }, (_, at) => ({
      id: text(),
      type: typeAt(triggers, at),
      config: { keywords: [text(), text()], postId: text(), storyId: text(), emoji: text() },
    })),
    actions: Array.from({ length: count }, (_, at) => ({
      id: text(),
      type: typeAt(actions, at),
      config: { message: text(), messageUrl: text(), to: text(), subject: text(), [text()]: text() },
    })),
  };
}

/** Activity in which every text of the corpus is once the comment, and once the error. */
function hostileActivity(): Readonly<Record<string, unknown>> {
  const text = textAfterText();
  const statuses = [...ActivityStatus.options, text()];
  const activity = SHORT_TEXTS.map((commentText, at) => ({
    ...(hostileValue(ActivityRow, { text, members: MEMBERS }) as object), // a row is an object
    id: `row_${at}`,
    status: statuses[at % statuses.length],
    commentText,
    recipientUsername: text(),
    actionResults: SHORT_TEXTS.slice(0, MEMBERS).map((_, place) => ({
      actionId: text(),
      type: text(),
      status: statuses[(at + place) % statuses.length],
      errorDetails: SHORT_TEXTS[(at + place + 1) % SHORT_TEXTS.length],
      sent: { message: text(), [text()]: text() },
    })),
  }));
  return { status: 'success', automationId: 'auto_1', activity };
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
    isWhole:
      !/^(?:status|doctor|comments (?:stats|watch)|automations (?:create|update|pause|explain|report|activity .*--all|get .* --as)|hooks (?:list|unregister))/.test(
        line,
      ),
    without: [
      ...(/^(?:comments watch|posts get \S+ |automations (?:pause|explain|report|get .* --as))|--all/.test(
        line,
      )
        ? ['raw']
        : []),
      ...(line.includes(' --as ') ? ['csv', 'md'] : []),
    ],
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
    good('a comment that is written', 'comments create abc --text x', hostileWritten()),
    good('a reply, some failed', 'comments reply abc --text x --allow-partial', {
      ...hostileWritten(),
      status: 'partial',
      errors: hostileLegs(),
    }),
    good('comments that are deleted', 'comments delete abc --yes', hostileWritten()),
    good('posts', 'posts list -n 1000', { history: posts }),
    good('posts of a network', 'posts list --platform instagram', { status: text(), posts }),
    good('a post', 'posts get abc', post),
    good('several posts', 'posts get abc def', post),
    good('a post that is changed', 'posts update abc --notes x', {
      status: text(),
      id: JOINED_TEXTS[0],
      warnings: hostileLegs(),
    }),
    good('posts that are deleted', 'posts delete abc --yes', {
      status: 'partial',
      facebook: { action: text(), status: 'success', id: text(), comment: text() },
      errors: hostileLegs(),
    }),
    good('a new profile', 'profiles create x --no-save', {
      status: text(),
      title: JOINED_TEXTS[0],
      refId: text(),
      profileKey: text(),
    }),
    good('a new post', 'posts create --text x --platform bluesky', {
      status: 'success',
      id: JOINED_TEXTS[0],
      post: text(),
      refId: text(),
      warnings: [{ code: 518, feature: text(), message: text() }],
      postIds: SHORT_TEXTS.map((id) => ({
        status: text(),
        id,
        postUrl: text(),
        platform: text(),
        warnings: [{ message: text(), feature: text() }],
      })),
    }),
    good('a new post, some failed', 'posts create --text x --platform bluesky', {
      status: 'error',
      posts: [{ status: 'error', id: text(), postIds: hostileLegs(), errors: hostileLegs() }],
    }),
    good('a new post that waits', 'posts create --text x --platform bluesky', {
      status: JOINED_TEXTS[0],
      id: JOINED_TEXTS[1],
      scheduleDate: text(),
      [text()]: SHORT_TEXTS,
    }),
    good('a post that is checked', 'posts create --text x --platform bluesky --validate-only', {
      status: text(),
      message: JOINED_TEXTS[0],
      warnings: SHORT_TEXTS.map((message) => ({ code: 101, message, feature: text() })),
    }),
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
    good('automations', 'automations list', {
      status: 'success',
      automations: SHORT_TEXTS.map((name, at) => ({
        ...filled(AutomationSummary),
        id: `auto_${at}`,
        name,
        active: at % 2 === 0,
      })),
    }),
    good('an automation', 'automations get auto_1', hostileAutomation()),
    good('an automation as a file', 'automations get auto_1 --as yaml', hostileAutomation()),
    good('activity', 'automations activity auto_1 -n 999', hostileActivity()),
    good('all activity', 'automations activity auto_1 --all', hostileActivity()),
    good('activity, counted', 'automations report auto_1 --by reason --top 999', hostileActivity()),
    good('a row that is explained', 'automations explain auto_1', {
      ...hostileAutomation(),
      ...hostileActivity(),
    }),
    good('silence that is explained', 'automations explain auto_1 --text x', {
      ...hostileAutomation(),
      activity: [],
    }),
    good('a new automation', 'automations create --on story-reply --dm x', {
      status: text(),
      id: JOINED_TEXTS[0],
    }),
    good(
      'an automation that is changed',
      'automations update auto_1 --name x --dm x --on reaction',
      hostileAutomation(),
    ),
    good('automations that are paused', 'automations pause auto_1 auto_2', { status: text(), id: text() }),
    good('webhooks', 'hooks list', {
      status: 'success',
      updated: text(),
      ...Object.fromEntries(SHORT_TEXTS.map((action) => [action, `https://hooks.example/${text()}`])),
    }),
    good('a new webhook', 'hooks register automations https://hooks.example.com/a', {
      automations: `https://hooks.example/${text()}`,
      action: text(),
      url: text(),
      refId: text(),
    }),
    good('a webhook that is taken away', 'hooks unregister automations', {
      automations: `https://hooks.example/${text()}`,
      action: text(),
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
