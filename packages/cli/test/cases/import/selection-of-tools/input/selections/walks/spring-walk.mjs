export const selection = {
    namespace: 'walks',
    name: 'spring-walk',
    version: 'flowmcp/4.0.0',
    description: 'What is in flower along a walk in spring.',
    whenToUse: 'When somebody plans a walk in spring and wants to know what is in flower.',
    tools: [ 'meadow/tool/getFlower', 'meadow/tool/getItem' ],
    skills: [],
    resources: [],
    prompts: []
}
