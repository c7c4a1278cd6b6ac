import { describe, expect, test } from 'vitest';
import type { NetworkFacts } from '../../../src/service/networks/network-facts.ts';
import {
  CommentPlatform,
  PLATFORMS,
  Platform,
  SOCIAL_COMMENT_PLATFORMS,
  SOCIAL_POST_PLATFORMS,
} from '../../../src/service/platforms.ts';
import { listQuoted, readDocProse, readDocTable } from '../../support/docs/read-doc.ts';

/** The first part of a section that fits, such as the networks of one sentence. */
function findText(page: string, section: string, pattern: RegExp): string {
  const found = pattern.exec(readDocProse(page, section))?.[0];
  if (!found) throw new Error(`docs/${page}.md#${section} has nothing like ${pattern}`);
  return found;
}

/** The platform values of a text that are in backquotes, sorted. */
function listPlatforms(text: string): Platform[] {
  return Platform.options.filter((platform) => text.includes(`\`${platform}\``));
}

function platformsWith(has: (fact: NetworkFacts) => boolean | undefined): Platform[] {
  return Platform.options.filter((platform) => has(PLATFORMS[platform]));
}

describe('the networks', { tags: ['POST-10'] }, () => {
  const rows = readDocTable('service/general', 'networks', 'platform value', 'network', 'comments');

  test('have the values and names of the table', { tags: ['POST-10'] }, () => {
    expect(rows.map(([value = '']) => listQuoted(value)[0])).toEqual(Platform.options);
    expect(rows.map(([, name = '']) => name.replace(/ \(.*/, ''))).toEqual(
      Platform.options.map((platform) => PLATFORMS[platform].name),
    );
    expect(Object.keys(PLATFORMS)).toEqual(Platform.options);
    expect(Platform.options).toHaveLength(14);
  });

  test('take comments and posts as the table says', { tags: ['POST-10'] }, () => {
    const yes = (has = false) => (has ? 'yes' : 'no');
    expect(rows.map(([, , comments, posts]) => [comments, posts])).toEqual(
      Platform.options.map((platform) => [
        yes(PLATFORMS[platform].comments?.byPost),
        yes(PLATFORMS[platform].posts),
      ]),
    );
  });
});

describe('which comments can be read', () => {
  const listed = readDocTable('service/comments', 'forms', 'id', 'query', 'networks').map(
    ([, , networks = '']) => listPlatforms(networks),
  );

  test('by Service Post ID', { tags: ['COM-07'] }, () => {
    expect(CommentPlatform.options).toEqual(listed[0]);
    expect(CommentPlatform.options).toEqual(listed[0]);
  });

  test('by Social Post ID', { tags: ['COM-05'] }, () => {
    expect(SOCIAL_POST_PLATFORMS).toEqual(listed[1]);
    expect(SOCIAL_POST_PLATFORMS).not.toContain('reddit');
  });

  test('by Social Comment ID', { tags: ['COM-06'] }, () =>
    expect(SOCIAL_COMMENT_PLATFORMS).toEqual(listed[2]),
  );

  test('on no other network', { tags: ['COM-07'] }, () => {
    const read = platformsWith(
      ({ comments }) => comments?.byPost || comments?.bySocialPost || comments?.bySocialComment,
    );
    expect(read).toEqual(CommentPlatform.options);
  });
});

describe('what else can be done on which network', () => {
  test('comments are written', () => {
    const list = listPlatforms(findText('service/comments', 'create', /(?<=some of )`bluesky`[^;]*/));
    expect(platformsWith(({ comments }) => comments?.create)).toEqual(list);
  });

  test('comments are answered by a Service Comment ID where they are written, by their own id as listed', () => {
    const list = listPlatforms(findText('service/comments', 'reply', /(?<=exactly one of )`bluesky`[^;]*/));
    expect(platformsWith(({ comments }) => comments?.replyBySocialComment)).toEqual(list);
    expect(platformsWith(({ comments }) => comments?.reply)).toEqual(
      platformsWith(({ comments }) => comments?.create),
    );
  });

  test('comments are deleted', () => {
    const [byService, bySocial] = readDocTable('service/comments', 'delete', 'id', 'networks');
    expect(platformsWith(({ comments }) => comments?.remove)).toEqual(listPlatforms(byService?.[1] ?? ''));
    expect(platformsWith(({ comments }) => comments?.removeBySocialComment)).toEqual(
      listPlatforms(bySocial?.[1] ?? ''),
    );
  });

  test('comments are disabled', { tags: ['POST-08'] }, () => {
    const list = listPlatforms(findText('service/comments', 'disable', /(?<=an effect only on )[^(]*/));
    expect(platformsWith(({ comments }) => comments?.disable)).toEqual(list);
  });

  test('duplicates are not checked', { tags: ['POST-06'] }, () => {
    const list = listPlatforms(findText('service/posts', 'duplicates', /(?<=that are not checked: )[^.]*/));
    expect(platformsWith(({ checksDuplicates }) => checksDuplicates === 'never')).toEqual(list);
  });

  test('automations run on instagram only', { tags: ['AUT-02'] }, () => {
    expect(platformsWith(({ automations }) => automations)).toEqual(['instagram']);
  });

  test('messages are read and sent', () => {
    const list = listPlatforms(
      findText('service/endpoints', 'messages', /Direct messages exist on [^,]*,[^.]*/),
    );
    expect(platformsWith(({ messages }) => messages !== null)).toEqual(list);
  });

  test('where a published post can be deleted, each with its reason', () => {
    const rows = readDocTable(
      'service/posts',
      'deleting-a-published-post',
      'network',
      'can be deleted',
      'why',
    );
    const words = { always: 'yes', 'page-login': 'with the page-based login', never: 'no' };
    expect(rows.map(([network, can]) => [network, can])).toEqual(
      rows.map(([network = '']) => {
        const platform = Platform.parse(listQuoted(network)[0]);
        const { name, posts, deletesPublished } = PLATFORMS[platform];
        return [`${name} (\`${platform}\`)`, posts ? words[deletesPublished] : 'no posts are sent there'];
      }),
    );
    expect(rows).toHaveLength(Platform.options.length);
  });
});
