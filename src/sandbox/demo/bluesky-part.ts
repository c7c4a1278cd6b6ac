import type { SeedCopy } from '../seed.ts';
import { LAUNCHED } from './spring-blend-elsewhere.ts';

export const SPRING_BLEND_ON_BLUESKY: SeedCopy = {
  platform: 'bluesky',
  socialPostId: 'at://did:plc:jjlmwnkomqzptcf5pox5zzhg/app.bsky.feed.post/3lcdgbewc622w',
  comments: [
    {
      id: 'at://did:plc:v54f26olqgnk4gocu27c6tue/app.bsky.feed.post/3lhp5y5in3ep6',
      by: 'idun-varga.example',
      minutesAgo: LAUNCHED - 1505,
      text: 'Price for the 1 kg bag? The shop page still shows the winter one 🙂',
      likes: 3,
      replies: [
        {
          id: 'at://did:plc:jjlmwnkomqzptcf5pox5zzhg/app.bsky.feed.post/3lrv22delbtja',
          by: 'kestrellane.example',
          minutesAgo: LAUNCHED - 1528,
          text: '£34, and the page is right now too. Thank you for spotting it!',
          likes: 2,
        },
      ],
    },
    {
      id: 'at://did:plc:z3cd6ktrvykd4j3rz7cjnd3o/app.bsky.feed.post/3lc2g5tpzcyz2',
      by: 'quill-and-kettle.example',
      minutesAgo: LAUNCHED - 410,
      text: 'Apricot first, then toasted almond. Page one of the new notebook goes to First Tide. ☕📓',
      likes: 27,
      extra: { repostCount: 4, quoteCount: 1 },
    },
    {
      id: 'at://did:plc:i6p4fd5rf5roqidn2vkcvker/app.bsky.feed.post/3lk3cgmls5xit',
      by: 'jonna-krog.example',
      minutesAgo: LAUNCHED - 905,
      text: 'Versendet ihr auch nach Deutschland? 🇩🇪 In Kiel warten drei Leute und eine leere Dose.',
      likes: 5,
    },
  ],
};
