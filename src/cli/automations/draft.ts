/** An automation that may be incomplete; its entries are not validated yet. */
export interface AutomationDraft {
  readonly name?: string;
  readonly description?: string;
  readonly triggers?: readonly unknown[];
  readonly actions?: readonly unknown[];
}
