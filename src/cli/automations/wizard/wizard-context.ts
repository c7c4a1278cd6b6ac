import type { Trigger } from '../../../service/triggers.ts';
import type { PostEntry } from '../../posts/post-entry.ts';
import type { Prompts } from '../../prompts/prompts.ts';

/** What an automation can listen to on the account. */
export type TargetKind = 'post' | 'story';

/** The prompts of the wizard, with its lookups. */
export interface WizardContext {
  readonly prompts: Prompts;
  /** The current time, in milliseconds since 1970. */
  now(): number;
  /** Finds the latest posts or stories of the account, newest first; an error is noted once. */
  findPosts(place: TargetKind): Promise<readonly PostEntry[]>;
  /** Finds the network's id of one of the service's posts; null when there is none. */
  networkId(id: string): Promise<string | null>;
  /** The triggers so far, which decide about the placeholders of messages. */
  readonly triggers: readonly Trigger[];
}
