// Why no test notices a change: mostly since nothing that the program does differs.
export const REASONS: Readonly<Record<string, string>> = {
  'src/receiver/received-delivery.ts: own !== undefined => false':
    'only speed: the loop finds a name in lower case, too',
  'src/receiver/received-delivery.ts: each.length === wanted.length => true':
    'only speed: names of another length are never equal',
  'src/receiver/received-delivery.ts: headers[each]?.trim => headers[each].trim':
    'only types: the name is a key of the object',
  "src/receiver/received-delivery.ts: typeof value === 'number' => true":
    'only types: no other value is a safe integer',
  'src/receiver/verify-signature.ts: place < DIGEST_BYTES => place <= DIGEST_BYTES':
    'a typed array ignores what is written behind its end',
};
