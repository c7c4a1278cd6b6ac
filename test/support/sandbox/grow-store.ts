import type { Database } from '../../../src/storage/open-database.ts';

/** Tables whose rows are one of a kind, such as keys, profiles and counters, or are written by triggers. */
const KEPT_TABLES = [
  'account_posts',
  'accounts',
  'automation_revision',
  'faults',
  'keys',
  'post_facets',
  'profiles',
  'refusals',
  'requests',
  'sent_requests',
  'settings',
  'webhook_profiles',
  'webhooks',
  'x_requests',
];

/** Ids that no constraint names, and which belong to what is copied with them. */
const IDS = [
  'id',
  'event_id',
  'social_post_id',
  'conversation_id',
  'recipient_id',
  'recipient_username',
  'name',
  'post_id',
  'comment_id',
  'message_id',
];

/** Part of a key, and the same for all copies. */
const SHARED = ['platform', 'account_id', 'profile', 'day', 'month', 'kind', 'title', 'position', 'address'];

/** Between the numbers of a row and of its next copy. */
const STEP = 10_000_000;

/**
 * Makes each table a number of times as long. Each copy has ids of its own and refers to rows of the same copy, so that
 * a post has as many comments as before, but there are more posts with comments.
 *
 * @param times 1 adds nothing
 */
export function growStore(database: Database, times: number): void {
  const tables = listTables(database).filter((table) => !KEPT_TABLES.includes(table));
  database.script('pragma foreign_keys = off');
  for (const table of tables) {
    const columns = listColumns(database, table);
    const values = columns.map((column) => copyColumn(database, table, column));
    database.run(
      `with recursive copies (n) as (select 1 where 1 < ?1 union all select n + 1 from copies where n + 1 < ?1)
       insert or ignore into ${table} (${columns.map(({ name }) => name).join(', ')})
         select ${values.join(', ')} from (select * from ${table}) cross join copies`,
      times,
    );
  }
  const [broken] = database.all('pragma foreign_key_check');
  if (broken !== undefined) throw new Error(`a copy refers to nothing: ${JSON.stringify(broken)}`);
  database.script('pragma foreign_keys = on');
}

interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly pk: number;
}

function listTables(database: Database): readonly string[] {
  return database.column(
    `select name from sqlite_schema where type = 'table' and name not like 'sqlite%' order by name`,
  );
}

function listColumns(database: Database, table: string): readonly TableColumn[] {
  return database.all('select name, type, pk from pragma_table_info(?)', table);
}

/** The SQL value of a column in copy `n`. */
function copyColumn(database: Database, table: string, { name, type, pk }: TableColumn): string {
  if (SHARED.includes(name)) return name;
  const parent = database.value<string>(
    'select "table" from pragma_foreign_key_list(?) where "from" = ?',
    table,
    name,
  );
  const isUnique =
    database.value<number>(
      `select 1 from pragma_index_list(?1) l join pragma_index_info(l.name) i where l."unique" = 1 and i.name = ?2`,
      table,
      name,
    ) === 1;
  const isId =
    pk > 0 || isUnique || IDS.includes(name) || (parent !== undefined && !KEPT_TABLES.includes(parent));
  if (!isId || (parent !== undefined && KEPT_TABLES.includes(parent))) return name;
  if (/int/i.test(type)) return `${name} + n * ${STEP}`;
  return `case when ${name} in ('pending', 'failed') then ${name} else ${name} || '-' || n end`;
}
