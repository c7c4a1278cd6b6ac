/** Survivors in `src/domain/posts`. */
export const REASONS_OF_POSTS: Readonly<Record<string, string>> = {
  'src/domain/posts/file-faults.ts: type === null => false': 'only types: the text null is no type either',
  'src/domain/posts/find-post-faults.ts: [] => ["Stryker was here"]':
    'a finding without an effect is in no list',
  'src/domain/posts/find-post-faults.ts: blank.length === 0 => false':
    'a post has at least one network, so some part is not blank',
  'src/domain/posts/find-post-faults.ts: computeLastRepost(body, now) > CLOCK_RANGE.max => computeLastRepost(body, now) >= CLOCK_RANGE.max':
    'the last second of the year 9999 only',
  'src/domain/posts/find-post-faults.ts: startDate === undefined => false':
    'repeats that begin now end within ten years',
  'src/domain/posts/find-post-faults.ts: error instanceof RangeError => true':
    'a body that was parsed throws nothing else',
  'src/domain/posts/find-post-faults.ts: \'\' => "Stryker was here!"':
    'neither text has the ending of a video',
  'src/domain/posts/media-faults.ts: [] => ["Stryker was here"]': 'a finding without an effect is in no list',
  'src/domain/posts/media-faults.ts: mediaUrls.length === 0 => false':
    'a post of a thread without media has none to find fault with, as its network needs none',
  'src/domain/posts/media-faults.ts: all.length === 1 || hasTooManyPosts(part) => false':
    'one entry is never more than the posts; too many posts are another fault',
  'src/domain/posts/media-faults.ts: all.length === 1 || hasTooManyPosts(part) => all.length === 1 && hasTooManyPosts(part)':
    'only speed: one entry is never more than the posts',
  'src/domain/posts/media-faults.ts: all.length === 1 => false':
    'only speed: one entry is never more than the posts',
  "src/domain/posts/media-faults.ts: !path.startsWith('mediaUrls') && !path.startsWith('firstComment') => true":
    'a list of texts only has no lists and no null',
  "src/domain/posts/media-faults.ts: !path.startsWith('mediaUrls') && !path.startsWith('firstComment') => !path.startsWith('mediaUrls') || !path.startsWith('firstComment')":
    'a list of texts only has no lists and no null',
  "src/domain/posts/media-faults.ts: path.startsWith('firstComment') => path.endsWith('firstComment')":
    'a list of texts only has no lists and no null',
  'src/domain/posts/media-faults.ts: !isOfThread => false': 'a list of texts only has no lists and no null',
  "src/domain/posts/media-faults.ts: typeof url !== 'string' => false":
    'only types: the schema takes only texts',
  'src/domain/posts/media-faults.ts: false => true': 'only types: the schema takes only texts',
  'src/domain/posts/name-warnings.ts: [] => ["Stryker was here"]':
    'a finding without an effect is in no list',
  'src/domain/posts/option-faults.ts: [] => ["Stryker was here"]':
    'a finding without an effect is in no list',
  "src/domain/posts/option-faults.ts: typeof name !== 'string' => false":
    'only types: the schema takes only texts',
  "src/domain/posts/option-faults.ts: typeof thumbNail === 'string' => true":
    'only types: the schema takes only texts',
  'src/domain/posts/option-faults.ts: path[0] === undefined => false':
    'only types: no object of options is called undefined',
  'src/domain/posts/option-faults.ts: value === undefined => false': 'a body in JSON has no undefined',
  'src/domain/posts/post-address.ts: /^(?:t\\.co|fb\\.watch|vm\\.tiktok\\.com|vt\\.tiktok\\.com|lnkd\\.in|pin\\.it)$/ => /^(?:t\\.co|fb\\.watch|vm\\.tiktok\\.com|vt\\.tiktok\\.com|lnkd\\.in|pin\\.it)/':
    'no page of a network has a host that begins so',
  'src/domain/posts/post-address.ts: \'\' => "Stryker was here!"':
    'neither text is a number, a key, the name of a network or a sign between ids',
  'src/domain/posts/post-address.ts: page !== undefined => true':
    'only types: the text undefined is no number either',
  'src/domain/posts/post-address.ts: /\\.com?\\.[a-z]{2}$/ => /\\.com?\\.[a-z]{2}/':
    'no page of a network has a host with more behind its country',
  'src/domain/posts/post-address.ts: platform === null => false': 'only types: no network is called null',
  'src/domain/posts/post-address.ts: copy.postUrl == null => false':
    'only types: the text null is no address',
  "src/domain/posts/post-counts.ts: typeof title !== 'string' => false":
    'only types: the schema takes only texts',
  'src/domain/posts/post-part.ts: value === null => false': 'only types: the schema takes no null',
  'src/domain/posts/post-part.ts: comments?.disableByOption => comments.disableByOption':
    'only types: networks without comments have no such option',
  'src/domain/posts/post-part.ts: comments?.disable => comments.disable':
    'only types: networks without comments have no such option',
  'src/domain/posts/post-part.ts: \'\' => "Stryker was here!"': 'neither text has an ending',
  'src/domain/posts/posting-slots.ts: [] => ["Stryker was here"]': 'no day is called so',
  'src/domain/posts/posting-slots.ts: day <= CLOCK_RANGE.max => day < CLOCK_RANGE.max':
    'the last second of the year 9999 only',
  'src/domain/posts/text-faults.ts: [] => ["Stryker was here"]': 'a finding without an effect is in no list',
  'src/domain/posts/text-faults.ts: nearest ?? countText(text, part.limits.text) => nearest && countText(text, part.limits.text)':
    'only types: a text has at least one limit',
  'src/domain/posts/text-faults.ts: character.codePointAt(0)?.toString => character.codePointAt(0).toString':
    'only types: a character has a code point',
  'src/domain/posts/text-faults.ts: /(?<![\\p{L}\\p{N}_/&#])#[\\p{N}_]*\\p{L}[\\p{L}\\p{M}\\p{N}_]*/gu => /(?<![\\p{L}\\p{N}_/&#])#[\\p{N}_]*\\p{L}[\\p{L}\\p{M}\\p{N}_]/gu':
    'each # that begins a hashtag is counted, whatever follows its first letter',
  'src/domain/posts/text-faults.ts: limits.hashtags === undefined => false': 'no number is above undefined',
  'src/domain/posts/text-faults.ts: limits.hashtagsOfApp === undefined => false':
    'the one network that limits hashtags has both limits',
  'src/domain/posts/text-faults.ts: limits.mentions === undefined => false': 'no number is above undefined',
  "src/domain/posts/text-faults.ts: typeof title !== 'string' => false":
    'only types: the schema takes only texts',
  "src/domain/posts/text-faults.ts: typeof value === 'string' => false":
    'only types: the schema takes only lists',
  'src/domain/posts/text-faults.ts: \'string\' => ""': 'only types: the schema takes only lists',
  "src/domain/posts/text-faults.ts: typeof text === 'string' => true":
    'only types: the schema takes only texts',
  'src/domain/posts/text-faults.ts: \'\' => "Stryker was here!"': 'both are shorter than the limit of tags',
  "src/domain/posts/text-faults.ts: tags .filter((tag) => typeof tag === 'string') => tags":
    'only types: the schema takes only texts',
  "src/domain/posts/text-faults.ts: typeof tag === 'string' => true":
    'only types: the schema takes only texts',
  'src/domain/posts/thread-posts.ts: before + Math.max(before, PIECES_READ) => before - Math.max(before, PIECES_READ)':
    'only speed: how many pieces are read at once',
  'src/domain/posts/thread-posts.ts: Math.max(before, PIECES_READ) => Math.min(before, PIECES_READ)':
    'only speed: how many pieces are read at once',
  'src/domain/posts/thread-posts.ts: text.trimEnd() => text.trimStart()':
    'a blank behind a full post is a place to cut, too',
  'src/domain/posts/thread-posts.ts: pieces.slice(0, full) => pieces': 'half of a post ends before its end',
  'src/domain/posts/thread-posts.ts: \'\' => "Stryker was here!"':
    'only types: the place is in the list, or nothing follows it',
  'src/domain/posts/thread-posts.ts: at > 0 => true': 'a post begins with no blank',
  'src/domain/posts/thread-posts.ts: at > 0 => at >= 0': 'a post begins with no blank',
  'src/domain/posts/thread-posts.ts: /[。！？]$/u => /[。！？]/u': 'such a full stop is a piece by itself',
  'src/domain/posts/name-warnings.ts: platform !== null => true': 'only types: no network is called null',
  'src/domain/posts/thread-posts.ts: pieces.push(next.value) === enough => pieces.push(next.value) !== enough':
    'only speed: how many pieces are read at once',
  'src/domain/posts/thread-posts.ts: fitting === pieces.length => true': 'only speed: all pieces are read',
  'src/domain/posts/thread-posts.ts: fitting === pieces.length => fitting !== pieces.length':
    'only speed: all pieces are read, since a post never has as many as are read at once',
};
