import { definePersona } from '../define.js';

export const persona = definePersona({
  id: 'schema-maintainer',
  kind: 'base',
  title: 'Schema maintainer',
  text: 'Looks after schemas for years and through API changes. Cares that tests cover what the tools promise, that conventions hold across files, and that a finding says exactly which field to change.',
});
