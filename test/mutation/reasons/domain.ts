/** Survivors in `src/domain` that no other file has. */
export const REASONS_OF_DOMAIN: Readonly<Record<string, string>> = {
  "src/domain/requests/find-body-faults.ts: issue.code === 'too_small' => true":
    'only types: other issues have no minimum, and NaN is no limit',
  "src/domain/requests/find-body-faults.ts: typeof step === 'number' => true":
    'only types: a path in JSON has no symbols',
  "src/domain/requests/find-body-faults.ts: issue.code === 'custom' => true":
    'only types: other issues have no params',
  'src/domain/requests/find-body-faults.ts: \'unrecognized_keys\' => ""':
    'each unknown field has a text of its own, which replaces this one',
  'src/domain/requests/find-body-faults.ts: [] => ["Stryker was here"]':
    'only types: a union without a discriminator always lists the errors of its forms',
  'src/domain/requests/find-body-faults.ts: errors.every(({ path }) => path.length > 0) => errors.some(({ path }) => path.length > 0)':
    'errors of one form are all inside of it, or are one error of its kind',
  'src/domain/requests/find-body-faults.ts: /^must be / => /must be /':
    'a text that has the words has them at its beginning',
  "src/domain/requests/read-answer.ts: typeof value === 'number' => true":
    'only types: no other value is a safe integer',
  'src/domain/requests/read-answer.ts: code === null || code === undefined => false':
    'only types: the catalogue has no such code',
  'src/domain/requests/read-answer.ts: code === null || code === undefined => code === null && code === undefined':
    'only types: the catalogue has no such code',
  'src/domain/requests/read-answer.ts: code === null => false': 'only types: the catalogue has no such code',
  'src/domain/requests/read-answer.ts: code === undefined => false':
    'only types: the catalogue has no such code',
  'src/domain/requests/read-answer.ts: fitting[0]?.meaning => fitting[0].meaning':
    'only types: the list has one entry here',
  'src/domain/comments/comment-sources.ts: known[platform]?.comments => known[platform].comments':
    'only types: the network is known',
  'src/domain/comments/read-written-comment.ts: platform === null => false':
    'only types: no network that failed is called null',
};
