/** The members of documents that a search shows. */
export interface FoundItems {
  readonly items: readonly {
    readonly id: string;
    readonly platform: string;
    readonly person: { readonly name: string | null; readonly handle: string | null };
    readonly text: string | null;
    readonly at: string | null;
  }[];
}

export interface FoundAutomations {
  readonly automations: readonly {
    readonly id: string;
    readonly name: string;
    readonly description: string | null;
    readonly active: boolean;
    readonly triggers: readonly { readonly keywords?: readonly string[] | null }[];
    readonly actions: readonly { readonly message?: string | null }[];
  }[];
}
