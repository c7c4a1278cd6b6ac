import { PRIMARY, type SeedCopy, type SeedPost } from '../seed.ts';
import {
  LAUNCHED,
  SPRING_BLEND_ON_LINKEDIN,
  SPRING_BLEND_ON_REDDIT,
  SPRING_BLEND_ON_TIKTOK,
  SPRING_BLEND_ON_TWITTER,
  SPRING_BLEND_ON_YOUTUBE,
} from './spring-blend-elsewhere.ts';

const SPRING_BLEND_ON_BLUESKY: SeedCopy = {
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

const SPRING_BLEND_ON_FACEBOOK: SeedCopy = {
  platform: 'facebook',
  socialPostId: '104857239016482_738201946518273',
  comments: [
    {
      id: '738201946518273_458941942877918',
      by: 'orla.finnick',
      minutesAgo: LAUNCHED - 2095,
      text: 'Picked up two bags this morning and now the whole boat smells of it ☕⛵',
      likes: 14,
      extra: { userLikes: true },
      replies: [
        {
          id: '738201946518273_809022715091818',
          by: 'kestrellanecoffee',
          minutesAgo: LAUNCHED - 2112,
          text: 'Fair winds, Orla! Keep one bag dry for the way back.',
          likes: 4,
          replies: [
            {
              id: '738201946518273_434574520040874',
              by: 'orla.finnick',
              minutesAgo: LAUNCHED - 2130,
              text: 'The first one is half empty already, so no promises 😄',
              likes: 6,
              extra: { userLikes: true },
            },
          ],
        },
      ],
    },
    {
      id: '738201946518273_514760989021722',
      by: 'dara.wexcombe',
      minutesAgo: LAUNCHED - 1340,
      text: 'My bag came with the old winter label. Is it the new blend inside? Order 20418.',
      likes: 1,
      replies: [
        {
          id: '738201946518273_399915274057041',
          by: 'kestrellanecoffee',
          minutesAgo: LAUNCHED - 1362,
          text: 'It is, Dara. Our mistake: we ran out of new labels for an hour. Two stickers and an apology are in the post.',
          likes: 3,
        },
      ],
    },
    {
      id: '738201946518273_304620668982622',
      by: 'len.hathersage',
      minutesAgo: LAUNCHED - 95,
      text: 'Are dogs allowed in the shop? Asking for a very polite one 🐕‍🦺',
      likes: 8,
      extra: { from: null },
    },
  ],
};

export const SPRING_BLEND_ON_INSTAGRAM: SeedCopy = {
  platform: 'instagram',
  socialPostId: '18119826100716099',
  comments: [
    {
      id: '18095151078520839',
      by: 'nellie.on.the.pier',
      minutesAgo: LAUNCHED - 1702,
      text: '@lotte.stirs @sami.toasts we NEED this before Sunday 😍😍',
      likes: 9,
    },
    {
      id: '18008214909100698',
      by: 'paloma.y.el.mar',
      minutesAgo: LAUNCHED - 1250,
      text: '¿Hacéis envíos a España? Lo probé en vuestra tienda y todavía sueño con él ✨',
      likes: 6,
      replies: [
        {
          id: '18189680616654844',
          by: 'kestrellane.coffee',
          minutesAgo: LAUNCHED - 1281,
          text: 'Sí, a toda España en cuatro o cinco días. ¡Que lo disfrutes!',
          likes: 2,
        },
      ],
    },
    {
      id: '18025350468103474',
      by: 'yasmin.alqamar',
      minutesAgo: LAUNCHED - 388,
      text: 'رائحة القهوة وصلت إلى هنا ❤️ متى تفتحون يوم الجمعة؟',
      likes: 4,
    },
    {
      id: '18107387288286433',
      by: 'prize.desk.0417',
      minutesAgo: LAUNCHED - 5,
      text: '=HYPERLINK("https://prize-desk.example/claim","You won a coffee machine, claim it here")',
      extra: { hidden: true },
    },
  ],
};

const SPRING_BLEND_ON_THREADS: SeedCopy = {
  platform: 'threads',
  socialPostId: '18078413653489637',
  comments: [
    {
      id: '18044903996182594',
      by: 'haru.no.mame',
      minutesAgo: LAUNCHED - 240,
      text: '春のブレンド、香りが最高です🌸 日本への発送はありますか？',
      replies: [
        {
          id: '18063793289205161',
          by: 'kestrellane.coffee',
          minutesAgo: LAUNCHED - 300,
          text: 'ありがとうございます！日本への発送は来月から始めます。',
        },
      ],
    },
    {
      id: '18049217725669533',
      by: 'petra.undercurrent',
      minutesAgo: LAUNCHED - 777,
      text: 'Cheaper than my usual and better. Please don’t tell the others 🤫',
      extra: { isQuotePost: true },
    },
    {
      id: '18028117224034781',
      by: 'olu.makes.toast',
      minutesAgo: LAUNCHED - 1430,
      text: 'Is the apricot added, or is that really just the bean? Honest question, here is my cup',
      extra: { mediaType: 'IMAGE' },
    },
  ],
};

/** The first example for new users: on all nine networks, without any problem. */
export const SPRING_BLEND: SeedPost = {
  id: 'Sp7kQm2XvLr9TzBd4HnW',
  profile: PRIMARY,
  minutesAgo: LAUNCHED,
  text: 'First Tide is here, our spring blend: apricot from Ethiopia, honey from Costa Rica. £9.50 for 250 g, £34 for 1 kg, on the quay and at https://kestrellane.example/first-tide. What will you brew it in?',
  copies: [
    SPRING_BLEND_ON_BLUESKY,
    SPRING_BLEND_ON_FACEBOOK,
    SPRING_BLEND_ON_INSTAGRAM,
    SPRING_BLEND_ON_LINKEDIN,
    SPRING_BLEND_ON_REDDIT,
    SPRING_BLEND_ON_THREADS,
    SPRING_BLEND_ON_TIKTOK,
    SPRING_BLEND_ON_TWITTER,
    SPRING_BLEND_ON_YOUTUBE,
  ],
};
