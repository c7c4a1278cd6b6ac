import type { Database } from '../../storage/open-database.ts';

/** Posts that were written or removed. */
export interface ChangedPosts {
  /** Service Post IDs. */
  readonly posts: ReadonlySet<string>;
  /** Rows of copies. */
  readonly copies: ReadonlySet<number>;
}

/** A change that was noted. Its stamp tells it from one that got its number after a rollback. */
interface NotedChange {
  number: number;
  stamp: number;
}

/** How far the changes of a connection were read: the last one. */
interface ReadPosition extends NotedChange {
  /** SQLite's number of the changes by other connections. */
  others: number;
}

const POSITIONS = new WeakMap<Database, ReadPosition>();

/**
 * Reads which posts changed since the last call on this connection, those of the open transaction included. Triggers
 * of the connection note them, so that a rollback takes back the notes too.
 *
 * @returns null when that is not known, as after a change by another process: then any may have changed
 */
export function readPostChanges(store: Database): ChangedPosts | null {
  const others = store.value<number>('pragma data_version') ?? 0;
  const position = POSITIONS.get(store);
  if (position === undefined || position.others !== others || !isNoted(store, position)) {
    POSITIONS.set(store, { ...store.countAside(() => startNotes(store)), others });
    return null;
  }
  const notes = store.all<PostNote>(
    'select number, stamp, post, copy from temp.post_changes where number > ? order by number',
    position.number,
  );
  const last = notes.at(-1);
  if (last !== undefined) {
    POSITIONS.set(store, { number: last.number, stamp: last.stamp, others });
    store.countAside(() => store.run('delete from temp.post_changes where number < ?', last.number));
  }
  return {
    posts: new Set(notes.flatMap(({ post }) => post ?? [])),
    copies: new Set(notes.flatMap(({ copy }) => copy ?? [])),
  };
}

interface PostNote extends NotedChange {
  post: string | null;
  copy: number | null;
}

/** Whether the last note that was read is still there. */
function isNoted(store: Database, { number, stamp }: NotedChange): boolean {
  const hasNotes = store.value<number>("select 1 from temp.sqlite_schema where name = 'post_changes'") === 1;
  return (
    hasNotes && store.value<number>('select stamp from temp.post_changes where number = ?', number) === stamp
  );
}

function startNotes(store: Database): NotedChange {
  store.script(NOTES);
  const [started] = store.all<NotedChange>(
    'insert into temp.post_changes (post, copy) values (null, null) returning number, stamp',
  );
  if (started === undefined) throw new Error('a note was not inserted');
  return started;
}

/** A copy without a text of its own has that of its post. */
const NOTES = `
  create temp table if not exists post_changes (
    number integer primary key,
    stamp integer not null default (random() & 0x1fffffffffffff),
    post text,
    copy integer
  ) strict;
  create temp trigger if not exists note_new_post after insert on main.posts
    begin insert into post_changes (post) values (new.id); end;
  create temp trigger if not exists note_changed_post after update on main.posts
    begin insert into post_changes (post) values (new.id); end;
  create temp trigger if not exists note_removed_post after delete on main.posts
    begin insert into post_changes (post) values (old.id); end;
  create temp trigger if not exists note_changed_text after update of text on main.posts
    when old.text is not new.text
    begin insert into post_changes (copy) select row from social_posts where post_id = new.id; end;
  create temp trigger if not exists note_new_copy after insert on main.social_posts
    begin insert into post_changes (copy) values (new.row); end;
  create temp trigger if not exists note_changed_copy after update on main.social_posts
    begin insert into post_changes (copy) values (new.row); end;
  create temp trigger if not exists note_removed_copy after delete on main.social_posts
    begin insert into post_changes (copy) values (old.row); end;`;
