import { PRIMARY, type SeedLink } from '../seed.ts';

/** Short links of the company, newest first. */
export const SEED_LINKS: readonly SeedLink[] = [
  {
    id: 'Cup24',
    profile: PRIMARY,
    url: 'https://kestrellane.example/cupping',
    daysAgo: 4,
    clicks: [
      ['instagram.example', 'safari', [9, 14, 6, 3, 1]],
      ['direct', 'chrome', [2, 5, 3, 0, 1]],
    ],
  },
  {
    id: 'Sprng',
    profile: PRIMARY,
    url: 'https://kestrellane.example/spring-blend?from=post',
    daysAgo: 9,
    clicks: [
      ['instagram.example', 'safari', [31, 44, 27, 12, 9, 6, 4, 5, 2, 1]],
      ['facebook.example', 'chrome', [12, 19, 15, 8, 2, 3, 1, 0, 1, 0]],
      ['direct', 'firefox', [3, 2, 4, 1, 0, 1, 1, 0, 0, 1]],
    ],
  },
  {
    id: 'Whsle',
    profile: PRIMARY,
    url: 'https://wholesale.kestrellane.example/prices.pdf',
    daysAgo: 12,
    clicks: [['linkedin.example', 'edge', [1, 4, 2, 2, 0, 0, 3, 1, 0, 0, 1, 0, 1]]],
  },
];
