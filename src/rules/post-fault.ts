import type { Platform } from '../facts/platforms.ts';

/** What keeps a post, or one network's part of it, from being published; or what is to be known about it. */
export interface PostFault {
  /** Of the catalogue. */
  readonly code: number;
  /** The network whose part it is; null for all of the post. */
  readonly platform: Platform | null;
  /** Where in the post, such as `instagramOptions.trialParams.graduationStrategy`. */
  readonly path: string;
  /** What is wrong, in words, with the limit where there is one. */
  readonly message: string;
  /** What the answer's `details` holds, where the service promises something there. */
  readonly details?: string;
  /** `request`: nothing is published at all; `network`: that network refuses its part; `warning`: it is published. */
  readonly effect: 'request' | 'network' | 'warning';
  /** Of a warning, what it is about. */
  readonly feature?: string;
}
