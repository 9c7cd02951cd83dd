import { defineFinding } from '../finding.js';
import { isTextList, memberOf } from '../schema/schema-members.js';

/** A package that was published to do harm, with the year and the incident. */
interface MaliciousModule {
  readonly year: number;
  readonly reference: string;
}

/**
 * Publicly known malicious npm packages, but only those that were harmful as a whole: a package that had a bad version
 * for a few days (event-stream, ua-parser-js, node-ipc) is not listed, because schemas name no versions. The list need
 * not be complete: it is the deterministic part of the judgement (grading spec 09).
 */
const maliciousModules: Readonly<Record<string, MaliciousModule>> = {
  '1337qq-js': { year: 2020, reference: 'stole environment data' },
  '@kodane/patch-manager': { year: 2025, reference: 'wallet drainer' },
  'ac-addon': { year: 2020, reference: 'CursedGrabber' },
  'array-empty-validator': { year: 2025, reference: 'Lazarus campaign' },
  'auth-validator': { year: 2025, reference: 'Lazarus campaign' },
  'bb-builder': { year: 2019, reference: 'password stealer' },
  colortoolsv2: { year: 2025, reference: 'downloader hidden in a smart contract' },
  crossenv: { year: 2017, reference: 'typosquat of cross-env' },
  'db-json.js': { year: 2020, reference: 'njRAT' },
  'discord-fix': { year: 2020, reference: 'token stealer' },
  'discord.app': { year: 2020, reference: 'CursedGrabber' },
  'discord.dll': { year: 2020, reference: 'token stealer' },
  electorn: { year: 2020, reference: 'typosquat of electron' },
  'electron-native-notify': { year: 2019, reference: 'wallet seed stealer' },
  'ethers-provider2': { year: 2025, reference: 'reverse shell put into ethers' },
  'ethers-providerz': { year: 2025, reference: 'reverse shell put into ethers' },
  'event-handle-package': { year: 2025, reference: 'Lazarus campaign' },
  'express-cookies': { year: 2018, reference: 'getcookies backdoor' },
  fallguys: { year: 2020, reference: 'browser data stealer' },
  fezbox: { year: 2025, reference: 'cookie stealer hidden in a QR code' },
  ffmepg: { year: 2017, reference: 'typosquat of ffmpeg' },
  'flatmap-stream': { year: 2018, reference: 'event-stream incident' },
  getcookies: { year: 2018, reference: 'getcookies backdoor' },
  gruntcli: { year: 2017, reference: 'typosquat of grunt-cli' },
  'http-fetch-cookies': { year: 2018, reference: 'getcookies backdoor' },
  'icon-package': { year: 2022, reference: 'IconBurst form stealer' },
  ionicio: { year: 2022, reference: 'IconBurst form stealer' },
  'is-buffer-validator': { year: 2025, reference: 'Lazarus campaign' },
  'jdb.js': { year: 2020, reference: 'njRAT' },
  klow: { year: 2021, reference: 'crypto miner' },
  klown: { year: 2021, reference: 'crypto miner' },
  kodiak2k: { year: 2024, reference: 'SSH key stealer' },
  loadyaml: { year: 2020, reference: 'typosquat of js-yaml' },
  lodashs: { year: 2020, reference: 'typosquat of lodash' },
  mimelib2: { year: 2025, reference: 'downloader hidden in a smart contract' },
  'noblox.js-proxy': { year: 2021, reference: 'typosquat of noblox.js' },
  'nodejs-smtp': { year: 2025, reference: 'wallet drainer posing as nodemailer' },
  nodetest1010: { year: 2020, reference: 'reverse shell' },
  nodetest199: { year: 2020, reference: 'reverse shell' },
  npmpubman: { year: 2020, reference: 'stole environment data' },
  okhsa: { year: 2021, reference: 'crypto miner' },
  oscompatible: { year: 2024, reference: 'remote access trojan' },
  'pdf-to-office': { year: 2025, reference: 'wallet address swapper' },
  peacenotwar: { year: 2022, reference: 'node-ipc protestware' },
  'plutov-slack-client': { year: 2020, reference: 'reverse shell' },
  'react-event-dependency': { year: 2025, reference: 'Lazarus campaign' },
  'solana-transaction-toolkit': { year: 2025, reference: 'private key stealer' },
  'twilio-npm': { year: 2020, reference: 'reverse shell' },
  warbeast2000: { year: 2024, reference: 'SSH key stealer' },
  'xpc.js': { year: 2020, reference: 'CursedGrabber' },
  'yoojae-validator': { year: 2025, reference: 'Lazarus campaign' },
};

export const finding = defineFinding({
  id: 'malicious-module',
  code: 'FND-048',
  severity: 'error',
  text: '{name} is known as a malicious module ({reference}, {year})',
  hint: 'Remove it, and check the machines that have run the module.',
  areas: ['single-test', 'tools-aggregate-schema'],
  veto: 'malicious-module',
  why: 'The module was published to do harm. Nothing a schema offers outweighs that, so the finding is a veto (grading spec 09).',
  check({ code, main }) {
    const libraries = memberOf(main, 'requiredLibraries');
    const declared = (isTextList(libraries) ? libraries : []).map((name, at) => ({
      name,
      place: { path: ['requiredLibraries', at] },
    }));
    const loaded = code.imports.map(({ name, at }) => ({ name: name ?? '', place: { position: at } }));
    return [...declared, ...loaded].flatMap(({ name, place }) => {
      const known = Object.hasOwn(maliciousModules, name) ? maliciousModules[name] : undefined;
      return known ? [{ ...place, args: { name, year: known.year, reference: known.reference } }] : [];
    });
  },
  examples: {
    pass: {
      source:
        "import 'event-stream'\nexport const main = { requiredLibraries: [ 'ethers', 'constructor' ] }\n",
    },
    fail: { source: "export const main = {\n    requiredLibraries: [ 'ethers', 'flatmap-stream' ]\n}\n" },
  },
});
