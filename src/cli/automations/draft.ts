/** What is known of an automation before it is whole; its entries are as they were written, and not checked yet. */
export interface AutomationDraft {
  readonly name?: string;
  readonly description?: string;
  readonly triggers?: readonly unknown[];
  readonly actions?: readonly unknown[];
}
