import { pageState } from '../page-store.ts';
import { Network } from '../parts/networks.tsx';
import type { PostOfPage } from '../records.ts';
import { getCalendarHref } from './calendar-place.ts';
import type { DatedPost } from './calendar-records.ts';
import { readShown } from './calendar-times.ts';
import { giveDrags } from './drag.ts';
import { getStateOf } from './post-states.ts';

/** A post on its day; one that still waits can be dragged to another. */
export function PostCard({ post, isShort = false }: { post: DatedPost; isShort?: boolean }) {
  const { at, platforms } = post;
  const { word, tone, isOpen } = getStateOf(post);
  const mayMove = isOpen && pageState.value?.isReadOnly === false;
  return (
    <a
      class={`post-card ${tone}${isShort ? ' short' : ''}`}
      href={getCalendarHref({ post: post.id })}
      {...(mayMove ? giveDrags(post) : { draggable: false })}
    >
      <span class="by">
        {at !== null && <time dateTime={at}>{readShown(at).clock}</time>}
        <span class="state">{word}</span>
        {!isShort && <NetworksOf post={post} />}
      </span>
      <bdi class="text">{post.post || 'media only'}</bdi>
      {isShort && <span class="sr">{(platforms ?? []).join(', ')}</span>}
    </a>
  );
}

/** The networks of a post, with those that failed marked. */
export function NetworksOf({ post: { platforms, errors } }: { post: PostOfPage }) {
  const failed = new Set((errors ?? []).map(({ platform }) => platform));
  return (
    <span class="networks">
      {(platforms ?? []).map((platform) => (
        <Network key={platform} platform={platform} isFailed={failed.has(platform)} />
      ))}
    </span>
  );
}
