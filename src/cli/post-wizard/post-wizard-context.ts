import type { PostBody } from '../../facts/post-body.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { ReadFile } from '../secrets.ts';
import type { LinkedAccounts } from './linked-accounts.ts';

/** As much of a post as is known. */
export type PostDraft = Partial<PostBody>;

/** A conversation about a post, and what it knows of its surroundings. */
export interface PostWizardContext {
  readonly prompts: Prompts;
  /** The moment by the service's clock, in milliseconds since 1970. */
  now(): number;
  /** An IANA name: the zone in which times are said. */
  readonly timeZone: string;
  /** Null where the service did not say what is linked. */
  readonly accounts: LinkedAccounts | null;
  /** Reads a file's text. */
  readonly readFile: ReadFile;
}

/** Asks one thing about a post. */
export type AskPart = (draft: PostDraft, wizard: PostWizardContext) => Promise<PostDraft>;
