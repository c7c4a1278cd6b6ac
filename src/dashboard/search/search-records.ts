/** The members of automations that a search shows. */
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
