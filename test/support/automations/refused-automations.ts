import { LIMITS } from '../../../src/service/limits.ts';
import { PLAIN } from './ask-automations.ts';

/** A body that is refused with 473, and all that its answer says about it. */
export interface Refused {
  /** Ids of the rules that it breaks, and what is wrong, in words. */
  readonly title: string;
  readonly kind: 'new' | 'update';
  readonly body: unknown;
  /** In a file, a command leaves out what is wrong. */
  readonly isFixedInFiles?: true;
  readonly formErrors?: readonly string[];
  readonly fieldErrors?: Readonly<Record<string, readonly string[]>>;
}

const [TRIGGER] = PLAIN.triggers;
const [ACTION] = PLAIN.actions;
const KNOWN_TRIGGERS = 'comment_keyword, story_reply, story_comment, dm_reaction, dm_keyword';
const {
  triggers: TRIGGERS,
  actions: ACTIONS,
  dedupWindowMinutes: WINDOW,
  callbackTimeoutMs: TIMEOUT,
} = LIMITS;
const holds = ({ min, max }: typeof TRIGGERS | typeof ACTIONS) => `must have ${min} to ${max} entries`;

const made = (title: string, body: unknown, said: Pick<Refused, 'formErrors' | 'fieldErrors'>): Refused => ({
  title,
  kind: 'new',
  body,
  ...said,
});
const changed = (
  title: string,
  body: unknown,
  said: Pick<Refused, 'formErrors' | 'fieldErrors'>,
): Refused => ({
  ...made(title, body, said),
  kind: 'update',
});

/** A new automation of which the first trigger is wrong. */
const trigger = (title: string, first: unknown, ...words: string[]): Refused =>
  made(
    title,
    { ...PLAIN, triggers: [first] },
    { fieldErrors: { triggers: words.map((each) => `triggers[0]${each}`) } },
  );
/** A new automation of which the first action is wrong. */
const action = (title: string, first: unknown, ...words: string[]): Refused =>
  made(
    title,
    { ...PLAIN, actions: [first] },
    { fieldErrors: { actions: words.map((each) => `actions[0]${each}`) } },
  );

const dm = (fields: object) => ({ ...ACTION, ...fields });
const email = (fields: object) => ({
  type: 'send_email',
  to: 'ada@example.com',
  message: 'Hello',
  ...fields,
});

const WHOLE: readonly Refused[] = [
  made('a text for a body', 'hello', { formErrors: ['body: must be an object'] }),
  made('a list for a body', [PLAIN], { formErrors: ['body: must be an object'] }),
  made('no body', undefined, { formErrors: ['body: is required'] }),
  made(
    'neither triggers nor actions',
    {},
    {
      fieldErrors: { triggers: ['triggers: is required'], actions: ['actions: is required'] },
    },
  ),
  made(
    'a field that nobody knows',
    { ...PLAIN, colour: 'red' },
    { formErrors: ['colour: not a known field'] },
  ),
  made(
    'the account, which is that of the profile',
    { ...PLAIN, accountId: '17841499000000123' },
    {
      formErrors: ['accountId: not a known field'],
    },
  ),
  made(
    'active, which it always is at first',
    { ...PLAIN, active: false },
    {
      formErrors: ['active: not a known field'],
    },
  ),
  made(
    'two of them',
    { ...PLAIN, id: 'auto_1', stats: {} },
    {
      formErrors: ['id: not a known field', 'stats: not a known field'],
    },
  ),
  made(
    'another platform',
    { ...PLAIN, platform: 'twitter' },
    {
      fieldErrors: { platform: ['platform: must be exactly "instagram"'] },
    },
  ),
  made('a blank name', { ...PLAIN, name: ' \t' }, { fieldErrors: { name: ['name: must not be blank'] } }),
  made(
    'a name that is no text',
    { ...PLAIN, name: 7 },
    { fieldErrors: { name: ['name: must be a string'] } },
  ),
  made(
    'a description that is no text',
    { ...PLAIN, description: null },
    {
      fieldErrors: { description: ['description: must be a string'] },
    },
  ),
  made(
    'everything at once',
    {
      platform: 'x',
      name: '',
      colour: 1,
      triggers: [{ ...TRIGGER, postId: 'ALL' }],
      actions: [dm({ message: '{{first_name}}' })],
    },
    {
      formErrors: ['colour: not a known field'],
      fieldErrors: {
        platform: ['platform: must be exactly "instagram"'],
        name: ['name: must not be blank'],
        triggers: ['triggers[0].postId: must be a post id or exactly "all"'],
        actions: ['actions[0].message: unknown placeholder {{first_name}}'],
      },
    },
  ),
];

