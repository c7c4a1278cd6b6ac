import type { HistoryFault } from './check-history.ts';
import type { History } from './history.ts';
import { repeated } from './repeated.ts';

/**
 * Each post that was taken in is there, and went to each of its networks once.
 *
 * @see docs/service/posts.md#POST-12
 * @see docs/safety.md#T1
 */
export function checkPosts({ planned, posts }: History): readonly HistoryFault[] {
  const ids = new Set(posts.map(({ id }) => id));
  return [
    ...planned.filter((id) => !ids.has(id)).map((of) => ({ kind: 'post lost' as const, of })),
    ...posts.filter(({ isOpen }) => isOpen).map(({ id }) => ({ kind: 'post left over' as const, of: id })),
    ...posts.flatMap(({ id, platforms, copies, refused }) => {
      const went = [...copies, ...refused];
      const missing = platforms.filter((platform) => !went.includes(platform));
      return [
        ...repeated(went).map((of) => ({ kind: 'post twice' as const, of: `${id} ${of}` })),
        ...missing.map((of) => ({ kind: 'post not sent' as const, of: `${id} ${of}` })),
      ];
    }),
  ];
}
