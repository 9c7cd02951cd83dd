import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * A browser of this machine. Where it has none the tests fail: a page that nobody opened is not known to work.
 */
export function openBrowser(): Promise<Browser> {
  // Chromium's own sandbox does not start for root, as whom containers run; the pages are ours.
  return chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
}

function findBrowser(): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const found = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const browser = [...found, ...APPLICATIONS].find((file) => existsSync(file));
  if (browser === undefined) throw new Error('no Chromium on this machine: apt-get install chromium');
  return browser;
}
