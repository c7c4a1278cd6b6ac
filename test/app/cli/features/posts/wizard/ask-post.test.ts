import { describe, expect, test } from 'vitest';
import type { PostDraft } from '../../../../../../src/cli/features/posts/wizard/post-draft.ts';
import { type PostWizardOptions, runPostWizard } from '../../../../../support/terminal/run-post-wizard.ts';
import type { PromptScript } from '../../../../../support/terminal/scripted-prompts.ts';

const JPG = 'https://kestrellane.example/beans.jpg';
const MP4 = 'https://kestrellane.example/pour.mp4';
const LONG = 'Espresso '.repeat(40).trim();
// 359 characters: too many for X and Bluesky

const NO_MEDIA: PromptScript = ['URL of an image or video', ''];
const NOW: PromptScript = ['When should it be published?', 'Now'];
const NOTHING_ELSE: PromptScript = ['Anything else?', 'No, continue'];
const PUBLISH: PromptScript = ['Publish it now?', 'Yes, publish it now'];
const END: readonly PromptScript[] = [NO_MEDIA, NOW, NOTHING_ELSE, PUBLISH];
const ALL_LINKED: PostWizardOptions = {
  accounts: {
    instagram: 'kestrellane.coffee',
    pinterest: 'kestrellanecoffee',
    reddit: 'kestrel_lane',
    youtube: 'kestrellane',
    tiktok: 'kestrellane.coffee',
    twitter: 'KestrelLane',
    threads: 'kestrellane.coffee',
  },
};

type Path = readonly [
  what: string,
  PostWizardOptions & { readonly script: readonly PromptScript[]; readonly expected: PostDraft },
];

