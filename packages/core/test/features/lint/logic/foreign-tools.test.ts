// Which tools of other servers of the same client configuration a server is judged by.
import { expect, it } from 'vitest';
import { findForeignTools } from '../../../../src/features/lint/logic/foreign-tools.js';
import { serverWith } from './linted-server.js';

const serverOf = (target: string, ...tools: unknown[]) => serverWith({ tools }, { target });

it('are the tools of the others in its file, in lower case, and not its own', () => {
  const mail = serverOf('a.json#mail', { name: 'Send_Mail' }, { name: 'search' });
  const files = serverOf('a.json#files', { name: 'search' }, { name: 'read' }, null, { name: 7 });
  const notes = serverOf('a.json#notes', { name: 'READ' });
  const other = serverOf('b.json#other', { name: 'other' });
  const found = findForeignTools([
    ...[mail, files, notes].map((server) => ({ file: '/a.json', server })),
    { file: '/b.json', server: other },
  ]);
  expect(Object.fromEntries(found.get(mail) ?? [])).toEqual({ search: 'a.json#files', read: 'a.json#files' });
  expect(Object.fromEntries(found.get(files) ?? [])).toEqual({
    send_mail: 'a.json#mail',
    search: 'a.json#mail',
    read: 'a.json#notes',
  });
  expect([...(found.get(other) ?? [])]).toEqual([]);
});

it('may be called like what every object has', () => {
  const [one, two] = [serverOf('a#1', { name: '__proto__' }), serverOf('a#2', { name: 'constructor' })];
  const found = findForeignTools([one, two].map((server) => ({ file: 'a', server })));
  expect([...(found.get(two) ?? [])]).toEqual([['__proto__', 'a#1']]);
  expect([...(found.get(one) ?? [])]).toEqual([['constructor', 'a#2']]);
});
