import type { PageItem } from './inbox-records.ts';

const MOST_STARS = 5;

/** What a review says in one glance: stars, or whether the page is recommended. */
export function Rating({ item: { stars, isRecommended } }: { item: PageItem }) {
  if (stars !== null)
    return (
      <span class="stars" role="img" aria-label={`${stars} of ${MOST_STARS} stars`}>
        {'★'.repeat(stars)}
        <span class="dim">{'★'.repeat(MOST_STARS - stars)}</span>
      </span>
    );
  if (isRecommended === null) return <span class="tag">review</span>;
  return (
    <span class={isRecommended ? 'tag' : 'tag warn'}>
      {isRecommended ? 'recommends' : 'does not recommend'}
    </span>
  );
}
