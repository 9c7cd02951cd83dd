export const skill = {
  name: 'find-a-tug',
  version: 'flowmcp/4.0.0',
  type: 'selection',
  level: 'signpost',
  description: 'Finds a tug that is free on a day.',
  whenToUse: 'When a tug is needed.',
  requires: { tools: ['tugroster/tool/listFreeTugs'] },
  input: [],
  output: 'The tugs that are free.',
  content: 'Call {{tool:tugroster/tool/listFreeTugs}} and name the strongest.\n\n## Limitations\n\nNothing is ordered.'
}
