import type { PageReceiver } from './page-receiver.ts';

/** A command that the page may run, and the values that it may give: no other, such as an address that is called or a file. */
interface PageCommand {
  readonly values: readonly string[];
  /** Whether it changes anything without `dryRun`. */
  readonly changes: boolean;
  /** Whether it is of the sandbox, and refused when the page shows an account. */
  readonly isOfSandbox?: boolean;
  /** Values that are lists of objects, which the command gets as JSON: as words, an entry could name a file. */
  readonly entries?: readonly string[];
  /** Members of its document that have addresses of images of the account, which the page may then ask for. */
  readonly images?: readonly string[];
  /** Whether its value `file` is what the page sends, and no file of this machine. */
  readonly takesFile?: boolean;
  /** What the process adds to the values of the page, which cannot change it. */
  ofProcess?(receiver: PageReceiver, given: Readonly<Record<string, unknown>>): object;
}

function reads(...values: readonly string[]): PageCommand {
  return { values, changes: false };
}

function changes(...values: readonly string[]): PageCommand {
  return { values: [...values, 'dryRun'], changes: true };
}

function chooseInbox({ store, storePasswordFile }: PageReceiver): object {
  return { store, storePasswordFile };
}

const OF_AUTOMATION = ['trigger', 'action'] as const;

/** A command that reads or changes the sandbox only, where nothing is seen by others: it is run without a plan before. */
function ofSandbox(command: PageCommand): PageCommand {
  return { ...command, isOfSandbox: true };
}

/** Of a document, only these members: others are keys, or where files of this machine are. */
function withFields(command: PageCommand, ...fields: readonly string[]): PageCommand {
  return { ...command, ofProcess: () => ({ fields: fields.join(',') }) };
}

/** With what is attached to its records. */
function withImages(command: PageCommand, ...images: readonly string[]): PageCommand {
  return { ...command, images };
}

function act(...values: readonly string[]): PageCommand {
  return { values, changes: true };
}

/** Of a new post: no `media`, which could be a file of this machine; addresses are set as a field of the post. */
const POST_VALUES = [
  ...['text', 'platform', 'set', 'firstComment', 'notes'],
  ...['shortenLinks', 'disableComments', 'thread'],
  ...['schedule', 'timeZone', 'autoSchedule', 'approveFirst'],
];

/** Not those of `posts preview`, which has what the page has given. */
const IMAGES_OF_POST = ['mediaUrls', 'thumbNail'];

