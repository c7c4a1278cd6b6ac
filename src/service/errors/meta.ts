import { HOUR_MS } from '../durations.ts';
import { LIMITS } from '../limits.ts';
import { defineErrors } from './error-fact.ts';

const POSTS = LIMITS.instagramPosts;

/** Facebook, Instagram and Threads. */
export const META_ERRORS = defineErrors('instagram', {
  107: {
    http: 400,
    class: 'rejected',
    meaning: 'the text is identical to the previous status on Facebook',
    advice: 'change the text',
    area: 'facebook',
    source: 'elsewhere',
  },
  108: {
    http: 400,
    httpFrom: 'assumed',
    class: 'not-ready',
    meaning: 'it is not yet known whether the Facebook reel was published',
    advice: 'check verifyReelsUrl in detailsData after verifyReelsIn, before posting again',
    retry: 'later',
    area: 'facebook',
    source: 'elsewhere',
  },
  138: {
    http: 400,
    class: 'rejected',
    meaning:
      'Instagram rejected the post: it could not fetch the media, or their format or aspect ratio is not supported',
    advice: 'read details; if they mention robots rules or HTTP 403, allow the crawler',
  },
  159: {
    http: 400,
    httpFrom: 'assumed',
    class: 'rejected',
    meaning: 'Facebook allows the same @mention only once a day',
    advice: 'remove the mention',
    area: 'facebook',
    source: 'elsewhere',
  },
  258: {
    http: 400,
    class: 'unavailable',
    meaning: 'Instagram reported an error in the state of the account',
    advice: 'try again later; relink only if relink is true',
    retry: 'later',
    variants: {
      'subcode-2207085': {
        retryAvailable: true,
        details: 'subcode 2207085, after retries for 50 seconds; trace id Atr4ceSbx7Qm2',
      },
    },
  },
  379: {
    http: 400,
    httpFrom: 'assumed',
    class: 'rejected',
    meaning: 'Threads could not process the post; Instagram often fails with it, with 479 or 440',
    advice: 'read details, and fix what the Instagram error in the same answer describes',
    retry: 'unknown',
    area: 'threads',
  },
  435: {
    http: 429,
    class: 'limited',
    meaning: `Instagram accepts no more posts for now: at most ${POSTS.max} in any ${POSTS.windowMs / HOUR_MS} hours for a professional account`,
    advice:
      'wait the number of seconds in details; without one, wait until the oldest of those posts is out of the window',
    retry: 'later',
  },
  436: {
    http: 400,
    class: 'unavailable',
    meaning: 'Instagram timed out while processing the media',
    advice: 'retry the same post: "crier posts retry <id>"',
    retry: 'same',
  },
  440: {
    http: 400,
    class: 'unavailable',
    meaning: 'Instagram failed to ingest the media; this is usually temporary',
    advice:
      'retry the same post: "crier posts retry <id>"; if retryAvailable is false, change the media, for example their size',
    retry: 'same',
    retryAvailable: true,
    variants: {
      'size-limit': { retryAvailable: false, details: 'the media exceed the size limit of Instagram' },
    },
  },
  444: {
    http: 429,
    class: 'limited',
    meaning: 'Facebook is rate limiting the analytics of this page; the page stays linked',
    advice: 'retry with exponential backoff; do not relink',
    retry: 'later',
    area: 'facebook',
  },
  447: {
    http: 400,
    class: 'rejected',
    meaning: 'trialParams has no graduationStrategy',
    advice: 'set graduationStrategy to MANUAL or SS_PERFORMANCE',
  },
  448: {
    http: 400,
    class: 'rejected',
    meaning: 'graduationStrategy is neither MANUAL nor SS_PERFORMANCE; the value is case-sensitive',
    advice: 'use one of the two values exactly; details show the value received',
  },
  449: {
    http: 400,
    class: 'rejected',
    meaning: 'a trial reel requires exactly one .mp4 or .mov video and cannot be a story',
    advice: 'send a single .mp4 or .mov video without stories: true',
  },
  476: {
    http: 400,
    class: 'not-allowed',
    meaning: 'Facebook has restricted the account',
    advice: 'resolve the restriction with Facebook; details may quote its message',
    retry: 'no',
    retryAvailable: 'absent',
    details: 'Facebook: the account is restricted from this action',
    area: 'facebook',
  },
  485: {
    http: 404,
    class: 'not-found',
    meaning:
      'the comments of an Instagram or Facebook story, or the analytics of an Instagram story, are no longer available',
    advice: 'read a story while it is live; expired stories cannot be recovered',
    retry: 'no',
    area: 'comments',
  },
});