const COUNTS: readonly Refused[] = [
  made(
    'no trigger',
    { ...PLAIN, triggers: [] },
    { fieldErrors: { triggers: [`triggers: ${holds(TRIGGERS)}`] } },
  ),
  made(
    'a trigger too many',
    { ...PLAIN, triggers: Array(TRIGGERS.max + 1).fill(TRIGGER) },
    {
      fieldErrors: { triggers: [`triggers: ${holds(TRIGGERS)}`] },
    },
  ),
  made('no action', { ...PLAIN, actions: [] }, { fieldErrors: { actions: [`actions: ${holds(ACTIONS)}`] } }),
  made(
    'an action too many',
    { ...PLAIN, actions: Array(ACTIONS.max + 1).fill(ACTION) },
    {
      fieldErrors: { actions: [`actions: ${holds(ACTIONS)}`] },
    },
  ),
  made(
    'triggers that are no list',
    { ...PLAIN, triggers: TRIGGER },
    { fieldErrors: { triggers: ['triggers: must be a list'] } },
  ),
  made(
    'actions that are no list',
    { ...PLAIN, actions: 'send_dm' },
    { fieldErrors: { actions: ['actions: must be a list'] } },
  ),
];

const OF_TRIGGERS: readonly Refused[] = [
  trigger('a trigger of no known type', { type: 'comment' }, `.type: must be one of ${KNOWN_TRIGGERS}`),
  trigger('a trigger without a type', { keywords: ['a'] }, `.type: must be one of ${KNOWN_TRIGGERS}`),
  trigger('a trigger that is a text', 'comment_keyword', ': must be an object'),
  trigger('a trigger with an id', { ...TRIGGER, id: 'trg_p7Rk2a' }, '.id: not a known field'),
  trigger(
    'a trigger in the form that is read back',
    { type: 'dm_keyword', config: { keywords: ['a'] } },
    '.keywords: is required',
    '.config: not a known field',
  ),
  trigger('no post', { type: 'comment_keyword', keywords: ['a'] }, '.postId: is required'),
  trigger('a post id that is a number', { ...TRIGGER, postId: 17_999 }, '.postId: must be a string'),
  trigger('no keywords', { type: 'comment_keyword', postId: 'all' }, '.keywords: is required'),
  trigger(
    'keywords without an entry',
    { ...TRIGGER, keywords: [] },
    '.keywords: must have at least one keyword',
  ),
  trigger('keywords that are a text', { ...TRIGGER, keywords: 'a' }, '.keywords: must be a list'),
  trigger('a blank keyword', { ...TRIGGER, keywords: ['a', ' '] }, '.keywords[1]: must not be blank'),
  trigger('a keyword that is no text', { ...TRIGGER, keywords: [null] }, '.keywords[0]: must be a string'),
  ...['ALL', 'All', ' all', 'all ', 'all\n', ' ', ''].map((postId) =>
    trigger(
      `${JSON.stringify(postId)} for all posts`,
      { ...TRIGGER, postId },
      '.postId: must be a post id or exactly "all"',
    ),
  ),
  ...['story_reply', 'story_comment'].map((type) =>
    trigger(
      `"All" for all stories of ${type}`,
      { type, storyId: 'All' },
      '.storyId: must be a story id or exactly "all"',
    ),
  ),
  trigger(
    'a story reply with keywords',
    { type: 'story_reply', keywords: ['a'] },
    '.keywords: not a known field',
  ),
  trigger(
    'a story comment with keywords without an entry',
    { type: 'story_comment', keywords: [] },
    '.keywords: must have at least one keyword',
  ),
  trigger('a blank emoji', { type: 'dm_reaction', emoji: '' }, '.emoji: must not be blank'),
  trigger('a reaction with a post', { type: 'dm_reaction', postId: 'all' }, '.postId: not a known field'),
  trigger('a DM without keywords', { type: 'dm_keyword' }, '.keywords: is required'),
  trigger(
    'a DM with keywords without an entry',
    { type: 'dm_keyword', keywords: [] },
    '.keywords: must have at least one keyword',
  ),
];