/** By their words. */
export const PAGE_COMMANDS: Readonly<Record<string, PageCommand>> = {
  'analytics links': reads('days', 'output'),
  'analytics post': reads('days', 'allowPartial', 'output'),
  'analytics social': reads('days', 'allowPartial', 'output'),
  'automations activity': reads(
    ...['id', 'status', 'recipient', 'contains', 'since', 'limit', 'all', 'output'],
  ),
  'automations create': {
    ...changes('name', 'description', 'paused', ...OF_AUTOMATION),
    entries: OF_AUTOMATION,
  },
  'automations delete': changes('id'),
  'automations doctor': reads('id'),
  'automations explain': reads('id'),
  'automations get': reads('id', 'as'),
  'automations list': reads('all', 'limit'),
  'automations pause': changes('id'),
  'automations report': reads('ids', 'by', 'recipient', 'contains', 'since', 'top'),
  'automations resume': changes('id'),
  'automations update': {
    ...changes('id', 'name', 'description', ...OF_AUTOMATION),
    entries: OF_AUTOMATION,
  },
  'comments stats': reads('by', 'allowPartial', 'output'),
  'inbox list': withImages(
    reads('state', 'contains', 'limit', 'all', 'allProfiles'),
    ...['mediaUrls', 'avatarUrl'],
  ),
  'inbox done': act('id', 'kind', 'platform', 'post', 'undo'),
  'comments get': withImages(reads('ids', 'thread', 'allowPartial'), 'avatarUrl'),
  // the network fetches the address of a picture, not this process
  'comments reply': changes('ids', 'platform', 'text', 'media', 'videoId', 'commentUrn'),
  'comments delete': changes('ids', 'platform'),
  'messages show': withImages(reads('platform', 'conversation'), 'mediaUrls'),
  'messages send': changes('platform', 'to', 'text', 'media'),
  'reviews reply': changes('ids', 'platform', 'text'),
  'reviews delete': changes('ids', 'platform'),
  'replies list': reads(),
  'replies save': act('name', 'text', 'replace'),
  'replies remove': act('names'),
  'errors show': reads('codes'),
  'media upload': { ...withImages(act('file'), 'url'), takesFile: true },
  'posts approve': changes('id', 'skipCheck'),
  'posts create': changes(...POST_VALUES, 'idempotencyKey', 'replaces'),
  'posts delete': changes('id'),
  'posts get': withImages(reads('id'), ...IMAGES_OF_POST),
  'posts list': withImages(
    reads('waiting', 'status', 'all', 'limit', 'platform', 'platforms', 'lastDays', 'cursor'),
    ...IMAGES_OF_POST,
  ),
  'posts pause': changes('id'),
  'posts preview': reads(...POST_VALUES),
  'posts resume': changes('id'),
  'posts retry': changes('id'),
  'posts update': changes('id', 'schedule', 'timeZone', 'notes'),
  'posts calendar': withImages(reads('day', 'week', 'month'), ...IMAGES_OF_POST),
  'profiles health': reads(),
  // its key is saved by this process, and does not reach the page
  'profiles create': withFields(changes('title', 'alias'), 'title', 'alias', 'context'),
  'profiles link': changes('platform'),
  'profiles link-status': reads('session'),
  'profiles unlink': changes('network'),
  status: withFields(
    reads(),
    ...['context', 'chosenBy', 'baseUrl', 'isAccepted', 'account', 'keysFrom', 'hasXPair', 'plan'],
    ...['writes', 'writesFrom'],
  ),
  'context list': withFields(reads(), 'name', 'isDefault'),
  doctor: reads(),
  'schedule list': reads(),
  'hooks list': reads(),
  'hooks history': reads('action', 'state', 'contains', 'limit'),
  'hooks explain': { ...reads('hookId'), ofProcess: chooseInbox },
  // the service calls the address, not this process
  'hooks register': changes('action', 'url'),
  'hooks unregister': changes('action'),
  'hooks inbox list': { ...reads('action', 'state', 'contains', 'limit'), ofProcess: chooseInbox },
  'hooks inbox show': { ...reads('numbers'), ofProcess: chooseInbox },
  'hooks inbox stats': { ...reads(), ofProcess: chooseInbox },
  'hooks inbox forward': {
    ...changes('numbers', 'set'),
    ofProcess: ({ secretFile, ...receiver }, { set }) => ({
      ...chooseInbox({ secretFile, ...receiver }),
      forward: receiver.forward,
      exec: receiver.exec,
      allowRemoteForward: receiver.allowRemoteForward,
      // which only signs changed copies
      ...(set !== undefined && { secretFile }),
    }),
  },
  'sandbox redeliver': { ...changes('hookId'), isOfSandbox: true },
  'errors list': reads(),
  schema: reads('command', 'input'),
  'sandbox status': ofSandbox(
    withFields(
      reads(),
      ...['plan', 'addOns', 'clock', 'due', 'oldestDue', 'upcoming', 'held', 'allowed'],
      ...['automations', 'people', 'lastFault', 'running', 'dms'],
    ),
  ),
  'sandbox engage': ofSandbox(
    act(
      ...['kind', 'from', 'text', 'post', 'story', 'emoji', 'like', 'commentId', 'ago', 'count', 'run'],
      'platform',
    ),
  ),
  'sandbox outbox': ofSandbox(reads('kind', 'recipient', 'all', 'limit')),
  'sandbox clock now': ofSandbox(reads()),
  'sandbox clock advance': ofSandbox(act('duration')),
  'sandbox clock set': ofSandbox(act('time')),
  'sandbox clock real': ofSandbox(act()),
  'sandbox account list': ofSandbox(reads()),
  'sandbox account set': ofSandbox(
    act(
      ...['platform', 'linked', 'unlinked', 'token', 'login', 'permission', 'standing', 'automations'],
      ...['messaging', 'page', 'premium', 'subscriptions', 'longVideo', 'geo', 'kind', 'channel'],
    ),
  ),
  'sandbox plan': ofSandbox(act('name', 'ads', 'messages', 'maxPack')),
  'sandbox dm-limits': ofSandbox(act('perDay', 'perDayOfProfile', 'perMonth', 'perHour')),
  'sandbox x-app': ofSandbox(act('credits', 'rateLimit')),
  'sandbox person': ofSandbox(act('handle', 'messageRequests')),
  'sandbox reset': ofSandbox(changes()),
  'sandbox fault list': ofSandbox(reads()),
  'sandbox fault add': ofSandbox(act('code', 'platform', 'endpoint', 'count', 'variant', 'probability')),
  'sandbox fault clear': ofSandbox(act('id')),
  'links show': reads('id'),
  report: reads('since', 'output'),
};
