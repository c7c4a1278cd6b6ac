import type { Topic } from '../command.ts';

export const topic: Topic = {
  summary: 'The whole service on your own machine, with a month of a small company in it',
  text: () => `
The sandbox implements the service's contract here, over its own database: no account, no network and no running process
is needed. It has its own API key and X pair, which never leave this machine, and your keys are never sent to it.

It holds the month of a made-up coffee roaster: posts on nine networks, comments with replies, a network that fails, a
tiktok that is still pending, a story that has expired, and a giveaway with more than 1,000 comments. Two User Profiles
belong to it: harbour and wholesale.

  $ crier comments get Sp7kQm2XvLr9TzBd4HnW
  $ crier comments get Lt5nWc8RjYq3GvKs6PxA --sandbox
  $ crier comments get Hb9mXw3KfDu7VtCz5GqN --profile harbour
  $ crier demo
`,
};
