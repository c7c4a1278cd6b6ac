import { DAY, HOUR, PRIMARY, type SeedReview } from '../seed.ts';

const ON_GOOGLE = { platform: 'gmb', profile: PRIMARY } as const;
const ON_FACEBOOK = { platform: 'facebook', profile: PRIMARY } as const;

/** Reviews of the roastery and of the harbour shop, newest first on each network. Some wait for an answer. */
export const SEED_REVIEWS: readonly SeedReview[] = [
  {
    ...ON_GOOGLE,
    id: 'AbFvOqkX3vT8wQmZr5LcYb7Nd2Hs9Gp4JuKe',
    by: 'Henrike Solvang',
    rating: 2,
    text: 'Waited 25 minutes for two flat whites on Saturday. The coffee is lovely, the queue is not.',
    minutesAgo: 7 * HOUR,
  },
  {
    ...ON_GOOGLE,
    id: 'AbFvOqmR9xK2dWsT6vBn4Lq8Yh3Zc7Pf5GjA',
    by: 'Obadiah Crane',
    rating: 5,
    text: 'Best cortado north of the river. Ask for the spring blend.',
    minutesAgo: DAY + 3 * HOUR,
  },
  {
    ...ON_GOOGLE,
    id: 'AbFvOqpW5nJ8tXcR2yVk7Mb3Ds6Fg9Qh4LzE',
    by: 'Ludmila Pascoe',
    rating: 4,
    text: 'Do you sell the beans whole? The bag I got was ground for espresso.',
    minutesAgo: 3 * DAY + HOUR,
  },
  {
    ...ON_GOOGLE,
    id: 'AbFvOqtZ7hG4mYdN9rXw3Kc8Vb5Ls2Pj6QfU',
    by: 'Rafferty Dunmore',
    rating: 5,
    text: 'The cupping evening was the nicest two hours of my month.',
    minutesAgo: 9 * DAY + 5 * HOUR,
    reply: { text: 'Thank you, Rafferty! The next one is in June.', minutesAgo: 9 * DAY + HOUR },
  },
  {
    ...ON_GOOGLE,
    id: 'AbFvOqwB6kF3jTzH8sLn5Rv9Xm2Cd7Yq4GpI',
    by: 'Sunniva Aldous',
    rating: 3,
    text: '',
    minutesAgo: 16 * DAY + 2 * HOUR,
  },
  {
    ...ON_FACEBOOK,
    id: '376602035206384',
    by: 'Dara Wexcombe',
    rating: 'positive',
    text: 'They remembered my order after one visit.',
    minutesAgo: 2 * DAY + 6 * HOUR,
  },
  {
    ...ON_FACEBOOK,
    id: '376602035206117',
    by: 'Len Hathersage',
    rating: 'negative',
    text: 'My parcel took nine days and nobody answered the phone.',
    minutesAgo: 5 * DAY + 4 * HOUR,
    reply: {
      text: 'We are sorry, Len: the courier lost it. A new one is on its way.',
      minutesAgo: 5 * DAY + 2 * HOUR,
    },
  },
  {
    platform: 'facebook',
    profile: 'harbour',
    id: '376602035209551',
    by: 'Tuva Brekke-Sand',
    rating: 'positive',
    text: 'Coffee, fog and the early ferry. What else.',
    minutesAgo: 4 * DAY + 8 * HOUR,
  },
];
