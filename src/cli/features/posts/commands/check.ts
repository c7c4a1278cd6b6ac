import * as z from 'zod';
import { formatFindings } from '../../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../../errors.ts';
import { defineLocalRead } from '../../../framework/command/define-local.ts';
import { defineSwitch } from '../../../framework/input/flags/flags.ts';
import {
  buildPostCheck,
  buildPostCheckView,
  countFileTexts,
  listFileProblems,
  listPostProblems,
  PostCheckDocument,
} from '../check-posts.ts';
import { countNetworkTexts } from '../count-posts.ts';
import { findOfflineFaults, type OfflineFaults } from '../find-offline-faults.ts';
import { type GivenPosts, readGivenPosts } from '../given-posts.ts';
import { GIVEN_POST_FLAGS } from '../post-flags.ts';

export default defineLocalRead({
  summary: 'Check posts against the rules of the networks, offline',
  description: `
Checks files of posts as "posts create -f" takes them: YAML, JSON or csv, one post or several; or one post given with the
flags of "posts create". It covers the published limits of the networks and the rules of the service. Use "posts validate"
for what only the service can check: the accounts and the media. With --platform all, only the rules of the post itself
and of networks with options are checked. Exits 11 if a post would be refused, and with --strict also on warnings.

The length of each text is shown as its network counts it, such as "284 of 280"; "counts" in the JSON document has them
for each post, network and limit.`,
  examples: [
    'posts check --platform twitter,bluesky --text "Fresh beans from Huila, in the shop from nine"',
    'posts check --platform pinterest --media https://kestrellane.example/beans.jpg --json',
  ],
  validationCode: 101,
  positional: ['files'],
  input: z.object({
    ...GIVEN_POST_FLAGS,
    strict: defineSwitch('also exit 11 on warnings'),
  }),
  output: PostCheckDocument,
  records: 'problems',
  read: ({ files, strict: _strict, ...flags }, { io }) => readGivenPosts(files, flags, io),
  show(given, { strict }, { io }) {
    const { notes, where } = given;
    const document =
      given.files === null
        ? buildPostCheck(listPostProblems(findFlagFaults(given, io.now())), {
            files: 0,
            posts: 1,
            counts: countNetworkTexts(given.body, { file: null, post: null }, given.media),
          })
        : buildPostCheck(listFileProblems(given.files, io.now()), {
            files: given.files.length,
            posts: given.files.flatMap(({ entries }) => entries).length,
            counts: countFileTexts(given.files),
          });
    const { errors, warnings } = document;
    const failed = errors > 0 || (strict && warnings > 0);
    const said = formatFindings(document);
    return {
      view: buildPostCheckView(document),
      notes: [
        ...notes,
        ...(!failed && warnings > 0 ? [`${said} in ${where}; --strict makes this exit 11`] : []),
      ],
      ...(failed && { failure: new CrierError('differs', `${said} in ${where}`, { http: null }) }),
    };
  },
});

/** The faults of a post of flags, in which nothing is filled in. */
function findFlagFaults({ body, unfilled, media }: GivenPosts & { files: null }, now: number): OfflineFaults {
  const faults = findOfflineFaults(body, now, media);
  return { ...faults, refused: [...faults.refused, ...unfilled] };
}
