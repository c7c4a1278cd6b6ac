import type * as z from 'zod';
import type { AutomationsAnswer } from '../../service/endpoints/automations.ts';

/** The members of documents of the command line that this area shows. */
export type AutomationsOfPage = z.infer<typeof AutomationsAnswer>;

/** A post of the linked account: a trigger names the network's id. */
export interface AccountPost {
  readonly id: string | null;
  readonly post: string | null;
  readonly type: string | null;
  readonly created: string | null;
}

export interface AccountPosts {
  readonly posts: readonly AccountPost[];
}

export interface DoctorFindings {
  readonly findings: readonly {
    readonly check: string;
    readonly status: 'ok' | 'warn' | 'fail' | 'unknown';
    readonly found: string;
    readonly advice: string | null;
    readonly command: string | null;
  }[];
}
