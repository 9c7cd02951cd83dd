import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Opens a browser of this machine. If there is none, the tests fail: a page that was never opened is not proved to
 * work.
 */
export function openBrowser(): Promise<Browser> {
  // Chromium's own sandbox does not start as root, the user of containers; the pages are ours.
  return chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
}

function findBrowser(): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const found = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const browser = [...found, ...APPLICATIONS].find((file) => existsSync(file));
  if (browser === undefined) throw new Error('no Chromium on this machine: apt-get install chromium');
  return browser;
}
