import { DAY, HOUR, PRIMARY, type SeedPost } from '../seed.ts';

/** Only on TikTok, and not confirmed yet: every leg fails, and so does the whole read (288). */
export const PACKING_SONG: SeedPost = {
  id: 'Tk6xBn4VgSj8QcLp2RyF',
  profile: PRIMARY,
  minutesAgo: 10,
  text: 'Forty parcels, one tape gun, one song that none of us can get rid of.',
  copies: [{ platform: 'tiktok', socialPostId: 'pending', comments: [] }],
};

/**
 * Minutes old: TikTok has not confirmed its copy yet, so that leg fails (288) and the read is partial. Comments
 * continue for a day after the sandbox was created, for `comments watch`.
 */
export const LATTE_ART_REEL: SeedPost = {
  id: 'Lt5nWc8RjYq3GvKs6PxA',
  profile: PRIMARY,
  minutesAgo: 25,
  text: "Swan or dove? Bram's first clean pour of the week. Sound on 🦢",
  mediaUrls: ['https://media.kestrellane.example/swan-or-dove.mp4'],
  copies: [
    {
      platform: 'facebook',
      socialPostId: '104857239016482_738214470912836',
      kind: 'reel',
      comments: [
        {
          id: '738214470912836_273596160556715',
          by: 'greta.lowther',
          minutesAgo: 19,
          text: 'Beautiful! Do you teach this? My sister turns forty soon.',
          likes: 2,
          replies: [
            {
              id: '738214470912836_127988149728026',
              by: 'kestrellanecoffee',
              minutesAgo: 13,
              text: 'We do! Two hours, £35, cake included: https://kestrellane.example/classes',
              likes: 1,
            },
          ],
        },
        {
          id: '738214470912836_705091696649832',
          by: 'len.hathersage',
          minutesAgo: 9,
          text: 'I still take mine black. Lovely swan, though.',
          replies: [
            {
              id: '738214470912836_418860275530192',
              by: 'kestrellanecoffee',
              minutesAgo: -25,
              text: 'Black is on the house today, Len. Say that the swan sent you.',
            },
          ],
        },
        {
          id: '738214470912836_960317742408813',
          by: 'callum.fiskerton',
          minutesAgo: -3 * HOUR,
          text: 'Sister turned forty, class is booked. Greta, sit next to us?',
        },
      ],
    },
    {
      platform: 'instagram',
      socialPostId: '18104695296883560',
      kind: 'reel',
      comments: [
        {
          id: '18140876160314203',
          by: 'lotte.stirs',
          minutesAgo: 21,
          text: 'That is clearly a dove 🕊️ and I will not be taking questions',
          likes: 4,
          replies: [
            {
              id: '18135244692182547',
              by: 'kestrellane.coffee',
              minutesAgo: 17,
              text: '@lotte.stirs Bram says swan. Bram is standing right next to me.',
              likes: 3,
            },
          ],
        },
        {
          id: '18198053134196827',
          by: 'thuy.ve.tranh',
          minutesAgo: 16,
          text: 'Đẹp quá! Quán dùng sữa gì vậy ạ?',
          likes: 1,
        },
        {
          id: '18054973922452013',
          by: 'zoe.drinks.slow',
          minutesAgo: 6,
          text: 'How much milk is that? Mine always turns into a potato 🥔',
          replies: [
            {
              id: '18094417730625518',
              by: 'kestrellane.coffee',
              minutesAgo: -12,
              text: '@zoe.drinks.slow 150 ml, and stop before you think you should.',
            },
          ],
        },
        {
          id: '18022736190458827',
          by: 'nellie.on.the.pier',
          minutesAgo: -3,
          text: 'Neither. It is a very elegant goose.',
        },
        {
          id: '18163908254471036',
          by: 'hania.piecze',
          minutesAgo: -DAY,
          text: 'Wczoraj łabędź, dziś u mnie ziemniak. Ćwiczę dalej 🦢',
        },
      ],
    },
    { platform: 'tiktok', socialPostId: 'pending', comments: [] },
    {
      platform: 'youtube',
      socialPostId: 'G-OZ2MwpCp3',
      kind: 'reel',
      comments: [
        {
          id: 'UgzALui_M6yR-E7LQVV4AaABAg',
          by: 'attic.roaster',
          minutesAgo: 14,
          text: '0:09, the turn of the wrist. That is the whole trick.',
          likes: 2,
        },
        {
          id: 'UgyYHjvN2DLmAcqyaQf4AaABAg',
          by: 'yusra.pours',
          minutesAgo: 4,
          text: 'Oat or cow?',
        },
        {
          id: 'UgxQ4v_Tn8LbWc2RdY14AaABAg',
          by: 'tidewaternotes',
          minutesAgo: -HOUR,
          text: 'Slowed it down to a quarter. Still no idea how the neck happens.',
        },
      ],
    },
  ],
};

