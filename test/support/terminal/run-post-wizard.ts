import { type AskPostOptions, askPost } from '../../../src/cli/features/posts/wizard/ask-post.ts';
import type { PostDraft } from '../../../src/cli/features/posts/wizard/post-draft.ts';
import { createPalette } from '../../../src/cli/framework/output/text/style.ts';
import { createLinePrompts, sanitizePrompts } from '../../../src/cli/framework/terminal/open-prompts.ts';
import { CrierError } from '../../../src/errors.ts';
import type { Platform } from '../../../src/service/platforms.ts';
import type { PostBody } from '../../../src/service/post-body.ts';
import type { Prompts, PromptsPlace } from '../../../src/world.ts';
import { fakeContext } from '../fake-context.ts';
import { type Scripted, scripted, testClient } from '../network/client.ts';
import { type PromptScript, scriptedPrompts } from './scripted-prompts.ts';

/** 2026-09-21T14:13:20Z, a Monday. */
const NOW = 1_790_000_000_000;

/** Options of a run of the wizard for posts; the defaults are quiet and fixed. */
export interface PostWizardOptions {
  readonly given?: PostDraft;
  /** The linked accounts by network, with the name of each. */
  readonly accounts?: Partial<Record<Platform, string>>;
  readonly width?: number;
  /** In accessible mode, these lines are typed instead of a script. */
  readonly typed?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  /** Only drafts may be created. */
  readonly keepsDrafts?: boolean;
  readonly asking?: Partial<Pick<AskPostOptions, 'yes' | 'dryRun' | 'timeZone'>>;
  readonly signal?: AbortSignal;
  /** The posting schedules, as the service lists them (default: none). */
  readonly schedules?: Readonly<Record<string, object>>;
  /** The service's answer about the user, instead of one with the accounts. */
  readonly user?: Scripted;
}

/** The result of a run of the wizard. */
export interface PostWizardResult {
  /** Null when the user left, or it failed. */
  readonly post: PostBody | null;
  readonly error: CrierError | null;
  /** Questions, answers, and refused answers. */
  readonly said: readonly string[];
  /** Lines between the questions; in accessible mode, the questions too. */
  readonly shown: readonly string[];
  /** Answers without a prompt. */
  readonly left: readonly PromptScript[];
  /** Every request that was sent, as method and path. */
  readonly asked: readonly string[];
  readonly notes: readonly string[];
}

const ACCOUNTS = {
  instagram: 'kestrellane.coffee',
  bluesky: 'kestrellane.example',
  twitter: 'KestrelLane',
};

/** Runs the wizard for posts with a script, or with typed lines. */
export async function runPostWizard(
  script: readonly PromptScript[],
  options: PostWizardOptions = {},
): Promise<PostWizardResult> {
  const { said, left, open } = scriptedPrompts(script);
  const [shown, notes]: [string[], string[]] = [[], []];
  const { width = 80, typed, accounts = ACCOUNTS, files = {} } = options;
  const place: PromptsPlace = {
    look: () => ({ width, palette: createPalette(0), plain: typed !== undefined }),
    show: async (lines) => void shown.push(...lines),
  };
  const network = scripted(options.user ?? userWith(accounts), {
    body: { schedules: options.schedules ?? {} },
  });
  const asking: AskPostOptions = {
    openClient: async () => testClient({ transport: network }),
    timeZone: 'Europe/Oslo',
    yes: false,
    dryRun: false,
    ...options.asking,
    context: fakeContext({
      service: {
        choose: async () => ({
          choice: {
            kind: 'sandbox',
            profile: null,
            isUnasked: false,
            origin: { kind: 'flag', where: '--sandbox' },
          },
          settings: { contexts: {} },
          project: null,
        }),
        writeRule: async () => ({
          mode: options.keepsDrafts === true ? 'drafts' : 'on',
          where: 'CRIER_WRITES',
        }),
      },
      io: {
        prompts: async () => sanitizePrompts(typed === undefined ? open(place) : typing(typed, place, shown)),
        note: async (sentence) => void notes.push(sentence),
        signal: options.signal ?? new AbortController().signal,
        onEnd: (close) => close(),
        now: () => NOW,
        programName: 'crier',
        async readFile(file) {
          const text = files[file];
          if (text === undefined) throw new Error(`${file} was read`);
          return text;
        },
      },
    }),
  };
  const asked = () => network.asked.map(({ method, url }) => `${method} ${url.pathname}`);
  const recorded = { said, shown, left, notes };
  try {
    const post = await askPost(options.given ?? {}, asking);
    return { post, error: null, ...recorded, asked: asked() };
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    return { post: null, error, ...recorded, asked: asked() };
  }
}

function typing(typed: readonly string[], place: PromptsPlace, shown: string[]): Prompts {
  const rest = [...typed];
  return createLinePrompts({
    ...place,
    async ask(question) {
      shown.push(question);
      return rest.shift() ?? null;
    },
  });
}

function userWith(accounts: Partial<Record<string, string>>) {
  const displayNames = Object.entries(accounts).map(([platform, username]) => ({ platform, username }));
  return { body: { activeSocialAccounts: Object.keys(accounts), displayNames } };
}