const PATHS: readonly Path[] = [
  [
    'a text on two networks, now',
    {
      script: [
        ['Which networks', 'Instagram + Bluesky'],
        ['Text of the post?', 'New in'],
        ['URL', JPG],
        ['Another URL', ''],
        ...END.slice(1),
      ],
      expected: { platforms: ['bluesky', 'instagram'], post: 'New in', mediaUrls: [JPG] },
    },
  ],
  [
    'a name in double braces is refused, as nothing fills it in; braces doubled twice are literal',
    {
      given: { platforms: ['bluesky'] },
      script: [
        ['Text of the post?', 'Hi {{name}}'],
        ['Text of the post?', 'Hi {{{{name}}}}'],
        NO_MEDIA,
        NOW,
        ['Anything else?', 'First comment'],
        ['What does the first comment say?', 'To {{name}}'],
        ['What does the first comment say?', 'To you'],
        NOTHING_ELSE,
        PUBLISH,
      ],
      expected: { platforms: ['bluesky'], post: 'Hi {{name}}', firstComment: { comment: 'To you' } },
    },
  ],
  [
    'no network is not enough, and one that is not linked is not taken',
    {
      given: { post: 'Hi' },
      script: [
        ['Which networks', ''],
        ['Which networks', 'Bluesky + LinkedIn'],
        ['Which networks', 'Bluesky'],
        PUBLISH,
      ],
      expected: { platforms: ['bluesky'], post: 'Hi' },
    },
  ],
  [
    'the only network that is linked is suggested',
    {
      given: { post: 'Hi' },
      script: [['Which networks', ''], PUBLISH],
      expected: { platforms: ['bluesky'], post: 'Hi' },
      accounts: { bluesky: 'kestrellane.example' },
    },
  ],
  [
    'a text that is too long for one network: another one for that network only',
    {
      given: { platforms: ['instagram', 'bluesky'], mediaUrls: [JPG] },
      script: [
        ['Text of the post?', LONG],
        ['What should be posted on Bluesky?', 'only on Bluesky'],
        ['Text on Bluesky?', LONG],
        ['Text on Bluesky?', 'Espresso'],
        NOW,
        NOTHING_ELSE,
        PUBLISH,
      ],
      expected: {
        platforms: ['instagram', 'bluesky'],
        post: { default: LONG, bluesky: 'Espresso' },
        mediaUrls: [JPG],
      },
    },
  ],
  [
    'another one for all',
    {
      given: { platforms: ['instagram', 'bluesky'], mediaUrls: [JPG], post: LONG },
      script: [
        ['What should be posted on Bluesky?', 'on all networks'],
        ['Text of the post?', 'Espresso'],
        PUBLISH,
      ],
      expected: { platforms: ['instagram', 'bluesky'], post: 'Espresso', mediaUrls: [JPG] },
    },
  ],
  [
    'the network left out',
    {
      given: { platforms: ['instagram', 'bluesky'], mediaUrls: [JPG], post: LONG },
      script: [['What should be posted on Bluesky?', 'remove Bluesky'], PUBLISH],
      expected: { platforms: ['instagram'], post: LONG, mediaUrls: [JPG] },
    },
  ],
  [
    'a thread, where the network makes them, also when it is the only one',
    {
      given: { platforms: ['twitter'] },
      script: [['Text of the post?', LONG], ['What should be posted on X?', 'a thread'], ...END],
      expected: { platforms: ['twitter'], post: LONG, twitterOptions: { thread: true } },
    },
  ],
  [
    'what no network takes is asked for again at once',
    {
      given: { platforms: ['bluesky'] },
      script: [['Text of the post?', LONG], ['Text of the post?', 'Espresso'], ...END],
      expected: { platforms: ['bluesky'], post: 'Espresso' },
    },
  ],
  [
    'addresses of media are checked one by one',
    {
      given: { platforms: ['bluesky'] },
      script: [
        ['Text of the post?', 'Hi'],
        ['URL', 'http://kestrellane.example/a.jpg'],
        ['URL', 'beans.jpg'],
        ['URL', JPG],
        ['Another URL', 'https://127.0.0.1/b.jpg'],
        ['Another URL', ''],
        NOW,
        NOTHING_ELSE,
        PUBLISH,
      ],
      expected: { platforms: ['bluesky'], post: 'Hi', mediaUrls: [JPG] },
    },
  ],
  [
    'media that the network needs are asked for until they are there',
    {
      given: { platforms: ['instagram'], post: 'Hi' },
      script: [['URL of an image or video:', ''], ['URL', JPG], ['Another URL, optional', ''], PUBLISH],
      expected: { platforms: ['instagram'], post: 'Hi', mediaUrls: [JPG] },
    },
  ],
  [
    'media that one of two networks needs, for that network only',
    {
      given: { platforms: ['instagram', 'bluesky'], post: 'Hi' },
      script: [
        ['What should be posted on Instagram?', 'only on Instagram'],
        ['URL of an image or video for Instagram:', ''],
        ['for Instagram', JPG],
        ['Another URL for Instagram', ''],
        PUBLISH,
      ],
      expected: {
        platforms: ['instagram', 'bluesky'],
        post: 'Hi',
        mediaUrls: { default: [], instagram: [JPG] },
      },
    },
  ],
  [
    'a post without a text needs media',
    {
      given: { platforms: ['bluesky'] },
      script: [
        ['Text of the post?', ''],
        ['URL of an image or video:', ''],
        ['URL', JPG],
        ['Another URL', ''],
        ...END.slice(1),
      ],
      expected: { platforms: ['bluesky'], post: '', mediaUrls: [JPG] },
    },
  ],
  [
    'more media than a network takes: the first of them',
    {
      given: { platforms: ['instagram', 'twitter'], post: 'Hi', mediaUrls: Array(5).fill(JPG) },
      script: [['What should be posted on X?', 'Only the first 4'], PUBLISH],
      expected: {
        platforms: ['instagram', 'twitter'],
        post: 'Hi',
        mediaUrls: { default: Array(5).fill(JPG), twitter: Array(4).fill(JPG) },
      },
    },
  ],
  [
    'what YouTube demands: a video, and a title, for which the text is suggested',
    {
      given: { platforms: ['youtube'] },
      script: [
        ['Text of the post?', 'How we pour\nEvery Tuesday'],
        ['URL', JPG],
        ['URL', MP4],
        ['Another URL', ''],
        ['Title on YouTube', ''],
        NOW,
        NOTHING_ELSE,
        PUBLISH,
      ],
      expected: {
        platforms: ['youtube'],
        post: 'How we pour\nEvery Tuesday',
        mediaUrls: [MP4],
        youTubeOptions: { title: 'How we pour' },
      },
      ...ALL_LINKED,
    },
  ],
  [
    'a title of YouTube that is too long is not taken',
    {
      given: { platforms: ['youtube'], post: LONG, mediaUrls: [MP4] },
      script: [
        ['Title on YouTube', ''],
        ['Title on YouTube', 'x'.repeat(101)],
        ['Title on YouTube', 'Pour'],
        PUBLISH,
      ],
      expected: { platforms: ['youtube'], post: LONG, mediaUrls: [MP4], youTubeOptions: { title: 'Pour' } },
      ...ALL_LINKED,
    },
  ],
  [
    'at the next slot of a posting schedule, in the zone of the user',
    {
      schedules: { Week: { schedule: ['09:00Z'], nextSlots: ['2026-09-22T09:00:00Z'] } },
      script: [
        ['Which networks', 'Bluesky'],
        ['Text of the post?', 'New in'],
        NO_MEDIA,
        ['When should it be published?', 'At the next slot of the schedule "Week"'],
        NOTHING_ELSE,
        ['Schedule it?', 'Yes, at the next slot of the schedule "Week"'],
      ],
      expected: {
        platforms: ['bluesky'],
        post: 'New in',
        autoSchedule: { schedule: true, title: 'Week' },
      },
    },
  ],
  [
    'now, although a posting schedule was given',
    {
      given: { platforms: ['bluesky'], autoSchedule: { schedule: true } },
      script: [
        ['Text of the post?', 'New in'],
        NO_MEDIA,
        NOTHING_ELSE,
        ['Schedule it?', 'Change something'],
        ['change', 'When: at the next slot of the schedule'],
        NOW,
        PUBLISH,
      ],
      expected: { platforms: ['bluesky'], post: 'New in' },
    },
  ],
  [
    'whether it is a video, where an address does not show it',
    {
      given: {
        platforms: ['tiktok', 'youtube'],
        post: 'Pour',
        mediaUrls: ['https://kestrellane.example/7'],
        youTubeOptions: { title: 'Pour' },
      },
      script: [['Is it a video?', 'Yes'], PUBLISH],
      expected: {
        platforms: ['tiktok', 'youtube'],
        post: 'Pour',
        mediaUrls: ['https://kestrellane.example/7'],
        isVideo: true,
        youTubeOptions: { title: 'Pour' },
      },
      ...ALL_LINKED,
    },
  ],
  [
    'what Reddit demands: a subreddit, however it is written, and a title',
    {
      given: { platforms: ['reddit'], post: 'Which beans?' },
      script: [['subreddit', ''], ['subreddit', '/r/espresso'], ['Title on Reddit', ''], PUBLISH],
      expected: {
        platforms: ['reddit'],
        post: 'Which beans?',
        redditOptions: { subreddit: 'espresso', title: 'Which beans?' },
      },
      ...ALL_LINKED,
    },
  ],
  [
    'what Pinterest takes: a board, and for a video a cover',
    {
      given: { platforms: ['pinterest'] },
      script: [
        ['Text of the post?', 'Pour'],
        ['URL', MP4],
        ['Another URL', ''],
        ['cover image', ''],
        ['cover image', JPG],
        ['Board id', ''],
        NOW,
        NOTHING_ELSE,
        PUBLISH,
      ],
      expected: {
        platforms: ['pinterest'],
        post: 'Pour',
        mediaUrls: [MP4],
        pinterestOptions: { thumbNail: JPG },
      },
      ...ALL_LINKED,
    },
  ],
  [
    'a time in words, which is checked',
    {
      given: { platforms: ['bluesky'] },
      script: [
        ['Text of the post?', 'Hi'],
        NO_MEDIA,
        ['When', 'for example'],
        ['Time (Europe/Oslo)?', ''],
        ['Time', 'soonish'],
        ['Time', '2026-09-20 9:00'],
        ['Time', 'tomorrow 9:00'],
        NOTHING_ELSE,
        ['Schedule it?', 'Yes, at Tue 22 Sep 2026 09:00 Europe/Oslo'],
      ],
      expected: { platforms: ['bluesky'], post: 'Hi', scheduleDate: '2026-09-22T07:00:00Z' },
    },
  ],
  [
    'once it is approved',
    {
      given: { platforms: ['bluesky'] },
      script: [
        ['Text of the post?', 'Hi'],
        NO_MEDIA,
        ['When', 'After approval'],
        NOTHING_ELSE,
        ['Keep it for approval?', 'Yes, after approval'],
      ],
      expected: { platforms: ['bluesky'], post: 'Hi', requiresApproval: true },
    },
  ],
  [
    'where only drafts may be created, after approval',
    {
      given: { platforms: ['bluesky'] },
      keepsDrafts: true,
      script: [
        ['Text of the post?', 'Hi'],
        NO_MEDIA,
        ['When', 'After approval'],
        NOTHING_ELSE,
        ['Keep it for approval?', 'Yes, after approval'],
      ],
      expected: { platforms: ['bluesky'], post: 'Hi', requiresApproval: true },
    },
  ],
  [
    'what few posts have: a first comment, notes, who can see it',
    {
      given: { platforms: ['tiktok'], mediaUrls: [MP4] },
      script: [
        ['Text of the post?', 'Hi'],
        NOW,
        ['Anything else?', 'First comment'],
        ['first comment say', ''],
        ['first comment say', 'Recipe below'],
        ['Anything else?', 'Notes'],
        ['want to note', 'for Bram'],
        ['Anything else?', 'see it on TikTok'],
        ['see it on TikTok?', 'friends'],
        ['Anything else?', 'First comment: Recipe below'],
        ['want to do with it', 'Remove it'],
        NOTHING_ELSE,
        PUBLISH,
      ],
      expected: {
        platforms: ['tiktok'],
        post: 'Hi',
        mediaUrls: [MP4],
        notes: 'for Bram',
        tikTokOptions: { visibility: 'friends' },
      },
      ...ALL_LINKED,
    },
  ],
];

describe('the wizard for posts', () => {
  test.each(PATHS)('%s', async (_what, { given = {}, script, expected, ...around }) => {
    const { post, error, left, asked } = await runPostWizard(script, { ...around, given });
    expect(error).toBeNull();
    expect(post).toEqual(expected);
    expect(left).toEqual([]);
    // nothing is sent: the accounts are read, and the schedules where the time is asked for
    expect(asked.filter((each) => each !== 'GET /v/auto-schedule/list')).toEqual(['GET /v/user']);
  });
});

test('where only drafts may be created, publishing is no choice', async () => {
  const script: readonly PromptScript[] = [['Text of the post?', 'Hi'], NO_MEDIA, NOW];
  const asked = runPostWizard(script, { given: { platforms: ['bluesky'] }, keepsDrafts: true });
  await expect(asked).rejects.toThrow(
    '"Now" is 0 of the choices of "When should it be published?": After approval | At a specific time, after approval',
  );
});
