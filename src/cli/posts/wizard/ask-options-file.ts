import { isRecord } from '../../../domain/json/loose-record.ts';
import { CrierError } from '../../../errors.ts';
import { PostBody } from '../../../service/post-body.ts';
import type { PostOptionsName } from '../../../service/post-options.ts';
import { readPostInput } from '../read-post-input.ts';
import { findDraftFaults } from './draft-faults.ts';
import { drawNote } from './draw-note.ts';
import type { PostDraft, PostWizardContext } from './post-draft.ts';
import { toPost } from './to-post.ts';

/** Asks for a file of network options until one is valid, or none is wanted. */
export async function askOptionsFile(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  for (;;) {
    const file = await wizard.prompts.text({
      message: 'YAML or JSON file (empty for none):',
      example: 'options.yaml',
      check: (typed) => (typed === '-' ? 'must be a file: standard input is used for your answers' : null),
    });
    if (file === '') return draft;
    const read = await applyOptionsFile(file, draft, wizard);
    if (typeof read !== 'string') return read;
    await wizard.prompts.show(drawNote(read));
  }
}

/** The draft with the options of a file, or an error message. */
async function applyOptionsFile(
  file: string,
  draft: PostDraft,
  wizard: PostWizardContext,
): Promise<PostDraft | string> {
  try {
    const { body } = await readPostInput(
      { ...NO_FLAGS, options: file },
      { readFile: wizard.readFile, schedule: refuseSchedule },
    );
    const { data, error } = PostBody.safeParse(toPost(mergeOptions(draft, body)));
    if (data === undefined) return formatIssue(error.issues);
    const known = new Set(findDraftFaults(draft, wizard).map(({ path }) => path));
    const newFault = findDraftFaults(data, wizard).find(
      ({ effect, path }) => effect === 'request' && !known.has(path),
    );
    return newFault === undefined ? data : `${newFault.path}: ${newFault.message}`;
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

async function refuseSchedule(): Promise<never> {
  throw new Error('a file of options has no schedule');
}

/** Merges options with existing ones of the same network. */
function mergeOptions(draft: PostDraft, options: Readonly<Record<string, unknown>>): PostDraft {
  const merged = Object.entries(options).map(([name, value]) => {
    const before = draft[name as PostOptionsName]; // a file of options has no other names
    return [name, isRecord(value) ? { ...before, ...value } : value];
  });
  return { ...draft, ...Object.fromEntries(merged) };
}

function formatIssue([issue]: readonly { readonly path: PropertyKey[]; readonly message: string }[]): string {
  return issue === undefined ? '' : `${issue.path.join('.')}: ${issue.message}`;
}
