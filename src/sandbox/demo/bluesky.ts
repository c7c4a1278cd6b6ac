import type { SeedUser } from '../seed.ts';

export const BLUESKY_PEOPLE: readonly SeedUser[] = [
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
