import type { MigrationStep } from '../../../storage/migrate.ts';

/** A network, a type, or `error` for a failure at any network. */
const FACETS = (post: string) => `
  select ${post}.profile, value, ${post}.created, ${post}.number from json_each(${post}.about_json, '$.platforms')
  union select ${post}.profile, ifnull(json_extract(${post}.about_json, '$.type'), 'immediate'), ${post}.created, ${post}.number
  union select ${post}.profile, 'error', ${post}.created, ${post}.number
    where json_array_length(${post}.about_json, '$.errors') > 0`;

const COPY_FACETS = (copy: string) => `
  select profile, ${copy}.platform, created, number from posts where id = ${copy}.post_id
  union select profile, 'error', created, number from posts where id = ${copy}.post_id and ${copy}.id = 'failed'`;

/**
 * What filters of the history look for, so that a rare network, type or failure is found without reading the posts
 * between. A facet may be one that a post had before: readers look at the post itself.
 */
export const addPostFacets: MigrationStep = (database) =>
  database.script(`
    drop index posts_failed;
    drop index social_posts_failed;
    create table post_facets (
      profile integer not null references profiles (id),
      facet text not null,
      created integer not null,
      number integer not null references posts (number),
      primary key (profile, facet, created, number)
    ) strict, without rowid;
    create trigger post_facets_added after insert on posts
      begin insert or ignore into post_facets ${FACETS('new')}; end;
    create trigger post_facets_changed after update of about_json on posts
      begin insert or ignore into post_facets ${FACETS('new')}; end;
    create trigger copy_facets_added after insert on social_posts when new.post_id is not null
      begin insert or ignore into post_facets ${COPY_FACETS('new')}; end;
    create trigger copy_facets_changed after update of id on social_posts when new.post_id is not null
      begin insert or ignore into post_facets ${COPY_FACETS('new')}; end;
    update posts set about_json = about_json;
    update social_posts set id = id;
  `);

/**
 * Of these two, all rows would be read to count them. An account's posts: those with an id, at any time. Sent requests:
 * attempts and callbacks that left this machine, those that were pruned included.
 */
export const addCounts: MigrationStep = (database) =>
  database.script(`
    create table account_posts (
      profile integer not null references profiles (id),
      platform text not null,
      posts integer not null,
      primary key (profile, platform)
    ) strict, without rowid;
    create trigger account_posts_added after insert on social_posts when ${hasId('new')}
      begin ${countPost('new', 1)}; end;
    create trigger account_posts_removed after delete on social_posts when ${hasId('old')}
      begin ${countPost('old', -1)}; end;
    create trigger account_posts_changed after update of id on social_posts when ${hasId('new')} <> ${hasId('old')}
      begin ${countPost('new', `iif(${hasId('new')}, 1, -1)`)}; end;
    insert into account_posts
      select profile, platform, count(*) from social_posts where ${hasId('social_posts')} group by 1, 2;

    create table sent_requests (
      kind text primary key check (kind in ('deliveries', 'callbacks')),
      sent integer not null
    ) strict, without rowid;
    create trigger attempts_sent after update on attempts when ${IS_SENT('new')} and not ${IS_SENT('old')}
      begin ${countSent('deliveries', 1)}; end;
    create trigger callbacks_sent after update of at on callbacks when (new.at is null) <> (old.at is null)
      begin ${countSent('callbacks', 'iif(new.at is null, -1, 1)')}; end;
    insert into sent_requests
      select 'deliveries', count(*) + coalesce((select json_extract(value_json, '$.prunedSent.deliveries') from settings), 0)
        from attempts where ${IS_SENT('attempts')}
      union all
      select 'callbacks', count(*) + coalesce((select json_extract(value_json, '$.prunedSent.callbacks') from settings), 0)
        from callbacks where at is not null;
    delete from sent_requests where sent = 0;
    update settings set value_json = json_remove(value_json, '$.prunedSent');
  `);

const hasId = (copy: string) => `(${copy}.id not in ('pending', 'failed'))`;

const countPost = (copy: string, change: number | string) => `
  insert into account_posts values (${copy}.profile, ${copy}.platform, ${change})
    on conflict (profile, platform) do update set posts = posts + excluded.posts`;

/** A DNS query, a connection or a request left; an interrupted attempt that took a time sent one, too. */
const IS_SENT = (attempt: string) => `(${attempt}.status is not null
  or ifnull(${attempt}.error in ('name not found', 'connection refused', 'connection lost', 'certificate not valid',
    'timeout', 'answer too large', 'answer not readable'), 0)
  or (${attempt}.error is 'interrupted' and ${attempt}.ms is not null))`;

const countSent = (kind: string, change: number | string) => `
  insert into sent_requests values ('${kind}', ${change})
    on conflict (kind) do update set sent = sent + excluded.sent`;
