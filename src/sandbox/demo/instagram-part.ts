import type { SeedCopy } from '../seed.ts';
import { LAUNCHED } from './spring-blend-elsewhere.ts';

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
