import { DAY, type SeedCopy } from '../seed.ts';

/** When the spring blend was announced, in minutes ago; its comments are dated relative to it. */
export const LAUNCHED = 2 * DAY;

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

export const SPRING_BLEND_ON_REDDIT: SeedCopy = {
  platform: 'reddit',
  socialPostId: 't3_1k6tz5n',
  subreddit: 'harbour_coffee',
  comments: [
    {
      id: 't1_mmsjusg',
      by: 'slow_pour_sam',
      minutesAgo: LAUNCHED - 1505,
      text: 'Recipe that worked for me:\n\n15 g in, 250 g out, water at 94 °C\n0:00 bloom with 45 g\n0:40 slow pour to 150 g\n1:30 the rest, done by 2:45\n\nApricot jam on toast. Too sharp? One click finer.',
      likes: 42,
    },
    {
      id: 't1_mq3k2hf',
      by: 'milk_first_please',
      minutesAgo: LAUNCHED - 1120,
      text: 'Unpopular opinion: I miss the winter blend. This one is a bit bright for milk.',
      likes: 17,
    },
    {
      id: 't1_mdivz7m',
      by: 'kestrel_lane',
      minutesAgo: LAUNCHED - 1188,
      text: 'Roaster here. For milk: a click finer and two degrees cooler. And winter comes back, it always does.',
      likes: 31,
    },
  ],
};

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

export const SPRING_BLEND_ON_TWITTER: SeedCopy = {
  platform: 'twitter',
  socialPostId: '1952326914861497161',
  comments: [
    {
      id: '1946783534075132947',
      by: 'bramblewick_j',
      minutesAgo: LAUNCHED - 33,
      text: 'How long does the 250 g bag keep once it is open?',
      likes: 6,
      extra: { impressionCount: 812, bookmarkCount: 1 },
      replies: [
        {
          id: '1939876288230503934',
          by: 'KestrelLane',
          minutesAgo: LAUNCHED - 47,
          text: '@bramblewick_j About four weeks, closed and away from the window. Ours never lasts two.',
          likes: 9,
          extra: { impressionCount: 640, bookmarkCount: 3 },
        },
      ],
    },
    {
      id: '1997245615054609976',
      by: 'marisol_drifts',
      minutesAgo: LAUNCHED - 1290,
      text: 'Checkout ate my voucher SPRING10 twice. A little help, please?',
      likes: 2,
      extra: { impressionCount: 403, threadNumber: 2 },
      replies: [
        {
          id: '1961811554072506464',
          by: 'KestrelLane',
          minutesAgo: LAUNCHED - 1301,
          text: '@marisol_drifts Sorry! Mended, and postage is on us: https://kestrellane.example/spring10',
          likes: 4,
          extra: { impressionCount: 377 },
        },
      ],
    },
    {
      id: '1967718560412020535',
      by: 'fen_and_family',
      minutesAgo: LAUNCHED - 2010,
      text: 'Family verdict 👨‍👩‍👧‍👦: three thumbs up, one request for cocoa instead',
      likes: 15,
      extra: { impressionCount: 1290, quoteCount: 1 },
    },
  ],
};

/** A hostile comment for terminals. */
const NASTY =
  'Cheap beans, click \u001b]8;;https://free-beans.example\u0007here\u001b]8;;\u0007 \u001b[2J \u202egnp.snaeb\u202c';

export const SPRING_BLEND_ON_YOUTUBE: SeedCopy = {
  platform: 'youtube',
  socialPostId: '_rfiBiMgNcW',
  comments: [
    {
      id: 'UgwxkUDN43OSibI3zGz4AaABAg',
      by: 'tidewaternotes',
      minutesAgo: LAUNCHED - 1505,
      text: '1:47 is where you explain the roast curve, for anyone in a hurry.',
      likes: 37,
      replies: [
        {
          id: 'UgwxkUDN43OSibI3zGz4AaABAg.8DcnCSZ1mKo1SijavKh5G1',
          by: 'kestrellanecoffee',
          minutesAgo: LAUNCHED - 1551,
          text: 'Thank you! It is a chapter now.',
          likes: 8,
        },
        {
          id: 'UgwxkUDN43OSibI3zGz4AaABAg.Y5yPLMNiVHsDyxaCP5tFZt',
          by: 'coldbrewcaleb',
          minutesAgo: LAUNCHED - 1902,
          text: 'You just saved me eight minutes, then I watched it all anyway',
          likes: 11,
        },
      ],
    },
    {
      id: 'Ugy_KVN4yVYYHpvBWCm4AaABAg',
      by: 'dvora.mevashelet',
      minutesAgo: LAUNCHED - 700,
      text: 'קפה מצוין! אפשר לקבל את המתכון לקפה הקר?',
      likes: 3,
    },
    {
      id: 'Ugw1rdQZoU2uTU6K7oR4AaABAg',
      by: 'freebeansdaily',
      minutesAgo: LAUNCHED - 9,
      text: NASTY,
    },
  ],
};
