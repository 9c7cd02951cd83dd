// The name of a command in reports: secrets among its words are not shown, and are passed to the redactor.
import { describe, expect, it } from 'vitest';
import { nameCommand } from '../../../src/keys/logic/command-name.js';

const KEY = 'hunter2hunter2';

describe('a command', () => {
  it.each([
    [['node', 'a.mjs', '--api-key', KEY, '--port', '80'], 'node a.mjs --api-key … --port 80'],
    [['node', `--token=${KEY}`, '--flag'], 'node --token=… --flag'],
    [['env', `API_KEY=${KEY}`, 'MODE=fast', 'node'], 'env API_KEY=… MODE=fast node'],
    [['docker', 'run', '-e', `GH_TOKEN=${KEY}`, 'image'], 'docker run -e GH_TOKEN=… image'],
    [['docker', 'run', `--env=GH_TOKEN=${KEY}`], 'docker run --env=GH_TOKEN=…'],
    [['remote', '--header', `Authorization: Bearer ${KEY}`], 'remote --header "Authorization: …"'],
    [['remote', '-H', `X-Api-Key:${KEY}`], 'remote -H X-Api-Key:…'],
    [['remote', `--header=Authorization:Bearer ${KEY}`], 'remote --header=Authorization:…'],
    [['db', `postgres://ada:${KEY}@db.example/x?a=1`], 'db postgres://ada:…@db.example/x?a=1'],
    [['db', `--url=postgres://ada:${KEY}@db.example`], 'db --url=postgres://ada:…@db.example'],
    [
      ['remote', `https://x.example/mcp?a=1&api_key=${KEY}#top`],
      'remote https://x.example/mcp?a=1&api_key=…#top',
    ],
  ])('%j does not show its key', (command, name) => {
    const named = nameCommand(command);
    expect(named.name).toBe(name);
    expect(named.secrets.join(' ')).toContain(KEY);
  });

  it('keeps the name of a short key', () => {
    expect(nameCommand(['env', 'TOKEN=T', 'db://d:d@d/d'])).toEqual({
      name: 'env TOKEN=… db://d:…@d/d',
      secrets: ['T', 'd'],
    });
  });

  it.each([
    [['node', 'a b.mjs', ''], 'node "a b.mjs" ""'],
    [['node', '--token', '--verbose'], 'node --token --verbose'],
    [
      ['npx', '@scope/server:latest', 'C:\\key', 'https://x.example:8080/key'],
      'npx @scope/server:latest C:\\key https://x.example:8080/key',
    ],
  ])('%j has nothing to hide', (command, name) => {
    expect(nameCommand(command)).toEqual({ name, secrets: [] });
  });
});
