import { ALPHANUMERIC, generateRandomText } from '../generate-ids.ts';
import { ServiceFailure } from '../http/service-failure.ts';
import { checkAccount, checkAudioLogin, type NetworkFailure } from '../networks/check-account.ts';
import { foldWords } from '../store/media.ts';
import type { NetworkAccount } from '../store/profiles.ts';
import type { Handler, HandlerContext } from './handler.ts';

/** An assumption: the default number of tracks of the simulated network. @see docs/service/audio.md#AUD-03 */
const NETWORKS_OWN_LIMIT = 25;

/** @see docs/service/audio.md#search, #AUD-01 to #AUD-05 */
export const searchAudio: Handler<'searchAudio'> = ({ query }, context) => {
  checkAudioAccount(context, 239);
  const words = foldWords(query.query).split(/\s+/);
  const found = context.store.tracks
    .listByType(query.audioType ?? 'music')
    .filter((track) => words.every((word) => track.words.includes(word)))
    .slice(0, query.limit ?? NETWORKS_OWN_LIMIT);
  return { status: 'success', query: query.query, audio: found.map(({ track }) => track) };
};

/** @see docs/service/audio.md#search, #AUD-06 */
export const getAudio: Handler<'getAudio'> = ({ params }, context) => {
  checkAudioAccount(context, 517);
  const found = context.store.tracks.find(params.audioId);
  if (!found?.available) {
    throw new ServiceFailure(517, {
      platform: 'instagram',
      id: params.audioId,
      message: 'The track is not available to this account.',
    });
  }
  return { status: 'success', audio: found.track };
};

const platform = 'instagram';

/**
 * Checks that the profile may use Instagram's audio catalogue.
 *
 * @param refusal the code for an account that Instagram itself refuses: 239 for a search, 517 for a lookup
 * @throws ServiceFailure 156 when Instagram is not linked, 161 when it has to be linked again, 514 when it was linked
 * by direct login, 425 when it lacks the permission
 * @see docs/service/audio.md#search, #AUD-05, #AUD-06
 * @see docs/service/errors.md#envelope
 */
function checkAudioAccount(context: HandlerContext, refusal: 239 | 517): void {
  const { store, profile, xPair } = context;
  const account = store.accounts.findLinked(profile.id, platform);
  const failure =
    context.findInjectedFailure(platform) ??
    checkAudioLogin(account) ??
    checkAccount({ platform, account, xPair }) ??
    (account && findAudioRefusal(account, refusal));
  if (!failure) return;
  const { code, ...facts } = failure;
  throw new ServiceFailure(code, { platform, ...facts });
}

function findAudioRefusal(
  { permission, standing }: NetworkAccount,
  refusal: 239 | 517,
): NetworkFailure | null {
  if (permission === 'missing')
    return { code: 425, message: 'The Instagram account lacks the permission for audio; link it again.' };
  if (standing === 'restricted')
    return { code: refusal, message: 'Instagram refuses audio for this account.' };
  return null;
}

const LETTERS = 20;

/**
 * Accepts a file and returns an address for posts. The sandbox only stores its type and size: the address is not
 * served.
 *
 * @see docs/service/endpoints.md#other-endpoints
 */
export const uploadMedia: Handler<'uploadMedia'> = ({ body }, { store, random }) => {
  const { type, bytes } = parseFile(body.file);
  const id = generateRandomText(random, ALPHANUMERIC, LETTERS);
  const { fileName = `${id}.${getExtension(type)}`, description } = body;
  const url = `https://media.example/${id}/${encodeURIComponent(fileName.toWellFormed())}`;
  store.transaction(() => store.media.set({ url, facts: { type, bytes } }));
  return { id, url, fileName, ...(description !== undefined && { description }) };
};

interface UploadedFile {
  /** Such as `image/png`. */
  readonly type: string;
  readonly bytes: number;
}

const HEAD = /^data:((?:image|video)\/[\w.+-]+)(?:;[\w.+-]+=[\w.+-]+)*;base64,/i;

/** @throws ServiceFailure 164 when it is neither an image nor a video, or is incomplete */
function parseFile(dataUri: string): UploadedFile {
  const [head = '', type = ''] = HEAD.exec(dataUri.slice(0, LONGEST_HEAD)) ?? [];
  if (head === '') throw createUnreadableFailure('must be an image or a video, in base64');
  const coded = dataUri.slice(head.length).replaceAll(/\s/g, '');
  const bytes = Buffer.from(coded, 'base64');
  if (bytes.length === 0) throw createUnreadableFailure('is empty');
  if (bytes.toString('base64').replace(/=+$/, '') !== coded.replace(/=+$/, '')) {
    throw createUnreadableFailure('is not valid base64, or is truncated');
  }
  return { type: type.toLowerCase(), bytes: bytes.length };
}

const LONGEST_HEAD = 200;

function createUnreadableFailure(why: string): ServiceFailure {
  return new ServiceFailure(164, { message: 'The media could not be read.', details: `file: ${why}` });
}

/** Types whose subtype is not their file extension. */
const ENDINGS: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  quicktime: 'mov',
  'x-matroska': 'mkv',
  'x-msvideo': 'avi',
};

function getExtension(type: string): string {
  const kind = type.split('/')[1] ?? '';
  return ENDINGS[kind] ?? kind;
}
