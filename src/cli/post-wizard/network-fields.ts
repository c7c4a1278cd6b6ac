import type { Platform } from '../../facts/platforms.ts';
import type { PostOptionsName } from '../../facts/post-options.ts';

/** A text that one network wants beside the post. */
export interface NetworkField {
  readonly platform: Platform;
  readonly options: PostOptionsName;
  readonly member: string;
  /** What it is on its network: `title`. */
  readonly noun: string;
  readonly message: string;
  readonly example?: string;
  /** The beginning of the text is offered. */
  readonly isLikeText?: true;
  /** Asked for also where nothing is refused without it. */
  readonly isOffered?: true;
  /** What an answer stands for. */
  read?(answer: string): string;
}

export const NETWORK_FIELDS: readonly NetworkField[] = [
  {
    platform: 'youtube',
    options: 'youTubeOptions',
    member: 'title',
    noun: 'title',
    message: 'What is its title on YouTube?',
    isLikeText: true,
  },
  {
    platform: 'reddit',
    options: 'redditOptions',
    member: 'subreddit',
    noun: 'subreddit',
    message: 'In which subreddit?',
    example: 'espresso',
    read: (answer) => answer.replace(/^\/?r\//i, ''),
  },
  {
    platform: 'reddit',
    options: 'redditOptions',
    member: 'title',
    noun: 'title',
    message: 'What is its title on Reddit?',
    isLikeText: true,
  },
  {
    platform: 'pinterest',
    options: 'pinterestOptions',
    member: 'thumbNail',
    noun: 'cover',
    message: 'Address of the cover picture on Pinterest:',
    example: 'https://kestrellane.example/cover.jpg',
  },
  {
    platform: 'pinterest',
    options: 'pinterestOptions',
    member: 'boardId',
    noun: 'board',
    message: 'Id of the board on Pinterest, if not the usual one:',
    isOffered: true,
  },
];
