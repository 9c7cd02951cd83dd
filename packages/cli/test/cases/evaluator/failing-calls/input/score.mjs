// Scores what it can, and fails where the example says so.
let text = '';
for await (const chunk of process.stdin) text += chunk;
const { example } = JSON.parse(text);
if (example?.fail) {
  console.error(example.fail);
  process.exit(3);
}
console.log(JSON.stringify({ score: example?.score ?? 0.5 }));
