import { CrierError } from '../../errors.ts';
import { PostBody } from '../../facts/post-body.ts';
import type { PostOptionsName } from '../../facts/post-options.ts';
import { isRecord } from '../../rules/loose-record.ts';
import { writtenPost } from '../posts/written-post.ts';
import { draftFaults } from './draft-faults.ts';
import { noteDrawing } from './note-drawing.ts';
import type { PostDraft, PostTalk } from './post-talk.ts';
import { wholeDraft } from './whole-draft.ts';

/** Asks for a file of the networks' options until there is one that can be used, or none is wanted. */
export async function askOptionsFile(draft: PostDraft, talk: PostTalk): Promise<PostDraft> {
  for (;;) {
    const file = await talk.prompts.text({
      message: 'Which file, in YAML or JSON? Empty for none:',
      example: 'options.yaml',
      check: (typed) => (typed === '-' ? 'must be a file: standard input is where you type' : null),
    });
    if (file === '') return draft;
    const read = await withOptionsOf(file, draft, talk);
    if (typeof read !== 'string') return read;
    await talk.prompts.show(noteDrawing(read));
  }
}

/** The draft with the options of a file, or what is wrong with these. */
async function withOptionsOf(file: string, draft: PostDraft, talk: PostTalk): Promise<PostDraft | string> {
  try {
    const { body } = await writtenPost({ ...NO_FLAGS, options: file }, { readFile: talk.readFile, schedule });
    const { data, error } = PostBody.safeParse(wholeDraft(over(draft, body)));
    if (data === undefined) return issueWords(error.issues);
    const known = new Set(draftFaults(draft, talk).map(({ path }) => path));
    const news = draftFaults(data, talk).find(({ effect, path }) => effect === 'request' && !known.has(path));
    return news === undefined ? data : `${news.path}: ${news.message}`;
  } catch (error) {
    if (!(error instanceof CrierError) || error.kind !== 'usage') throw error;
    return [error.message, error.facts.advice].filter(Boolean).join('; ');
  }
}

const NO_FLAGS = {
  platform: [],
  media: [],
  set: [],
  approveFirst: false,
  shortenLinks: false,
  disableComments: false,
};

async function schedule(): Promise<never> {
  throw new Error('options hold no schedule');
}

/** Options of a network that has some already are put over these. */
function over(draft: PostDraft, options: Readonly<Record<string, unknown>>): PostDraft {
  const merged = Object.entries(options).map(([name, value]) => {
    const before = draft[name as PostOptionsName]; // a file of options holds no other names
    return [name, isRecord(value) ? { ...before, ...value } : value];
  });
  return { ...draft, ...Object.fromEntries(merged) };
}

function issueWords([issue]: readonly { readonly path: PropertyKey[]; readonly message: string }[]): string {
  return issue === undefined ? '' : `${issue.path.join('.')}: ${issue.message}`;
}
