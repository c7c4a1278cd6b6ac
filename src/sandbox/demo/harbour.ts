import { DAY, type SeedPost } from '../seed.ts';

const FERRY_POSTED = 5 * DAY;

/** The harbour shop's LinkedIn has to be linked again (161); Facebook and Instagram respond. */
export const EARLY_FERRY: SeedPost = {
  id: 'Hb9mXw3KfDu7VtCz5GqN',
  profile: 'harbour',
  minutesAgo: FERRY_POSTED,
  text: 'The early ferry is back, and so are we: doors open at 5:45 on the quay. The first ten cups are on the house.',
  copies: [
    {
      platform: 'facebook',
      socialPostId: '109264817350927_612847305518264',
      comments: [
        {
          id: '612847305518264_324821283776051',
          by: 'tuva.brekke',
          minutesAgo: FERRY_POSTED - 44,
          text: '5:45! You have just saved everyone on the night shift. Thank you 💙',
          likes: 33,
          extra: { userLikes: true },
          replies: [
            {
              id: '612847305518264_905402211535842',
              by: 'kestrellaneharbour',
              minutesAgo: FERRY_POSTED - 61,
              text: 'Then the night shift gets the ten cups. Ring the bell if we are slow.',
              likes: 21,
            },
          ],
        },
        {
          id: '612847305518264_611019127991000',
          by: 'callum.fiskerton',
          minutesAgo: FERRY_POSTED - 310,
          text: 'Will there be food that early? Last year only the bananas were awake.',
          likes: 7,
          replies: [
            {
              id: '612847305518264_805663523505711',
              by: 'kestrellaneharbour',
              minutesAgo: FERRY_POSTED - 335,
              text: 'Cheese rolls from 5:45, cinnamon buns from 6:30. The bananas stay on duty.',
              likes: 9,
            },
          ],
        },
        {
          id: '612847305518264_142121797810962',
          by: 'bettina.sandkuhl',
          minutesAgo: FERRY_POSTED - 1980,
          text: 'Schöne Grüße aus dem Norden! Im August sind wir wieder da, bitte den Fensterplatz freihalten.',
          likes: 5,
        },
      ],
    },
    {
      platform: 'instagram',
      socialPostId: '18132846820555625',
      comments: [
        {
          id: '18103068500929882',
          by: 'mick.the.net',
          minutesAgo: FERRY_POSTED - 25,
          text: 'Coffee before the nets. Best news since the new crane',
          likes: 18,
        },
        {
          id: '18147983049424931',
          by: 'agnes.ola.knits',
          minutesAgo: FERRY_POSTED - 402,
          text: 'Is the bench by the window still there? It is where he proposed 💍',
          likes: 64,
          replies: [
            {
              id: '18058750731920592',
              by: 'kestrellane.harbour',
              minutesAgo: FERRY_POSTED - 433,
              text: 'Still there, still wobbly. Come and sit on it!',
              likes: 22,
            },
          ],
        },
        {
          id: '18155211401383418',
          by: 'hania.piecze',
          minutesAgo: FERRY_POSTED - 2912,
          text: 'Parking is hopeless before seven. Could you have a word with the port, please? 😕',
          likes: 3,
        },
        {
          id: '18080154326906243',
          by: 'rafi.under.sail',
          minutesAgo: FERRY_POSTED - 4290,
          text: 'Took the 6:10 with two flat whites. Five stars, would sail again ⛵',
          likes: 11,
        },
      ],
    },
    {
      platform: 'linkedin',
      socialPostId: 'urn:li:activity:7310961204473958402',
      comments: [
        {
          id: 'urn:li:comment:(urn:li:activity:7310961204473958402,7322755910575013138)',
          by: 'skerry-ferries',
          minutesAgo: FERRY_POSTED - 150,
          text: 'Our crews will hold the ramp for anyone carrying a cup with a lid.',
          likes: 58,
        },
        {
          id: 'urn:li:comment:(urn:li:activity:7310961204473958402,7386506736173045668)',
          by: 'gideon-sparrowe',
          minutesAgo: FERRY_POSTED - 1505,
          text: 'Do you take orders for groups? Thirty people, the 7:20 on a Friday.',
          likes: 1,
        },
      ],
    },
  ],
};

const FOG_POSTED = 13 * DAY;

export const HARBOUR_FOG: SeedPost = {
  id: 'Ug4sXd8BkTr6NyJf2WpL',
  profile: 'harbour',
  minutesAgo: FOG_POSTED,
  text: 'Fog until noon. If you can read our sign, you are standing inside the shop.',
  copies: [
    {
      platform: 'facebook',
      socialPostId: '109264817350927_612790164482095',
      comments: [
        {
          id: '612790164482095_944889034995794',
          by: 'samson.adeyinka',
          minutesAgo: FOG_POSTED - 38,
          text: 'Walked past twice. The smell gave you away.',
          likes: 19,
        },
      ],
    },
    {
      platform: 'instagram',
      socialPostId: '18190767395563427',
      comments: [
        {
          id: '18067165197659910',
          by: 'agnes.ola.knits',
          minutesAgo: FOG_POSTED - 52,
          text: 'Knitting weather 🧶 Keep the corner warm for me',
          likes: 6,
        },
        {
          id: '18064381722519994',
          by: 'mick.the.net',
          minutesAgo: FOG_POSTED - 96,
          text: 'Foghorn counts as a doorbell, yes?',
          likes: 14,
        },
      ],
    },
  ],
};
