import type { Seed, SeedUser } from '../seed.ts';
import { GIVEAWAY_CROWD } from './crowd.ts';

const BLUESKY_PEOPLE: readonly SeedUser[] = [
  {
    handle: 'kestrellane.example',
    name: 'Kestrel Lane Coffee',
    followers: 2140,
    following: 318,
    posts: 1207,
  },
  { handle: 'wholesale.kestrellane.example', name: 'Kestrel Lane Wholesale', followers: 204, following: 121 },
  { handle: 'idun-varga.example', name: 'Idun Varga', bio: 'Boats, bread, bad puns.', followers: 412 },
  {
    handle: 'jonna-krog.example',
    name: 'Jonna Thiessen-Krog',
    bio: 'Kiel. Segeln und Filterkaffee.',
    followers: 96,
  },
  {
    handle: 'quill-and-kettle.example',
    name: 'Quill & Kettle',
    bio: 'Two people, one notebook.',
    followers: 5320,
  },
  { handle: 'odalys-fenn.example', name: 'Odalys Fenn', followers: 77 },
  {
    handle: 'tern-street.example',
    name: 'Tern Street Canteen',
    bio: 'Lunch for 200, every day.',
    followers: 640,
  },
  { handle: 'bastian-holm.example', name: 'Bastian Holmqvist-Reyes', followers: 318 },
];

const FACEBOOK_PEOPLE: readonly SeedUser[] = [
  { handle: 'kestrellanecoffee', name: 'Kestrel Lane Coffee' },
  { handle: 'kestrellaneharbour', name: 'Kestrel Lane Harbour' },
  { handle: 'orla.finnick', name: 'Orla Finnick' },
  { handle: 'dara.wexcombe', name: 'Dara Wexcombe' },
  { handle: 'hamish.trulove', name: 'Hamish Trulove-Oates' },
  { handle: 'bettina.sandkuhl', name: 'Bettina Sandkuhl' },
  { handle: 'ivo.marchettini', name: 'Ivo Marchettini' },
  { handle: 'greta.lowther', name: 'Greta Lowther-Pym' },
  { handle: 'samson.adeyinka', name: 'Samson Adeyinka-Rhys' },
  { handle: 'rosalba.quint', name: 'Rosalba Quintero Vey' },
  { handle: 'len.hathersage', name: 'Len Hathersage' },
  { handle: 'maud.perriwinkle', name: 'Maud Perriwinkle' },
  { handle: 'tuva.brekke', name: 'Tuva Brekke-Sand' },
  { handle: 'noor.elmasrawi', name: 'Noor Elmasrawi' },
  { handle: 'callum.fiskerton', name: 'Callum Fiskerton' },
];

/** People with comments of their own; those of the giveaway are generated in `crowd.ts`. */
const INSTAGRAM_PEOPLE: readonly SeedUser[] = [
  { handle: 'kestrellane.coffee', name: 'Kestrel Lane Coffee' },
  { handle: 'kestrellane.harbour', name: 'Kestrel Lane Harbour' },
  { handle: 'nellie.on.the.pier', name: 'Nellie Pierpoint-Ash' },
  { handle: 'lotte.stirs', name: 'Lotte Stirs' },
  { handle: 'sami.toasts', name: 'Sami Toivonniemi' },
  { handle: 'paloma.y.el.mar', name: 'Paloma Ribalta' },
  { handle: 'yasmin.alqamar', name: 'ياسمين القمر' },
  { handle: 'prize.desk.0417', name: 'Prize Desk' },
  { handle: 'beo.and.bikes', name: 'Beo Lindqvist-Amari' },
  { handle: 'thuy.ve.tranh', name: 'Thùy Vẽ Tranh' },
  { handle: 'zoe.drinks.slow', name: 'Zoe\u0308 Naquet' },
  { handle: 'mick.the.net', name: 'Mick the Net' },
  { handle: 'agnes.ola.knits', name: 'Agnes Ola' },
  { handle: 'rafi.under.sail', name: 'Rafi Under Sail' },
  { handle: 'hania.piecze', name: 'Hania Piecze' },
];

