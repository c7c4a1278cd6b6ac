import type { Client } from '../../../client/client.ts';
import { formatIsoDay, getCalendarDay } from '../../../domain/time/calendar-days.ts';
import type { LocalClock } from '../../../domain/time/local-time.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { listFailureEntries, type UnreadPart } from '../../framework/many/failures.ts';
import { runEach } from '../../framework/many/run-each.ts';
import { computeMedian, listAnswerTimes } from '../comments/answer-times.ts';
import { createStatsCounter } from '../comments/compute-comment-stats.ts';
import { markOwnComments } from '../comments/own-accounts.ts';
import { foldComments } from '../comments/read-comments.ts';
import { isQuestion } from '../comments/select-comments.ts';
import type { ProfileReport } from './report-document.ts';
import { AT_ONCE, type SectionRun } from './section-run.ts';

export async function readCommentsSection(run: SectionRun) {
  const { client, posts, start, end, zone, miss } = run;
  const whole = createCommentCounts(zone);
  const waits: number[] = [];
  const parts: UnreadPart[] = [];
  let postsRead = 0;
  const read = (id: string) => countComments(client, id, run);
  const ids = posts.map(({ id }) => id);
  for await (const { id, value, failure } of runEach(ids, { atOnce: AT_ONCE }, read)) {
    if (failure !== null) parts.push(...listFailureEntries(id, failure).map((error) => ({ id, error })));
    if (value === null) continue;
    postsRead += 1;
    parts.push(...value.errors.map((error) => ({ id, error })));
    whole.networks.addCounts(value.networks);
    whole.days.addCounts(value.days);
    for (const name of ['questions', 'answered', 'waiting'] as const) whole[name] += value[name];
    for (const wait of value.waits) waits.push(wait);
  }
  miss('comments', parts);
  const { totals, groups } = whole.networks.result();
  const byDay = new Map(whole.days.result().groups.map((day) => [day.name, day.comments + day.replies]));
  const [first, last] = [start, end].map((ms) => getCalendarDay(zone, ms));
  const days = Array.from({ length: (last ?? 0) - (first ?? 0) + 1 }, (_, at) =>
    formatIsoDay((first ?? 0) + at),
  );
  const section: NonNullable<ProfileReport['comments']> = {
    postsRead,
    comments: totals.comments,
    replies: totals.replies,
    authors: totals.authors,
    questions: whole.questions,
    answered: whole.answered,
    waiting: whole.waiting,
    medianAnswerSeconds: toSeconds(computeMedian(waits)),
    days: days.map((date) => ({ date, comments: byDay.get(date) ?? 0 })),
    networks: groups.map(({ platform, ...group }) => ({
      platform: platform ?? '',
      comments: group.comments,
      replies: group.replies,
      authors: group.authors,
    })),
  };
  return { section, waits };
}

const createCommentCounts = (zone: LocalClock) => ({
  networks: createStatsCounter('network', zone),
  days: createStatsCounter('day', zone),
  ...{ questions: 0, answered: 0, waiting: 0 },
});

/** Counts the comments of others on a post as they arrive, so that only the times between them and their answers are kept. */
function countComments(client: Client, id: string, { own, isOpen, start, end, zone }: SectionRun) {
  return foldComments(client, { id, platform: undefined, comment: false }, () => {
    const counts = createCommentCounts(zone);
    const waits: number[] = [];
    return {
      add(part) {
        for (const { comment, answerMs } of listAnswerTimes([...markOwnComments(part, own)])) {
          if ((readTimestamp(comment.createdAt).ms ?? end) < start) continue;
          counts.networks.addComment(comment);
          counts.days.addComment(comment);
          if (isQuestion(comment)) counts.questions += 1;
          if (comment.isAnswered === true) counts.answered += 1;
          if (comment.isAnswered === false && comment.id !== null && isOpen(comment)) counts.waiting += 1;
          if (answerMs !== null) waits.push(answerMs);
        }
      },
      end: ({ errors }) => ({ ...counts, waits, errors }),
    };
  });
}

export function toSeconds(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms / 1000);
}
