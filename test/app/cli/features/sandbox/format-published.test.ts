import { expect, test } from 'vitest';
import { formatPublished } from '../../../../../src/cli/features/sandbox/commands/start.ts';
import type { PublishedDuePost } from '../../../../../src/sandbox/engine/ports.ts';

const at = Date.parse('2026-09-21T14:13:20Z');
const id = 'Rb5tYw2QnE8sLk0ZcV3d';

test.each<[Pick<PublishedDuePost, 'networks' | 'errors'>, string]>([
  [{ networks: ['instagram', 'linkedin'], errors: [] }, 'published on Instagram, LinkedIn'],
  [
    { networks: ['instagram', 'linkedin'], errors: [{ platform: 'twitter', code: 416 }] },
    'published on Instagram, LinkedIn; refused by X (416)',
  ],
  [
    {
      networks: [],
      errors: [
        { platform: 'twitter', code: 419 },
        { platform: 'facebook', code: 161 },
      ],
    },
    'refused by X (419), Facebook (161)',
  ],
  [{ networks: [], errors: [] }, 'not published'],
])('%o', (outcome, expected) => {
  expect(formatPublished({ at, id, ...outcome })).toBe(`2026-09-21T14:13:20Z ${id}: ${expected}`);
});
