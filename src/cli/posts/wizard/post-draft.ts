import type { PostBody } from '../../../service/post-body.ts';
import type { ReadFile } from '../../context/secrets.ts';
import type { LinkedAccounts } from '../../profiles/linked-accounts.ts';
import type { Prompts } from '../../prompts/prompts.ts';

/** A post that may be incomplete. */
export type PostDraft = Partial<PostBody>;

/** State of the wizard. */
export interface PostWizardContext {
  readonly prompts: Prompts;
  /** The service's time in milliseconds since 1970. */
  now(): number;
  /** Time zone in which times are read and shown, as an IANA name. */
  readonly timeZone: string;
  /** Null if unknown. */
  readonly accounts: LinkedAccounts | null;
  /** Reads the text of a file. */
  readonly readFile: ReadFile;
}

/** Asks for one part of a post. */
export type AskPart = (draft: PostDraft, wizard: PostWizardContext) => Promise<PostDraft>;