const OF_ACTIONS: readonly Refused[] = [
  action(
    'an action of no known type',
    { type: 'send_sms', message: 'a' },
    '.type: must be one of send_dm, fire_webhook, send_email',
  ),
  action('an action with an id', dm({ id: 'act_v3Nd9s' }), '.id: not a known field'),
  action(
    'an action in the form that is read back',
    { type: 'fire_webhook', config: {} },
    '.config: not a known field',
  ),
  action('a DM without a message', { type: 'send_dm' }, '.message: is required'),
  action('a blank message', dm({ message: ' ' }), '.message: must not be blank'),
  action(
    'a time over the most',
    dm({ timeoutMs: TIMEOUT.max + 1 }),
    `.timeoutMs: must be at most ${TIMEOUT.max}`,
  ),
  action('no time at all', dm({ timeoutMs: 0 }), '.timeoutMs: must be at least 1'),
  action('a part of a millisecond', dm({ timeoutMs: 0.5 }), '.timeoutMs: must be a whole number'),
  action('a time as text', dm({ timeoutMs: '3000' }), '.timeoutMs: must be a number'),
  ...[
    'http://hooks.example/a',
    'https://127.0.0.1/a',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest',
    'https://localhost/a',
    'https://[::1]/',
    'hooks.example/a',
    '',
  ].map((messageUrl) =>
    action(
      `the address ${JSON.stringify(messageUrl)}`,
      dm({ messageUrl }),
      '.messageUrl: must be a public https address',
    ),
  ),
  action(
    'an address with a password',
    dm({ messageUrl: 'https://me:secret@hooks.example/a' }),
    '.messageUrl: must not contain a user name or password',
  ),
  action(
    'the second event as text',
    { type: 'fire_webhook', sendCompletedEvent: 'true' },
    '.sendCompletedEvent: must be true or false',
  ),
  action('a webhook with a message', { type: 'fire_webhook', message: 'a' }, '.message: not a known field'),
  action('an email to nobody', { type: 'send_email', message: 'a' }, '.to: is required'),
  action('an email to what is no address', email({ to: 'ada' }), '.to: must be an email address'),
  action(
    'an email without a message',
    { type: 'send_email', to: 'ada@example.com' },
    '.message: is required',
  ),
  action('a subject of two lines', email({ subject: 'a\nb' }), '.subject: must be one line'),
  ...(
    [
      [WINDOW.min - 1, `must be at least ${WINDOW.min}`],
      [WINDOW.max + 1, `must be at most ${WINDOW.max}`],
      [1.5, 'must be a whole number'],
      ['60', 'must be a number'],
      [null, 'must be a number'],
    ] as const
  ).flatMap(([minutes, words]) =>
    [dm({}), { type: 'fire_webhook' }, email({})].map((each) =>
      action(
        `a window of ${JSON.stringify(minutes)} minutes for ${each.type}`,
        { ...each, dedupWindowMinutes: minutes },
        `.dedupWindowMinutes: ${words}`,
      ),
    ),
  ),
  ...['first_name', ' platform ', 'Platform', 'recipient_email', 'sender_email', ''].map((name) =>
    action(
      `the placeholder {{${name}}} in a DM`,
      dm({ message: `Hello {{${name}}}` }),
      `.message: unknown placeholder {{${name}}}`,
    ),
  ),
  action(
    'an unknown placeholder in subject and message',
    email({ subject: '{{a}}', message: '{{b}}{{c}}{{b}}' }),
    '.subject: unknown placeholder {{a}}',
    '.message: unknown placeholder {{b}}',
    '.message: unknown placeholder {{c}}',
  ),
  made(
    'a fault of the second action',
    { ...PLAIN, actions: [ACTION, dm({ message: '{{x}}' })] },
    { fieldErrors: { actions: ['actions[1].message: unknown placeholder {{x}}'] } },
  ),
];

const OF_UPDATES: readonly Refused[] = [
  changed('nothing to update', {}, { formErrors: ['body: there is nothing to update'] }),
  changed('no body', undefined, { formErrors: ['body: is required'] }),
  {
    ...changed(
      'the platform, which stays',
      { platform: 'instagram', name: 'A' },
      { formErrors: ['platform: not a known field'] },
    ),
    isFixedInFiles: true,
  },
  ...['facebook', 'Instagram', 5, null].map((platform) =>
    changed(
      `the platform ${platform}`,
      { platform, name: 'A' },
      { formErrors: ['platform: not a known field'] },
    ),
  ),
  ...['accountId', 'id', 'stats'].map((name) =>
    changed(
      `${name}, which stays`,
      { [name]: 'instagram', name: 'A' },
      { formErrors: [`${name}: not a known field`] },
    ),
  ),
  changed(
    'active as text',
    { active: 'false' },
    { fieldErrors: { active: ['active: must be true or false'] } },
  ),
  changed('a name that is null', { name: null }, { fieldErrors: { name: ['name: must be a string'] } }),
  changed(
    'no trigger left',
    { triggers: [] },
    { fieldErrors: { triggers: [`triggers: ${holds(TRIGGERS)}`] } },
  ),
  changed('no action left', { actions: [] }, { fieldErrors: { actions: [`actions: ${holds(ACTIONS)}`] } }),
  changed(
    'another all',
    { triggers: [{ ...TRIGGER, postId: 'ALL' }] },
    { fieldErrors: { triggers: ['triggers[0].postId: must be a post id or exactly "all"'] } },
  ),
  changed(
    'an unknown placeholder',
    { actions: [dm({ message: 'Hello {{first_name}}' })] },
    { fieldErrors: { actions: ['actions[0].message: unknown placeholder {{first_name}}'] } },
  ),
  changed(
    'an address of the own network',
    { actions: [dm({ messageUrl: 'https://192.168.0.1/' })] },
    { fieldErrors: { actions: ['actions[0].messageUrl: must be a public https address'] } },
  ),
];

/**
 * Everything that the specification names a 473 for.
 *
 * @see docs/service/automations.md#automation, #create, #update, #validation
 */
export const REFUSED: readonly Refused[] = [
  ...WHOLE,
  ...COUNTS,
  ...OF_TRIGGERS,
  ...OF_ACTIONS,
  ...OF_UPDATES,
];
