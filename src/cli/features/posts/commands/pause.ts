import { definePauseCommand } from '../pause-posts.ts';

export default definePauseCommand({
  action: 'pause',
  summary: 'Pause scheduled posts',
  description: `
A paused post is not published until it is resumed. --all-scheduled pauses every scheduled post at once; "posts resume
--all-scheduled" then resumes exactly those. If some requests fail, the others are still made, and the exit code is 3.`,
  before: [
    'posts create --platform bluesky --text Later --schedule "tomorrow 9:00" --yes',
    'posts list --status scheduled -o tsv > scheduled.txt',
  ],
  examples: [
    'posts pause --all-scheduled',
    'posts pause --ids-from scheduled.txt',
    'posts pause Su3gHk9WqZr5TcYb7MvN --dry-run',
  ],
});
