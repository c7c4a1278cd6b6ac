import type { SeedCopy } from '../seed.ts';
import { LAUNCHED } from './spring-blend-elsewhere.ts';

export const SPRING_BLEND_ON_LINKEDIN: SeedCopy = {
  platform: 'linkedin',
  socialPostId: 'urn:li:activity:7312048571936420117',
  comments: [
    {
      id: 'urn:li:comment:(urn:li:activity:7312048571936420117,7397753386840559499)',
      by: 'northquay-bakeries',
      minutesAgo: LAUNCHED - 164,
      text: 'We would like a sample box for our four bakeries. Who should we write to?',
      likes: 5,
      replies: [
        {
          id: 'urn:li:comment:(urn:li:activity:7312048571936420117,7303626684448439989)',
          by: 'kestrel-lane-coffee',
          minutesAgo: LAUNCHED - 190,
          text: 'Anwen looks after that: wholesale@kestrellane.example. A box leaves here on Thursday.',
          likes: 2,
        },
        {
          id: 'urn:li:comment:(urn:li:activity:7312048571936420117,7382969592814213643)',
          by: 'northquay-bakeries',
          minutesAgo: LAUNCHED - 233,
          text: 'Written, thank you. Our bakers are already arguing about cup sizes.',
          likes: 7,
        },
      ],
    },
    {
      id: 'urn:li:comment:(urn:li:activity:7312048571936420117,7328037855350235422)',
      by: 'priya-ranganathan-holt',
      minutesAgo: LAUNCHED - 905,
      text: `Printing the farm, the price paid and the harvest month on the label is a small thing that costs you an evening with the printer and tells me everything about how you buy. I ran a café for eleven years, and in all that time two roasters could tell me what a farmer had been paid without first asking someone else. My guests did not start out caring about it. They started with the taste, as they should. But the card beside the till, with a name and a number on it, was read more often than our menu, and it changed what people thought was a fair price for a cup. So a request from someone who has moved to the other side of the counter: please keep last year's figures on the website beside this year's. One number is a claim, two numbers are a habit. And put a bag aside for me: I will be there on Saturday, with an empty tin and far too many questions.`,
      likes: 41,
      extra: { media: [{ type: 'image', url: 'https://media.kestrellane.example/label-first-tide.jpg' }] },
      replies: [
        {
          id: 'urn:li:comment:(urn:li:activity:7312048571936420117,7365260863992492667)',
          by: 'kestrel-lane-coffee',
          minutesAgo: LAUNCHED - 1010,
          text: 'Two numbers it is: last year is back on the page. The bag has your name on it.',
          likes: 19,
        },
      ],
    },
    {
      id: 'urn:li:comment:(urn:li:activity:7312048571936420117,7377938387890400156)',
      by: 'emrys-callowhill',
      minutesAgo: LAUNCHED - 1604,
      text: 'Are you hiring for weekends? My daughter makes a better flat white than I deserve.',
      likes: 12,
    },
  ],
};
