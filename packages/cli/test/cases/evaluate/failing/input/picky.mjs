let input = '';
for await (const chunk of process.stdin) input += chunk;
const { example, candidate } = JSON.parse(input);
if (candidate !== '__optimize_anything_preflight__' && example.questionId.endsWith('-02')) {
  console.error(`no opinion about ${example.questionId}`);
  process.exit(3);
}
console.log('{"score": 0.75}');
