// `npm start`: the tour; with words, any command of the program: `npm start -- comments get …`.
if (process.argv.length === 2) process.argv.push('demo');
await import('../bin/crier.js');
