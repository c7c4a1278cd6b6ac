import { DAY, PRIMARY, type SeedPost } from '../seed.ts';

const RAIN_POSTED = 19 * DAY;

/** Published by schedule. TikTok never accepted its copy: that leg fails permanently (288). */
export const RAINY_TUESDAY: SeedPost = {
  id: 'Bx6hPf2QyLs8TnCv5RkG',
  profile: PRIMARY,
  minutesAgo: RAIN_POSTED,
  plan: { minutesAgo: RAIN_POSTED },
  text: 'Rain on the roof, grinder on, nobody in a hurry. Stay as long as you like.',
  mediaUrls: ['https://media.kestrellane.example/rain-on-the-roof.mp4'],
  copies: [
    {
      platform: 'instagram',
      socialPostId: '18157863984494615',
      kind: 'reel',
      comments: [
        {
          id: '18142153902544167',
          by: 'nellie.on.the.pier',
          minutesAgo: RAIN_POSTED - 66,
          text: 'Put this on repeat and call it therapy 🌧️',
          likes: 31,
        },
        {
          id: '18167393967917855',
          by: 'zoe.drinks.slow',
          minutesAgo: RAIN_POSTED - 180,
          text: 'Best cafe\u0301 in town, and the s\u0304l\u0304o\u0304w\u0304e\u0304s\u0304t\u0304. I mean that as praise.',
          likes: 8,
        },
        {
          id: '18012973746457673',
          by: 'paloma.y.el.mar',
          minutesAgo: RAIN_POSTED - 930,
          text: 'Aquí 28 grados y ni una nube. Os cambio el sitio 🌦️',
          likes: 5,
          replies: [
            {
              id: '18186893143084343',
              by: 'nellie.on.the.pier',
              minutesAgo: RAIN_POSTED - 951,
              text: '@paloma.y.el.mar hecho, ¡pero llévate el paraguas!',
              likes: 3,
            },
          ],
        },
        {
          id: '18071063736014046',
          by: 'beo.and.bikes',
          minutesAgo: RAIN_POSTED - 3300,
          text: 'I left a wet umbrella there. Green, one broken rib, much loved',
          likes: 2,
        },
      ],
    },
    { platform: 'tiktok', socialPostId: 'failed', comments: [] },
  ],
};

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

const BAGS_POSTED = 28 * DAY;

export const PAPER_BAGS: SeedPost = {
  id: 'Ck7tGn3PvHx5LwQm8ZrY',
  profile: PRIMARY,
  minutesAgo: BAGS_POSTED,
  text: 'From this week our 250 g bags are paper, inside and out. They crease, they stain, and they go in with the newspapers.',
  copies: [
    {
      platform: 'bluesky',
      socialPostId: 'at://did:plc:jjlmwnkomqzptcf5pox5zzhg/app.bsky.feed.post/3l74n4bgyo2fy',
      comments: [
        {
          id: 'at://did:plc:7g4hlcdfyaqpmnds4h5d6ejh/app.bsky.feed.post/3lkav6tznxbnk',
          by: 'odalys-fenn.example',
          minutesAgo: BAGS_POSTED - 220,
          text: 'Mine has been on the boat for a week and still closes. Well done.',
          likes: 7,
        },
      ],
    },
    { platform: 'facebook', socialPostId: '104857239016482_737948120366571', comments: [] },
    {
      platform: 'linkedin',
      socialPostId: 'urn:li:activity:7302604187335991303',
      comments: [
        {
          id: 'urn:li:comment:(urn:li:activity:7302604187335991303,7336990456458018963)',
          by: 'hanneke-vosbrinck',
          minutesAgo: BAGS_POSTED - 95,
          text: 'Which barrier did you choose, and does it pass the recycling test for 1 kg as well?',
          likes: 11,
          replies: [
            {
              id: 'urn:li:comment:(urn:li:activity:7302604187335991303,7319280471871516084)',
              by: 'kestrel-lane-coffee',
              minutesAgo: BAGS_POSTED - 160,
              text: 'A plant starch. It passes at 250 g and fails at 1 kg, by a little. We are working on the little.',
              likes: 15,
            },
          ],
        },
        {
          id: 'urn:li:comment:(urn:li:activity:7302604187335991303,7397798122740906386)',
          by: 'tomoko-arisugawa-bell',
          minutesAgo: BAGS_POSTED - 1490,
          text: '紙のにおいも好きです。The creases make it look like a letter.',
          likes: 18,
        },
        {
          id: 'urn:li:comment:(urn:li:activity:7302604187335991303,7397672858347392107)',
          by: 'ines-aldabarren',
          minutesAgo: BAGS_POSTED - 2210,
          text: '¡Enhorabuena! Uno se rompió en mi mochila, pero olía tan bien que nadie se quejó.',
          likes: 6,
        },
      ],
    },
  ],
};
