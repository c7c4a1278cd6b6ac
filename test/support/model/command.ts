import type { Action } from '../../../src/service/actions.ts';
import type { EngagementKind } from '../../../src/service/engagement.ts';
import type { Trigger } from '../../../src/service/triggers.ts';
import type { Mood } from './outside.ts';

/** The profiles of the scenarios' sandbox; each has an instagram account. */
export const PROFILES = ['primary', 'acme'] as const;
export type ProfileName = (typeof PROFILES)[number];

/** What webhooks and callbacks are signed with. */
export const SECRETS = ['the-first-secret', 'the-second-secret', 'the-third-secret'] as const;
export type Secret = (typeof SECRETS)[number];

/** What a follower does on the network. */
export interface Engage {
  readonly do: 'engage';
  readonly profile: ProfileName;
  readonly kind: EngagementKind;
  /** Handle of who does it; the account's own is among them. */
  readonly who: string;
  readonly text: string;
  readonly emoji: string;
  /** Of the account's two posts or stories, the one on which it is done. */
  readonly place: 0 | 1;
  /** That long ago, in seconds; the network reports it late. */
  readonly lateSeconds: number;
  /** Whether the account has automations at that moment; default: all of them. */
  readonly listening?: 'off' | 'documented' | undefined;
}

/** What sending DMs rests on. */
export interface AccountParts {
  readonly token: 'ok' | 'expired' | 'revoked';
  readonly messaging: 'on' | 'off';
  readonly page: 'selected' | 'none';
}

/** The daily and monthly limits; null is what the plan gives. */
export interface Caps {
  readonly accountPerDay: number | null;
  readonly profilePerDay: number | null;
  readonly perMonth: number | null;
}

/**
 * One step of a scenario. `which` picks one of what there is by that time, counted round: a step that is unchanged by
 * the shrinking of others still means something, and with nothing to pick it does nothing.
 */
export type ModelCommand =
  | {
      readonly do: 'create';
      readonly profile: ProfileName;
      readonly triggers: readonly Trigger[];
      readonly actions: readonly Action[];
    }
  /** Automations that never fire, one after the other, towards the cap of active ones. */
  | { readonly do: 'fill'; readonly profile: ProfileName; readonly count: number }
  | {
      readonly do: 'update';
      readonly which: number;
      readonly triggers?: readonly Trigger[] | undefined;
      readonly actions?: readonly Action[] | undefined;
      /** Actions that stay as they are and stand before the new ones: they keep their ids. */
      readonly keep: number;
    }
  | { readonly do: 'pause' | 'resume' | 'delete'; readonly which: number }
  | Engage
  /** What a follower did before, reported again. */
  | { readonly do: 'resend'; readonly which: number }
  /** Its author takes a comment back. */
  | { readonly do: 'take back'; readonly which: number }
  | {
      readonly do: 'requests';
      readonly who: string;
      /** How a follower takes messages of strangers. */
      readonly requests: 'open' | 'silent' | 'blocked';
    }
  | { readonly do: 'advance'; readonly seconds: number }
  | { readonly do: 'account'; readonly profile: ProfileName; readonly change: Partial<AccountParts> }
  | { readonly do: 'plan'; readonly plan: 'launch' | 'enterprise' }
  | ({ readonly do: 'caps' } & Caps)
  | {
      readonly do: 'webhook';
      readonly profile: ProfileName;
      readonly registered: boolean;
      /** Which of its two addresses. */
      readonly place: 0 | 1;
      /** By default, the stored one stays; it comes with a registration only. */
      readonly secret?: Secret | undefined;
    }
  /** The secret of a profile is changed, or cannot be read for a while. */
  | {
      readonly do: 'secret';
      readonly profile: ProfileName;
      readonly secret?: Secret | undefined;
      readonly isReadable: boolean;
    }
  /** How those outside answer from now on. */
  | { readonly do: 'outside'; readonly webhooks: Mood; readonly texts: Mood }
  /** A delivery is redelivered manually. */
  | { readonly do: 'deliver again'; readonly which: number }
  /** Whether the network refuses every DM, and with which code. */
  | { readonly do: 'network'; readonly refuses: 490 | 492 | 493 | 494 | 495 | null }
  | { readonly do: 'compare' };