/** A company's page has its founding year, its kind and its website; a person has a headline. */
const LINKEDIN_PEOPLE: readonly SeedUser[] = [
  {
    handle: 'kestrel-lane-coffee',
    name: 'Kestrel Lane Coffee',
    bio: 'Coffee roastery by the harbour. Farm, price and harvest on every label.',
    followers: 1864,
    company: { founded: 2014, organizationType: 'Privately Held', website: 'https://kestrellane.example' },
  },
  {
    handle: 'kestrel-lane-harbour',
    name: 'Kestrel Lane Harbour',
    bio: 'The shop on the quay: coffee, cake and a view of the ferries.',
    followers: 312,
    company: {
      founded: 2017,
      organizationType: 'Privately Held',
      website: 'https://harbour.kestrellane.example',
    },
  },
  {
    handle: 'kestrel-lane-wholesale',
    name: 'Kestrel Lane Wholesale',
    bio: 'Coffee, training and machines for cafés, offices and ships.',
    followers: 540,
    company: {
      founded: 2019,
      organizationType: 'Privately Held',
      website: 'https://wholesale.kestrellane.example',
    },
  },
  {
    handle: 'northquay-bakeries',
    name: 'Northquay Bakeries',
    bio: 'Four bakeries, one sourdough.',
    followers: 2290,
    company: { founded: 1998, organizationType: 'Family Owned', website: 'https://northquay.example' },
  },
  {
    handle: 'lumen-and-loom',
    name: 'Lumen & Loom Offices',
    bio: 'Workspaces for small teams.',
    followers: 8120,
    company: { founded: 2011, organizationType: 'Privately Held', website: 'https://lumenandloom.example' },
  },
  {
    handle: 'skerry-ferries',
    name: 'Skerry Ferries',
    bio: 'Island to island, all year.',
    followers: 15_400,
    company: { founded: 1967, organizationType: 'Public Company', website: 'https://skerryferries.example' },
  },
  { handle: 'priya-ranganathan-holt', name: 'Priya Ranganathan-Holt', bio: 'Food buyer, former café owner' },
  { handle: 'emrys-callowhill', name: 'Emrys Callowhill', bio: 'Head of Operations at a small brewery' },
  { handle: 'hanneke-vosbrinck', name: 'Hanneke Vosbrinck', bio: 'Packaging engineer. Paper, mostly.' },
  { handle: 'tomoko-arisugawa-bell', name: 'Tomoko Arisugawa-Bell', bio: 'Translator and tea drinker' },
  { handle: 'gideon-sparrowe', name: 'Gideon Sparrowe', bio: 'Procurement | Hospitality | Dad of three' },
  { handle: 'ines-aldabarren', name: 'Inés Aldabarren', bio: 'Barista trainer' },
];

const REDDIT_PEOPLE: readonly SeedUser[] = [
  { handle: 'kestrel_lane', name: 'kestrel_lane' },
  { handle: 'slow_pour_sam', name: 'slow_pour_sam' },
  { handle: 'milk_first_please', name: 'milk_first_please' },
  { handle: 'tin_roof_teatime', name: 'tin_roof_teatime' },
  { handle: 'grumpy_grinder_84', name: 'grumpy_grinder_84' },
  { handle: 'ferry_at_six', name: 'ferry_at_six' },
];

const THREADS_PEOPLE: readonly SeedUser[] = [
  { handle: 'kestrellane.coffee', name: 'Kestrel Lane Coffee' },
  { handle: 'haru.no.mame', name: '春の豆' },
  { handle: 'petra.undercurrent', name: 'Petra Undercurrent' },
  { handle: 'olu.makes.toast', name: 'Olu Makes Toast' },
  { handle: 'wren.and.wharf', name: 'Wren & Wharf' },
  { handle: 'mikkel.tegner', name: 'Mikkel tegner' },
  { handle: 'saltgrass.sal', name: 'Sal' },
];

