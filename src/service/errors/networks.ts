import { LIMITS } from '../limits.ts';
import { defineErrors } from './error-fact.ts';

/** Google Business Profile, LinkedIn, Reddit, TikTok and YouTube. */
export const NETWORK_ERRORS = defineErrors('youtube', {
  176: {
    http: 400,
    httpFrom: 'assumed',
    class: 'unavailable',
    meaning: 'an upload to YouTube failed (older code; now mostly replaced by 453 and 454)',
    advice: 'try again later',
    retry: 'later',
  },
  227: {
    http: 400,
    httpFrom: 'assumed',
    class: 'auth',
    meaning:
      'Google Business Profile does not accept the authorization (older code; now mostly replaced by 519)',
    advice: 'relink the account if the error persists',
    area: 'google',
  },
  288: {
    http: 400,
    class: 'not-ready',
    meaning:
      'the TikTok post has no video id: it is still being published (pending) or publishing failed (failed)',
    advice:
      'wait until TikTok confirms the post (tikTokPublished), then try again; if publishing failed, create a new post',
    retry: 'later',
    area: 'tiktok',
  },
  307: {
    http: 200,
    class: 'ok',
    meaning: 'the thumbnail was not applied; the YouTube video was published anyway',
    advice: `verify the channel on YouTube; use a reachable PNG or JPEG of at most ${LIMITS.thumbnailBytes / 1024 ** 2} MB`,
  },
  328: {
    http: 400,
    httpFrom: 'assumed',
    class: 'not-allowed',
    meaning: 'on TikTok, only comments of your own account can be deleted',
    advice: 'delete the comment in the TikTok app',
    retry: 'no',
    area: 'tiktok',
  },
  442: {
    http: 400,
    class: 'not-allowed',
    meaning: 'the account is banned from the subreddit',
    advice: 'post to another subreddit; the message names this one',
    retry: 'no',
    area: 'reddit',
  },
  443: {
    http: 400,
    class: 'rejected',
    meaning: 'the title contains a word that the subreddit does not allow',
    advice: 'change the title',
    area: 'reddit',
  },
  453: {
    http: 504,
    class: 'unavailable',
    meaning: 'an upload to YouTube timed out',
    advice: 'try again in one to two minutes, then retry with exponential backoff',
    retry: 'later',
    retryAvailable: true,
  },
  454: {
    http: 503,
    class: 'unavailable',
    meaning: 'YouTube accepts no uploads at the moment, or the connection was lost',
    advice: 'retry with exponential backoff',
    retry: 'later',
    retryAvailable: true,
  },
  475: {
    http: 403,
    class: 'auth',
    meaning: 'the personal LinkedIn profile was linked without permission for its analytics',
    advice: 'relink the profile; the error can persist for 5 to 10 minutes',
    area: 'linkedin',
  },
  519: {
    http: 503,
    class: 'unavailable',
    meaning: 'Google temporarily failed to refresh the authorization; the account stays linked',
    advice: 'retry with exponential backoff; do not relink',
    retry: 'later',
    retryAvailable: true,
    details: 'Google: temporarily unavailable, after 3 attempts to refresh the authorization',
    area: 'google',
  },
});

/** X; its platform value is `twitter`. */
export const X_ERRORS = defineErrors('X', {
  110: {
    http: 400,
    class: 'rejected',
    meaning: 'the account has already posted this text on X',
    advice: 'change the text',
    source: 'elsewhere',
  },
  111: {
    http: 400,
    httpFrom: 'assumed',
    class: 'rejected',
    meaning:
      'X rejected the post, or another failure on X; the account may not have the right to use an option',
    advice: 'read details; remove subscribersOnly or longPost, or try again if the connection failed',
  },
  219: {
    http: 400,
    class: 'rejected',
    meaning: 'X failed to process the comments, without a more specific code',
    advice: 'read details; the next request queries X again',
    retry: 'unknown',
  },
  272: {
    http: 400,
    class: 'auth',
    meaning:
      'X does not accept the account with your X keys: it is suspended or locked, or was linked with the keys of another app',
    advice: 'resolve the problem with the account on X, or relink it with the keys of the same app',
  },
  364: {
    http: 429,
    class: 'limited',
    meaning: 'X is rate limiting your app; all profiles that use its keys share the limit',
    advice: 'wait, then try again',
    retry: 'later',
    ownLimit: true,
  },
  416: {
    http: 402,
    class: 'not-allowed',
    meaning: 'the credits of your X app are used up',
    advice: 'add credits on X',
    ownLimit: true,
  },
  417: {
    http: 403,
    class: 'not-allowed',
    meaning: 'the X access token lacks a permission; it may be read-only',
    advice: 'create a token with read and write permission on X, then relink the account',
    headers: { 'x-access-level': 'read' },
  },
  419: {
    http: 400,
    class: 'auth',
    meaning: 'a request for X was sent without your X keys, or with only one of them',
    advice:
      'set both keys of your X app: "crier config set x-api-key --file <file>", and x-api-secret likewise',
  },
  423: {
    http: 403,
    class: 'auth',
    meaning: 'the X account is linked the former way, without its own keys, which is no longer supported',
    advice: 'set both keys of your X app, then relink the account with them',
  },
});
