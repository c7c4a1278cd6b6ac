/** The members of documents of `inbox list` that this page shows. */
export interface PageItem {
  readonly kind: 'comment' | 'message' | 'review';
  readonly profile: string | null;
  readonly platform: string;
  readonly id: string;
  readonly state: 'waiting' | 'answered' | 'done' | 'unknown';
  readonly person: {
    readonly id: string | null;
    readonly name: string | null;
    readonly handle: string | null;
    readonly isMe: boolean | null;
  };
  readonly text: string | null;
  readonly mediaUrls: readonly string[];
  readonly at: string | null;
  readonly likes: number | null;
  readonly url: string | null;
  readonly postId: string | null;
  readonly videoId: string | null;
  readonly commentUrn: string | null;
  readonly conversationId: string | null;
  readonly answerUntil: string | null;
  readonly stars: number | null;
  readonly isRecommended: boolean | null;
  readonly reply: string | null;
}

export interface PageItems {
  readonly items: readonly PageItem[];
  readonly total: number;
  readonly posts: readonly {
    readonly id: string;
    readonly post: string | null;
    readonly mediaUrls: readonly string[];
  }[];
}

/** Of `comments get`. */
export interface ThreadComment {
  readonly id: string | null;
  readonly platform: string;
  readonly author: PageItem['person'];
  readonly text: string | null;
  readonly createdAt: string | null;
  readonly likes: number | null;
}

export interface CommentThread {
  readonly comments: readonly ThreadComment[];
}

/** Of `messages show`. */
export interface MessageOfPage {
  readonly id: string;
  readonly created: unknown;
  readonly action?: string | null;
  readonly message?: string | null;
  readonly mediaUrls?: readonly string[] | null;
  readonly senderDetails?: { readonly name?: string | null; readonly username?: string | null } | null;
}

export interface Conversation {
  readonly messages: readonly MessageOfPage[];
}

/** Of `replies list`. */
export interface SavedReplies {
  readonly replies: readonly { readonly name: string; readonly text: string }[];
}
