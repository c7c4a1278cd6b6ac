/** The body of an answer, as a client returns it. */
export type ReturnedBody = Readonly<Record<string, unknown>>;

/** What earlier calls got, by their names. */
export type SeenAnswers = ReadonlyMap<string, ReturnedBody>;

/** A call of a client, with the values of the example in its own documentation where it has one. */
export interface ClientCall {
  readonly name: string;
  readonly method: string;
  readonly input?: (seen: SeenAnswers) => object;
  /** Only clients with this method too. */
  readonly needs?: string;
  /** The code with which the service refuses it; by default it succeeds. */
  readonly refusedWith?: number;
}

/** One pixel. */
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const PLATFORMS = ['facebook', 'instagram', 'linkedin', 'gmb'];

function read(seen: SeenAnswers, name: string, key: string): unknown {
  const value = seen.get(name)?.[key];
  if (value === undefined) throw new Error(`"${name}" got no ${key}: ${JSON.stringify(seen.get(name))}`);
  return value;
}

function readReview(seen: SeenAnswers): object {
  const reviews = read(seen, 'reviews', 'facebook') as readonly { readonly id: string }[]; // by the contract
  return { id: reviews[0]?.id, reviewId: reviews[0]?.id, platform: 'facebook' };
}

const ofPost =
  (more: object = {}) =>
  (seen: SeenAnswers) => ({ id: read(seen, 'post', 'id'), ...more });
const ofUpload =
  (more: object = {}) =>
  (seen: SeenAnswers) => ({
    mediaUrl: read(seen, 'upload', 'url'),
    ...more,
  });
const ofFeed =
  (more: object = {}) =>
  (seen: SeenAnswers) => ({ id: read(seen, 'feedAdd', 'id'), ...more });
const ofProfile =
  (more: object = {}) =>
  (seen: SeenAnswers) => ({
    profileKey: read(seen, 'createProfile', 'profileKey'),
    ...more,
  });

