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
export function hostileAutomation(): Readonly<Record<string, unknown>> {
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
