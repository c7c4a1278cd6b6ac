/** The members of documents of the command line that several views show. */
export interface PostOfPage {
  readonly id: string;
  readonly post: string | null;
  readonly platforms: readonly string[];
  readonly status: string;
  readonly scheduleDate: string | null;
  readonly created: string | null;
  /** Addresses of its images and videos. */
  readonly mediaUrls?: readonly string[] | null;
  /** What only the account sees. */
  readonly notes?: string | null;
  readonly errors: readonly {
    readonly platform: string | null;
    readonly code: number | null;
    readonly message: string | null;
  }[];
}

export interface PostsOfPage {
  readonly posts: readonly PostOfPage[];
}

export interface Health {
  readonly accounts: readonly {
    readonly profile: string | null;
    /** Null for what is wrong with the profile itself. */
    readonly platform: string | null;
    readonly account: string | null;
    readonly status: 'ok' | 'warn' | 'fail';
    readonly daysLeft: number | null;
    readonly problems: readonly { readonly found: string; readonly advice: string | null }[];
  }[];
}

/** Of `errors show`. */
export interface ExplainedErrors {
  readonly errors: readonly {
    readonly code: number;
    readonly meaning: string;
    readonly advice: string | null;
  }[];
}
