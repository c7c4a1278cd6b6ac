import type { SeedCopy } from '../seed.ts';
import { LAUNCHED } from './spring-blend-elsewhere.ts';

export const SPRING_BLEND_ON_THREADS: SeedCopy = {
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
      text: 'Cheaper than my usual and better. Please nobody tell the others 🤫',
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
