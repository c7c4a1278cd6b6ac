import type { PostOfPage } from '../records.ts';

/** A post on its day. */
export interface DatedPost extends PostOfPage {
  /** The day in the zone of the calendar; null for a post without a time. */
  readonly day: string | null;
  readonly at: string | null;
}

export interface CalendarOfPage {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly posts: readonly DatedPost[];
}

/** A post with all that is known of it. */
export interface OpenedPostOfPage extends PostOfPage {
  readonly postIds:
    | readonly {
        readonly platform: string | null;
        readonly id: string | null;
        readonly postUrl?: string | null;
      }[]
    | null;
  readonly autoRepostId?: string | null;
  /** Of a post that waits, where the service has it: the fields with which it was created. */
  readonly request?: Readonly<Record<string, unknown>> | null;
}

/** A post as one network will show it. */
export interface PreviewOfNetwork {
  readonly platform: string;
  readonly title: string | null;
  /** One, or those of a thread. */
  readonly posts: readonly {
    readonly text: string;
    readonly unit: string;
    readonly count: number;
    readonly limit: number;
    readonly exact: boolean;
    readonly mediaUrls: readonly string[];
    readonly card: string | null;
  }[];
  readonly firstComment: string | null;
  readonly changes: readonly string[];
  readonly warnings: readonly string[];
  readonly errors: readonly string[];
}

export interface PreviewsOfPage {
  readonly previews: readonly PreviewOfNetwork[];
}

/** An error of the service in words. */
