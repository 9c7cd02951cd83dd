import { defineArea } from '../define.js';

export const area = defineArea({
  id: 'selection-aggregate',
  number: 11,
  side: 'selection',
  subject: 'selection',
  personaRequired: true,
  title: 'The selection as a whole',
  instructions: [
    'You judge a selection as a whole: whether its members belong together, keep to the domain knowledge of the group, and serve the personas it is made for.',
    'Members, About and skills have grades of their own. Do not grade them again; ask what they are together.',
    'The About is the measure for conventions: what it rules counts, not what you would have ruled.',
    'How many namespaces there are, which gradings exist and whether a precondition failed is answered by code and is none of your questions.',
    'Name the members, tools or sections that decided a score.',
  ],
});
