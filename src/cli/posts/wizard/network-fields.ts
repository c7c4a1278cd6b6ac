import type { Platform } from '../../../service/platforms.ts';
import type { PostOptionsName } from '../../../service/post-options.ts';

/** A text field of one network. */
export interface NetworkField {
  readonly platform: Platform;
  readonly options: PostOptionsName;
  readonly member: string;
  /** Its name: `title`. */
  readonly noun: string;
  readonly message: string;
  readonly example?: string;
  /** The first line of the text is suggested. */
  readonly isLikeText?: true;
  /** Asked for even if it is not required. */
  readonly isOffered?: true;
  /** Normalizes an answer. */
  read?(answer: string): string;
}

export const NETWORK_FIELDS: readonly NetworkField[] = [
  {
    platform: 'youtube',
    options: 'youTubeOptions',
    member: 'title',
    noun: 'title',
    message: 'Title on YouTube?',
    isLikeText: true,
  },
  {
    platform: 'reddit',
    options: 'redditOptions',
    member: 'subreddit',
    noun: 'subreddit',
    message: 'Which subreddit?',
    example: 'espresso',
    read: (answer) => answer.replace(/^\/?r\//i, ''),
  },
  {
    platform: 'reddit',
    options: 'redditOptions',
    member: 'title',
    noun: 'title',
    message: 'Title on Reddit?',
    isLikeText: true,
  },
  {
    platform: 'pinterest',
    options: 'pinterestOptions',
    member: 'thumbNail',
    noun: 'cover',
    message: 'URL of the cover image on Pinterest:',
    example: 'https://kestrellane.example/cover.jpg',
  },
  {
    platform: 'pinterest',
    options: 'pinterestOptions',
    member: 'boardId',
    noun: 'board',
    message: 'Board id on Pinterest (empty for the default board):',
    isOffered: true,
  },
];
