import type { SeedCopy } from '../seed.ts';
import { LAUNCHED } from './spring-blend-elsewhere.ts';

export const SPRING_BLEND_ON_TIKTOK: SeedCopy = {
  platform: 'tiktok',
  socialPostId: '7409313120237830141',
  comments: [
    {
      id: '7415919000986045064',
      by: 'clatterandfoam',
      minutesAgo: LAUNCHED - 55,
      text: 'What grinder is that at 0:12?? The SOUND of it 😩',
      likes: 118,
      extra: { pinned: true, liked: true },
      replies: [
        {
          id: '7495303818056650482',
          by: 'kestrellane.coffee',
          minutesAgo: LAUNCHED - 71,
          text: 'An old one from a café that closed in the next town. We rebuilt it over the winter 🔧',
          likes: 86,
        },
      ],
    },
    {
      id: '7448350594484261151',
      by: 'fourpmpanic',
      minutesAgo: LAUNCHED - 1266,
      text: 'POV: you said one cup and now it is 4 pm 💀☕',
      likes: 240,
      extra: { liked: true },
    },
    {
      id: '7439178948587388359',
      by: 'meenakshi.sips',
      minutesAgo: LAUNCHED - 480,
      text: 'बहुत बढ़िया! क्या आप भारत में भी भेजते हैं? 🇮🇳',
      likes: 12,
    },
  ],
};
