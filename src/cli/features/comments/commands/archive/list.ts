import { statSync } from 'node:fs';
import * as z from 'zod';
import { formatBytes } from '../../../../../domain/text/format-bytes.ts';
import { defineLocalRead } from '../../../../framework/command/define-local.ts';
import { CHOOSING } from '../../../../framework/input/flags/shared-flags.ts';
import { placeArchives } from '../../archive/place-archives.ts';
import { openReadArchive } from '../../archive/read-archive.ts';
import { ProfileAlias } from '../../read-profiles.ts';

const ListedArchive = z.strictObject({
  file: z.string().describe('absolute path'),
  profiles: z.array(ProfileAlias).describe('the profiles whose comments it has'),
  comments: z.int().describe('comments and replies'),
  missing: z.int().describe('of these, those that the service no longer lists'),
  first: z.string().nullable().describe('time of the first comment'),
  latest: z.string().nullable().describe('time of the latest comment'),
  bytes: z.int().describe('size of the file'),
});

export default defineLocalRead({
  summary: 'List the archives of comments on this machine',
  description: `
Lists the archives of the context in use that "comments export" keeps without --file: where they are, what they have, and how
large they are. They are personal data: "comments archive delete" removes comments, or all of an archive.`,
  before: ['comments export -n 20 --allow-partial'],
  examples: ['comments archive list', 'comments archive list --json'],
  flags: [CHOOSING],
  input: z.object({}),
  output: z.strictObject({ archives: z.array(ListedArchive) }),
  records: 'archives',
  async read(_input, { service, io }) {
    const { list } = await placeArchives(service, io.machine);
    return list().map((file) => {
      const archive = openReadArchive(file);
      try {
        return { file, profiles: archive.profiles(), ...archive.summarize(), bytes: statSync(file).size };
      } finally {
        archive.close();
      }
    });
  },
  columns: [
    {
      name: 'profiles',
      title: 'profile',
      value: ({ profiles }) => profiles,
      show: ({ profiles }) => profiles.map((each) => each ?? 'Primary').join(', '),
    },
    { name: 'comments', title: 'comments', value: ({ comments }) => comments, role: 'count' },
    { name: 'missing', title: 'no longer listed', value: ({ missing }) => missing, role: 'count', drop: 3 },
    { name: 'first', title: 'first', value: ({ first }) => first, role: 'time', drop: 2 },
    { name: 'latest', title: 'latest', value: ({ latest }) => latest, role: 'time', drop: 1 },
    {
      name: 'bytes',
      title: 'size',
      value: ({ bytes }) => bytes,
      show: ({ bytes }) => formatBytes(bytes),
      align: 'right',
    },
    { name: 'file', title: 'file', value: ({ file }) => file, role: 'id' },
  ],
  empty: 'no archives yet: "crier comments export" makes one',
});
