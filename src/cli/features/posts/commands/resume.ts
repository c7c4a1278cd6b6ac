import { definePauseCommand } from '../pause-posts.ts';

export default definePauseCommand({
  action: 'resume',
  summary: 'Resume paused posts',
  description: `
A resumed post is published at its time; one whose time has passed needs a new one ("posts update <id> --schedule").
--all-scheduled resumes what "posts pause --all-scheduled" paused on this machine, and nothing that was paused before. If
some requests fail, the others are still made, and the exit code is 3.`,
  before: [
    'posts create --platform bluesky --text Later --schedule "tomorrow 9:00" --yes',
    'posts pause --all-scheduled',
    'posts list --status paused -o tsv > paused.txt',
  ],
  examples: [
    'posts resume --all-scheduled',
    'posts resume --ids-from paused.txt',
    'posts resume Su3gHk9WqZr5TcYb7MvN --dry-run',
  ],
});
