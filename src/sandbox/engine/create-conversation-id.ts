/** Creates the id of the conversation between an account and a person. */
export function createConversationId(accountId: string, personId: string): string {
  return Buffer.from(`${accountId}:${personId}`).toString('base64url');
}
