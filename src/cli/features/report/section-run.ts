import type { Client } from '../../../client/client.ts';
import type { LocalClock } from '../../../domain/time/local-time.ts';
import type { Since } from '../../framework/input/time/since.ts';
import type { UnreadPart } from '../../framework/many/failures.ts';
import type { openDoneComments } from '../comments/done-comments.ts';
import type { OwnAccounts } from '../comments/own-accounts.ts';
import type { PublishedPost } from '../posts/published-posts.ts';

/** Requests about posts at a time. */
export const AT_ONCE = 4;

export interface ReportPeriod {
  /** In milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  readonly since: Since;
  /** By whose days comments are counted. */
  readonly zone: LocalClock;
}

/** What the sections of a profile share. */
export interface SectionRun extends Pick<ReportPeriod, 'start' | 'since' | 'zone' | 'end'> {
  client: Client;
  posts: readonly PublishedPost[];
  own: OwnAccounts;
  isOpen: Awaited<ReturnType<Awaited<ReturnType<typeof openDoneComments>>['filter']>>;
  now(): number;
  /** Adds what could not be read of a section. */
  miss(section: string, parts: readonly UnreadPart[]): void;
  /** Adds that a section goes back only so far, in milliseconds, if the period is longer. */
  limit(section: string, longestMs: number): void;
}
