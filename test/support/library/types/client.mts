// What programs may rely on: each line compiles, and fails where a comment says so. Compiled by test/slow/library.
import {
  type CallAnswer,
  CallError,
  type CallErrorKind,
  type CallInput,
  type CallOptions,
  createClient,
  type EndpointKey,
  type FullAnswer,
  type PageEntry,
  type ServiceClient,
  type ServiceClientOptions,
} from 'crier-cli';

/** Whether two types are the same, and not merely assignable to each other. */
type IsSame<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

const options: ServiceClientOptions = {
  baseUrl: new URL('https://api.example.com/api'),
  apiKey: 'key',
  profileKey: null,
  xApp: { key: 'key', secret: 'secret' },
  fetch,
  timeoutMs: 1_000,
  retries: 0,
  maxWaitMs: 0,
  signal: AbortSignal.timeout(1_000),
  onWarning: (sentence) => sentence.length,
};
const client: ServiceClient = createClient(options);
// @ts-expect-error the address is needed
createClient({ apiKey: 'key' });
// @ts-expect-error no such option
createClient({ ...options, retry: 1 });

const input: CallInput<'createPost'> = { body: { post: 'Open until six.', platforms: ['bluesky'] as const } };
const post: CallAnswer<'createPost'> = await client.createPost(input);
true satisfies IsSame<typeof post.id, string | null | undefined>;
post['something else'] satisfies unknown;
// @ts-expect-error a body is needed
client.createPost();
// @ts-expect-error there is no such network
client.createPost({ body: { post: 'x', platforms: ['nowhere'] } });
// @ts-expect-error there is no such endpoint
client.createEverything({});
// @ts-expect-error a path needs its parameter
client.getPost({});
await client.getUser();
await client.getHistory({ query: { limit: 5, platforms: ['bluesky'] } }, { signal: AbortSignal.abort() });
// @ts-expect-error a number
client.getHistory({ query: { limit: '5' } });

const name: EndpointKey = 'getUser';
const own: CallOptions = { timeoutMs: 5, profileKey: 'another' };
const whole: FullAnswer<CallAnswer<'getPost'>> = await client.call('getPost', { params: { id: 'one' } }, own);
whole.headers['x-ratelimit-count'] satisfies string | undefined;
whole.http satisfies number;
client.call(name).then(({ body }) => body);

for await (const row of client.iterate('listActivity', { params: { id: 'auto_1' } })) {
  true satisfies IsSame<typeof row, PageEntry<'listActivity'>>;
  row.status satisfies string;
}
for await (const page of client.iteratePages('listMessages', { params: { platform: 'twitter' } })) {
  page.messages satisfies readonly unknown[] | null | undefined;
}
// @ts-expect-error it has no pages
client.iterate('getUser');
client.withProfile('key').getUser satisfies () => Promise<unknown>;

try {
  await client.getUser();
} catch (error) {
  if (error instanceof CallError) {
    error.kind satisfies CallErrorKind;
    true satisfies IsSame<typeof error.code, number | null>;
    true satisfies IsSame<typeof error.http, number | null>;
    // @ts-expect-error it is read only
    error.code = 1;
  }
}