const TIKTOK_PEOPLE: readonly SeedUser[] = [
  { handle: 'kestrellane.coffee', name: 'Kestrel Lane Coffee ☕' },
  { handle: 'clatterandfoam', name: 'clatter & foam' },
  { handle: 'meenakshi.sips', name: 'मीनाक्षी' },
  { handle: 'fourpmpanic', name: 'four pm panic' },
];

const TWITTER_PEOPLE: readonly SeedUser[] = [
  {
    handle: 'KestrelLane',
    name: 'Kestrel Lane Coffee',
    bio: 'Coffee roasters by the harbour. We answer, mostly before noon.',
    location: 'Pier 4, by the old crane',
    followers: 3907,
    following: 402,
    posts: 5120,
  },
  {
    handle: 'KestrelLaneB2B',
    name: 'Kestrel Lane Wholesale',
    bio: 'Coffee for cafés, offices and ships.',
    location: 'Pier 4, first floor',
    followers: 611,
    following: 530,
    posts: 842,
  },
  {
    handle: 'bramblewick_j',
    name: 'Jem Bramblewick',
    bio: 'Keeper of bees',
    followers: 208,
    following: 340,
    posts: 1990,
  },
  {
    handle: 'marisol_drifts',
    name: 'Marisol Drift',
    location: 'Cádiz 🇪🇸',
    followers: 1520,
    following: 611,
    posts: 8400,
  },
  {
    handle: 'fen_and_family',
    name: 'The Fens',
    bio: 'Five of us. Two are cats.',
    followers: 64,
    following: 180,
    posts: 512,
  },
  {
    handle: 'OttilieWrites',
    name: 'Ottilie Brandt-Moss',
    bio: 'Crime novels',
    followers: 11_800,
    following: 920,
    posts: 20_310,
  },
  {
    handle: 'hull_and_hob',
    name: 'Hull & Hob',
    bio: 'Bistro on a barge',
    followers: 2750,
    following: 1004,
    posts: 3301,
  },
  { handle: 'tamsin_gale', name: 'Tamsin Gale-Worth', followers: 35, following: 92, posts: 148 },
];

const YOUTUBE_PEOPLE: readonly SeedUser[] = [
  { handle: 'kestrellanecoffee', name: 'Kestrel Lane Coffee' },
  { handle: 'tidewaternotes', name: 'Tidewater Notes' },
  { handle: 'coldbrewcaleb', name: 'Cold Brew Caleb' },
  { handle: 'dvora.mevashelet', name: 'דבורה מבשלת' },
  { handle: 'freebeansdaily', name: 'FREE BEANS DAILY' },
  { handle: 'attic.roaster', name: 'The Attic Roaster' },
  { handle: 'yusra.pours', name: 'Yusra Pours' },
];

/** All commenters by network and handle. All of them are invented. */
export const SEED_USERS = {
  bluesky: indexByHandle(BLUESKY_PEOPLE),
  facebook: indexByHandle(FACEBOOK_PEOPLE),
  instagram: indexByHandle([...INSTAGRAM_PEOPLE, ...GIVEAWAY_CROWD]),
  linkedin: indexByHandle(LINKEDIN_PEOPLE),
  reddit: indexByHandle(REDDIT_PEOPLE),
  threads: indexByHandle(THREADS_PEOPLE),
  tiktok: indexByHandle(TIKTOK_PEOPLE),
  twitter: indexByHandle(TWITTER_PEOPLE),
  youtube: indexByHandle(YOUTUBE_PEOPLE),
} satisfies Seed['users'];

function indexByHandle(people: readonly SeedUser[]): Readonly<Record<string, SeedUser>> {
  return Object.fromEntries(people.map((person) => [person.handle, person]));
}
