import { expect, test } from 'vitest';
import {
  buildPostCheck,
  buildPostCheckView,
  listPostProblems,
  PostCheckDocument,
} from '../../../../../src/cli/features/posts/check-posts.ts';
import { renderTsv } from '../../../../../src/cli/framework/output/render-view.ts';
import { renderTable } from '../../../../../src/cli/framework/output/table.ts';
import { faultsOf } from '../../../../support/sandbox/post-fault-lines.ts';

const LOOK = { width: 100, colorLevel: 0, now: 0, accessible: false } as const;
const BODY = {
  post: 'New cups',
  platforms: ['instagram', 'twitter'],
  audioVolume: 101,
  twitterOptions: { thread: true, longPost: true },
};
const view = (body: object) => {
  const problems = listPostProblems({ unusable: [], refused: faultsOf(body), warnings: [] });
  return buildPostCheckView(buildPostCheck(problems, { files: 0, posts: 1, counts: [] }));
};

test('what would be refused where, with the codes, as people see it', {
  tags: ['POST-03', 'POST-14'],
}, () => {
  const lines = renderTable(view(BODY), LOOK)
    .split('\n')
    .map((line) => line.trimEnd());
  expect(lines).toEqual([
    'NETWORK    EFFECT   CODE  WHAT',
    '(all)      refused  101   audioVolume: must be a whole number from 0 to 100',
    'Instagram  refused  139   mediaUrls: is required: Instagram does not accept posts without media',
    '(all)      warning  101   audioVolume: may have no effect here: it belongs in instagramOptions',
    'X          warning  101   twitterOptions.longPost: is ignored on a thread',
    '',
  ]);
});

test('programs get the parts', () => {
  expect(renderTsv(view(BODY)).split('\n').slice(0, 3)).toEqual([
    'file\tline\tcolumn\tpost\tplatform\teffect\tcode\tpath\tmessage',
    '\t\t\t\t\trequest\t101\taudioVolume\tmust be a whole number from 0 to 100',
    '\t\t\t\tinstagram\tnetwork\t139\tmediaUrls\tis required: Instagram does not accept posts without media',
  ]);
});

test.each([
  ['refused by one network', BODY, false],
  ['only warned of', { ...BODY, audioVolume: 1, platforms: ['twitter'] }, true],
  ['taken by all', { post: 'New cups', platforms: ['bluesky'] }, true],
])('whether a post is valid: %s', (_what, body, valid) => {
  const { document } = view(body);
  expect(PostCheckDocument.parse(document).valid).toBe(valid);
});

test('a post without findings is reported so', () => {
  expect(renderTable(view({ post: 'New cups', platforms: ['bluesky'] }), LOOK).trim()).toBe(
    'no errors, as far as can be known without the accounts and the media',
  );
});
