import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  COMMENT_PLATFORMS,
  CommentPlatform,
  PLATFORMS,
  Platform,
  type PlatformFact,
  SOCIAL_COMMENT_PLATFORMS,
  SOCIAL_POST_PLATFORMS,
} from '../../../src/facts/platforms.ts';
import { listQuoted, readDocTable, readServiceDoc } from '../../support/read-doc.ts';

/** Platform values in a text, sorted; X and its like are written by their values there. */
function platformsIn(text: string): Platform[] {
  return Platform.options.filter((platform) => new RegExp(`\\b${platform}\\b`).test(text));
}

function sentence(file: string, pattern: RegExp): string {
  const found = pattern.exec(readServiceDoc(file))?.[0];
  if (!found) throw new Error(`${file}.md has nothing like ${pattern}`);
  return found;
}

function platformsWith(has: (fact: PlatformFact) => boolean): Platform[] {
  return Platform.options.filter((platform) => has(PLATFORMS[platform]));
}

describe('POST-10 the networks', () => {
  test('POST-10 have the values of the list, whatsapp included', () => {
    const [, shape = ''] =
      readDocTable('undescribed-general', 'Item', 'Shape').find(([item]) => item === 'platform values') ?? [];
    const [thirteen = '', , ...others] = listQuoted(shape);
    expect(Platform.options).toEqual(
      [...thirteen.split(' '), ...others.filter((name) => name === 'whatsapp')].sort(),
    );
    expect(Object.keys(PLATFORMS)).toEqual(Platform.options);
  });

  test('POST-10 are the 14 of the overview, by name', () => {
    const list = sentence('overview', /(?<=Supported networks \(14\): ).*(?=\.$)/m).replace(
      'X (platform value `twitter`)',
      'X',
    );
    const names = Platform.options.map((platform) => PLATFORMS[platform].name.toLowerCase());
    expect(names.sort()).toEqual(list.toLowerCase().split(', ').sort());
  });

  test('POST-10 take posts, but for whatsapp', () => {
    expect(platformsWith(({ posts }) => !posts)).toEqual(['whatsapp']);
  });
});

describe('which comments can be read', () => {
  test('COM-07 by Service Post ID', () => {
    const list = platformsIn(
      sentence('get-comments', /Supported networks for comments by Service Post ID:.*/),
    );
    expect(COMMENT_PLATFORMS).toEqual(list);
    expect(CommentPlatform.options).toEqual(list);
  });

  test('COM-05 by Social Post ID', () => {
    expect(SOCIAL_POST_PLATFORMS).toEqual(
      platformsIn(sentence('get-comments', /(?<=with a Social Post ID:)[^.]*/)),
    );
    expect(SOCIAL_POST_PLATFORMS).not.toContain('reddit');
  });

  test('COM-06 by Social Comment ID', () => {
    expect(SOCIAL_COMMENT_PLATFORMS).toEqual(
      platformsIn(sentence('get-comments', /(?<=With a Social Comment ID:)[^.]*/)),
    );
  });

  test('COM-07 and on no other network', () => {
    const read = platformsWith(
      ({ comments }) => comments.byPost || comments.bySocialPost || comments.bySocialComment,
    );
    expect(read).toEqual(CommentPlatform.options);
  });
});

describe('what else can be done on which network', () => {
  const writes = 'undescribed-comment-writes';

  test('comments are written on the networks listed, and on threads, since "every network" wins', () => {
    const list = platformsIn(
      sentence(writes, /(?<=out of )`bluesky facebook instagram linkedin reddit[^;]*/),
    );
    expect(platformsWith(({ comments }) => comments.create)).toEqual([...list, 'threads'].sort());
  });

  test('comments are answered by a Service Comment ID where they are written, and by their own id as listed', () => {
    const list = platformsIn(
      sentence(writes, /(?<=out of )`[^`]*` \(no reddit, no threads\)/).replace(/\(.*/, ''),
    );
    expect(platformsWith(({ comments }) => comments.replyBySocialComment)).toEqual(list);
    expect(platformsWith(({ comments }) => comments.reply)).toEqual(
      platformsWith(({ comments }) => comments.create),
    );
  });

  test('comments are deleted by ids of the service', () => {
    const list = platformsIn(sentence(writes, /(?<=by service id: )[^;]*/));
    expect(platformsWith(({ comments }) => comments.remove)).toEqual(list);
  });

  test('comments are deleted by Social Comment ID', () => {
    const list = platformsIn(sentence(writes, /(?<=by Social Comment ID: )[^|]*/));
    expect(platformsWith(({ comments }) => comments.removeBySocialComment)).toEqual(list);
  });

  test('POST-08 comments are switched off', () => {
    const list = platformsIn(sentence('disabling-comments', /(?<=only on ).*/));
    expect(platformsWith(({ comments }) => comments.disable)).toEqual(list);
  });

  test('POST-06 duplicates are not looked for', () => {
    const list = platformsIn(sentence('errors', /[^.]*are not checked\./));
    expect(platformsWith(({ checksDuplicates }) => !checksDuplicates)).toEqual(list);
  });

  test('AUT-02 automations run on instagram alone', () => {
    expect(platformsWith(({ automations }) => automations)).toEqual(['instagram']);
  });

  test('messages are read and sent', () => {
    const list = platformsIn(sentence('overview', /(?<=Messages API \()[^:]*/).replace('X', 'twitter'));
    expect(platformsWith(({ messages }) => messages)).toEqual(list);
  });

  test('where a published post cannot always be deleted, each with its reason in docs/service/posts.md', () => {
    const list = platformsIn(
      sentence('undescribed-post-routes', /(?<=cannot be deleted through the service on )[^(]*/),
    );
    // Threads has had a call for it since that was written.
    expect(platformsWith(({ posts, deletesPublished }) => posts && deletesPublished !== 'always')).toEqual(
      list.filter((platform) => platform !== 'threads'),
    );
    const page = readFileSync(new URL('../../../docs/service/posts.md', import.meta.url), 'utf8');
    const words = { always: 'yes', 'page-login': 'with the page-based login', never: 'no' };
    for (const platform of Platform.options) {
      const { name, posts, deletesPublished } = PLATFORMS[platform];
      const answer = posts ? words[deletesPublished] : 'no posts are sent there';
      expect(page).toContain(`| ${name} (\`${platform}\`) | ${answer} |`);
    }
  });
});
