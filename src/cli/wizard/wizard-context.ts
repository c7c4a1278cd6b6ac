import type { Trigger } from '../../facts/triggers.ts';
import type { PostEntry } from '../../rules/post-entry.ts';
import type { Prompts } from '../prompts/prompts.ts';

/** What stands on the account that automations listen to. */
export type TargetKind = 'post' | 'story';

/** A conversation about an automation, and what it can look up. */
export interface WizardContext {
  readonly prompts: Prompts;
  /** The moment, in milliseconds since 1970. */
  now(): number;
  /** The latest posts or stories of the account, newest first; why they cannot be shown is said once. */
  findPosts(place: TargetKind): Promise<readonly PostEntry[]>;
  /** The id that the network gave to one of the service's posts; null when it is none of them. */
  networkId(id: string): Promise<string | null>;
  /** What the automation reacts to, as far as it is known: what its messages can say comes from there. */
  readonly triggers: readonly Trigger[];
}
