import type { Platform } from '../../service/platforms.ts';

/** An error that prevents a post, or one network's part of it, from being published; or a warning. */
export interface PostFault {
  /** Code in the catalogue. */
  readonly code: number;
  /** The network concerned; null for the whole post. */
  readonly platform: Platform | null;
  /** Path in the post, such as `instagramOptions.trialParams.graduationStrategy`. */
  readonly path: string;
  /** What is wrong, including the limit if there is one. */
  readonly message: string;
  /** Content of the answer's `details`, where the service documents one. */
  readonly details?: string;
  /** `request`: nothing is published; `network`: the network rejects its part; `warning`: it is published. */
  readonly effect: 'request' | 'network' | 'warning';
  /** Of a warning, the feature concerned. */
  readonly feature?: string;
}
