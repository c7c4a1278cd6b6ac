import type { SeedUser } from '../seed.ts';

/** A company's page has its founding year, its kind and its website; a person has a headline. */
export const LINKEDIN_PEOPLE: readonly SeedUser[] = [
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
