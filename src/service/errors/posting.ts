import { HOUR_MS } from '../durations.ts';
import { LIMITS } from '../limits.ts';
import { defineErrors } from './error-fact.ts';

/** Posts and their media, on any network. */
export const POSTING_ERRORS = defineErrors('media', {
  114: {
    http: 404,
    class: 'not-found',
    meaning: 'the post to delete does not exist',
    advice: 'check the id, and which profile the post belongs to',
    area: 'posting',
    action: 'delete',
    source: 'elsewhere',
  },
  136: {
    http: 400,
    httpFrom: 'assumed',
    class: 'rejected',
    meaning: 'a media URL is not valid or not publicly reachable',
    advice: 'use a public https URL that serves the file itself',
    source: 'elsewhere',
  },
  137: {
    http: 400,
    httpFrom: 'assumed',
    class: 'rejected',
    meaning: `the same or nearly the same text is posted to this network within ${LIMITS.duplicateWindowMs / HOUR_MS} hours around this post`,
    advice: 'change the text or reschedule the post; scheduled posts count too',
    area: 'posting',
  },
  139: {
    http: 400,
    httpFrom: 'assumed',
    class: 'rejected',
    meaning: 'the network requires media that are missing, or does not support the media given',
    advice: 'add media, or use a type that the network supports',
    source: 'elsewhere',
  },
  164: {
    http: 400,
    class: 'rejected',
    meaning: 'the media could not be read or fetched, or mediaUrls is malformed (older code)',
    advice: 'read details, and check that each media URL opens without a login',
  },
  182: {
    http: 400,
    httpFrom: 'assumed',
    class: 'rejected',
    meaning: `the video is shorter or longer than the network allows (on X ${LIMITS.xVideoSeconds.min} to ${LIMITS.xVideoSeconds.max} seconds)`,
    advice: `cut the video; on X, longVideo: true allows approved accounts up to ${LIMITS.xVideoSeconds.longMax / 3_600} hours`,
  },
  186: {
    http: 404,
    class: 'not-found',
    meaning: 'no post has this id',
    advice: 'check the id and the profile; pass an id assigned by a network together with that network',
    area: 'posting',
    action: 'post',
  },
  275: {
    http: 400,
    httpFrom: 'assumed',
    class: 'rejected',
    meaning: `the text makes a thread of more than ${LIMITS.threadPosts} posts`,
    advice: 'shorten the text',
    area: 'posting',
  },
  382: {
    http: 400,
    httpFrom: 'assumed',
    class: 'rejected',
    meaning: 'the post cannot be marked as deleted while it still exists on its network',
    advice: 'delete it on the network first',
    area: 'posting',
    source: 'elsewhere',
  },
  383: {
    http: 400,
    httpFrom: 'assumed',
    class: 'rejected',
    meaning: 'the post is already deleted',
    advice: 'nothing to do',
    retry: 'no',
    area: 'posting',
    source: 'elsewhere',
  },
  441: {
    http: 502,
    class: 'unavailable',
    meaning:
      'a text option, such as short links, failed on one or more networks; if it failed on all of them, nothing was posted',
    advice:
      'if some networks posted, send a new post only to the failed ones; otherwise send it again, or without the option',
    retry: 'failed-only',
    area: 'posting',
  },
  450: {
    http: 400,
    class: 'rejected',
    meaning: 'an image could not be converted to JPEG',
    advice: 'provide the image as JPEG, or repair it',
  },
  451: {
    http: 400,
    class: 'rejected',
    meaning:
      'an image to convert could not be downloaded: its host refused, was too slow, redirected too often, or is not public',
    advice: 'host the image at a public URL that responds quickly',
  },
  452: {
    http: 500,
    class: 'unavailable',
    meaning: 'a converted image could not be stored before it was sent to the network',
    advice: 'send the same request again',
    retry: 'same',
    retryAvailable: true,
  },
  479: {
    http: 400,
    class: 'rejected',
    meaning:
      'the network could not fetch the media, even from a copy: its crawler is blocked or the source is unreachable',
    advice: 'allow the crawler of the network, or host the media elsewhere; an unchanged retry fails again',
    retryAvailable: false,
  },
  499: {
    http: 503,
    class: 'unavailable',
    meaning: 'the service temporarily could not inspect the media; the media URL is not at fault',
    advice: 'send a new post only to the networks that failed',
    retry: 'failed-only',
    retryAvailable: true,
  },
});

const NO_MEANING = 'an Instagram audio error; its meaning is not documented';

/** The Instagram audio catalogue. */
export const AUDIO_ERRORS = defineErrors('audio', {
  239: {
    http: 400,
    httpFrom: 'assumed',
    class: 'rejected',
    meaning:
      'Instagram rejected the search because of the account, for example because a track is not available to it',
    advice: 'read details and resolve the problem in the Instagram account',
  },
  425: {
    http: 400,
    httpFrom: 'assumed',
    class: 'auth',
    meaning: 'the Instagram account was linked without a permission that audio requires',
    advice: 'relink the account and grant all permissions',
  },
  514: {
    http: 400,
    class: 'auth',
    meaning: 'Instagram is linked with the direct login; audio requires the login through a Facebook Page',
    advice:
      'relink a business or creator account through its Facebook Page; changing permissions or the plan does not help',
  },
  515: {
    http: 400,
    httpFrom: 'assumed',
    class: 'rejected',
    meaning: NO_MEANING,
    advice: 'read message and details',
    retry: 'unknown',
  },
  516: {
    http: 400,
    httpFrom: 'assumed',
    class: 'rejected',
    meaning: NO_MEANING,
    advice: 'read message and details',
    retry: 'unknown',
  },
  517: {
    http: 400,
    httpFrom: 'assumed',
    class: 'rejected',
    meaning: 'the track is not available, or Instagram rejected the lookup because of the account',
    advice: 'check the audio id, or choose another track',
  },
  518: {
    http: 200,
    class: 'ok',
    meaning:
      'audioName was ignored because audioConfiguration was also sent and takes precedence; the post was published',
    advice: 'send only one of the two',
    retry: 'no',
  },
});