/** All calls of both clients, in an order in which later ones find what earlier ones created. */
export const CLIENT_CALLS: readonly ClientCall[] = [
  { name: 'user', method: 'user' },
  { name: 'history', method: 'history' },
  { name: 'history, last records', method: 'history', input: () => ({ lastRecords: 10, lastDays: 30 }) },
  {
    name: 'post',
    method: 'post',
    input: () => ({
      post: 'Best post ever! https://shop.example/new',
      platforms: PLATFORMS,
      mediaUrls: ['https://img.example/012/gb.jpg'],
      shortenLinks: true,
    }),
  },
  {
    name: 'post, scheduled',
    method: 'post',
    input: () => ({ post: 'Later', platforms: ['facebook'], scheduleDate: '2100-08-07T15:17:00Z' }),
  },
  {
    name: 'post, for approval',
    method: 'post',
    input: () => ({ post: 'Approve me', platforms: ['facebook'], requiresApproval: true }),
  },
  {
    name: 'post, with samples',
    method: 'post',
    input: () => ({ randomPost: true, platforms: ['facebook'], randomMediaUrl: true }),
  },
  {
    name: 'updatePost',
    method: 'updatePost',
    input: (seen) => ({ id: read(seen, 'post, for approval', 'id'), approved: true }),
  },
  { name: 'getPost', method: 'getPost', input: ofPost() },
  { name: 'retryPost, of a published post', method: 'retryPost', input: ofPost(), refusedWith: 101 },
  { name: 'history, of an id', method: 'history', input: ofPost() },
  { name: 'history, of a network', method: 'history', input: () => ({ platform: 'facebook' }) },
  {
    name: 'analyticsPost',
    method: 'analyticsPost',
    input: ofPost({ platforms: ['instagram', 'facebook', 'linkedin'] }),
  },
  {
    name: 'analyticsSocial',
    method: 'analyticsSocial',
    input: () => ({ platforms: ['instagram', 'facebook', 'youtube', 'pinterest', 'tiktok', 'linkedin'] }),
  },
  { name: 'analyticsLinks', method: 'analyticsLinks' },
  {
    name: 'postComment',
    method: 'postComment',
    input: ofPost({ platforms: ['instagram', 'facebook'], comment: 'What a comment' }),
  },
  { name: 'getComments', method: 'getComments', input: ofPost() },
  {
    name: 'replyComment',
    method: 'replyComment',
    input: (seen) => ({
      commentId: read(seen, 'postComment', 'commentId'),
      platforms: ['instagram', 'facebook'],
      comment: 'What a comment',
    }),
  },
  { name: 'deleteComments', method: 'deleteComments', input: ofPost() },
  {
    name: 'upload',
    method: 'upload',
    input: () => ({ file: PNG, fileName: 'test.png', description: 'best image' }),
  },
  { name: 'media', method: 'media' },
  {
    name: 'mediaUploadUrl',
    method: 'mediaUploadUrl',
    input: () => ({ fileName: 'test.png', contentType: 'image/png' }),
  },
  { name: 'verifyMediaExists', method: 'verifyMediaExists', input: ofUpload() },
  { name: 'mediaMeta', method: 'mediaMeta', input: ofUpload() },
  { name: 'resizeImage', method: 'resizeImage', input: ofUpload({ platform: 'facebook' }) },
  { name: 'shorten', method: 'shorten', input: () => ({ url: 'https://shop.example/a' }) },
  {
    name: 'shortLink',
    method: 'shortLink',
    input: () => ({ url: 'https://shop.example/b', utmSource: 'source', utmMedium: 'medium' }),
  },
  {
    name: 'shortLinkAnalytics',
    method: 'shortLinkAnalytics',
    input: (seen) => ({
      id: read(seen, 'shortLink', 'id'),
      fromCreatedDate: '2023-07-08T12:30:00Z',
      toCreatedDate: '2099-07-08T12:30:00Z',
    }),
  },
  {
    name: 'setAutoSchedule',
    method: 'setAutoSchedule',
    input: () => ({ schedule: ['13:05Z', '20:14Z'], title: 'test' }),
  },
  { name: 'listAutoSchedule', method: 'listAutoSchedule' },
  {
    name: 'post, at the next slot',
    method: 'post',
    input: () => ({
      post: 'At the next slot',
      platforms: ['facebook'],
      autoSchedule: { schedule: true, title: 'test' },
    }),
  },
  { name: 'deleteAutoSchedule', method: 'deleteAutoSchedule', input: () => ({ title: 'test' }) },
  {
    name: 'delete, several',
    method: 'delete',
    input: (seen) => ({
      bulk: ['post, scheduled', 'post, at the next slot'].map((name) => read(seen, name, 'id')),
    }),
  },
  {
    name: 'feedAdd',
    method: 'feedAdd',
    input: () => ({ url: process.env['CRIER_CLIENT_FEED'], type: 'RSS' }),
  },
  { name: 'feedGet', method: 'feedGet' },
  { name: 'feedUpdate', method: 'feedUpdate', input: ofFeed({ useFirstImage: true, autoHashtag: true }) },
  { name: 'feedDelete', method: 'feedDelete', input: ofFeed() },
  {
    name: 'registerWebhook',
    method: 'registerWebhook',
    input: () => ({ action: 'social', url: 'https://hooks.example/social' }),
  },
  { name: 'listWebhooks', method: 'listWebhooks' },
  { name: 'unregisterWebhook', method: 'unregisterWebhook', input: () => ({ action: 'social' }) },
  { name: 'createProfile', method: 'createProfile', input: () => ({ title: 'New Profile Title' }) },
  { name: 'getProfiles', method: 'getProfiles' },
  { name: 'updateProfile', method: 'updateProfile', input: ofProfile({ title: 'A better title' }) },
  {
    name: 'generateJWT',
    method: 'generateJWT',
    input: ofProfile({ domain: 'ACME', privateKey: process.env['CRIER_CLIENT_PRIVATE_KEY'] }),
  },
  {
    name: 'unlinkSocial, of a new profile',
    method: 'unlinkSocial',
    input: ofProfile({ platform: 'facebook' }),
    refusedWith: 156,
  },
  { name: 'deleteProfile', method: 'deleteProfile', input: ofProfile() },
  {
    name: 'getBrandByUser: not in the contract',
    method: 'getBrandByUser',
    input: () => ({ platforms: ['instagram'], instagramUser: 'roaster' }),
    refusedWith: 1404,
  },
  {
    name: 'autoHashtags',
    method: 'autoHashtags',
    input: () => ({ post: 'I love social media', position: 'auto', max: 2 }),
  },
  { name: 'recommendHashtags', method: 'recommendHashtags', input: () => ({ keyword: 'social media' }) },
  {
    name: 'checkBannedHashtags',
    method: 'checkBannedHashtags',
    input: () => ({ hashtag: 'socialmedia' }),
  },
  { name: 'reviews', method: 'reviews', input: () => ({ platform: 'facebook' }) },
  { name: 'review', method: 'review', input: readReview },
  {
    name: 'replyReview',
    method: 'replyReview',
    input: (seen) => ({ ...readReview(seen), reply: 'Thank you for the review' }),
  },
  { name: 'deleteReplyReview', method: 'deleteReplyReview', input: readReview },
  {
    name: 'generatePost',
    method: 'generatePost',
    input: () => ({ text: 'I love social media', hashtags: true, emojis: true, twitter: true }),
  },
  {
    name: 'generateRewrite',
    method: 'generateRewrite',
    input: () => ({ post: 'I love social media', emojis: true, hashtags: true, twitter: true, rewrites: 5 }),
  },
  {
    name: 'generateTranscription',
    method: 'generateTranscription',
    input: () => ({ videoUrl: 'https://video.example/clip.mp4' }),
  },
  {
    name: 'generateTranslation',
    method: 'generateTranslation',
    input: () => ({ text: 'I love social media', lang: 'es' }),
  },
  {
    name: 'generateAltText',
    method: 'generateAltText',
    input: () => ({ url: 'https://img.example/i.jpg', keywords: ['social media'], lang: 'en' }),
  },
  {
    name: 'post to X, with an app of its own',
    method: 'post',
    needs: 'setTwitterByo',
    input: () => ({ post: 'Hello from my own app', platforms: ['twitter'] }),
  },
  { name: 'delete', method: 'delete', input: ofPost() },
];
