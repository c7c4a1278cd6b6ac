import type { PostingSchedule } from '../../domain/posts/posting-slots.ts';
import type { Database } from '../../storage/open-database.ts';

/** A slot of a schedule that a post takes. */
interface SlotClaim {
  profile: number;
  title: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Service Post ID. */
  postId: string;
}

/** By title. */
export function listPostingSchedules(
  database: Database,
  profile: number,
): readonly { title: string; schedule: PostingSchedule }[] {
  return database
    .all<{ title: string; json: string }>(
      'select title, schedule_json as json from posting_schedules where profile = ? order by title',
      profile,
    )
    .map(({ title, json }) => ({ title, schedule: readSchedule(json) }));
}

export function findPostingSchedule(
  database: Database,
  profile: number,
  title: string,
): PostingSchedule | undefined {
  const row = database.first<{ json: string }>(
    'select schedule_json as json from posting_schedules where profile = :profile and title = :title',
    { profile, title },
  );
  return row && readSchedule(row.json);
}

export function savePostingSchedule(
  database: Database,
  profile: number,
  title: string,
  schedule: PostingSchedule,
): void {
  database.run(
    'replace into posting_schedules (profile, title, schedule_json) values (:profile, :title, :schedule)',
    { profile, title, schedule: JSON.stringify(schedule) },
  );
}

/** Its posts keep their slots. */
export function deletePostingSchedule(database: Database, profile: number, title: string): void {
  database.run('delete from posting_schedules where profile = ? and title = ?', profile, title);
}

/** Slots later than a moment that posts took, also posts that were deleted or rescheduled. */
export function listTakenSlots(
  database: Database,
  profile: number,
  title: string,
  after: number,
): ReadonlySet<number> {
  return new Set(
    database.column<number>(
      'select at from posting_slots where profile = ? and title = ? and at > ?',
      profile,
      title,
      after,
    ),
  );
}

/** Takes a slot for a stored post. The caller holds the transaction. Fails when another post took it. */
export function claimPostingSlot(database: Database, claim: SlotClaim): void {
  database.run(
    'insert into posting_slots (profile, title, at, post_id) values (:profile, :title, :at, :postId)',
    claim,
  );
}

function readSchedule(json: string): PostingSchedule {
  // written only by `save`, from the same type
  return JSON.parse(json) as PostingSchedule;
}