/** Waiting for approval: it is on no network yet. */
export const SUMMER_HOURS: SeedPost = {
  id: 'Su3gHk9WqZr5TcYb7MvN',
  profile: PRIMARY,
  minutesAgo: 90,
  text: 'From next month the counter opens at half past six. The ferry crew asked, and we could not say no.',
  copies: [],
  mediaUrls: ['https://media.kestrellane.example/new-hours.jpg'],
  plan: { status: 'awaiting approval', minutesAgo: -6 * DAY, platforms: ['facebook', 'instagram'] },
  notes: 'ask Imke about the date before this goes out',
};

const POSTED = 3 * DAY;

/** The two stories have expired with their comments (485); the Threads copy is still there. */
export const ROASTERY_STORY: SeedPost = {
  id: 'Fd2hZm9TbUe6XwNr4JkC',
  profile: PRIMARY,
  minutesAgo: POSTED,
  text: 'One minute behind the roastery door. Mind the noise, it is the beans cracking.',
  copies: [
    {
      platform: 'facebook',
      socialPostId: '104857239016482_738196653820147',
      kind: 'story',
      comments: [
        {
          id: '738196653820147_360721308627076',
          by: 'maud.perriwinkle',
          minutesAgo: POSTED - 140,
          text: 'I could smell that through the telephone.',
        },
      ],
    },
    {
      platform: 'instagram',
      socialPostId: '18167435324106349',
      kind: 'story',
      comments: [
        {
          id: '18187959317852981',
          by: 'beo.and.bikes',
          minutesAgo: POSTED - 30,
          text: 'The crack at the end, wow 🔊',
        },
        {
          id: '18052149959088107',
          by: 'sami.toasts',
          minutesAgo: POSTED - 95,
          text: 'Can we visit? Two of us, very well behaved',
        },
      ],
    },
    {
      platform: 'threads',
      socialPostId: '18016090104450256',
      comments: [
        {
          id: '18074386022879476',
          by: 'wren.and.wharf',
          minutesAgo: POSTED - 210,
          text: 'First crack or second? We have a bet running at the studio.',
          replies: [
            {
              id: '18005951416302207',
              by: 'kestrellane.coffee',
              minutesAgo: POSTED - 260,
              text: 'First. We stop about a minute after it. Who pays?',
            },
            {
              id: '18037816811113970',
              by: 'wren.and.wharf',
              minutesAgo: POSTED - 275,
              text: 'Me. It is always me.',
            },
          ],
        },
        {
          id: '18029550843739987',
          by: 'mikkel.tegner',
          minutesAgo: POSTED - 1210,
          text: 'I drew it! Smoke is harder than it looks ✏️',
          extra: { mediaType: 'IMAGE' },
        },
        {
          id: '18037776096797718',
          by: 'saltgrass.sal',
          minutesAgo: POSTED - 2660,
          text: 'Is it always this loud? How do you talk to each other?',
        },
      ],
    },
  ],
};

/** A post without comments: an empty response is a success. */
export const CLOSING_EARLY: SeedPost = {
  id: 'Qe8uJx5MhAn3FvYb6TwS',
  profile: PRIMARY,
  minutesAgo: 6 * DAY,
  text: 'We close at four this Thursday: the roaster gets its yearly clean, and so do we. Back on Friday at seven.',
  copies: [
    {
      platform: 'bluesky',
      socialPostId: 'at://did:plc:jjlmwnkomqzptcf5pox5zzhg/app.bsky.feed.post/3ly2lgvnov3kb',
      comments: [],
    },
    { platform: 'facebook', socialPostId: '104857239016482_738172208465913', comments: [] },
    { platform: 'threads', socialPostId: '18043368159810336', comments: [] },
    { platform: 'twitter', socialPostId: '1913516564604971477', comments: [] },
  ],
};
