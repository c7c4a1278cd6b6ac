/** What a conversation of an account with a person is called: the same for all that the two write, and for no others. */
export function createConversationId(accountId: string, personId: string): string {
  return Buffer.from(`${accountId}:${personId}`).toString('base64url');
}
