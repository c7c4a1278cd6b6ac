import { place } from '../page-store.ts';
import { Network } from '../parts/networks.tsx';
import { When } from '../parts/when.tsx';
import { getItemKey, nameOf } from './inbox-filter.ts';
import type { PageItem } from './inbox-records.ts';
import { Rating } from './rating.tsx';

/** In words, beside what waits. */
const STATES: Readonly<Record<PageItem['state'], string | null>> = {
  waiting: null,
  answered: 'answered',
  done: 'done',
  unknown: 'perhaps answered',
};

/** An entry of the inbox in the list. @param about the post of a comment */
export function ItemRow({
  item,
  about,
  isChosen,
  namesProfile,
}: {
  item: PageItem;
  about: string | null;
  isChosen: boolean;
  namesProfile: boolean;
}) {
  const { kind, platform, person, text, mediaUrls, at, state, profile } = item;
  const stateText = STATES[state];
  const parameters = new URLSearchParams({
    ...Object.fromEntries(place.value.parameters),
    id: getItemKey(item),
  });
  return (
    <a class="row item" href={`#/inbox?${parameters}`} aria-current={isChosen ? 'true' : undefined}>
      <Network platform={platform} />
      <span class="body">
        <span class="item-head">
          <bdi class="strong">{nameOf(person)}</bdi>
          <When at={at} />
        </span>
        <bdi class="item-text">
          {kind === 'message' && state === 'answered' && <span class="dim">You: </span>}
          {text ?? (mediaUrls.length > 0 ? 'a picture or video' : 'no text')}
        </bdi>
        <span class="item-about">
          {kind === 'review' && <Rating item={item} />}
          {kind === 'message' && <span class="tag">message</span>}
          {namesProfile && <span class="tag">{profile ?? 'Primary Profile'}</span>}
          {stateText !== null && <span class="tag">{stateText}</span>}
          <bdi class="dim post">{about ?? ''}</bdi>
        </span>
      </span>
    </a>
  );
}
