import { DAY } from '../minutes.ts';
import { PRIMARY, type SeedPost } from '../seed.ts';

const FILM_POSTED = 24 * DAY;

export const ORIGIN_FILM: SeedPost = {
  id: 'Jd9wRb4MzKp7XsFh2VtN',
  profile: PRIMARY,
  minutesAgo: FILM_POSTED,
  text: 'Nine days with the people who grow our coffee. Fourteen minutes of film, no voice-over, a lot of rain.',
  copies: [
    {
      platform: 'reddit',
      socialPostId: 't3_1kc1bqj',
      subreddit: 'harbour_coffee',
      comments: [
        {
          id: 't1_md1pn18',
          by: 'grumpy_grinder_84',
          minutesAgo: FILM_POSTED - 140,
          text: 'No voice-over. Thank you. THANK YOU.',
          likes: 88,
        },
        {
          id: 't1_me9ua0z',
          by: 'ferry_at_six',
          minutesAgo: FILM_POSTED - 1620,
          text: 'What did the drying beds cost? The film shows the work but not the bill.',
          likes: 19,
        },
        {
          id: 't1_mx1es0r',
          by: 'tin_roof_teatime',
          minutesAgo: FILM_POSTED - 2004,
          text: 'I drink tea and even I watched it twice.',
          likes: 26,
        },
      ],
    },
    {
      platform: 'youtube',
      socialPostId: 'Mk_ZMA4pG4P',
      comments: [
        {
          id: 'UgySB3TIxre14qkRcgN4AaABAg',
          by: 'coldbrewcaleb',
          minutesAgo: FILM_POSTED - 380,
          text: 'The credits name every picker. I have never seen that done before.',
          likes: 152,
          replies: [
            {
              id: 'UgySB3TIxre14qkRcgN4AaABAg.2IRRB9N46TXSUm2hfokqni',
              by: 'kestrellanecoffee',
              minutesAgo: FILM_POSTED - 412,
              text: 'They asked us to spell everybody right. It took a day, and it was the best day.',
              likes: 97,
            },
          ],
        },
        {
          id: 'UgwvBemaK3-oTVstJoq4AaABAg',
          by: 'yusra.pours',
          minutesAgo: FILM_POSTED - 5200,
          text: 'الموسيقى في الدقيقة التاسعة جميلة جدًا، من يعزف؟',
          likes: 9,
        },
        {
          id: 'Ugwi6melbLSDXfMADXH4AaABAg',
          by: 'tidewaternotes',
          minutesAgo: FILM_POSTED - 20_160,
          text: 'Back again after two weeks. Could you add subtitles for the song?',
          likes: 4,
        },
      ],
    },
  ],
};
